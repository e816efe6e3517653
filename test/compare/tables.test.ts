import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compareIsbn, compareIssn } from '../../src/compare/isbn.ts'
import { compareLocation } from '../../src/compare/location.ts'
import { compareAuthors } from '../../src/compare/names.ts'
import { comparePages } from '../../src/compare/pages.ts'
import { comparePublisher } from '../../src/compare/publisher.ts'
import { compareTitle } from '../../src/compare/title.ts'
import { compareVenue } from '../../src/compare/venue.ts'
import { compareArticleNumber, compareIssue, compareVolume } from '../../src/compare/volume.ts'
import type { Comparison } from '../../src/model/check.ts'
import type { PersonName } from '../../src/model/citation.ts'

interface Row { readonly field?: string; readonly why: string; readonly cited: string; readonly record: string; readonly relation: Comparison['relation']; readonly rule?: string }
const rows = (name: string): Row[] => JSON.parse(readFileSync(new URL(`../../fixtures/compare/${name}.json`, import.meta.url), 'utf8')) as Row[]

function person(text: string): PersonName {
  if (text.startsWith('literal:')) return { literal: text.slice(8) }
  const [family = '', given] = text.split(/,\s*/)
  if (given !== undefined) return { family, given }
  const words = text.split(' ')
  return { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') }
}
function people(text: string): { names: PersonName[]; truncated: boolean } {
  const list = text.split(/;\s*|\s+and\s+/)
  const truncated = list.at(-1) === 'others'
  return { names: (truncated ? list.slice(0, -1) : list).map((name) => (name === 'Aron van den Oord' ? { given: 'Aron', particle: 'van den', family: 'Oord' } : name === 'Ludwig von dem Berg' ? { given: 'Ludwig', particle: 'von dem', family: 'Berg' } : name === 'John Smithe, Jr.' ? { given: 'John', family: 'Smithe', suffix: 'Jr.' } : person(name))), truncated }
}

const COMPARE: Readonly<Record<string, (cited: string, record: string) => Comparison>> = {
  title: compareTitle,
  venue: (cited, record) => compareVenue(cited, { venues: [record] }),
  authors: (cited, record) => compareAuthors(people(cited), people(record)),
  pages: (cited, record) => comparePages(cited, { pages: record }),
  publisher: comparePublisher,
  location: (cited, record) => compareLocation(cited, [record]),
  volume: compareVolume,
  issue: compareIssue,
  articleNumber: compareArticleNumber,
  isbn: (cited, record) => compareIsbn([cited], [record]),
  issn: (cited, record) => compareIssn([cited], [record]),
}
/** Relations that do not depend on which side is cited. */
const SYMMETRIC = new Set(['title', 'venue', 'publisher', 'pages', 'volume', 'issue', 'articleNumber'])

for (const name of ['title', 'venue', 'authors', 'chinese-names', 'pages', 'publisher', 'location', 'number']) {
  describe(`fixtures/compare/${name}.json`, () => {
    for (const row of rows(name)) {
      const compare = COMPARE[row.field ?? name] as (cited: string, record: string) => Comparison
      it(`${row.field ?? name}: ${row.why}: ${row.relation}`, () => {
        const result = compare(row.cited, row.record)
        expect(result.relation, `${result.rule} ${result.detail ?? ''}`).toBe(row.relation)
        if (row.rule !== undefined) expect(result.rule).toBe(row.rule)
        if (SYMMETRIC.has(row.field ?? name)) expect(compare(row.record, row.cited).relation, 'the sides exchanged').toBe(row.relation)
      })
    }
  })
}
