import type { ArxivId, Doi, Pmcid, Pmid } from '../model/identifiers.ts'
import type { ProviderName, Work } from '../model/work.ts'
import { createArxiv, parseArxiv } from './arxiv.ts'
import { parseIstic } from './chinese/csl-record.ts'
import { parsePubmedCoordinates } from './chinese/pubmed-answer.ts'
import { createCrossref, createCrossrefSingle, parseCrossref } from './crossref.ts'
import { createDataCite, parseDataCite } from './datacite.ts'
import { createDoiAgency, parseDoiAgency, type Agency } from './doi-agency.ts'
import { createHandle, parseHandle, type Registration } from './handle.ts'
import { createIdConverter, parseIdConverter, type ConvertedId } from './id-converter.ts'
import { createOpenAlex, parseOpenAlex } from './openalex.ts'
import type { ParseBody, Provider, Source } from './provider.ts'
import { createPubmed, parsePubmed } from './pubmed.ts'
import { createCrossrefSearch, createOpenAlexSearch } from './search.ts'
import { createSemanticScholar, parseSemanticScholar } from './semantic-scholar.ts'
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
  readonly doiAgency: Source<string, Agency>
  readonly handle: Source<Doi, Registration>
  readonly idConverter: Source<Pmcid, ConvertedId>
  /** Title search: the identifier is the query text, the value the candidates, best first. */
  readonly crossrefSearch: Source<string, readonly Work[]>
  readonly openalexSearch: Source<string, readonly Work[]>
}

/** Builds every source on one client, cache and body store. */
export function createProviders(context: SourceContext): Providers {
  return {
    crossref: createCrossref(context),
    crossrefSingle: createCrossrefSingle(context),
    datacite: createDataCite(context),
    pubmed: createPubmed(context),
    arxiv: createArxiv(context),
    openalex: createOpenAlex(context),
    semanticScholar: createSemanticScholar(context),
    doiAgency: createDoiAgency(context),
    handle: createHandle(context),
    idConverter: createIdConverter(context),
    crossrefSearch: createCrossrefSearch(context),
    openalexSearch: createOpenAlexSearch(context),
  }
}

/** The parser of each provider's stored bodies, by the name in a snapshot: the audit replays them. Search answers are not among them, since candidates are no evidence. */
export const PARSERS: Readonly<Partial<Record<ProviderName, ParseBody<unknown>>>> = {
  crossref: parseCrossref,
  datacite: parseDataCite,
  pubmed: parsePubmed,
  arxiv: parseArxiv,
  openalex: parseOpenAlex,
  'semantic-scholar': parseSemanticScholar,
  'doi-agency': parseDoiAgency,
  handle: parseHandle,
  'id-converter': parseIdConverter,
  istic: parseIstic,
  'pubmed-coordinates': parsePubmedCoordinates,
}
