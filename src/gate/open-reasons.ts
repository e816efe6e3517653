import { message, type Language } from '../messages/message.ts'
import type { CorpusEntry } from './corpus-entry.ts'
import { RESOLVERS } from './outcome.ts'
import type { Observation, SummaryRow } from './summary-row.ts'

/** Observations that are a reason in themselves, by the message that says it. */
const SEEN = {
  doi_title_mismatch: 'gate.open.other-work', arxiv_title_mismatch: 'gate.open.other-work', title_not_comparable: 'gate.open.incomparable',
  identifier_registered: 'gate.open.registered', identifier_undecided: 'gate.open.undecided', identifier_unreadable: 'gate.open.unreadable',
} as const

/** Why a row is `unresolvable`, one clause each and at least one: "not decided" without a because is no answer. `observations` are those of the whole corpus. */
export function openReasons(row: SummaryRow, entry: CorpusEntry | undefined, observations: readonly Observation[], language: Language): readonly string[] {
  if (entry?.obtained_via === 'manual') return [message(language, 'gate.open.manual')]
  const withStatus = (status: string): string[] => RESOLVERS.filter((name) => row.resolver_outcomes[name].status === status)
  const failed = withStatus('unreachable')
  const own = observations.filter(({ citation_key: key, ref_slug: slug }) => key === row.citation_key && slug === row.ref_slug)
  const seen = new Set(own.flatMap(({ observation }) => (observation in SEEN ? [SEEN[observation as keyof typeof SEEN]] : [])))
  const reasons = [...(failed.length > 0 ? [message(language, 'gate.open.unreachable', { list: failed.join(', ') })] : []), ...[...seen].map((key) => message(language, key))]
  const missed = withStatus('unmatched')
  if (missed.some((name) => row.resolver_outcomes[name as (typeof RESOLVERS)[number]].queried_by === 'title')) reasons.push(message(language, 'gate.open.title', { list: missed.join(', ') }))
  if (reasons.length > 0) return reasons
  return [message(language, missed.length === 0 ? 'gate.open.nothing' : 'gate.open.not-refuted', { list: missed.join(', ') })]
}
