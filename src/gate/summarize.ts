import type { Examined } from './examine.ts'
import { RESOLVERS, type ResolverName, type ResolverOutcome, type ResolverOutcomes } from './outcome.ts'
import { reduce } from './reduce.ts'
import type { IdentifierFinding, Resolution } from './resolver.ts'
import { isAnchorPresent, type Anchor, type Observation, type SummaryRow } from './summary-row.ts'
import type { CacheAge } from './verification-cache.ts'

export interface RowJoins {
  readonly refSlug: string
  readonly anchor?: Anchor | null | undefined
  /** ISO 8601; used only where nobody has answered. */
  readonly now: string
  /** Oldest live cache row of the citation, where an answer came from the cache. */
  readonly age?: CacheAge | undefined
}

/** One summary row of what was answered about an entry. */
export function rowOf(examined: Examined, { refSlug, anchor, now, age }: RowJoins): SummaryRow {
  const { resolutions, registry, testimonies } = examined
  const outcomes = Object.fromEntries(RESOLVERS.map((name) => [name, outcomeOf(resolutions[name].resolution)])) as unknown as ResolverOutcomes
  const arxiv = identifierOf(resolutions.arxiv.resolution)
  const times = [...RESOLVERS.flatMap((name) => timeOf(resolutions[name].resolution)), ...(registry?.at ? [registry.at] : []), ...testimonies.flatMap(({ testimony }) => testimony.at ?? [])]
  const fromCache = age !== undefined && RESOLVERS.some((name) => resolutions[name].isFromCache)
  return {
    citation_key: examined.query.key,
    ref_slug: refSlug,
    lookup_verified: reduce(outcomes, { doi: registry?.state === 'refuted', arxiv: arxiv?.found === 'nothing' }, testimonies.map(({ testimony }) => testimony.contribution)),
    anchor_present: isAnchorPresent(anchor),
    verification_timestamp: times.sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? now,
    resolver_outcomes: outcomes,
    ...(fromCache ? { cache_age_days: age.ageDays, cache_stale_advisory: age.isStale } : {}),
  }
}

/** What was seen beside the row: identifiers that name another work, are refuted, or are registered although no index has them; further sources. */
export function observationsOf({ entry, query, resolutions, registry, testimonies }: Examined, refSlug: string): readonly Observation[] {
  const base = { citation_key: query.key, ref_slug: refSlug }
  const list: Observation[] = query.unreadable.map(({ kind, value }) => ({ ...base, observation: 'identifier_unreadable', source: 'entry', identifier: value, code: kind }))
  for (const name of RESOLVERS) {
    const { resolution } = resolutions[name]
    const finding = identifierOf(resolution)
    if (finding?.found !== 'other-work' && finding?.found !== 'incomparable' && !(finding?.found === 'work' && finding.recordTitle !== undefined)) continue
    list.push({
      ...base, observation: finding.found === 'work' ? 'title_differs' : finding.found === 'incomparable' ? 'title_not_comparable' : name === 'arxiv' ? 'arxiv_title_mismatch' : 'doi_title_mismatch', source: name,
      identifier: askedId(name, query) ?? '', cited_title: entry.title, record_title: finding.recordTitle ?? '', ...at(timeOf(resolution)[0]),
    })
  }
  if (identifierOf(resolutions.arxiv.resolution)?.found === 'nothing' && query.arxiv) list.push({ ...base, observation: 'identifier_refuted', source: 'arxiv', identifier: query.arxiv, ...at(timeOf(resolutions.arxiv.resolution)[0]) })
  if (registry && query.doi) {
    list.push({
      ...base, observation: `identifier_${registry.state}` as const, source: 'registry', identifier: query.doi,
      ...(registry.agency === undefined ? {} : { code: registry.agency }), ...(registry.detail === undefined ? {} : { detail: registry.detail }), ...at(registry.at),
    })
  }
  for (const { source, testimony: { contribution, code, identifier, otherTitle, detail, at: time } } of testimonies) {
    if (otherTitle !== undefined) list.push({ ...base, observation: 'doi_title_mismatch', source, ...(identifier === undefined ? {} : { identifier }), cited_title: entry.title, record_title: otherTitle, ...at(time) })
    list.push({ ...base, observation: 'further_source', source, code, contribution, ...(identifier === undefined ? {} : { identifier }), ...(detail === undefined ? {} : { detail }), ...at(time) })
  }
  return list
}

const at = (time: string | undefined): { readonly observed_at?: string } => (time === undefined ? {} : { observed_at: time })

function askedId(name: ResolverName, query: Examined['query']): string | undefined {
  return name === 'arxiv' ? query.arxiv : query.doi
}

function outcomeOf(resolution: Resolution): ResolverOutcome {
  if (resolution.status === 'matched' || resolution.status === 'unmatched') return { status: resolution.status, queried_by: resolution.queriedBy }
  return { status: resolution.status, queried_by: null }
}

function identifierOf(resolution: Resolution): IdentifierFinding | undefined {
  return resolution.status === 'matched' || resolution.status === 'unmatched' ? resolution.identifier : undefined
}

function timeOf(resolution: Resolution): readonly string[] {
  return resolution.status === 'matched' || resolution.status === 'unmatched' ? [resolution.at] : []
}
