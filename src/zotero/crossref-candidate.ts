import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import { isGraveNotice } from '../model/notice.ts'
import type { CrossrefRecord } from './crossref-lookup.ts'
import { keepInline, stripTags } from './inline-markup.ts'
import type { NeutralField } from './item-fields.ts'
import { itemTypeOfCrossref } from './item-type.ts'
import { plain, type Creator } from './item.ts'
import { creatorOfPerson } from './reference.ts'

/** What a Crossref record has to offer for a library item. */
export interface Candidate {
  readonly itemType: string
  readonly values: Readonly<Partial<Record<NeutralField, string>>>
  readonly creators: readonly Creator[]
  /** Retraction and the like. */
  readonly notices: readonly string[]
}

/** Crossref's record in a reference's own terms. */
export function candidateOf(record: CrossrefRecord): Candidate {
  const { work } = record
  const doi = work.identifiers.doi
  const itemType = itemTypeOfCrossref(record.type, { venue: work.venues?.[0], issn: work.issn?.[0], volume: work.volume })
  const arxiv = doi === undefined ? undefined : arxivIdOfDoi(doi)
  const values: Partial<Record<NeutralField, string | undefined>> = {
    title: titleOf(work.title, work.subtitle),
    // The issue's date before the online one, as citations have it.
    year: work.dates.print ?? work.dates.online ?? work.dates.issued ?? work.dates.posted,
    doi: record.doi ?? doi,
    abstract: record.abstract === undefined ? undefined : stripTags(plain(record.abstract)),
    language: record.language,
    venue: work.venues?.[0] === undefined ? undefined : keepInline(work.venues[0]),
    short_venue: work.shortVenues?.[0] === undefined ? undefined : keepInline(work.shortVenues[0]),
    volume: work.volume, issue: work.issue, pages: work.pages ?? work.articleNumber, issn: work.issn?.[0], isbn: work.isbn?.[0],
    publisher: itemType === 'preprint' ? record.server ?? work.publisher : work.publisher,
    place: record.place, event: work.event, event_place: record.eventPlace,
    number: itemType === 'preprint' && arxiv !== undefined ? `arXiv:${arxiv}` : undefined,
  }
  return {
    itemType,
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')),
    creators: [...(work.authors ?? []).map((person) => creatorOfPerson(person, 'author')), ...(work.editors ?? []).map((person) => creatorOfPerson(person, 'editor'))],
    notices: [...new Set((work.notices ?? []).filter(isGraveNotice).map((notice) => notice.type))],
  }
}

function titleOf(title: string | undefined, subtitle: string | undefined): string | undefined {
  if (title === undefined) return undefined
  const [main, sub] = [keepInline(title), keepInline(subtitle ?? '')]
  return sub === '' || main.toLowerCase().includes(sub.toLowerCase()) ? main : `${main.replace(/\s*[:：]\s*$/, '')}: ${sub}`
}
