import { parseJson, UnparsableBody } from '../base/json.ts'
import type { Work } from '../model/work.ts'
import { CROSSREF_SELECT } from './crossref.ts'
import { workOfCrossref } from './crossref-work.ts'
import { asObject, asObjects } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import { OPENALEX_SELECT, workOfOpenAlex } from './openalex.ts'
import type { ParsedAnswer, Source } from './provider.ts'
import type { SourceContext } from './source-context.ts'

/** Candidates asked for; the caller shows at most three. */
const ROWS = 5
/** Longest text that is searched for, in characters. */
const LONGEST_QUERY = 300

/** A search has one result for its one query; this is its locator. */
const RESULTS = 'results'

function result(works: readonly Work[]): ParsedAnswer<readonly Work[]> {
  return { found: works.length > 0 ? new Map([[RESULTS, works]]) : new Map(), absent: new Set(), rest: 'absent' }
}

/** Crossref's work list as candidates, best first. */
export function parseCrossrefSearch(bytes: Uint8Array, status: number): ParsedAnswer<readonly Work[]> {
  const message = asObject(asObject(parseJson(bytes))?.['message'])
  if (status !== 200 || !Array.isArray(message?.['items'])) throw new UnparsableBody(`the answer (${status}) is not a list of works`)
  return result(asObjects(message['items']).map(workOfCrossref).filter((work) => work.title !== undefined))
}

/** OpenAlex's work list as candidates, best first. */
export function parseOpenAlexSearch(bytes: Uint8Array, status: number): ParsedAnswer<readonly Work[]> {
  const results = asObject(parseJson(bytes))?.['results']
  if (status !== 200 || !Array.isArray(results)) throw new UnparsableBody(`the answer (${status}) is not a list of works`)
  return result(asObjects(results).map(workOfOpenAlex).filter((work) => work.title !== undefined))
}

function plan(url: (query: string) => string): (queries: readonly string[]) => readonly PlannedRequest<string>[] {
  return (queries) => queries.map((query) => ({ request: { url: url(encodeURIComponent(query.slice(0, LONGEST_QUERY).toWellFormed())), accept: 'application/json' }, ids: [query], locators: [RESULTS] }))
}

/** Candidates by bibliographic text (title, with a surname and year where known). One request a query. A candidate is never a resolved record. */
export function createCrossrefSearch(context: SourceContext): Source<string, readonly Work[]> {
  return createSource<string, readonly Work[]>({
    name: 'crossref', role: 'second-opinion', hosts: ['api.crossref.org'], cacheName: 'crossref-search', parse: parseCrossrefSearch,
    plan: plan((query) => `https://api.crossref.org/works?query.bibliographic=${query}&rows=${ROWS}&select=${CROSSREF_SELECT.join(',')}`),
  }, context)
}

/** Candidates by title. OpenAlex reads commas, colons and pipes in a filter, so the plain search parameter is used. */
export function createOpenAlexSearch(context: SourceContext): Source<string, readonly Work[]> {
  return createSource<string, readonly Work[]>({
    name: 'openalex', role: 'second-opinion', hosts: ['api.openalex.org'], cacheName: 'openalex-search', parse: parseOpenAlexSearch,
    plan: plan((query) => `https://api.openalex.org/works?search=${query}&per-page=${ROWS}&select=${OPENALEX_SELECT.join(',')}`),
  }, context)
}
