import { parseJson, UnparsableBody } from '../base/json.ts'
import type { Pmid } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { CROSSREF_SELECT } from '../providers/crossref.ts'
import { workOfCrossref } from '../providers/crossref-work.ts'
import { asObject, asObjects, asText, asTexts, compact, type JsonObject } from '../providers/json-field.ts'
import { createSource } from '../providers/lookup.ts'
import { OPENALEX_SELECT, workOfOpenAlex } from '../providers/openalex.ts'
import type { Answer, LookupOptions, ParsedAnswer, Source } from '../providers/provider.ts'
import { createPubmed } from '../providers/pubmed.ts'
import { workOfSemanticScholar } from '../providers/semantic-scholar.ts'
import type { SourceContext } from '../providers/source-context.ts'
import { stripTags } from './inline-markup.ts'

/** What is searched for; one of `doi`, `title`, `query`. */
export interface LiteratureQuery {
  readonly doi?: string
  readonly title?: string
  readonly query?: string
  readonly fromYear?: number
  readonly toYear?: number
  readonly limit: number
}

/** One hit of one source. */
export interface Hit {
  readonly work: Work
  readonly sourceId: string
  readonly url?: string
  readonly abstract?: string
}

/** The sources of a literature search, by the names that results use. */
export type LiteratureSources = Readonly<Record<LiteratureSourceName, (query: LiteratureQuery, options: LookupOptions) => Promise<Answer<readonly Hit[]>>>>
export const LITERATURE_SOURCES = ['openalex', 'semantic_scholar', 'crossref', 'pubmed'] as const
export type LiteratureSourceName = (typeof LITERATURE_SOURCES)[number]

const HITS = 'hits'
const LONGEST_QUERY = 300
const textOf = (query: LiteratureQuery): string => (query.doi ?? query.title ?? query.query ?? '').slice(0, LONGEST_QUERY).toWellFormed()
const years = ({ fromYear, toYear }: LiteratureQuery): readonly [number | undefined, number | undefined] => [fromYear, toYear]

/** Builds the four searches on the package's client, pace, cache and stored bodies. One request a search, two at PubMed. */
export function createLiteratureSources(context: SourceContext): LiteratureSources {
  const search = (name: 'openalex' | 'semantic-scholar' | 'crossref', url: (query: LiteratureQuery) => string, hitsOf: (answer: JsonObject) => readonly Hit[] | undefined) =>
    oneQuery(createSource<string, readonly Hit[]>({
      name, role: 'second-opinion', hosts: [new URL(url({ limit: 1 })).host], cacheName: `literature-${name}`, parse: parser(hitsOf),
      plan: (ids) => ids.map((id) => ({ request: { url: url(JSON.parse(id) as LiteratureQuery), accept: 'application/json' }, ids: [id], locators: [HITS] })),
    }, context))
  return {
    openalex: search('openalex', openAlexUrl, (answer) => hits(answer['results'], openAlexHit)),
    semantic_scholar: search('semantic-scholar', semanticScholarUrl, (answer) => (answer['data'] === undefined && answer['total'] === 0 ? [] : hits(answer['data'], semanticScholarHit))),
    crossref: search('crossref', crossrefUrl, (answer) => hits(asObject(answer['message'])?.['items'], crossrefHit)),
    pubmed: pubmedSearch(context),
  }
}

function oneQuery(source: Source<string, readonly Hit[]>): LiteratureSources[LiteratureSourceName] {
  return async (query, options) => {
    const id = JSON.stringify(query)
    return (await source.lookup([{ id }], options)).get(id) ?? { kind: 'failed', reason: 'unavailable', detail: 'not asked' }
  }
}

function parser(hitsOf: (answer: JsonObject) => readonly Hit[] | undefined): (bytes: Uint8Array, status: number) => ParsedAnswer<readonly Hit[]> {
  return (bytes, status) => {
    const found = hitsOf(asObject(parseJson(bytes)) ?? {})
    if (status !== 200 || found === undefined) throw new UnparsableBody(`the answer (${status}) is not a list of works`)
    return { found: found.length > 0 ? new Map([[HITS, found]]) : new Map(), absent: new Set(), rest: 'absent' }
  }
}

function hits(rows: unknown, hitOf: (row: JsonObject) => Hit): readonly Hit[] | undefined {
  return Array.isArray(rows) ? asObjects(rows).map(hitOf).filter(({ work, sourceId }) => work.title !== undefined && sourceId !== '') : undefined
}

function openAlexUrl(query: LiteratureQuery): string {
  const [from, to] = years(query)
  const filters = [...(query.doi === undefined ? [] : [`doi:${query.doi}`]), ...(from === undefined ? [] : [`from_publication_date:${from}-01-01`]), ...(to === undefined ? [] : [`to_publication_date:${to}-12-31`])]
  const parameters = new URLSearchParams({
    ...(query.doi === undefined ? { search: textOf(query) } : {}), ...(filters.length === 0 ? {} : { filter: filters.join(',') }), 'per-page': String(query.limit), select: [...OPENALEX_SELECT, 'abstract_inverted_index'].join(','),
  })
  return `https://api.openalex.org/works?${parameters.toString()}`
}

function openAlexHit(row: JsonObject): Hit {
  return compact<Hit>({ work: workOfOpenAlex(row), sourceId: asText(row['id'])?.replace('https://openalex.org/', '') ?? '', url: undefined, abstract: fromInvertedIndex(asObject(row['abstract_inverted_index'])) })
}

/** OpenAlex gives an abstract as the places of each word. */
function fromInvertedIndex(index: JsonObject | undefined): string | undefined {
  const words: string[] = []
  for (const [word, places] of Object.entries(index ?? {})) for (const place of Array.isArray(places) ? places : []) if (Number.isInteger(place) && place >= 0 && place < 5_000) words[place as number] = word
  return words.filter((word) => word !== undefined).join(' ') || undefined
}

function semanticScholarUrl(query: LiteratureQuery): string {
  const [from, to] = years(query)
  const parameters = new URLSearchParams({
    query: textOf(query), limit: String(Math.min(query.limit, 100)), fields: 'externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes,abstract,url',
    ...(from === undefined && to === undefined ? {} : { year: `${from ?? ''}-${to ?? ''}` }),
  })
  return `https://api.semanticscholar.org/graph/v1/paper/search?${parameters.toString()}`
}

function semanticScholarHit(row: JsonObject): Hit {
  return compact<Hit>({ work: workOfSemanticScholar(row), sourceId: asText(row['paperId']) ?? '', url: asText(row['url']), abstract: asText(row['abstract']) })
}

function crossrefUrl(query: LiteratureQuery): string {
  const [from, to] = years(query)
  const filters = [...(query.doi === undefined ? [] : [`doi:${query.doi}`]), ...(from === undefined ? [] : [`from-pub-date:${from}`]), ...(to === undefined ? [] : [`until-pub-date:${to}`])]
  const parameters = new URLSearchParams({
    ...(query.doi !== undefined ? {} : query.title === undefined ? { query: textOf(query) } : { 'query.bibliographic': textOf(query) }),
    ...(filters.length === 0 ? {} : { filter: filters.join(',') }), rows: String(query.limit), select: [...CROSSREF_SELECT, 'abstract'].join(','),
  })
  return `https://api.crossref.org/works?${parameters.toString()}`
}

function crossrefHit(row: JsonObject): Hit {
  const abstract = asText(row['abstract'])
  return compact<Hit>({ work: workOfCrossref(row), sourceId: asText(row['DOI']) ?? '', url: undefined, abstract: abstract === undefined ? undefined : stripTags(abstract) })
}

/** The identifiers of esearch, then their summaries from PubMed's own source. */
function pubmedSearch(context: SourceContext): LiteratureSources['pubmed'] {
  const ids = createSource<string, readonly string[]>({
    name: 'pubmed', role: 'second-opinion', hosts: ['eutils.ncbi.nlm.nih.gov'], cacheName: 'literature-pubmed',
    parse(bytes, status) {
      const list = asObject(asObject(parseJson(bytes))?.['esearchresult'])?.['idlist']
      if (status !== 200 || !Array.isArray(list)) throw new UnparsableBody(`the answer (${status}) is not a list of identifiers`)
      const found = asTexts(list)
      return { found: found.length > 0 ? new Map([[HITS, found]]) : new Map(), absent: new Set(), rest: 'absent' }
    },
    plan: (queries) => queries.map((id) => ({ request: { url: esearchUrl(JSON.parse(id) as LiteratureQuery), accept: 'application/json' }, ids: [id], locators: [HITS] })),
  }, context)
  const summaries = createPubmed(context)
  return async (query, options) => {
    const id = JSON.stringify(query)
    const found = (await ids.lookup([{ id }], options)).get(id)
    if (found === undefined) return { kind: 'failed', reason: 'unavailable', detail: 'not asked' }
    if (found.kind !== 'found') return found
    const answers = await summaries.lookup(found.value.map((pmid) => ({ id: pmid as Pmid })), options)
    const works = [...answers.values()].flatMap((answer): Hit[] => (answer.kind === 'found' ? [{ work: answer.value, sourceId: answer.value.identifiers.pmid ?? '' }] : []))
    const failed = [...answers.values()].find((answer) => answer.kind === 'failed')
    return works.length === 0 && failed?.kind === 'failed' ? failed : { kind: 'found', value: works, snapshot: found.snapshot }
  }
}

function esearchUrl(query: LiteratureQuery): string {
  const [from, to] = years(query)
  const text = textOf(query).replace(/[[\]"]/g, ' ')
  const term = query.doi !== undefined ? `"${text}"[AID]` : query.title !== undefined ? `${text}[Title]` : text
  const parameters = new URLSearchParams({
    db: 'pubmed', retmode: 'json', retmax: String(query.limit), sort: 'relevance', term,
    ...(from === undefined && to === undefined ? {} : { datetype: 'pdat', mindate: String(from ?? 1000), maxdate: String(to ?? 3000) }),
  })
  return `https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi?${parameters.toString()}`
}
