import type { Notice, NoticeType } from '../model/notice.ts'
import { isoOfText } from './iso-date.ts'
import { compact } from './json-field.ts'

/** Links of a PubMed record (nlm.nih.gov/bsd/licensee/elements_descriptions.html, CommentsCorrections), letters only: esummary writes `Retraction in`, efetch `RetractionIn`. */
const LINKS: Readonly<Record<string, readonly [NoticeType, Notice['direction']]>> = {
  retractionin: ['retraction', 'about-this'], retractionof: ['retraction', 'this-is-notice'],
  partialretractionin: ['partial_retraction', 'about-this'], partialretractionof: ['partial_retraction', 'this-is-notice'],
  retractedandrepublishedin: ['retraction', 'about-this'],
  expressionofconcernin: ['expression_of_concern', 'about-this'], expressionofconcernfor: ['expression_of_concern', 'this-is-notice'],
  erratumin: ['correction', 'about-this'], erratumfor: ['correction', 'this-is-notice'], correctedandrepublishedin: ['correction', 'about-this'],
}

/** Publication types that say the same without naming the other party. */
const TYPES: Readonly<Record<string, readonly [NoticeType, Notice['direction']]>> = {
  'retracted publication': ['retraction', 'about-this'], 'retraction of publication': ['retraction', 'this-is-notice'], 'retraction notice': ['retraction', 'this-is-notice'],
  'published erratum': ['correction', 'this-is-notice'], 'expression of concern': ['expression_of_concern', 'this-is-notice'],
}

export interface PubmedLink {
  readonly kind: string | undefined
  readonly pmid: string | undefined
  /** `Lancet. 2010 Feb 6;375(9713):445` */
  readonly source: string | undefined
}

/** Notices of a PubMed record from its links and, where no link says the same of the same side, its publication types. */
export function noticesOfPubmed(links: readonly PubmedLink[], types: readonly string[]): readonly Notice[] {
  const linked = links.flatMap((link): readonly Notice[] => {
    const said = LINKS[(link.kind ?? '').toLowerCase().replace(/[^a-z]/g, '')]
    if (!said) return []
    // The source text dates the other party: that is the notice's date only where the other party is the notice.
    const date = said[1] === 'about-this' ? /\b((?:19|20)\d\d(?: [A-Z][a-z]{2}(?: \d{1,2})?)?)\b/.exec(link.source ?? '')?.[1] : undefined
    return [compact<Notice>({ type: said[0], direction: said[1], doi: link.pmid && `pmid:${link.pmid}`, date: isoOfText(date)[0], source: 'pubmed' })]
  })
  const typed = types.flatMap((text): readonly Notice[] => {
    const said = TYPES[text.toLowerCase()]
    return said && !linked.some((notice) => notice.type === said[0] && notice.direction === said[1]) ? [{ type: said[0], direction: said[1], source: 'pubmed' }] : []
  })
  return [...linked, ...typed]
}

/** True where the publication types tell of a retraction but no link says where: the full record may. */
export function lacksRetractionLink(notices: readonly Notice[]): boolean {
  return notices.some((notice) => notice.type === 'retraction' && notice.doi === undefined)
}
