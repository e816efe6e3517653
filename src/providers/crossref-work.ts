import { parseArxivId } from '../identifiers/arxiv.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parseIsbn, parseIssn } from '../identifiers/isbn.ts'
import type { PersonName } from '../model/citation.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { noticesOfCrossref } from './crossref-notices.ts'
import { isoOfDateParts } from './iso-date.ts'
import { asObject, asObjects, asText, asTexts, compact, distinct, type JsonObject } from './json-field.ts'
import { noticeOfTitle, withTitleNotice } from './title-notice.ts'

/** Crossref's types (api.crossref.org/types) in CSL's words; a type that is not here is left out. */
const CSL_TYPE: Readonly<Record<string, string>> = {
  'journal-article': 'article-journal', 'proceedings-article': 'paper-conference', 'posted-content': 'article', 'peer-review': 'review',
  book: 'book', monograph: 'book', 'edited-book': 'book', 'reference-book': 'book', 'book-set': 'book', 'book-series': 'book', proceedings: 'book', 'proceedings-series': 'book',
  'book-chapter': 'chapter', 'book-section': 'chapter', 'book-part': 'chapter', 'book-track': 'chapter', 'reference-entry': 'entry',
  dissertation: 'thesis', report: 'report', 'report-component': 'report', 'report-series': 'report', standard: 'standard', 'standard-series': 'standard',
  dataset: 'dataset', database: 'dataset', 'journal-issue': 'periodical', 'journal-volume': 'periodical', journal: 'periodical',
}

type Relation = NonNullable<Work['sameWork']>[number]['relation']
const SAME_WORK: Readonly<Record<string, Relation>> = {
  'is-preprint-of': 'is-preprint-of', 'has-preprint': 'has-preprint', 'is-version-of': 'is-version-of', 'has-version': 'has-version',
  'is-manuscript-of': 'is-preprint-of', 'has-manuscript': 'has-preprint', 'is-identical-to': 'is-version-of', 'is-same-as': 'is-version-of', 'is-variant-form-of': 'is-version-of', 'is-original-form-of': 'is-version-of',
}

/** Crossref's JSON of one work as a Work. Only fields that lists can select are read, so a list and a single answer give the same facts. */
export function workOfCrossref(record: JsonObject): Work {
  const doi = parseDoi(asText(record['DOI']) ?? '')
  const titles = asTexts(record['title'])
  const originals = asTexts(record['original-title'])
  const subtitles = asTexts(record['subtitle'])
  const title = titles[0] ?? originals[0]
  const said = noticeOfTitle(title, doi)
  const event = asObject(record['event'])
  // Translated titles come as further titles, their subtitles at the same place (10.1007/s00120-007-1345-2).
  const paired = titles.slice(1).flatMap((text, index) => { const subtitle = subtitles[index + 1]; return subtitle ? [text, `${text}: ${subtitle}`] : [text] })
  return compact<Work>({
    provider: 'crossref',
    identifiers: doi ? { doi } : {},
    type: CSL_TYPE[asText(record['type']) ?? ''],
    title,
    subtitle: subtitles[0],
    alternativeTitles: distinct([said?.title, ...paired, ...originals, ...asTexts(record['short-title'])], [title]),
    authors: people(record['author']),
    editors: people(record['editor']),
    dates: datesOf(record, event),
    venues: distinct(asTexts(record['container-title'])),
    shortVenues: distinct(asTexts(record['short-container-title'])),
    event: asText(event?.['name']),
    volume: asText(record['volume']),
    issue: asText(record['issue']),
    pages: asText(record['page']),
    articleNumber: asText(record['article-number']),
    publisher: asText(record['publisher']),
    locations: distinct([asText(event?.['location']), asText(record['publisher-location'])]),
    isbn: distinct(asTexts(record['ISBN']).map((text) => parseIsbn(text.replace(/^https?:\/\/\S*\//, '')) ?? text)),
    issn: distinct(asTexts(record['ISSN']).map((text) => parseIssn(text.replace(/^https?:\/\/\S*\//, '')) ?? text)),
    notices: withTitleNotice(noticesOfCrossref(record, doi), said),
    sameWork: sameWork(asObject(record['relation'])),
  })
}

function people(value: unknown): readonly PersonName[] {
  return asObjects(value).flatMap((entry): readonly PersonName[] => {
    const family = asText(entry['family'])
    const given = asText(entry['given'])
    const suffix = asText(entry['suffix'])
    if (family) return [compact<PersonName>({ family, given, suffix })]
    const literal = asText(entry['name']) ?? given
    return literal ? [{ literal }] : []
  })
}

/** `created`, `deposited` and `indexed` say when metadata arrived, not when a work came out; they are never read (rest-api-doc issue 300). */
function datesOf(record: JsonObject, event: JsonObject | undefined): WorkDates {
  const [print, online, dated, posted, published] = ['published-print', 'published-online', 'issued', 'posted', 'published'].map((name) => isoOfDateParts(record[name]))
  const issued = dated ?? published
  const others = ['published', 'accepted', 'approved'].map((name) => isoOfDateParts(record[name]))
  return compact<WorkDates>({ print, online, issued, posted, other: distinct([...others, isoOfDateParts(event?.['start'])], [print, online, issued, posted]) })
}

function sameWork(relations: JsonObject | undefined): Work['sameWork'] {
  return Object.entries(relations ?? {}).flatMap(([name, targets]) => {
    const relation = SAME_WORK[name]
    return relation === undefined ? [] : asObjects(targets).flatMap((target) => {
      const identifiers = identifiersOf(asText(target['id-type']), asText(target['id']))
      return identifiers ? [{ relation, identifiers }] : []
    })
  })
}

function identifiersOf(kind: string | undefined, id: string | undefined): Identifiers | undefined {
  if (id === undefined) return undefined
  if (kind === 'arxiv') { const arxiv = parseArxivId(id)?.id; return arxiv && { arxiv } }
  const doi = kind === 'doi' ? parseDoi(id) : undefined
  return doi && { doi }
}
