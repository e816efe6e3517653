import { parseJson, UnparsableBody } from '../base/json.ts'
import { parseXml, xmlChild, xmlChildren, xmlText } from '../base/xml.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import type { Work } from '../model/work.ts'
import { workOfArxiv } from './arxiv-work.ts'
import { CROSSREF_SELECT } from './crossref.ts'
import { asObject, asObjects } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { ParseBody, ParsedAnswer, Source } from './provider.ts'
import { parseCrossrefSearch } from './search.ts'
import { workOfSemanticScholar } from './semantic-scholar.ts'
import type { SourceContext } from './source-context.ts'

/** Candidates asked for: an exact title that is not among the first five is not found. */
const ROWS = 5
/** Longest text that is searched for, in characters. */
const LONGEST_QUERY = 300
const RESULTS = 'results'
const SEMANTIC_SCHOLAR_FIELDS = 'title,authors,year,externalIds,venue,publicationDate'

/** A search for titles: the identifier is the title, the value the candidates, best first. */
export type TitleSearch = Source<string, readonly Work[]>

function result(works: readonly Work[]): ParsedAnswer<readonly Work[]> {
  const titled = works.filter((work) => work.title !== undefined)
  return { found: titled.length > 0 ? new Map([[RESULTS, titled]]) : new Map(), absent: new Set(), rest: 'absent' }
}

/** Semantic Scholar's `{total, data}`; `data` is left out where nothing was found. */
export function parseSemanticScholarSearch(bytes: Uint8Array, status: number): ParsedAnswer<readonly Work[]> {
  const answer = asObject(parseJson(bytes))
  const { data, total } = answer ?? {}
  if (status !== 200 || !(Array.isArray(data) || (data === undefined && total === 0))) throw new UnparsableBody(`the answer (${status}) is not a list of papers`)
  return result(asObjects(data).map(workOfSemanticScholar))
}

/** An Atom feed; its entries are candidates, none is a miss. A page or an error entry is neither. */
export function parseArxivSearch(bytes: Uint8Array, status: number): ParsedAnswer<readonly Work[]> {
  const { name, root } = parseXml(bytes)
  if (name !== 'feed' || status !== 200) throw new UnparsableBody(`the answer (${status}) is not an Atom feed`)
  const works = xmlChildren(root, 'entry').map((entry) => {
    const id = parseArxivId(xmlText(xmlChild(entry, 'id')) ?? '')
    if (id === undefined) throw new UnparsableBody('an entry of the feed is no arXiv paper')
    return workOfArxiv(entry, id)
  })
  return result(works)
}

function createSearch(name: 'crossref' | 'semantic-scholar' | 'arxiv', host: string, parse: ParseBody<readonly Work[]>, accept: string, urlOf: (title: string) => string): (context: SourceContext) => TitleSearch {
  const plan = (titles: readonly string[]): readonly PlannedRequest<string>[] => titles.map((title) => ({ request: { url: urlOf(title.slice(0, LONGEST_QUERY).toWellFormed()), accept }, ids: [title], locators: [RESULTS] }))
  return (context) => createSource<string, readonly Work[]>({ name, role: 'second-opinion', hosts: [host], cacheName: `${name}-title`, parse, plan }, context)
}

/** Crossref by title alone (`query.title`), unlike the bibliographic search for suggestions. */
export const createCrossrefTitleSearch = createSearch('crossref', 'api.crossref.org', parseCrossrefSearch, 'application/json',
  (title) => `https://api.crossref.org/works?query.title=${encodeURIComponent(title)}&rows=${ROWS}&select=${CROSSREF_SELECT.join(',')}`)

/** Semantic Scholar's relevance search. A hyphenated word of a query matches nothing there (api.semanticscholar.org/api-docs/graph), so hyphens go as spaces. */
export const createSemanticScholarTitleSearch = createSearch('semantic-scholar', 'api.semanticscholar.org', parseSemanticScholarSearch, 'application/json',
  (title) => `https://api.semanticscholar.org/graph/v1/paper/search?query=${encodeURIComponent(title.replace(/[-\u2010-\u2014]/g, ' '))}&limit=${ROWS}&fields=${SEMANTIC_SCHOLAR_FIELDS}`)

/** arXiv's phrase search in titles. A quotation mark would end the phrase. */
export const createArxivTitleSearch = createSearch('arxiv', 'export.arxiv.org', parseArxivSearch, 'application/atom+xml',
  (title) => `https://export.arxiv.org/api/query?search_query=${encodeURIComponent(`ti:"${title.replace(/["“”\\]/g, ' ').replace(/\s+/g, ' ').trim()}"`)}&max_results=${ROWS}`)
