import { describe, expect, it } from 'vitest'
import { createChineseWitness } from '../../src/gate/chinese-witness.ts'
import { queryOf } from '../../src/gate/corpus-entry.ts'
import type { Contribution } from '../../src/gate/reduce.ts'
import { OUTCOMES, meaningOf, type ChineseAnswer, type OutcomeCode } from '../../src/providers/chinese/outcome.ts'

const entry = { citation_key: 'k', title: '某某研究', year: 2023, doi: '10.3760/cma.j.x' }
const nothing = { folds: [], attempts: [], asked: [], snapshots: [] } as const

/** What the gate hears when the resolver's answer is this one. */
async function heard(answer: ChineseAnswer) {
  const witness = createChineseWitness({ resolve: async () => [answer] })
  return (await witness.testify([{ entry, query: queryOf(entry) }], { signal: new AbortController().signal }))[0]
}

describe('what an outcome of the Chinese resolver contributes to the verdict', () => {
  const CONFIRMS: readonly OutcomeCode[] = ['DOI_TITLE_VERIFIED', 'PUBMED_COORDINATE_VERIFIED']
  it.each((Object.keys(OUTCOMES) as OutcomeCode[]).filter((code) => code !== 'NOT_CHINESE_LITERATURE'))('%s', async (code) => {
    // a DOI that leads to another work exists: only one that is registered nowhere is refuted
    const expected: Contribution = CONFIRMS.includes(code) ? 'confirms' : code === 'DOI_REFUTED' ? 'refutes' : 'nothing'
    const { status, queriedBy } = meaningOf(code)
    expect(await heard({ ...nothing, kind: 'outcome', code, status, queriedBy, evidence: null, checklistRow: null })).toMatchObject({ contribution: expected, code, identifier: '10.3760/cma.j.x' })
  })
  it('a failed look-up: nothing, and no time that a cache could keep', async () => {
    const testimony = await heard({ ...nothing, kind: 'failed', reason: 'unavailable', detail: 'doi.org: answered 503' })
    expect(testimony).toEqual({ contribution: 'nothing', code: 'UNREACHABLE', detail: 'doi.org: answered 503', identifier: '10.3760/cma.j.x' })
  })
  it('a work that is none of its business: no testimony', async () => {
    expect(await heard({ ...nothing, kind: 'outcome', code: 'NOT_CHINESE_LITERATURE', status: 'skipped', queriedBy: null, evidence: null, checklistRow: null })).toBeUndefined()
  })
})
