import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBibtex } from '../../src/formats/bibtex.ts'
import type { Identity } from '../../src/model/verdict.ts'
import { workOfCrossref } from '../../src/providers/crossref-work.ts'
import { checksOf } from '../../src/verify/checks.ts'

interface ReportedCase { readonly case: string; readonly bibtex: string; readonly record: Record<string, unknown>; readonly flagged: readonly string[]; readonly declined?: readonly string[]; readonly absent?: readonly string[]; readonly identity?: Identity }
const cases = JSON.parse(readFileSync(new URL('../../fixtures/cases/comparison.json', import.meta.url), 'utf8')) as ReportedCase[]

describe('faults that users reported of such tools: an entry against a Crossref record', () => {
  for (const row of cases) {
    it(row.case, async () => {
      const inputs = []
      for await (const slice of readBibtex(row.bibtex, 'case.bib')) inputs.push(...slice)
      const [input] = inputs
      if (input === undefined) throw new Error('the entry was not read')
      const { checks, identity } = checksOf(input.citation, workOfCrossref(row.record as never), { titleThreshold: 0.85 })
      expect(checks.filter((check) => check.status === 'warn' || check.status === 'fail').map((check) => check.field), JSON.stringify(checks)).toEqual(row.flagged)
      for (const field of row.declined ?? []) expect(checks.find((check) => check.field === field)).toMatchObject({ status: 'skipped', relation: 'declined' })
      for (const field of row.absent ?? []) expect(checks.map((check) => check.field)).not.toContain(field)
      if (row.identity !== undefined) expect(identity).toBe(row.identity)
    })
  }
})
