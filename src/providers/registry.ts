import type { ArxivId, Doi, Pmcid, Pmid } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import type { Provider, Source } from './provider.ts'
import type { SourceContext } from './source-context.ts'

/** All sources of one run, by the names that routing uses. */
export interface Providers {
  readonly crossref: Provider<Doi>
  /** One GET a DOI: finds an alias DOI that a list filter misses. */
  readonly crossrefSingle: Provider<Doi>
  readonly datacite: Provider<Doi>
  readonly pubmed: Provider<Pmid>
  readonly arxiv: Provider<ArxivId>
  readonly openalex: Provider<Doi>
  /** Identifiers in its own spelling: `DOI:10.1/x`, `ARXIV:2401.00001`, `PMID:1`. */
  readonly semanticScholar: Provider<string>
  readonly doiAgency: Source<string, { readonly agency: string }>
  readonly handle: Source<Doi, { readonly registered: true }>
  readonly idConverter: Source<Pmcid, { readonly pmid?: Pmid; readonly doi?: Doi }>
  /** Title search: the identifier is the query text, the value the candidates, best first. */
  readonly crossrefSearch: Source<string, readonly Work[]>
  readonly openalexSearch: Source<string, readonly Work[]>
}

/** Builds every source on one client, cache and body store. */
export function createProviders(_context: SourceContext): Providers {
  throw new Error('not built yet')
}
