/** The four resolvers of a summary row, a closed set. */
export const RESOLVERS = ['crossref', 'openalex', 'semantic_scholar', 'arxiv'] as const
export type ResolverName = (typeof RESOLVERS)[number]

export const OUTCOME_STATUSES = ['matched', 'unmatched', 'unreachable', 'skipped'] as const

/** What was really asked: `id` where the identifier was looked up and decided (a match by it, or a miss although it was asked), `title` where only the title was. */
export type QueriedBy = 'id' | 'title'

/** One resolver's part of a summary row (wire names). matched and unmatched name what was asked; unreachable and skipped asked nothing that was answered. */
export type ResolverOutcome =
  | { readonly status: 'matched' | 'unmatched'; readonly queried_by: QueriedBy; readonly response_summary?: string | null }
  | { readonly status: 'unreachable' | 'skipped'; readonly queried_by: null; readonly response_summary?: string | null }

export type ResolverOutcomes = Readonly<Record<ResolverName, ResolverOutcome>>
