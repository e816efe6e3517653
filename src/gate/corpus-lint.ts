import type { CorpusEntry } from './corpus-entry.ts'
import { SIGNAL_KEYS } from './contamination.ts'

/** Indexes that list works; what type of venue a work appeared in is not theirs to declare. */
const NO_TRUSTED_SOURCE = /\b(?:openalex|crossref|semantic[\s_-]?scholar)\b/i

/** Rules over a corpus that its JSON Schema cannot say, one line each: keys are unique, a trusted source is none of the indexes, an arXiv signal needs an arXiv id (absent is not false). */
export function lintCorpus(corpus: readonly CorpusEntry[]): readonly string[] {
  const seen = new Set<string>()
  return corpus.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []
    const { citation_key: key, contamination_signals: signals, contamination_signal_omissions: omissions, venue_type_source: source } = entry
    const problems: string[] = []
    if (seen.has(key)) problems.push(`${key}: the citation_key stands more than once`)
    seen.add(key)
    if (entry.venue_type_provenance === 'trusted_source_declared' && typeof source === 'string' && NO_TRUSTED_SOURCE.test(source)) problems.push(`${key}: venue_type_source ${source} is an index, not a trusted source`)
    if (signals?.['arxiv_unmatched'] !== undefined && !entry.arxiv_id) problems.push(`${key}: arxiv_unmatched without an arxiv_id; the signal is absent there, not false`)
    const omitted = typeof omissions === 'object' && omissions !== null ? (omissions as Record<string, unknown>) : {}
    for (const signal of SIGNAL_KEYS) if (signals?.[signal] !== undefined && omitted[signal] !== undefined) problems.push(`${key}: ${signal} is both a signal and an omission`)
    return problems
  })
}
