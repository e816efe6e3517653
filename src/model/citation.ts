import type { Identifiers } from './identifiers.ts'

/** One person or body as written. Either `literal` (a body, a mononym, an unsplit name) or `family` with what is known of the rest. */
export interface PersonName {
  readonly family?: string
  readonly given?: string
  /** `van den`, `de la`: CSL's non-dropping and dropping particle, in the order written. */
  readonly particle?: string
  /** `Jr.`, `III`. */
  readonly suffix?: string
  readonly literal?: string
}

/**
 * A citation as somebody wrote it, after its format has been undone (LaTeX, RIS tags), before any comparison folding.
 * Values are plain Unicode text. A field that is absent was not cited and is never compared.
 */
export interface Citation {
  /** CSL type (`article-journal`, `paper-conference`, `book`, `chapter`, `thesis`, `report`, `dataset`, `software`, `webpage`, …). */
  readonly type?: string
  readonly title?: string
  readonly authors?: readonly PersonName[]
  /** The list ends in `others`, `et al.`, `等`. */
  readonly authorsTruncated?: boolean
  readonly editors?: readonly PersonName[]
  /** As written: `2020`, `2019a`, `in press`. */
  readonly year?: string
  /** Journal, book or proceedings title as cited. */
  readonly venue?: string
  readonly volume?: string
  readonly issue?: string
  readonly pages?: string
  readonly articleNumber?: string
  readonly publisher?: string
  readonly location?: string
  readonly isbn?: readonly string[]
  readonly issn?: readonly string[]
  readonly url?: string
  readonly identifiers: Identifiers
  /** Identifier-like values that could not be read, with the field they stood in: said to the user, never looked up. */
  readonly unreadable?: readonly { readonly kind: 'doi' | 'pmid' | 'pmcid' | 'arxiv' | 'isbn' | 'issn'; readonly value: string }[]
}

/** Fields that are compared, in the order in which reports list them. */
export const FIELDS = ['title', 'authors', 'year', 'venue', 'volume', 'issue', 'pages', 'articleNumber', 'publisher', 'location', 'isbn', 'issn'] as const
export type Field = (typeof FIELDS)[number]
