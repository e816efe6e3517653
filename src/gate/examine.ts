import type { Doi } from '../model/identifiers.ts'
import type { LookupOptions } from '../providers/provider.ts'
import { resolveCached, type CachedResolution, type CacheUse } from './cached-resolver.ts'
import { examineCached, testifyCached } from './cached-sources.ts'
import type { CorpusEntry, GateQuery } from './corpus-entry.ts'
import type { IdentifierRegistry, RegistryFinding } from './identifier-registry.ts'
import { RESOLVERS, type ResolverName } from './outcome.ts'
import type { ResolverClient } from './resolver.ts'
import type { Testimony, Witness } from './witness.ts'

/** Everything the gate asks. The four resolvers are a closed set; registry and witnesses decide what their misses mean. */
export interface GateSources extends Readonly<Record<ResolverName, ResolverClient>> {
  readonly registry: IdentifierRegistry
  readonly witnesses?: readonly Witness[]
}

export interface Examined {
  readonly entry: CorpusEntry
  readonly query: GateQuery
  readonly resolutions: Readonly<Record<ResolverName, CachedResolution>>
  readonly registry?: RegistryFinding
  readonly testimonies: readonly { readonly source: string; readonly testimony: Testimony }[]
}

/**
 * Asks the four resolvers side by side, each in one batch; then the DOI system about every DOI that no index knows (also where arXiv has the
 * work: a dead DOI is to be seen); then, for the entries that no resolver has confirmed by an identifier, the further sources. In input order.
 */
export async function examineEntries(entries: readonly { readonly entry: CorpusEntry; readonly query: GateQuery }[], sources: GateSources, use: CacheUse, options: LookupOptions): Promise<readonly Examined[]> {
  const queries = entries.map(({ query }) => query)
  const byResolver = await Promise.all(RESOLVERS.map(async (name) => [name, await resolveCached(name, sources[name], queries, use, options)] as const))
  const resolutions = entries.map((_entry, index) => Object.fromEntries(byResolver.map(([name, answers]) => [name, answers[index]])) as Readonly<Record<ResolverName, CachedResolution>>)
  const asked = entries.flatMap(({ query }, index) => (query.isManual ? [] : [index]))
  const open = asked.filter((index) => !isConfirmedById(resolutions[index] as Examined['resolutions']))

  const findings = new Map<number, RegistryFinding>()
  const inQuestion = asked.filter((index) => needsRegistry(queries[index] as GateQuery, resolutions[index] as Examined['resolutions']))
  const examined = await examineCached(sources.registry, inQuestion.map((index) => queries[index] as GateQuery & { doi: Doi }), use, options)
  inQuestion.forEach((index, place) => { findings.set(index, examined[place] as RegistryFinding) })

  const testimonies = new Map<number, { source: string; testimony: Testimony }[]>()
  for (const witness of sources.witnesses ?? []) {
    const questions = open.map((index) => {
      const registry = findings.get(index)
      return { ...(entries[index] as { entry: CorpusEntry; query: GateQuery }), ...(registry ? { registry } : {}) }
    })
    const said = await testifyCached(witness, questions, use, options)
    open.forEach((index, place) => {
      const testimony = said[place]
      if (testimony) testimonies.set(index, [...(testimonies.get(index) ?? []), { source: witness.name, testimony }])
    })
  }
  return entries.map((item, index) => {
    const registry = findings.get(index)
    return { ...item, resolutions: resolutions[index] as Examined['resolutions'], ...(registry ? { registry } : {}), testimonies: testimonies.get(index) ?? [] }
  })
}

function isConfirmedById(resolutions: Examined['resolutions']): boolean {
  return RESOLVERS.some((name) => { const { resolution } = resolutions[name]; return resolution.status === 'matched' && resolution.queriedBy === 'id' })
}

/** A DOI that some index did not know, and that none knew under this or another title. */
function needsRegistry(query: GateQuery, resolutions: Examined['resolutions']): query is GateQuery & { doi: Doi } {
  if (query.doi === undefined) return false
  const found = RESOLVERS.filter((name) => name !== 'arxiv').flatMap((name) => { const { resolution } = resolutions[name]; return 'identifier' in resolution && resolution.identifier ? [resolution.identifier.found] : [] })
  return found.includes('nothing') && found.every((what) => what === 'nothing')
}
