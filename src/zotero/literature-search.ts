import { CiteError } from '../base/cite-error.ts'
import { parseDoi } from '../identifiers/doi.ts'
import type { ArxivId, Doi, Pmid } from '../model/identifiers.ts'
import type { LookupOptions } from '../providers/provider.ts'
import { boundedLimit, searchLibrary } from './library-search.ts'
import { mergeHits, type LiteratureRecord } from './literature-record.ts'
import { LITERATURE_SOURCES, type Hit, type LiteratureQuery, type LiteratureSourceName, type LiteratureSources } from './literature-sources.ts'
import { matchOf, type ZoteroReader } from './local-match.ts'
import type { LocalRecord } from './local-record.ts'
import { creatorOfPerson } from './reference.ts'

export interface LiteratureRequest {
  readonly doi?: string
  readonly title?: string
  readonly query?: string
  readonly fromYear?: number
  readonly toYear?: number
  /** Results of each provider; 1 to 100. */
  readonly limit?: number
  /** Only exactly true asks the local library. */
  readonly includeZotero?: unknown
  readonly zoteroLimit?: number
  readonly zoteroTag?: string
  readonly zoteroCollectionPath?: string
}

export interface LiteratureAnswer {
  readonly results: readonly (LiteratureRecord | LocalRecord)[]
  readonly providers: { readonly attempted: readonly string[]; readonly successful: readonly string[]; readonly failed: readonly string[] }
  readonly diagnostics: readonly { readonly provider: string; readonly source_type: string; readonly result_count: number; readonly status: 'success' | 'failed'; readonly detail?: string }[]
  readonly warnings: readonly string[]
}

export const DEFAULT_LIMIT = 10
const MOST_PER_PROVIDER = 100
/** Default number of local results. */
const ZOTERO_DEFAULT = 25

/**
 * Searches the four indexes by DOI, title or topic; with `includeZotero: true` also the local library, whose absence is a warning. Throws CiteError
 * INVALID_INPUT without exactly one question and UNSUPPORTED_IDENTIFIER for a DOI that is none. A source that fails costs its own results.
 */
export async function searchLiterature(request: LiteratureRequest, sources: LiteratureSources, reader: () => ZoteroReader, options: LookupOptions): Promise<LiteratureAnswer> {
  const query = queryOf(request)
  const isLocal = request.includeZotero === true
  // Side by side: neither waits for the other.
  const [local, ...answers] = await Promise.all([
    isLocal ? localResults(request, query, reader(), options.signal) : undefined,
    ...LITERATURE_SOURCES.map(async (source) => ({ source, answer: await sources[source](query, options) })),
  ])
  options.signal.throwIfAborted()
  const lists = answers.flatMap(({ source, answer }): { source: LiteratureSourceName; hits: readonly Hit[] }[] => (answer.kind === 'failed' ? [] : [{ source, hits: answer.kind === 'found' ? answer.value : [] }]))
  const merged = mergeHits(lists)
  const diagnostics: LiteratureAnswer['diagnostics'][number][] = answers.map(({ source, answer }) => ({
    provider: source, source_type: 'external_index', result_count: answer.kind === 'found' ? answer.value.length : 0,
    ...(answer.kind === 'failed' ? { status: 'failed', detail: `${answer.reason}: ${answer.detail}` } : { status: 'success' }),
  }))
  const warnings: string[] = answers.flatMap(({ source, answer }) => (answer.kind === 'failed' ? [`${source}_unavailable`] : []))
  let results: (LiteratureRecord | LocalRecord)[] = merged.map(({ record }) => record)
  if (local !== undefined) {
    const { records, problem, notes } = local
    const { library, finder } = reader()
    const matches = problem !== undefined || merged.length === 0 ? undefined : await finder.find(merged.map(({ record, work }) => ({
      // Of the joined record: the first source may have known no identifier.
      ...(record.doi === '' ? {} : { doi: record.doi as Doi }), ...(record.pmid === undefined ? {} : { pmid: record.pmid as Pmid }), ...(record.arxiv === undefined ? {} : { arxiv: record.arxiv as ArxivId }),
      ...(record.title === '' ? {} : { title: record.title }), ...(record.year === undefined ? {} : { year: String(record.year) }),
      creators: (work.authors ?? []).map((person) => creatorOfPerson(person, 'author')),
    })), options.signal)
    const failure = problem ?? (matches?.ok === false ? matches.problem.code : undefined)
    const shown = new Set<string>()
    if (matches?.ok) {
      results = merged.map(({ record }, index) => {
        const found = matches.value[index] ?? []
        const marker = matchOf(found, library)
        if (marker === undefined) return record
        if (marker.match_basis !== 'related_version') for (const { item } of found) shown.add(item.key)
        return { ...record, local_zotero_match: marker }
      })
    }
    results.push(...records.filter(({ source_id }) => !shown.has(source_id)))
    warnings.push(...notes, ...(failure === undefined ? [] : [failure]))
    diagnostics.push({ provider: 'zotero', source_type: 'local_reference_database', result_count: records.length, ...(failure === undefined ? { status: 'success' } : { status: 'failed', detail: failure }) })
  }
  const named = (status: string): string[] => diagnostics.filter((row) => row.status === status).map((row) => row.provider)
  return { results, providers: { attempted: diagnostics.map(({ provider }) => provider), successful: named('success'), failed: named('failed') }, diagnostics, warnings }
}

function queryOf(request: LiteratureRequest): LiteratureQuery {
  const given = (['doi', 'title', 'query'] as const).filter((name) => (request[name] ?? '').trim() !== '')
  const [name] = given
  if (name === undefined || given.length > 1) throw new CiteError('INVALID_INPUT', 'give exactly one of query, title, doi')
  const doi = name === 'doi' ? parseDoi(request.doi as string) : undefined
  if (name === 'doi' && doi === undefined) throw new CiteError('UNSUPPORTED_IDENTIFIER', `doi ${JSON.stringify(String(request.doi).slice(0, 100))} is not of the form 10.1000/xyz123`)
  const limit = Math.min(MOST_PER_PROVIDER, boundedLimit(request.limit, DEFAULT_LIMIT))
  return {
    ...(doi === undefined ? { [name]: (request[name] as string).trim() } : { doi }), limit,
    ...(request.fromYear === undefined ? {} : { fromYear: request.fromYear }), ...(request.toYear === undefined ? {} : { toYear: request.toYear }),
  }
}

/** As many local results as asked for (1 to 200); else as many as each provider gives, at most 25. */
export function zoteroLimit(asked: unknown, perProvider: number): number {
  return boundedLimit(asked, Math.min(perProvider, ZOTERO_DEFAULT))
}

async function localResults(request: LiteratureRequest, query: LiteratureQuery, { backend, library }: ZoteroReader, signal: AbortSignal): Promise<{ readonly records: readonly LocalRecord[]; readonly problem?: string; readonly notes: readonly string[] }> {
  const text = query.doi !== undefined ? { doi: query.doi } : { title: query.title ?? query.query ?? '' }
  const found = await searchLibrary(backend, library, {
    ...text, limit: zoteroLimit(request.zoteroLimit, query.limit),
    ...(query.fromYear === undefined ? {} : { yearFrom: query.fromYear }), ...(query.toYear === undefined ? {} : { yearTo: query.toYear }),
    ...(request.zoteroTag === undefined ? {} : { tag: request.zoteroTag }), ...(request.zoteroCollectionPath === undefined ? {} : { collectionPath: request.zoteroCollectionPath }),
  }, signal)
  return found.ok ? { records: found.value.records, notes: found.value.warnings } : { records: [], problem: found.problem.code, notes: [] }
}
