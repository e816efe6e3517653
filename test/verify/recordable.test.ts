import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseCases } from '../../bench/case.ts'
import { worksOfCase } from '../../bench/case-works.ts'
import { createRecord } from '../../src/evidence/record.ts'
import { evidenceRecordFaults } from '../../src/evidence/schema.ts'
import { readBibtex } from '../../src/formats/bibtex.ts'
import type { Check } from '../../src/model/check.ts'
import type { CitationInput } from '../../src/model/input.ts'
import { checksOf, noticeChecks, versionMatch } from '../../src/verify/checks.ts'
import { rollup } from '../../src/verify/rollup.ts'
import { draftOf } from '../evidence/finding.ts'

const BENCH = fileURLToPath(new URL('../../fixtures/bench/', import.meta.url))
const PAIRS = fileURLToPath(new URL('../../../shared/data/pairs/dev.jsonl', import.meta.url))
const settings = { titleThreshold: 0.85 }

function faultsOf(checks: readonly Check[]): readonly string[] {
  return evidenceRecordFaults(createRecord(draftOf({ checks, status: rollup(checks).status })))
}

/** Every check that each case's entry gives against each of its records, with how often each kind came. */
async function kindsIn(file: string): Promise<Map<string, number>> {
  const cases = parseCases(readFileSync(file, 'utf8'), file)
  const kinds = new Map<string, number>()
  for (const row of cases) {
    const inputs: CitationInput[] = []
    for await (const slice of readBibtex(row.citation, 'case.bib')) inputs.push(...slice)
    const works = worksOfCase(row.records)
    for (const { citation } of inputs) for (const work of works) {
      const checks = [...checksOf(citation, work, settings).checks, ...noticeChecks(work.notices ?? []), ...works.map((other) => versionMatch(work, other))]
      expect(faultsOf(checks), `${row.id}\n${JSON.stringify(checks, null, 1)}`).toEqual([])
      for (const check of checks) kinds.set(`${check.rule} ${check.status}`, (kinds.get(`${check.rule} ${check.status}`) ?? 0) + 1)
    }
  }
  return kinds
}

describe('every check that a comparison makes can be recorded as evidence', () => {
  for (const name of readdirSync(BENCH)) {
    it(`in fixtures/bench/${name}`, async () => {
      const kinds = await kindsIn(`${BENCH}${name}`)
      expect([...kinds.keys()].filter((kind) => /(?:warn|fail)$/.test(kind)).length, [...kinds].join('\n')).toBeGreaterThan(10)
    })
  }
  it.skipIf(!existsSync(PAIRS))('in the shared pairs (skipped where ../shared is absent)', async () => {
    expect((await kindsIn(PAIRS)).size).toBeGreaterThan(30)
  })
  it('a volume that stands with other pages, of which the record says nothing: both sides are kept, the record\'s empty', () => {
    const { checks } = checksOf({ identifiers: {}, volume: '54', pages: '2023-2035' }, { provider: 'crossref', identifiers: {}, dates: {}, pages: '12922-12932' }, settings)
    expect(checks.find((check) => check.field === 'volume')).toMatchObject({ status: 'warn', rule: 'volume.with-other-pages', cited: '54', record: '' })
    expect(faultsOf(checks)).toEqual([])
  })
  it('a record known by another title alone', () => {
    const { checks } = checksOf({ identifiers: {}, title: 'Roots' }, { provider: 'datacite', identifiers: {}, dates: {}, alternativeTitles: ['Stems'] }, settings)
    expect(checks[0]).toMatchObject({ status: 'fail', record: 'Stems' })
    expect(faultsOf(checks)).toEqual([])
  })
})
