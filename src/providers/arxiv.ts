import { UnparsableBody } from '../base/json.ts'
import { parseXml, xmlChild, xmlChildren, xmlText, type XmlElement } from '../base/xml.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import type { ArxivId } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { workOfArxiv } from './arxiv-work.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { ParsedAnswer, Provider } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'export.arxiv.org'
const MOST_IDS = 100
/** Perlmutter et al., Measurements of Omega and Lambda from 42 high-redshift supernovae: there since December 1998. */
const LANDMARK = 'astro-ph/9812133' as ArxivId

/** id_list with max_results, since the default of 10 would cut the list short. Identifiers are validated by their parser: a malformed one fails the whole call. */
function plan(ids: readonly ArxivId[]): readonly PlannedRequest<ArxivId>[] {
  const lists = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, index) => ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS))
  return lists.map((list) => ({
    request: { url: `https://${HOST}/api/query?id_list=${list.map(requestForm).join(',')}&max_results=${list.length}`, accept: 'application/atom+xml', answers: [400, 414] },
    ids: list,
  }))
}

/** Old-style identifiers keep their slash in the query. */
const requestForm = (id: ArxivId): string => encodeURIComponent(id).replace('%2F', '/')

/**
 * The Atom feed of the arXiv API (info.arxiv.org/help/api). Errors are entries whose id is below /api/errors, with status 400 or
 * 200. The feed is complete when it holds as many entries as `opensearch:totalResults` says.
 */
export function parseArxiv(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const { name, root } = parseXml(bytes)
  if (name !== 'feed') throw new UnparsableBody('the answer is not an Atom feed')
  const entries = xmlChildren(root, 'entry')
  const error = entries.find(isError)
  if (error || status !== 200) throw new UnparsableBody(`arXiv refused the request (${status})${error ? `: ${(xmlText(xmlChild(error, 'summary')) ?? '').slice(0, 160)}` : ''}`)
  const total = xmlText(xmlChild(root, 'opensearch:totalResults'))
  if (total === undefined || !/^\d+$/.test(total)) throw new UnparsableBody('the feed does not say how many results there are')
  const found = new Map<string, Work>()
  for (const entry of entries) {
    const id = parseArxivId(xmlText(xmlChild(entry, 'id')) ?? '')
    if (id && xmlText(xmlChild(entry, 'title'))) found.set(id.id, workOfArxiv(entry, id))
  }
  return { found, absent: new Set(), rest: found.size === entries.length && entries.length >= Number(total) ? 'absent' : 'unknown' }
}

function isError(entry: XmlElement): boolean {
  return /arxiv\.org\/api\/errors/.test(xmlText(xmlChild(entry, 'id')) ?? '')
}

/** arXiv's own records, at most 100 a request. */
export function createArxiv(context: SourceContext): Provider<ArxivId> {
  return createSource<ArxivId, Work>({ name: 'arxiv', role: 'authority', hosts: [HOST], cacheName: 'arxiv', plan, parse: parseArxiv, landmark: LANDMARK }, context)
}
