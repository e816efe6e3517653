import { describe, expect, it } from 'vitest'
import { parseArxiv } from '../../src/providers/arxiv.ts'
import { parseCrossref } from '../../src/providers/crossref.ts'
import { parseDataCite } from '../../src/providers/datacite.ts'
import { parseOpenAlex } from '../../src/providers/openalex.ts'
import { parsePubmed } from '../../src/providers/pubmed.ts'
import { parseSemanticScholar } from '../../src/providers/semantic-scholar.ts'
import { fixtureText, fixtureWorks, jsonBytes, recordCases, utf8, type RecordCase } from './fixture-cases.ts'

const wrap: Record<string, (record: RecordCase['record']) => readonly [ReadonlyMap<string, unknown>]> = {
  crossref: (record) => [parseCrossref(jsonBytes({ status: 'ok', 'message-type': 'work', message: record }), 200).found],
  datacite: (record) => [parseDataCite(jsonBytes({ data: { id: record['doi'], attributes: record } }), 200).found],
  pubmed: (record) => [parsePubmed(jsonBytes({ result: { uids: [record['uid']], [String(record['uid'])]: record } }), 200).found],
  openalex: (record) => [parseOpenAlex(jsonBytes({ meta: { count: 1 }, results: [record] }), 200).found],
  'semantic-scholar': (record) => [parseSemanticScholar(jsonBytes([record]), 200).found],
}

for (const [provider, parse] of Object.entries(wrap)) {
  describe(`a ${provider} record means`, () => {
    it.each(recordCases(provider))('$name: $note', ({ record, work }) => {
      const [found] = parse(record)
      expect([...found.values()]).toEqual([work])
    })
  })
}

describe('XML records mean', () => {
  it('PubMed articles and books', () => {
    expect(Object.fromEntries(parsePubmed(utf8(fixtureText('pubmed/articles.xml')), 200).found)).toEqual(fixtureWorks('pubmed/articles.works.json'))
  })
  it('arXiv entries', () => {
    const parsed = parseArxiv(utf8(fixtureText('arxiv/feed.xml')), 200)
    expect(Object.fromEntries(parsed.found)).toEqual(fixtureWorks('arxiv/feed.works.json'))
    expect(parsed.rest).toBe('absent')
  })
})
