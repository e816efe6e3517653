/** The gravest first. */
export const NOTICE_TYPES = ['retraction', 'withdrawal', 'removal', 'partial_retraction', 'expression_of_concern', 'correction', 'reinstatement'] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

/** An editorial notice. `about-this`: the record is what the notice speaks of. `this-is-notice`: the record is itself a notice about another work. */
export interface Notice {
  readonly type: NoticeType
  readonly direction: 'about-this' | 'this-is-notice'
  /** DOI (or PMID as `pmid:1`) of the other party, as far as the source names it. */
  readonly doi?: string
  /** ISO date, as precise as the source gives it: `2024`, `2024-05`, `2024-05-01`. */
  readonly date?: string
  /** Who says so: `crossref`, `retraction-watch`, `pubmed`, `title`, `arxiv`, `openalex`, `datacite`. */
  readonly source: string
}

const GRAVE: ReadonlySet<NoticeType> = new Set(['retraction', 'withdrawal', 'removal', 'partial_retraction', 'expression_of_concern'])

/** True for a notice about this very work that makes the `retraction` check warn; corrections and reinstatements are information. */
export function isGraveNotice(notice: Notice): boolean {
  return notice.direction === 'about-this' && GRAVE.has(notice.type)
}
