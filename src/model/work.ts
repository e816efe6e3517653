import type { PersonName } from './citation.ts'
import type { Identifiers } from './identifiers.ts'
import type { Notice } from './notice.ts'

/** Dates that a record carries. Never the registry's own created or deposited dates: those say when metadata arrived (CrossRef/rest-api-doc#300). */
export interface WorkDates {
  readonly print?: string
  readonly online?: string
  readonly issued?: string
  /** First version of a preprint; `updated` is its last. */
  readonly posted?: string
  readonly updated?: string
  /** Other publication dates that the registry names (accepted, presented, copyrighted). */
  readonly other?: readonly string[]
}

/**
 * A provider's record in the terms of this package: plain Unicode, as the provider gives it (titles may still hold
 * HTML or MathML; compare/ folds both sides alike). Dates are ISO prefixes (`2020`, `2020-03`). A field that is absent is absent in the record.
 */
export interface Work {
  readonly provider: ProviderName
  readonly identifiers: Identifiers
  /** CSL type. */
  readonly type?: string
  readonly title?: string
  readonly subtitle?: string
  /** Original, translated, short titles: any of them may be what was cited. */
  readonly alternativeTitles?: readonly string[]
  readonly authors?: readonly PersonName[]
  readonly authorsTruncated?: boolean
  readonly editors?: readonly PersonName[]
  readonly dates: WorkDates
  /** Container titles, the main one first. */
  readonly venues?: readonly string[]
  readonly shortVenues?: readonly string[]
  /** Conference name, where the record has one beside the container. */
  readonly event?: string
  readonly volume?: string
  readonly issue?: string
  readonly pages?: string
  readonly articleNumber?: string
  readonly publisher?: string
  /** Places of the event and of the publisher. */
  readonly locations?: readonly string[]
  readonly isbn?: readonly string[]
  readonly issn?: readonly string[]
  readonly notices?: readonly Notice[]
  /** Identifiers of the same work in another form (preprint and published version). */
  readonly sameWork?: readonly { readonly relation: 'is-preprint-of' | 'has-preprint' | 'is-version-of' | 'has-version'; readonly identifiers: Identifiers }[]
}

/** Who answers. `role` in a snapshot says what the answer is good for. */
export const PROVIDER_NAMES = ['crossref', 'datacite', 'pubmed', 'arxiv', 'openalex', 'semantic-scholar', 'doi-agency', 'handle', 'id-converter', 'istic', 'pubmed-coordinates'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]
