import type { HttpClient } from '../http/request.ts'
import type { Doi } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import type { Answer, Provider } from '../providers/provider.ts'
import { createProviders, type Providers } from '../providers/registry.ts'
import type { SourceContext } from '../providers/source-context.ts'
import { createArxivTitleSearch, createCrossrefTitleSearch, createSemanticScholarTitleSearch } from '../providers/title-search.ts'
import { withBackOff } from './back-off.ts'
import { createDataCiteWitness } from './datacite-witness.ts'
import type { GateSources } from './examine.ts'
import { createIdentifierRegistry } from './identifier-registry.ts'
import { createResolver } from './resolver.ts'
import { latchSemanticScholar } from './semantic-scholar-latch.ts'
import type { Witness } from './witness.ts'

export interface LiveSources extends GateSources {
  /** After an outage of Semantic Scholar: ask it again. */
  resetOutageLatch(): void
}

/**
 * The four resolvers, the DOI system and DataCite over one client, with the gate's own back-off. Answers are remembered by the gate's cache
 * alone: a live run really asks. `more` are further sources, told of in the same way.
 */
export function createSources(http: HttpClient, bodies: SourceContext['bodies'], more: (context: SourceContext) => readonly Witness[] = () => []): LiveSources {
  const latched = latchSemanticScholar(withBackOff(http))
  const context: SourceContext = { http: latched, bodies, cache: { getMany: () => new Map(), setMany() {} } }
  const providers = createProviders(context)
  return {
    crossref: createResolver({ idOf: ({ doi }) => doi, byId: findingAliases(providers), byTitle: createCrossrefTitleSearch(context) }),
    openalex: createResolver({ idOf: ({ doi }) => doi, byId: providers.openalex, byTitle: providers.openalexSearch }),
    semantic_scholar: createResolver({ idOf: ({ doi }) => (doi === undefined ? undefined : `DOI:${doi}`), byId: providers.semanticScholar, byTitle: createSemanticScholarTitleSearch(context) }),
    arxiv: createResolver({ idOf: ({ arxiv }) => arxiv, byId: providers.arxiv, byTitle: createArxivTitleSearch(context), onlyWithId: true }),
    registry: createIdentifierRegistry(providers),
    witnesses: [createDataCiteWitness(providers), ...more(context)],
    resetOutageLatch: () => latched.resetOutageLatch(),
  }
}

/** Crossref's list does not know alias DOIs, its single address does: what a list missed is asked once more alone, so that the answer does not depend on who stands beside it. */
function findingAliases({ crossref, crossrefSingle }: Pick<Providers, 'crossref' | 'crossrefSingle'>): Provider<Doi> {
  return {
    name: crossref.name,
    hosts: crossref.hosts,
    async lookup(queries, options) {
      const answers = new Map<Doi, Answer<Work>>(await crossref.lookup(queries, options))
      const missed = answers.size > 1 ? [...answers].flatMap(([doi, answer]) => (answer.kind === 'not-found' && answer.snapshot.url.includes('?filter=') ? [doi] : [])) : []
      if (missed.length === 0) return answers
      for (const [doi, answer] of await crossrefSingle.lookup(missed.map((id) => ({ id })), options)) answers.set(doi, answer)
      return answers
    },
  }
}
