import type { ArxivId, Doi, Pmcid, Pmid } from '../model/identifiers.ts'
import type { Citation } from '../model/citation.ts'
import type { Work } from '../model/work.ts'
import type { ChineseAnswer } from '../providers/chinese/outcome.ts'
import type { ChineseResolver } from '../providers/chinese/resolver.ts'
import type { Answer, LookupOptions } from '../providers/provider.ts'

/** A registration agency's name as doi.org spells it (`Crossref`, `DataCite`, `ISTIC`). */
export interface Agency { readonly agency: string }
/** The Handle System knows the DOI. */
export interface Registration { readonly registered: true }
/** What PMC's ID converter says of a PMCID. */
export interface ConvertedId { readonly pmid?: Pmid; readonly doi?: Doi }

type Ask<Id extends string, Value> = { lookup(queries: readonly { readonly id: Id; readonly cited?: Citation }[], options: LookupOptions): Promise<ReadonlyMap<Id, Answer<Value>>> }

/** The sources that routing asks, each by the kind of identifier it takes. */
export interface Registries {
  readonly crossref: Ask<Doi, Work>
  /** One GET a DOI: finds an alias DOI that a list filter misses. */
  readonly crossrefSingle: Ask<Doi, Work>
  readonly datacite: Ask<Doi, Work>
  readonly pubmed: Ask<Pmid, Work>
  readonly arxiv: Ask<ArxivId, Work>
  readonly openalex: Ask<Doi, Work>
  readonly doiAgency: Ask<string, Agency>
  readonly handle: Ask<Doi, Registration>
  readonly idConverter: Ask<Pmcid, ConvertedId>
  /** Answers for ISTIC and CNKI, and by PubMed's coordinates for Chinese citations without identifier. */
  readonly chinese: Pick<ChineseResolver, 'resolve'>
}

/** One question that was asked about one identifier of a citation, and its answer. The trail of a citation is all that its verdict rests on. */
export type Attempt =
  | { readonly of: 'doi'; readonly id: Doi; readonly provider: 'crossref' | 'datacite' | 'arxiv' | 'istic' | 'openalex'; readonly answer: Answer<Work> }
  | { readonly of: 'doi'; readonly id: Doi; readonly provider: 'doi-agency'; readonly answer: Answer<Agency> }
  | { readonly of: 'doi'; readonly id: Doi; readonly provider: 'handle'; readonly answer: Answer<Registration> }
  | { readonly of: 'pmid'; readonly id: Pmid; readonly provider: 'pubmed'; readonly answer: Answer<Work> }
  | { readonly of: 'arxiv'; readonly id: ArxivId; readonly provider: 'arxiv'; readonly answer: Answer<Work> }
  | { readonly of: 'pmcid'; readonly id: Pmcid; readonly provider: 'id-converter'; readonly answer: Answer<ConvertedId> }

export type Trail = readonly Attempt[]

/** What was asked about one citation: the trail, and the Chinese resolver's answer where it was asked. */
export interface Routed {
  readonly trail: Trail
  readonly chinese?: ChineseAnswer
}
