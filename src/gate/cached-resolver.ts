import type { LookupOptions } from '../providers/provider.ts'
import type { GateQuery } from './corpus-entry.ts'
import type { ResolverName } from './outcome.ts'
import type { IdentifierFinding, Resolution, ResolverClient } from './resolver.ts'
import type { CachedDecision, VerificationCache } from './verification-cache.ts'
import type { VerificationKey } from './verification-store.ts'

/** How the cache takes part in one run. */
export interface CacheUse {
  /** null: live, nothing read or written. */
  readonly cache: VerificationCache | null
  /** Rows past the age threshold are asked again. */
  readonly revalidateStale: boolean
}

export interface CachedResolution {
  readonly resolution: Resolution
  readonly isFromCache: boolean
}

/**
 * One resolver's answers for many entries: from the cache where it has a usable decision, the rest in one batch. Matches and misses are
 * remembered with the time they were given; skips, failures and entries made by hand leave no trace and are not looked for.
 */
export async function resolveCached(name: ResolverName, client: ResolverClient, queries: readonly GateQuery[], { cache, revalidateStale }: CacheUse, options: LookupOptions): Promise<readonly CachedResolution[]> {
  const answers: CachedResolution[] = []
  const isAsked = (query: GateQuery): boolean => !query.isManual && !(name === 'arxiv' && query.arxiv === undefined)
  queries.forEach((query, index) => { if (!isAsked(query)) answers[index] = { resolution: { status: 'skipped' }, isFromCache: false } })
  const keyOf = (query: GateQuery): VerificationKey => ({ citation_key: query.key, resolver_name: name, query_form: queryForm(name, query) })
  const open = queries.flatMap((query, index) => (answers[index] ? [] : [{ query, index }]))
  const known = cache && open.length > 0 ? await cache.recall(open.map(({ query }) => keyOf(query))) : []
  const missing = open.filter(({ index }, place) => {
    const hit = known[place]
    const resolution = hit && !(revalidateStale && hit.isStale) ? resolutionOf(hit) : undefined
    if (resolution) answers[index] = { resolution, isFromCache: true }
    return !resolution
  })
  if (missing.length === 0) return answers
  const asked = await ask(client, missing.map(({ query }) => query), options)
  missing.forEach(({ index }, place) => { answers[index] = { resolution: asked[place] as Resolution, isFromCache: false } })
  await cache?.remember(missing.flatMap(({ query }, place) => {
    const resolution = asked[place] as Resolution
    return resolution.status === 'matched' || resolution.status === 'unmatched' ? [{ ...keyOf(query), decision: decisionOf(name, resolution), at: resolution.at }] : []
  }))
  return answers
}

/** A client that rejects, or does not answer every entry, could not be reached. */
async function ask(client: ResolverClient, queries: readonly GateQuery[], options: LookupOptions): Promise<readonly Resolution[]> {
  let detail = 'the resolver did not answer every entry'
  try {
    const answers = await client.resolve(queries, options)
    if (answers.length === queries.length) return answers
  } catch (error) {
    detail = error instanceof Error ? error.message : String(error)
  }
  return queries.map(() => ({ status: 'unreachable', detail }))
}

/** The whole attempt, identifier and title: a match by title is never taken for one by identifier later. */
export function queryForm(name: ResolverName, query: GateQuery): string {
  return name === 'arxiv' ? `arxiv:${query.arxiv ?? ''}|title:${query.title}` : `doi:${query.doi ?? ''}|title:${query.title}`
}

function decisionOf(name: ResolverName, resolution: Extract<Resolution, { readonly at: string }>): { matched: boolean; matched_by: 'doi' | 'arxiv' | 'title' | null; queried_by: 'id' | 'title'; finding?: unknown } {
  const { status, queriedBy, identifier } = resolution
  const byId = name === 'arxiv' ? 'arxiv' : 'doi'
  return { matched: status === 'matched', matched_by: status === 'matched' ? (queriedBy === 'id' ? byId : 'title') : null, queried_by: queriedBy, ...(identifier ? { finding: identifier } : {}) }
}

/** The resolution that a decision was made of; undefined where the decision contradicts itself. */
function resolutionOf({ decision, at }: CachedDecision): Resolution | undefined {
  const { matched, matched_by: by, queried_by: queriedBy } = decision
  const identifier = identifierFindingOf(decision.finding)
  if (identifier === null || (by !== null) !== matched || (matched && (by === 'title') !== (queriedBy === 'title'))) return undefined
  return { status: matched ? 'matched' : 'unmatched', queriedBy, ...(identifier ? { identifier } : {}), at }
}

/** undefined: none was stored; null: what is stored is none. */
function identifierFindingOf(value: unknown): IdentifierFinding | undefined | null {
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null) return null
  const { found, recordTitle } = value as Record<string, unknown>
  if (found === 'nothing') return { found }
  if (found === 'work') return { found, ...(typeof recordTitle === 'string' ? { recordTitle } : {}) }
  return (found === 'other-work' || found === 'incomparable') && typeof recordTitle === 'string' ? { found, recordTitle } : null
}
