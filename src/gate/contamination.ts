import type { CorpusEntry } from './corpus-entry.ts'
import type { SummaryRow } from './summary-row.ts'
import { RESOLVERS, type ResolverName } from './outcome.ts'
import { policyValue, type TerminalPolicies } from './policies.ts'

export const SIGNAL_KEYS = ['semantic_scholar_unmatched', 'openalex_unmatched', 'crossref_unmatched', 'arxiv_unmatched'] as const
export type UnmatchedSignal = (typeof SIGNAL_KEYS)[number]
/** Absent is not false: the resolver was not asked, or could not be. */
export type ContaminationSignals = { readonly [Key in UnmatchedSignal | 'preprint_post_llm_inflection']?: boolean }
export type SignalOmissions = { readonly [Key in UnmatchedSignal]?: 'api_degraded' }

/** The thirteen tokens that a marker may carry as its one suffix. All are advisory. */
export const SUFFIXES = [
  'CONTAMINATED-PREPRINT', 'CONTAMINATED-UNMATCHED', 'CONTAMINATED-PREPRINT+UNMATCHED', 'CONTAMINATED-ARXIV-UNMATCHED', 'CONTAMINATED-PREPRINT+ARXIV-UNMATCHED',
  'CONTAMINATED-COVERAGE-NOISE', 'CONTAMINATED-PREPRINT+COVERAGE-NOISE', 'CONTAMINATED-PARTIAL-UNMATCH', 'CONTAMINATED-PREPRINT+PARTIAL-UNMATCH',
  'CONTAMINATED-TRIANGULATION-UNMATCHED', 'CONTAMINATED-PREPRINT+TRIANGULATION-UNMATCHED', 'CONTAMINATED-QUADRANGULATION-UNMATCHED', 'CONTAMINATED-PREPRINT+QUADRANGULATION-UNMATCHED',
] as const
export type Suffix = (typeof SUFFIXES)[number]

const PREPRINT_VENUES: ReadonlySet<string> = new Set(['arXiv', 'bioRxiv', 'medRxiv', 'SSRN', 'Research Square', 'Preprints.org', 'ChemRxiv', 'EarthArXiv', 'OSF Preprints', 'TechRxiv'])
const PREPRINT_POINTERS = ['arxiv.org', 'biorxiv.org', 'medrxiv.org', 'ssrn.com', 'researchsquare.com', 'preprints.org', 'chemrxiv.org', 'eartharxiv.org', 'osf.io/preprints', 'techrxiv.org']

/** A preprint of 2024 or later, by its venue (exact name) or, where there is none, by its source pointer. */
export function isRecentPreprint({ year, venue, source_pointer: pointer }: Pick<CorpusEntry, 'year' | 'venue' | 'source_pointer'>): boolean {
  if (typeof year !== 'number' || !Number.isInteger(year) || year < 2024) return false
  if (typeof venue === 'string') return PREPRINT_VENUES.has(venue)
  return typeof pointer === 'string' && PREPRINT_POINTERS.some((place) => pointer.toLowerCase().includes(place))
}

/** The signals of an entry from its summary row; what was degraded is said in `omissions`. The same row gives the same signals. */
export function signalsOf(entry: CorpusEntry, row: Pick<SummaryRow, 'resolver_outcomes'>): { readonly signals: ContaminationSignals; readonly omissions: SignalOmissions } {
  const status = (name: ResolverName): string => row.resolver_outcomes[name].status
  const asked = RESOLVERS.filter((name) => status(name) === 'matched' || status(name) === 'unmatched')
  return {
    signals: { preprint_post_llm_inflection: isRecentPreprint(entry), ...Object.fromEntries(asked.map((name) => [`${name}_unmatched`, status(name) === 'unmatched'])) },
    omissions: Object.fromEntries(RESOLVERS.filter((name) => status(name) === 'unreachable').map((name) => [`${name}_unmatched`, 'api_degraded' as const])),
  }
}

/** k of the signals that are present (kMax) say unmatched. */
export function countUnmatched(signals: ContaminationSignals): { readonly k: number; readonly kMax: number } {
  const present = SIGNAL_KEYS.filter((key) => typeof signals[key] === 'boolean')
  return { k: present.filter((key) => signals[key]).length, kMax: present.length }
}

/** The one suffix that the signals give, or none. The names that say "all" are given only where every one of so many agreed. */
export function suffixOf(signals: ContaminationSignals): Suffix | undefined {
  const unmatched = unmatchedToken(signals)
  if (!signals.preprint_post_llm_inflection) return unmatched === undefined ? undefined : (`CONTAMINATED-${unmatched}` as Suffix)
  return (unmatched === undefined ? 'CONTAMINATED-PREPRINT' : `CONTAMINATED-PREPRINT+${unmatched}`) as Suffix
}

function unmatchedToken(signals: ContaminationSignals): string | undefined {
  const { k, kMax } = countUnmatched(signals)
  if (k === 0) return undefined
  if (k === 1) return kMax > 1 ? 'COVERAGE-NOISE' : signals.semantic_scholar_unmatched ? 'UNMATCHED' : signals.arxiv_unmatched ? 'ARXIV-UNMATCHED' : 'COVERAGE-NOISE'
  if (k === kMax && k === 4) return 'QUADRANGULATION-UNMATCHED'
  return k === kMax && k === 3 ? 'TRIANGULATION-UNMATCHED' : 'PARTIAL-UNMATCH'
}

/**
 * Whether the contamination policy makes these signals terminal: all three general indexes know nothing of the work and no resolver that
 * was asked does. `strict_articles_only` asks besides for a DOI and a declared article or conference paper, and stays advisory without.
 */
export function isTerminalContamination(entry: CorpusEntry, signals: ContaminationSignals, policies: TerminalPolicies): boolean {
  const mode = policyValue(policies, 'contamination_triangulation')
  if (mode === 'advisory') return false
  const { k, kMax } = countUnmatched(signals)
  const allIndexes = Boolean(signals.crossref_unmatched && signals.openalex_unmatched && signals.semantic_scholar_unmatched)
  if (!allIndexes || k !== kMax) return false
  if (mode === 'strict') return true
  const isDeclared = ['adapter_declared', 'user_declared', 'trusted_source_declared'].includes(entry.venue_type_provenance ?? '')
  return typeof entry.doi === 'string' && entry.doi !== '' && (entry.venue_type === 'journal-article' || entry.venue_type === 'conference-paper') && isDeclared
}
