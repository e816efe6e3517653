import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultConfig } from '../../src/model/config.ts'
import { readCitations } from '../../src/formats/read.ts'
import type { CitationInput } from '../../src/model/input.ts'
import { createCiteVerifier, type CiteVerifier } from '../../src/runtime.ts'
import { arxivEntry, crossrefWork, pubmedSummary, serveRecords } from '../support/record-world.ts'
import { startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'

const TITLE = 'A study of two registries'

let server: ProviderServer
let root: string
let verifier: CiteVerifier
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'disagreement-'))
  server.reset()
  verifier = createCiteVerifier({ ...defaultConfig(), root, minIntervalMs: 0, retries: 0, durability: 'fast' })
})
afterEach(async () => {
  await verifier.close()
  rmSync(root, { recursive: true, force: true })
})

/** The entry after cite_fix, and what was said about it. */
async function fixed(text: string) {
  const inputs: CitationInput[] = []
  for await (const slice of readCitations(new TextEncoder().encode(text), { name: 'a.bib' })) inputs.push(...slice)
  const { fixes, report } = await verifier.fix(text, inputs)
  const { bibtex, diffs, warnings, item } = fixes[0]!
  return { text: bibtex, fields: diffs.map(({ field }) => field), warnings: [...item.warnings, ...warnings], checks: item.checks, audit: await verifier.audit({ replay: true }), report }
}
const entry = (year: string, more = ''): string => `@article{k, title={${TITLE}}, author={Lovelace, Ada}, year={${year}}, journal={Journal of Loopback Studies}, doi={10.5555/one}, pmid={31000001}${more}}`

describe('two authorities of one work', () => {
  it('that contradict each other leave a field that agrees with neither as it is, and are both named', async () => {
    serveRecords(server, { absent: [], records: { crossref: [crossrefWork('10.5555/one', TITLE, 'Lovelace', 2020)], pubmed: [pubmedSummary('31000001', TITLE, 'Lovelace A', 2021, '10.5555/one')] } })
    const { text, fields, warnings, checks, audit } = await fixed(entry('2012'))
    expect(fields).toEqual([])
    expect(text).toBe(entry('2012'))
    expect(warnings).toEqual(expect.arrayContaining(['year: the sources disagree, crossref has "2020", pubmed has "2021"', 'year is not changed: the sources disagree']))
    expect(checks).toContainEqual(expect.objectContaining({ field: 'year', status: 'fail', provider: 'crossref' }))
    expect(audit.ok).toBe(true)
  })

  it('that agree give their value', async () => {
    serveRecords(server, { absent: [], records: { crossref: [crossrefWork('10.5555/one', TITLE, 'Lovelace', 2020)], pubmed: [pubmedSummary('31000001', TITLE, 'Lovelace A', 2020, '10.5555/one')] } })
    const { fields, text, warnings } = await fixed(entry('2012'))
    expect([fields, text]).toEqual([['year'], entry('2020')])
    expect(warnings.join()).not.toContain('disagree')
  })

  it('of which one writes another form of the same value do not contradict each other', async () => {
    const { author: _author, ...work } = crossrefWork('10.5555/one', TITLE, '', 2020)
    const authors = [{ family: 'Lovelace', given: 'Ada' }, { family: 'Byron', given: 'Anne Isabella' }]
    serveRecords(server, { absent: [], records: { crossref: [{ ...work, DOI: '10.5555/one', author: authors }], pubmed: [{ ...pubmedSummary('31000001', TITLE, '', 2020, '10.5555/one'), uid: '31000001', authors: [{ name: 'Lovelace A', authtype: 'Author' }, { name: 'Byron AI', authtype: 'Author' }] }] } })
    const { fields, warnings } = await fixed(entry('2020').replace('journal={Journal of Loopback Studies}', 'journal={Annals of Knitting}'))
    expect(fields).toEqual(['author', 'journal'])
    expect(warnings.join()).not.toContain('disagree')
  })

  it('of which one holds the preprint do not contradict each other about its year', async () => {
    const published = { ...crossrefWork('10.5555/one', TITLE, 'Lovelace', 2020), relation: { 'has-preprint': [{ 'id-type': 'arxiv', id: '1801.00001' }] } }
    serveRecords(server, { absent: [], records: { crossref: [published], arxiv: [arxivEntry('1801.00001', TITLE, 'Ada Lovelace', 2018)] } })
    const { fields, warnings } = await fixed(entry('2012', ', eprint={1801.00001}, archiveprefix={arXiv}').replace(', pmid={31000001}', ''))
    expect(fields).toEqual(['year'])
    expect(warnings.join()).not.toContain('disagree')
  })
})
