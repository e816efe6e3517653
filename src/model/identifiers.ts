/** Branded identifier types: only the parser of each makes one (src/identifiers). All are in canonical form. */
export type Doi = string & { readonly __brand: 'doi' }
export type Pmid = string & { readonly __brand: 'pmid' }
export type Pmcid = string & { readonly __brand: 'pmcid' }
/** arXiv identifier without version suffix: `2401.00001`, `hep-th/9901001`. */
export type ArxivId = string & { readonly __brand: 'arxiv' }

/** The identifiers that one citation or one record carries. */
export interface Identifiers {
  readonly doi?: Doi
  readonly pmid?: Pmid
  readonly pmcid?: Pmcid
  readonly arxiv?: ArxivId
}

export type IdentifierKind = keyof Identifiers
