import { arxivIdOfDoi, parseArxivId } from '../identifiers/arxiv.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parseIsbn, parseIssn } from '../identifiers/isbn.ts'
import type { PersonName } from '../model/citation.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { isoOfText } from './iso-date.ts'
import { asObject, asObjects, asText, compact, distinct, type JsonObject } from './json-field.ts'
import { personOfInverted } from './person-name.ts'
import { noticeOfTitle, withTitleNotice } from './title-notice.ts'

/** resourceTypeGeneral (DataCite schema 4.6) in CSL's words. `Text` says nothing: see typeOf. */
const CSL_TYPE: Readonly<Record<string, string>> = {
  Dataset: 'dataset', Software: 'software', ComputationalNotebook: 'software', Preprint: 'article', JournalArticle: 'article-journal', DataPaper: 'article-journal',
  ConferencePaper: 'paper-conference', ConferenceProceeding: 'book', Book: 'book', BookChapter: 'chapter', Dissertation: 'thesis', Report: 'report', Standard: 'standard',
  PeerReview: 'review', Image: 'graphic', Audiovisual: 'motion_picture', Sound: 'song',
}
const TYPE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/thesis|dissertation/i, 'thesis'], [/preprint|working paper|e-?print/i, 'article'], [/conference|proceeding/i, 'paper-conference'], [/chapter/i, 'chapter'],
  [/report/i, 'report'], [/^(?:e-?)?book|monograph/i, 'book'], [/journal|article/i, 'article-journal'],
]

type Relation = NonNullable<Work['sameWork']>[number]['relation']
const SAME_WORK: Readonly<Record<string, Relation>> = {
  IsVersionOf: 'is-version-of', HasVersion: 'has-version', IsNewVersionOf: 'is-version-of', IsPreviousVersionOf: 'is-version-of',
  IsIdenticalTo: 'is-version-of', IsVariantFormOf: 'is-version-of', IsOriginalFormOf: 'is-version-of',
}

/** DataCite's attributes of one DOI as a Work. */
export function workOfDataCite(attributes: JsonObject, doiText: string): Work {
  const doi = parseDoi(doiText)
  const titles = asObjects(attributes['titles']).flatMap((entry) => { const text = asText(entry['title']); return text ? [{ text, type: asText(entry['titleType']) }] : [] })
  const title = (titles.find((entry) => entry.type === undefined) ?? titles[0])?.text
  const subtitle = titles.find((entry) => entry.type === 'Subtitle')?.text
  const said = noticeOfTitle(title, doi)
  const inside = containerOf(attributes)
  const arxiv = doi && arxivIdOfDoi(doi)
  return compact<Work>({
    provider: 'datacite',
    identifiers: compact<Identifiers>({ doi, arxiv }),
    type: typeOf(asObject(attributes['types'])),
    title,
    subtitle,
    alternativeTitles: distinct([said?.title, ...titles.filter((entry) => entry.type !== 'Subtitle').map((entry) => entry.text)], [title]),
    authors: asObjects(attributes['creators']).flatMap(person),
    editors: asObjects(attributes['contributors']).filter((entry) => entry['contributorType'] === 'Editor').flatMap(person),
    dates: datesOf(attributes),
    ...inside,
    publisher: asText(attributes['publisher']) ?? asText(asObject(attributes['publisher'])?.['name']),
    notices: withTitleNotice([], said),
    sameWork: sameWork(attributes['relatedIdentifiers'], doi),
  })
}

function typeOf(types: JsonObject | undefined): string | undefined {
  const general = asText(types?.['resourceTypeGeneral'])
  const known = CSL_TYPE[general ?? '']
  if (known !== undefined) return known
  if (general !== undefined && general !== 'Text') return undefined
  const free = asText(types?.['resourceType']) ?? ''
  return TYPE_WORDS.find(([pattern]) => pattern.test(free))?.[1] ?? asText(types?.['citeproc'])
}

/** A name without parts and without nameType may be a person or a body: it stays one literal unless a single comma divides it. */
function person(entry: JsonObject): readonly PersonName[] {
  const family = asText(entry['familyName'])
  const given = asText(entry['givenName'])
  const name = asText(entry['name'])
  if (entry['nameType'] !== 'Organizational' && family) return [compact<PersonName>({ family, given })]
  if (name === undefined) return given ? [{ literal: given }] : []
  return [entry['nameType'] === 'Organizational' || /[;()]/.test(name) ? { literal: name } : personOfInverted(name)]
}

function datesOf(attributes: JsonObject): WorkDates {
  const of = (...types: readonly string[]): readonly string[] => asObjects(attributes['dates']).filter((entry) => types.includes(asText(entry['dateType']) ?? '')).flatMap((entry) => isoOfText(asText(entry['date'])))
  const year = isoOfText(asText(attributes['publicationYear']))[0]
  const [dated, ...later] = of('Issued')
  const issued = dated !== undefined && (year === undefined || dated.startsWith(year)) ? dated : year ?? dated
  const [online, posted, updated] = [of('Available')[0], of('Submitted')[0], of('Updated').at(-1)]
  return compact<WorkDates>({ issued, online, posted, updated, other: distinct([dated, ...later, ...of('Accepted', 'Copyrighted')], [issued, online, posted]) })
}

/** Where it appeared: related items say so in parts; `container` is guessed by DataCite from one text (`Journal; 34(2):Doc25`) and is cut at what is not a title. */
function containerOf(attributes: JsonObject): Pick<Work, 'venues' | 'volume' | 'issue' | 'pages' | 'issn' | 'isbn'> {
  const item = asObjects(attributes['relatedItems']).find((entry) => entry['relationType'] === 'IsPublishedIn')
  const related = asObjects(attributes['relatedIdentifiers']).filter((entry) => ['IsPartOf', 'IsPublishedIn'].includes(asText(entry['relationType']) ?? ''))
  const container = asObject(attributes['container'])
  const itemId = asObject(item?.['relatedItemIdentifier'])
  const ids = [
    [asText(itemId?.['relatedItemIdentifierType']), asText(itemId?.['relatedItemIdentifier'])], [asText(container?.['identifierType']), asText(container?.['identifier'])],
    ...related.map((entry) => [asText(entry['relatedIdentifierType']), asText(entry['relatedIdentifier'])]),
  ]
  const from = item ?? container
  const isNumber = (text: string | undefined): string | undefined => (text !== undefined && /^[A-Za-z]{0,3}\d[\w.-]{0,11}$/.test(text) ? text : undefined)
  const [first, last] = [isNumber(asText(from?.['firstPage'])), isNumber(asText(from?.['lastPage']))]
  const venue = item ? asObjects(item['titles']).map((entry) => asText(entry['title'])) : [asText(container?.['title'])?.split(';')[0]?.trim()]
  return {
    venues: distinct(venue),
    ...compact<Pick<Work, 'volume' | 'issue' | 'pages'>>({ volume: isNumber(asText(from?.['volume'])), issue: isNumber(asText(from?.['issue'])), pages: first && (last && last !== first ? `${first}-${last}` : first) }),
    issn: distinct(ids.map(([kind, id]) => (kind === 'ISSN' || kind === 'EISSN' ? parseIssn(id ?? '') : undefined))),
    isbn: distinct(ids.map(([kind, id]) => (kind === 'ISBN' ? parseIsbn(id ?? '') : undefined))),
  }
}

function sameWork(value: unknown, own: string | undefined): Work['sameWork'] {
  return asObjects(value).flatMap((entry) => {
    const relation = SAME_WORK[asText(entry['relationType']) ?? '']
    const [kind, id] = [asText(entry['relatedIdentifierType']), asText(entry['relatedIdentifier'])]
    if (relation === undefined || id === undefined) return []
    const doi = kind === 'DOI' || kind === 'URL' ? parseDoi(id) : undefined
    const arxiv = kind === 'arXiv' ? parseArxivId(id)?.id : undefined
    return (doi && doi !== own) || arxiv ? [{ relation, identifiers: compact<Identifiers>({ doi, arxiv }) }] : []
  })
}
