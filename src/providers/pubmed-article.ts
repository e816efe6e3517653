import { UnparsableBody } from '../base/json.ts'
import { decodeEntities, parseXml, xmlAttribute, xmlChild, xmlChildren, xmlText, type XmlElement } from '../base/xml.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parseIsbn, parseIssn } from '../identifiers/isbn.ts'
import { parsePmcid, parsePmid } from '../identifiers/pmid.ts'
import type { PersonName } from '../model/citation.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { isoOfText } from './iso-date.ts'
import { compact, distinct } from './json-field.ts'
import type { ParsedAnswer } from './provider.ts'
import { noticesOfPubmed } from './pubmed-notices.ts'
import { articleNumberOf, typeOf } from './pubmed-summary.ts'
import { noticeOfTitle, withTitleNotice } from './title-notice.ts'

/** Titles may hold inline markup (`<i>`, `<sub>`, MathML); it is kept as it stands. */
const MARKED_UP = ['ArticleTitle', 'VernacularTitle', 'BookTitle']

/** efetch's PubmedArticleSet: articles and books. It leaves out what it does not have, so it never says that something is absent. */
export function parsePubmedArticles(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const { name, root } = parseXml(bytes, MARKED_UP)
  if (name !== 'PubmedArticleSet' || status !== 200) throw new UnparsableBody(`the answer (${status}) is not a set of PubMed articles`)
  const found = new Map<string, Work>()
  for (const article of xmlChildren(root, 'PubmedArticle')) keep(found, workOfArticle(article))
  for (const book of xmlChildren(root, 'PubmedBookArticle')) keep(found, workOfBook(book))
  return { found, absent: new Set(), rest: 'unknown' }
}

function keep(found: Map<string, Work>, work: Work): void {
  if (work.identifiers.pmid && work.title !== undefined) found.set(work.identifiers.pmid, work)
}

const marked = (element: XmlElement | undefined): string | undefined => {
  const raw = element?.['#text']
  return typeof raw === 'string' ? decodeEntities(raw).replace(/\s+/g, ' ').trim() || undefined : undefined
}

function workOfArticle(element: XmlElement): Work {
  const medline = xmlChild(element, 'MedlineCitation')
  const article = xmlChild(medline, 'Article')
  const journal = xmlChild(article, 'Journal')
  const issue = xmlChild(journal, 'JournalIssue')
  const ids = articleIds(xmlChild(element, 'PubmedData', 'ArticleIdList'))
  const locations = new Map(xmlChildren(article, 'ELocationID').map((entry) => [xmlAttribute(entry, 'EIdType') ?? '', xmlText(entry)]))
  const doi = parseDoi(ids.get('doi') ?? locations.get('doi') ?? '')
  const title = marked(xmlChild(article, 'ArticleTitle')) ?? marked(xmlChild(article, 'VernacularTitle'))
  const said = noticeOfTitle(title, doi)
  const pages = xmlText(xmlChild(article, 'Pagination', 'MedlinePgn')) ?? xmlText(xmlChild(article, 'Pagination', 'StartPage'))
  const types = xmlChildren(xmlChild(article, 'PublicationTypeList'), 'PublicationType').flatMap((entry) => xmlText(entry) ?? [])
  const links = xmlChildren(xmlChild(medline, 'CommentsCorrectionsList'), 'CommentsCorrections')
    .map((entry) => ({ kind: xmlAttribute(entry, 'RefType'), pmid: xmlText(xmlChild(entry, 'PMID')), source: xmlText(xmlChild(entry, 'RefSource')) }))
  return compact<Work>({
    provider: 'pubmed',
    identifiers: compact<Identifiers>({ pmid: parsePmid(xmlText(xmlChild(medline, 'PMID')) ?? ''), doi, pmcid: parsePmcid(ids.get('pmc') ?? '') }),
    type: typeOf(types, undefined, title, undefined),
    title,
    alternativeTitles: distinct([said?.title, marked(xmlChild(article, 'VernacularTitle'))], [title]),
    ...people(xmlChildren(article, 'AuthorList')),
    dates: datesOf(issue, article),
    venues: distinct([xmlText(xmlChild(journal, 'Title'))]),
    shortVenues: distinct([xmlText(xmlChild(journal, 'ISOAbbreviation')), xmlText(xmlChild(medline, 'MedlineJournalInfo', 'MedlineTA'))]),
    volume: xmlText(xmlChild(issue, 'Volume')),
    issue: xmlText(xmlChild(issue, 'Issue')),
    pages,
    articleNumber: pages ? undefined : articleNumberOf(locations.get('pii') ?? ids.get('pii')),
    issn: distinct([...xmlChildren(journal, 'ISSN'), ...xmlChildren(xmlChild(medline, 'MedlineJournalInfo'), 'ISSNLinking')].map((entry) => parseIssn(xmlText(entry) ?? ''))),
    notices: withTitleNotice(noticesOfPubmed(links, types), said),
  })
}

function workOfBook(element: XmlElement): Work {
  const document = xmlChild(element, 'BookDocument')
  const book = xmlChild(document, 'Book')
  const bookTitle = marked(xmlChild(book, 'BookTitle'))
  const own = marked(xmlChild(document, 'ArticleTitle'))
  const title = own ?? bookTitle
  const ids = new Map([...articleIds(xmlChild(document, 'ArticleIdList')), ...articleIds(xmlChild(element, 'PubmedBookData', 'ArticleIdList'))])
  const lists = [...xmlChildren(document, 'AuthorList'), ...xmlChildren(book, 'AuthorList')]
  return compact<Work>({
    provider: 'pubmed',
    identifiers: compact<Identifiers>({ pmid: parsePmid(xmlText(xmlChild(document, 'PMID')) ?? ''), doi: parseDoi(ids.get('doi') ?? '') }),
    type: typeOf([], 'book', title, bookTitle),
    title,
    ...people(lists),
    dates: compact<WorkDates>({ issued: dateOf(xmlChild(book, 'PubDate'))[0], updated: dateOf(xmlChild(document, 'ContributionDate'))[0] }),
    venues: own ? distinct([bookTitle]) : [],
    publisher: xmlText(xmlChild(book, 'Publisher', 'PublisherName')),
    locations: distinct([xmlText(xmlChild(book, 'Publisher', 'PublisherLocation'))]),
    isbn: distinct(xmlChildren(book, 'Isbn').map((entry) => parseIsbn(xmlText(entry) ?? ''))),
  })
}

function articleIds(list: XmlElement | undefined): ReadonlyMap<string, string> {
  return new Map(xmlChildren(list, 'ArticleId').flatMap((entry) => { const value = xmlText(entry); return value ? [[xmlAttribute(entry, 'IdType') ?? '', value] as const] : [] }))
}

function people(lists: readonly XmlElement[]): Pick<Work, 'authors' | 'editors' | 'authorsTruncated'> {
  const isEditors = (list: XmlElement): boolean => /editor/i.test(xmlAttribute(list, 'Type') ?? '')
  const of = (chosen: readonly XmlElement[]): readonly PersonName[] => chosen.flatMap((list) => xmlChildren(list, 'Author')).flatMap(person)
  const authors = lists.filter((list) => !isEditors(list))
  return { authors: of(authors), editors: of(lists.filter(isEditors)), ...(authors.some((list) => xmlAttribute(list, 'CompleteYN') === 'N') ? { authorsTruncated: true } : {}) }
}

function person(author: XmlElement): readonly PersonName[] {
  const family = xmlText(xmlChild(author, 'LastName'))
  const body = xmlText(xmlChild(author, 'CollectiveName'))
  if (xmlAttribute(author, 'ValidYN') === 'N') return []
  if (family) return [compact<PersonName>({ family, given: xmlText(xmlChild(author, 'ForeName')) ?? xmlText(xmlChild(author, 'Initials')), suffix: xmlText(xmlChild(author, 'Suffix')) })]
  return body ? [{ literal: body }] : []
}

function dateOf(date: XmlElement | undefined): readonly string[] {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((name) => xmlText(xmlChild(date, name)))
  if (year === undefined) return isoOfText(xmlText(xmlChild(date, 'MedlineDate')))
  return /^\d{1,2}$/.test(month ?? '') ? isoOfText([year, month?.padStart(2, '0'), day?.padStart(2, '0')].filter(Boolean).join('-')) : isoOfText([year, month, day].filter(Boolean).join(' '))
}

function datesOf(issue: XmlElement | undefined, article: XmlElement | undefined): WorkDates {
  const [issued, ...later] = dateOf(xmlChild(issue, 'PubDate'))
  const online = dateOf(xmlChildren(article, 'ArticleDate').find((date) => xmlAttribute(date, 'DateType') === 'Electronic'))[0]
  return compact<WorkDates>({ issued, online, other: distinct(later, [issued, online]) })
}
