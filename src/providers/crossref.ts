import { decodeUtf8, parseJson, UnparsableBody } from '../base/json.ts'
import type { Doi } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { workOfCrossref } from './crossref-work.ts'
import { asObject, asText, type JsonObject } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { ParsedAnswer, Provider } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'api.crossref.org'
const WORKS = `https://${HOST}/works`
/** He et al., Deep residual learning for image recognition (CVPR 2016). */
const LANDMARK = '10.1109/cvpr.2016.90' as Doi

/** Everything that workOfCrossref reads. Crossref refuses a list that selects an unknown name; `institution`, `language` and `subtype` are not selectable. */
export const CROSSREF_SELECT = [
  'DOI', 'type', 'title', 'subtitle', 'original-title', 'short-title', 'author', 'editor', 'published-print', 'published-online', 'issued', 'published', 'posted',
  'accepted', 'approved', 'container-title', 'short-container-title', 'event', 'volume', 'issue', 'page', 'article-number', 'publisher', 'publisher-location',
  'ISBN', 'ISSN', 'relation', 'update-to', 'updated-by',
] as const

/** Lists of 20 to 40 DOIs under 2 kB of URL are what Crossref answered safely. */
const MOST_DOIS = 40
const MOST_URL = 2_000

const listUrl = (dois: readonly Doi[]): string =>
  `${WORKS}?filter=${dois.map((doi) => `doi:${encodeURIComponent(doi)}`).join(',')}&rows=${dois.length}&select=${CROSSREF_SELECT.join(',')}`

const list = (dois: readonly Doi[]): PlannedRequest<Doi> => ({ request: { url: listUrl(dois), accept: 'application/json', answers: [400, 414] }, ids: dois })

const single = (doi: Doi): PlannedRequest<Doi> => ({ request: { url: `${WORKS}/${encodeURIComponent(doi)}`, accept: 'application/json', answers: [404] }, ids: [doi], alias: true })

/** Lists of equal size. A comma separates filters, so a DOI that holds one is asked alone; so is a DOI that would be a list of its own. */
function plan(dois: readonly Doi[]): readonly PlannedRequest<Doi>[] {
  const alone = dois.filter((doi) => doi.includes(','))
  const rest = dois.filter((doi) => !doi.includes(','))
  if (rest.length === 1) return [...alone, ...rest].map(single)
  const most = Math.ceil(rest.length / Math.ceil(rest.length / MOST_DOIS))
  const lists: Doi[][] = []
  for (const doi of rest) {
    const last = lists.at(-1)
    if (last && last.length < most && listUrl([...last, doi]).length <= MOST_URL) last.push(doi)
    else lists.push([doi])
  }
  return [...lists.map((group) => (group.length === 1 ? single(group[0] as Doi) : list(group))), ...alone.map(single)]
}

/** A single work, a list of works, or a 404 that says `Resource not found.`; a gateway's HTML page is none of these. */
export function parseCrossref(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  if (status === 404) return assertNotFound(bytes)
  const answer = asObject(parseJson(bytes))
  const message = asObject(answer?.['message'])
  if (status !== 200 || answer?.['status'] !== 'ok' || !message) throw new UnparsableBody(`the answer (${status}) holds no work${refusal(answer)}`)
  if (answer['message-type'] === 'work') {
    const found = keyed([message])
    if (found.size !== 1) throw new UnparsableBody('the work has no DOI')
    return { found, absent: new Set(), rest: 'unknown' }
  }
  const { items, 'total-results': total } = message
  if (answer['message-type'] !== 'work-list' || !Array.isArray(items) || typeof total !== 'number') throw new UnparsableBody('the answer is neither a work nor a list of works')
  const found = keyed(items)
  return { found, absent: new Set(), rest: found.size === items.length && total === items.length ? 'absent' : 'unknown' }
}

function keyed(items: readonly unknown[]): ReadonlyMap<string, Work> {
  const found = new Map<string, Work>()
  for (const item of items) {
    const record = asObject(item)
    const doi = asText(record?.['DOI'])?.toLowerCase()
    if (record && doi) found.set(doi, workOfCrossref(record))
  }
  return found
}

function assertNotFound(bytes: Uint8Array): ParsedAnswer<Work> {
  const text = decodeUtf8(bytes).trim()
  const isPlain = /^"?resource not found\.?"?$/i.test(text)
  if (!isPlain && !(text.startsWith('{') && isNotFoundJson(asObject(parseJson(bytes))))) throw new UnparsableBody('a 404 that is not Crossref\'s own "Resource not found"')
  return { found: new Map(), absent: new Set(), rest: 'absent' }
}

function isNotFoundJson(answer: JsonObject | undefined): boolean {
  return /\bresource[- ]not[- ]found\b/i.test(JSON.stringify([answer?.['message-type'], answer?.['message']]) ?? '')
}

function refusal(answer: JsonObject | undefined): string {
  const first = Array.isArray(answer?.['message']) ? asObject(answer['message'][0]) : undefined
  const text = asText(first?.['message'])
  return text ? `: ${text.slice(0, 160)}` : ''
}

/** Crossref's own records: lists by DOI filter, at most 40 DOIs a request. */
export function createCrossref(context: SourceContext): Provider<Doi> {
  return createSource<Doi, Work>({ name: 'crossref', role: 'authority', hosts: [HOST], cacheName: 'crossref', plan, parse: parseCrossref, landmark: LANDMARK }, context)
}

/** The same registry, one GET a DOI: an alias DOI is missed by a list's filter but leads to its primary record here. */
export function createCrossrefSingle(context: SourceContext): Provider<Doi> {
  return createSource<Doi, Work>({ name: 'crossref', role: 'authority', hosts: [HOST], cacheName: 'crossref-single', plan: (dois) => dois.map(single), parse: parseCrossref }, context)
}
