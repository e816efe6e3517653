import { describe, expect, it } from 'vitest'
import { countUnmatched, isRecentPreprint, isTerminalContamination, signalsOf, SUFFIXES, suffixOf, type ContaminationSignals } from '../../src/gate/contamination.ts'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import type { ResolverOutcomes } from '../../src/gate/outcome.ts'

/** s, o, c, a as written: lower case matched, upper case unmatched, absent when the letter is not there. */
const signals = (letters: string): ContaminationSignals => Object.fromEntries(Object.entries({ s: 'semantic_scholar_unmatched', o: 'openalex_unmatched', c: 'crossref_unmatched', a: 'arxiv_unmatched' })
  .flatMap(([letter, key]): [string, boolean][] => (letters.includes(letter) ? [[key, false]] : letters.includes(letter.toUpperCase()) ? [[key, true]] : [])))

describe('the k-matrix', () => {
  it.each<[string, number, number, string | undefined]>([
    ['', 0, 0, undefined], ['s', 0, 1, undefined], ['soc', 0, 3, undefined], ['soca', 0, 4, undefined],
    ['S', 1, 1, 'UNMATCHED'], ['A', 1, 1, 'ARXIV-UNMATCHED'], ['O', 1, 1, 'COVERAGE-NOISE'], ['C', 1, 1, 'COVERAGE-NOISE'],
    ['So', 1, 2, 'COVERAGE-NOISE'], ['Soc', 1, 3, 'COVERAGE-NOISE'], ['socA', 1, 4, 'COVERAGE-NOISE'],
    ['SO', 2, 2, 'PARTIAL-UNMATCH'], ['SOc', 2, 3, 'PARTIAL-UNMATCH'], ['SoCa', 2, 4, 'PARTIAL-UNMATCH'],
    ['SOC', 3, 3, 'TRIANGULATION-UNMATCHED'], ['SOA', 3, 3, 'TRIANGULATION-UNMATCHED'], ['SOCa', 3, 4, 'PARTIAL-UNMATCH'],
    ['SOCA', 4, 4, 'QUADRANGULATION-UNMATCHED'],
  ])('%s: k %i of %i, %s, with and without a recent preprint', (letters, k, kMax, token) => {
    const present = signals(letters)
    expect(countUnmatched(present)).toEqual({ k, kMax })
    expect(suffixOf(present)).toBe(token && `CONTAMINATED-${token}`)
    expect(suffixOf({ ...present, preprint_post_llm_inflection: true })).toBe(token ? `CONTAMINATED-PREPRINT+${token}` : 'CONTAMINATED-PREPRINT')
  })

  it('gives each of the thirteen tokens and no other', () => {
    const given = new Set<string>()
    for (const s of ['', 's', 'S']) for (const o of ['', 'o', 'O']) for (const c of ['', 'c', 'C']) for (const a of ['', 'a', 'A']) for (const preprint of [true, false]) {
      const suffix = suffixOf({ ...signals(s + o + c + a), preprint_post_llm_inflection: preprint })
      if (suffix) given.add(suffix)
    }
    expect([...given].sort()).toEqual([...SUFFIXES].sort())
    expect(SUFFIXES).toHaveLength(13)
  })
})

const entry = (more: Partial<CorpusEntry> = {}): CorpusEntry => ({ citation_key: 'k', title: 'T', year: 2024, source_pointer: 'https://example.org/x', ...more })

describe('recent preprints', () => {
  it.each<[Partial<CorpusEntry>, boolean]>([
    [{ venue: 'arXiv' }, true], [{ venue: 'bioRxiv', year: 2025 }, true], [{ venue: 'arXiv', year: 2023 }, false], [{ venue: 'arxiv' }, false], [{ venue: 'Nature' }, false],
    [{ source_pointer: 'https://ARXIV.org/abs/2401.00001' }, true], [{ source_pointer: 'https://osf.io/preprints/x' }, true], [{ source_pointer: 'https://osf.io/x' }, false],
    [{ venue: 'Nature', source_pointer: 'https://arxiv.org/abs/2401.00001' }, false], [{ venue: 'arXiv', year: '2024' as unknown as number }, false],
  ])('%o: %s', (more, expected) => expect(isRecentPreprint(entry(more))).toBe(expected))
})

describe('signals of a row', () => {
  const outcomes = (crossref: string, openalex: string, semantic: string, arxiv: string): ResolverOutcomes => {
    const of = (status: string): unknown => ({ status, queried_by: status === 'matched' || status === 'unmatched' ? 'id' : null })
    return { crossref: of(crossref), openalex: of(openalex), semantic_scholar: of(semantic), arxiv: of(arxiv) } as ResolverOutcomes
  }
  it('are absent, not false, where nothing was asked; a failure is an omission', () => {
    const { signals: found, omissions } = signalsOf(entry(), { resolver_outcomes: outcomes('unmatched', 'matched', 'unreachable', 'skipped') })
    expect(found).toEqual({ preprint_post_llm_inflection: false, crossref_unmatched: true, openalex_unmatched: false })
    expect(omissions).toEqual({ semantic_scholar_unmatched: 'api_degraded' })
  })
  it('recover when the failure has gone, and are the same for the same row', () => {
    const row = { resolver_outcomes: outcomes('unmatched', 'unmatched', 'unmatched', 'skipped') }
    expect(signalsOf(entry(), row).omissions).toEqual({})
    expect(signalsOf(entry(), row)).toEqual(signalsOf(entry(), row))
    expect(countUnmatched(signalsOf(entry(), row).signals)).toEqual({ k: 3, kMax: 3 })
  })
  it('of an entry made by hand hold only the preprint flag', () => {
    expect(signalsOf(entry({ obtained_via: 'manual', venue: 'arXiv' }), { resolver_outcomes: outcomes('skipped', 'skipped', 'skipped', 'skipped') })).toEqual({ signals: { preprint_post_llm_inflection: true }, omissions: {} })
  })
})

describe('the terminal rule of contamination', () => {
  const article = entry({ doi: '10.5555/x', venue_type: 'journal-article', venue_type_provenance: 'adapter_declared' })
  it.each<[string, 'strict' | 'strict_articles_only' | undefined, CorpusEntry, boolean]>([
    ['SOC', 'strict', entry(), true], ['SOCA', 'strict', entry(), true], ['SOCa', 'strict', entry(), false], ['SOc', 'strict', entry(), false], ['SOA', 'strict', entry(), false],
    ['SOC', undefined, article, false], ['SOC', 'strict_articles_only', article, true], ['SOC', 'strict_articles_only', entry(), false],
    ['SOC', 'strict_articles_only', { ...article, venue_type: 'book' }, false], ['SOC', 'strict_articles_only', { ...article, venue_type_provenance: 'unknown' }, false],
  ])('%s under %s', (letters, mode, given, expected) => expect(isTerminalContamination(given, signals(letters), mode ? { contamination_triangulation: mode } : {})).toBe(expected))
})
