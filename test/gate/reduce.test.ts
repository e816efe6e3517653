import { describe, expect, it } from 'vitest'
import { RESOLVERS, type ResolverOutcome, type ResolverOutcomes } from '../../src/gate/outcome.ts'
import { reduce, type LookupVerified, type Refuted } from '../../src/gate/reduce.ts'

const OUTCOMES: Readonly<Record<string, ResolverOutcome | null>> = {
  'matched id': { status: 'matched', queried_by: 'id' }, 'matched title': { status: 'matched', queried_by: 'title' },
  'unmatched id': { status: 'unmatched', queried_by: 'id' }, 'unmatched title': { status: 'unmatched', queried_by: 'title' },
  unreachable: { status: 'unreachable', queried_by: null }, skipped: { status: 'skipped', queried_by: null }, null: null,
  'unmatched without queried_by': { status: 'unmatched' } as unknown as ResolverOutcome,
}
const ALL: Refuted = { doi: true, arxiv: true }
const NONE: Refuted = { doi: false, arxiv: false }
const outcomesOf = (names: readonly string[]): Partial<ResolverOutcomes> => Object.fromEntries(names.map((name, index) => [RESOLVERS[index], OUTCOMES[name]]))

describe('with every identifier refuted at its registry', () => {
  it.each<[readonly string[], LookupVerified]>([
    [['matched id', 'unmatched id'], 'true'],
    [['unmatched id', 'unmatched id'], 'false'],
    [['unmatched title', 'unmatched title'], 'unresolvable'],
    [['unmatched id', 'unmatched title'], 'false'],
    [['unmatched id', 'unmatched id', 'unmatched id', 'unreachable'], 'false'],
    [['unmatched title', 'unreachable'], 'unresolvable'],
    [['unreachable', 'unreachable', 'unreachable', 'unreachable'], 'unresolvable'],
    [['skipped', 'skipped', 'skipped', 'skipped'], 'unresolvable'],
    [['matched id', 'skipped'], 'true'],
    [['unmatched title', 'unmatched title', 'unmatched title'], 'unresolvable'],
    [[], 'unresolvable'],
    [['unmatched without queried_by'], 'unresolvable'],
    [['null'], 'unresolvable'],
    [['matched title', 'unmatched id', 'unmatched id', 'unmatched id'], 'true'],
  ])('%j: %s', (names, verdict) => expect(reduce(outcomesOf(names), ALL)).toBe(verdict))

  it('the truth table holds for every combination of four outcomes', () => {
    const names = ['matched id', 'unmatched id', 'unmatched title', 'unreachable', 'skipped']
    let seen = 0
    for (const a of names) for (const b of names) for (const c of names) for (const d of names) {
      const row = [a, b, c, d]
      const expected = row.includes('matched id') ? 'true' : row.includes('unmatched id') ? 'false' : 'unresolvable'
      expect(reduce(outcomesOf(row), ALL), row.join(', ')).toBe(expected)
      seen++
    }
    expect(seen).toBe(625)
  })
})

describe('an identifier that its registry does not refute', () => {
  const doiMissed = outcomesOf(['unmatched id', 'unmatched id', 'unmatched id', 'skipped'])
  it('never gives false: an index that lacks a registered DOI proves nothing (10.3760/cma.j.cn112137-20231008-00670 is in none of the three)', () => {
    expect(reduce(doiMissed, NONE)).toBe('unresolvable')
    expect(reduce(doiMissed, { doi: false, arxiv: true })).toBe('unresolvable')
    expect(reduce(doiMissed, { doi: true, arxiv: false })).toBe('false')
  })
  it('counts by its own kind: a refuted arXiv id needs arXiv to have been asked by it', () => {
    const arxivMissed = outcomesOf(['unmatched title', 'unmatched title', 'unmatched title', 'unmatched id'])
    expect(reduce(arxivMissed, { doi: false, arxiv: true })).toBe('false')
    expect(reduce(arxivMissed, { doi: true, arxiv: false })).toBe('unresolvable')
  })
})

describe('further sources', () => {
  const missed = outcomesOf(['unmatched id', 'unmatched id', 'unmatched id', 'skipped'])
  it('can confirm, can refute, and otherwise change nothing', () => {
    expect(reduce(missed, NONE, ['confirms'])).toBe('true')
    expect(reduce(missed, NONE, ['refutes'])).toBe('false')
    expect(reduce(missed, NONE, ['nothing'])).toBe('unresolvable')
    expect(reduce(missed, ALL, ['confirms'])).toBe('true')
    expect(reduce(outcomesOf(['matched id']), NONE, ['refutes'])).toBe('true')
  })
})
