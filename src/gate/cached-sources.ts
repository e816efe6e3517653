import type { Doi } from '../model/identifiers.ts'
import type { LookupOptions } from '../providers/provider.ts'
import type { CacheUse } from './cached-resolver.ts'
import type { GateQuery } from './corpus-entry.ts'
import type { IdentifierRegistry, RegistryFinding } from './identifier-registry.ts'
import type { CachedDecision } from './verification-cache.ts'
import type { VerificationKey } from './verification-store.ts'
import type { Testimony, Witness, WitnessQuery } from './witness.ts'

type Memory<Value> = {
  readonly keyOf: (place: number) => VerificationKey
  /** The value in a stored decision; undefined when it is not one. */
  readonly read: (cached: CachedDecision) => Value | undefined
  /** What is worth remembering of a value, with the time of its answer. */
  readonly keep: (value: Value) => { readonly matched: boolean; readonly finding: unknown; readonly at: string } | undefined
}

/** What the DOI system says, from the cache first. Only definite findings are remembered. */
export function examineCached(registry: IdentifierRegistry, queries: readonly (GateQuery & { doi: Doi })[], use: CacheUse, options: LookupOptions): Promise<readonly RegistryFinding[]> {
  return throughCache<GateQuery & { doi: Doi }, RegistryFinding>(queries, use, {
    keyOf: (place) => { const { key, doi } = queries[place] as GateQuery & { doi: Doi }; return { citation_key: key, resolver_name: 'registry', query_form: `doi:${doi}|title:` } },
    read({ decision, at }) {
      const { state, agency } = (decision.finding ?? {}) as Record<string, unknown>
      return state === 'refuted' || state === 'registered' ? { state, ...(typeof agency === 'string' ? { agency } : {}), at } : undefined
    },
    keep: ({ state, agency, at }) => (state === 'undecided' || at === undefined ? undefined : { matched: state === 'registered', finding: { state, ...(agency === undefined ? {} : { agency }) }, at }),
  }, async (missing) => {
    const findings = await registry.examine(missing.map(({ doi }) => doi), options).catch((error: unknown) => new Map<Doi, RegistryFinding>(missing.map(({ doi }) => [doi, { state: 'undecided', detail: reasonOf(error) }])))
    return missing.map(({ doi }): RegistryFinding => findings.get(doi) ?? { state: 'undecided', detail: 'not asked' })
  })
}

/** A further source's testimonies, from the cache first. What could not be asked is not remembered, nor is an entry that is none of its business. */
export function testifyCached(witness: Witness, queries: readonly WitnessQuery[], use: CacheUse, options: LookupOptions): Promise<readonly (Testimony | undefined)[]> {
  return throughCache<WitnessQuery, Testimony | undefined>(queries, use, {
    keyOf: (place) => { const { query } = queries[place] as WitnessQuery; return { citation_key: query.key, resolver_name: witness.name, query_form: `doi:${query.doi ?? ''}|title:${query.title}` } },
    read({ decision, at }) {
      const { contribution, code, identifier, otherTitle, detail } = (decision.finding ?? {}) as Record<string, unknown>
      if (!(contribution === 'confirms' || contribution === 'refutes' || contribution === 'nothing') || typeof code !== 'string') return undefined
      return { contribution, code, ...(typeof identifier === 'string' ? { identifier } : {}), ...(typeof otherTitle === 'string' ? { otherTitle } : {}), ...(typeof detail === 'string' ? { detail } : {}), at }
    },
    keep(testimony) {
      if (testimony?.at === undefined) return undefined
      const { at, ...finding } = testimony
      return { matched: testimony.contribution === 'confirms', finding, at }
    },
  }, (missing) => witness.testify(missing, options).catch((error: unknown) => missing.map((): Testimony => ({ contribution: 'nothing', code: 'UNREACHABLE', detail: reasonOf(error) }))))
}

async function throughCache<Item, Value>(items: readonly Item[], { cache, revalidateStale }: CacheUse, memory: Memory<Value>, ask: (missing: readonly Item[]) => Promise<readonly Value[]>): Promise<readonly Value[]> {
  if (items.length === 0) return []
  const known = cache ? await cache.recall(items.map((_item, place) => memory.keyOf(place))) : []
  const values = new Map<number, Value>()
  items.forEach((_item, place) => {
    const hit = known[place]
    const value = hit && !(revalidateStale && hit.isStale) ? memory.read(hit) : undefined
    if (value !== undefined) values.set(place, value)
  })
  const missing = items.map((_item, place) => place).filter((place) => !values.has(place))
  const asked = missing.length > 0 ? await ask(missing.map((place) => items[place] as Item)) : []
  missing.forEach((place, index) => { values.set(place, asked[index] as Value) })
  await cache?.remember(missing.flatMap((place, index) => {
    const kept = memory.keep(asked[index] as Value)
    return kept ? [{ ...memory.keyOf(place), decision: { matched: kept.matched, matched_by: null, queried_by: 'id' as const, finding: kept.finding }, at: kept.at }] : []
  }))
  return items.map((_item, place) => values.get(place) as Value)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
