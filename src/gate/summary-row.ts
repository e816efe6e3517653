import type { ResolverOutcomes } from './outcome.ts'
import { OUTCOME_STATUSES, RESOLVERS } from './outcome.ts'
import type { LookupVerified } from './reduce.ts'

/** Where in the source the prose points: kind and value of the anchor marker. */
export interface Anchor {
  readonly kind: string
  readonly value?: string
}

export const LOCATING_ANCHORS: readonly string[] = ['quote', 'page', 'section', 'paragraph']

/** One row of citation_verification_summary: a closed object with the passport's wire names (schemas/passport-summary.schema.json). */
export interface SummaryRow {
  readonly citation_key: string
  readonly ref_slug: string
  readonly lookup_verified: LookupVerified
  readonly anchor_present: boolean
  /** When the latest of the answers was given (ISO 8601, UTC); for answers from the cache the original time. */
  readonly verification_timestamp: string
  readonly resolver_outcomes: ResolverOutcomes
  /** Age in days of the oldest live cache row of the citation; only where an answer came from the cache. */
  readonly cache_age_days?: number
  readonly cache_stale_advisory?: boolean
}

/** The same row under the name that callers of verifyCitation use. */
export type CitationVerificationOutcome = SummaryRow

const OBSERVATIONS = [
  'doi_title_mismatch', 'arxiv_title_mismatch', 'title_not_comparable', 'title_differs', 'identifier_refuted', 'identifier_registered', 'identifier_undecided', 'identifier_unreadable', 'duplicate_citation_key', 'further_source',
] as const

/** What was seen beside the closed rows, joined by citation_key and ref_slug (schemas/passport-observation.schema.json). */
export interface Observation {
  readonly citation_key: string
  readonly ref_slug: string
  readonly observation: (typeof OBSERVATIONS)[number]
  /** Who was asked: a resolver, `registry` (doi.org and the Handle System), or a further source. */
  readonly source: string
  readonly identifier?: string
  /** The source's own word for its outcome. */
  readonly code?: string
  readonly contribution?: 'confirms' | 'refutes' | 'nothing'
  readonly cited_title?: string
  readonly record_title?: string
  readonly detail?: string
  readonly observed_at?: string
}

/** True for an anchor that says where in the source. Absent, `none` and anything else: false. */
export function isAnchorPresent(anchor: Anchor | null | undefined): boolean {
  return LOCATING_ANCHORS.includes(anchor?.kind ?? 'none')
}

const DATE_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/
const ROW_KEYS: readonly string[] = ['citation_key', 'ref_slug', 'lookup_verified', 'anchor_present', 'verification_timestamp', 'resolver_outcomes', 'cache_age_days', 'cache_stale_advisory']

/** Everything that is wrong with a value as a summary row, one line each; empty for a row. The same rules as the JSON Schema. */
export function problemsOfRow(value: unknown): readonly string[] {
  if (!isObject(value)) return ['not an object']
  const problems: string[] = []
  for (const key of Object.keys(value)) if (!ROW_KEYS.includes(key)) problems.push(`unknown key ${key}`)
  for (const key of ['citation_key', 'ref_slug']) if (typeof value[key] !== 'string' || value[key] === '') problems.push(`${key} is not a text`)
  if (!['true', 'false', 'unresolvable'].includes(value['lookup_verified'] as string)) problems.push('lookup_verified is none of "true", "false", "unresolvable"')
  if (typeof value['anchor_present'] !== 'boolean') problems.push('anchor_present is not true or false')
  if (typeof value['verification_timestamp'] !== 'string' || !DATE_TIME.test(value['verification_timestamp'])) problems.push('verification_timestamp is not a date-time')
  const outcomes = value['resolver_outcomes']
  if (!isObject(outcomes)) problems.push('resolver_outcomes is not an object')
  else {
    for (const key of Object.keys(outcomes)) if (!(RESOLVERS as readonly string[]).includes(key)) problems.push(`unknown resolver ${key}`)
    for (const name of RESOLVERS) problems.push(...problemsOfOutcome(outcomes[name]).map((problem) => `${name}: ${problem}`))
  }
  const age = value['cache_age_days']
  if ('cache_age_days' in value && !(typeof age === 'number' && age >= 0)) problems.push('cache_age_days is not a number from 0')
  if ('cache_stale_advisory' in value && typeof value['cache_stale_advisory'] !== 'boolean') problems.push('cache_stale_advisory is not true or false')
  return problems
}

function problemsOfOutcome(value: unknown): readonly string[] {
  if (!isObject(value)) return ['no outcome']
  const problems = Object.keys(value).filter((key) => !['status', 'queried_by', 'response_summary'].includes(key)).map((key) => `unknown key ${key}`)
  const { status, queried_by: queriedBy, response_summary: summary } = value
  if (!(OUTCOME_STATUSES as readonly unknown[]).includes(status)) problems.push(`status ${JSON.stringify(status) ?? 'missing'} is unknown`)
  if (!('queried_by' in value) || !(queriedBy === 'id' || queriedBy === 'title' || queriedBy === null)) problems.push('queried_by is none of "id", "title", null')
  else if ((queriedBy === null) === (status === 'matched' || status === 'unmatched')) problems.push(`queried_by ${String(queriedBy)} does not go with ${String(status)}`)
  if (summary !== undefined && summary !== null && typeof summary !== 'string') problems.push('response_summary is not a text')
  return problems
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
