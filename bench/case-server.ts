import type { CaseAnswers, CrossrefRecord, OpenAlexRecord, PubmedRecord } from './case.ts'
import { efetchXml } from './case-efetch.ts'

/** Prefixes of large registrants, so that an absent DOI under one of them looks as it does in life: the prefix has an agency, the DOI has none. */
const CROSSREF_PREFIXES = new Set(['10.1001', '10.1002', '10.1007', '10.1016', '10.1017', '10.1021', '10.1038', '10.1039', '10.1056', '10.1073', '10.1080', '10.1088', '10.1093', '10.1101', '10.1103', '10.1109', '10.1111', '10.1126', '10.1136', '10.1145', '10.1162', '10.1177', '10.1186', '10.1371', '10.2307', '10.3390', '10.18653'])
const AGENCY_OF_PREFIX: Readonly<Record<string, string>> = { '10.5281': 'DataCite', '10.48550': 'DataCite', '10.6084': 'DataCite', '10.5061': 'DataCite', '10.3969': 'ISTIC', '10.3760': 'ISTIC', '10.13209': 'CNKI' }

const json = (status: number, value: unknown): Response => new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
const text = (status: number, body: string, type = 'text/plain'): Response => new Response(body, { status, headers: { 'content-type': type } })
/** An identifier of which nothing is stored: a failed look-up, since this server cannot know whether it exists. */
const noIdea = (): Response => text(503, 'nothing is stored for this identifier')
const decode = (s: string): string => { try { return decodeURIComponent(s) } catch { return s } }
const arxivIdOf = (entry: string): string | undefined => /<id>\s*https?:\/\/arxiv\.org\/abs\/([^<\s]+?)(?:v\d+)?\s*<\/id>/.exec(entry)?.[1]?.toLowerCase()
const prefixOf = (doi: string): string => doi.split('/')[0] ?? doi

/**
 * A fetch function that answers as Crossref, DataCite, PubMed, arXiv, OpenAlex, doi.org, the Handle System and the PMC ID
 * converter would if they held exactly these records. What is neither stored nor absent gets 503: a failed look-up, never "no record".
 * Other hosts reject as an unreachable network does. `requests` counts by host.
 */
export function createCaseServer(answers: CaseAnswers): { readonly fetch: typeof fetch; readonly requests: Map<string, number> } {
  const requests = new Map<string, number>()
  const world = indexOf(answers)
  const serve = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const url = new URL(request.url)
    requests.set(url.host, (requests.get(url.host) ?? 0) + 1)
    const response = await answer(world, url, request)
    Object.defineProperty(response, 'url', { value: url.href })
    return response
  }
  return { fetch: serve as typeof fetch, requests }
}

interface World {
  readonly crossref: ReadonlyMap<string, CrossrefRecord>
  readonly datacite: ReadonlyMap<string, CaseAnswers['records']['datacite'] extends readonly (infer R)[] | undefined ? R : never>
  readonly pubmed: ReadonlyMap<string, PubmedRecord>
  readonly arxiv: ReadonlyMap<string, string>
  readonly openalex: ReadonlyMap<string, OpenAlexRecord>
  readonly csl: ReadonlyMap<string, CrossrefRecord>
  readonly absent: ReadonlySet<string>
  readonly registered: ReadonlyMap<string, string>
  /** Every DOI that some record names. */
  readonly known: ReadonlySet<string>
}

function indexOf({ records, absent, registered = {} }: CaseAnswers): World {
  const crossref = new Map((records.crossref ?? []).map((r) => [r.DOI.toLowerCase(), r]))
  const datacite = new Map((records.datacite ?? []).map((r) => [r.attributes.doi.toLowerCase(), r]))
  const pubmed = new Map((records.pubmed ?? []).map((r) => [r.uid, r]))
  const arxiv = new Map((records.arxiv ?? []).flatMap((entry) => { const id = arxivIdOf(entry); return id === undefined ? [] : [[id, entry] as const] }))
  const openalex = new Map((records.openalex ?? []).map((r) => [r.doi.replace(/^https?:\/\/doi\.org\//i, '').toLowerCase(), r]))
  const csl = new Map((records.csl ?? []).map((r) => [r.DOI.toLowerCase(), r]))
  const ours = new Map(Object.entries(registered).map(([doi, agency]) => [doi.toLowerCase(), agency]))
  const fromPubmed = [...pubmed.values()].flatMap((r) => (r.articleids ?? []).filter((a) => a.idtype === 'doi').map((a) => a.value.toLowerCase()))
  return {
    crossref, datacite, pubmed, arxiv, openalex, csl, registered: ours,
    absent: new Set(absent.map((a) => a.toLowerCase())),
    known: new Set([...crossref.keys(), ...datacite.keys(), ...csl.keys(), ...ours.keys(), ...fromPubmed, ...[...arxiv.keys()].map((id) => `10.48550/arxiv.${id}`)]),
  }
}

async function answer(world: World, url: URL, request: Request): Promise<Response> {
  switch (url.host) {
    case 'api.crossref.org': return crossref(world, url)
    case 'api.datacite.org': return datacite(world, url)
    case 'api.openalex.org': return openalex(world, url)
    case 'api.semanticscholar.org': return json(404, { error: 'Paper not found' })
    case 'eutils.ncbi.nlm.nih.gov': return eutils(world, url, request.method === 'POST' ? await request.text() : '')
    case 'www.ncbi.nlm.nih.gov': case 'pmc.ncbi.nlm.nih.gov': return idConverter(world, url)
    case 'export.arxiv.org': return arxivApi(world, url)
    case 'doi.org': return doiOrg(world, url, request.headers.get('accept') ?? '')
    case 'hdl.handle.net': return handle(world, url)
    default: throw new TypeError('fetch failed', { cause: new Error(`getaddrinfo ENOTFOUND ${url.host}`) })
  }
}

const elsewhere = (world: World, doi: string): boolean => world.absent.has(doi) || world.datacite.has(doi) || world.csl.has(doi) || world.registered.has(doi) || doi.startsWith('10.48550/arxiv.')

function crossref(world: World, url: URL): Response {
  const single = /^\/(?:v1\/)?works\/(.+?)\/?$/.exec(url.pathname)
  if (single) {
    if (url.searchParams.has('select')) return json(400, { status: 'failed', 'message-type': 'validation-failure', message: [{ type: 'parameter-not-allowed', value: 'select', message: 'this route does not support select' }] })
    const doi = decode(single[1] ?? '').toLowerCase()
    const record = world.crossref.get(doi)
    if (record) return json(200, { status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message: record })
    return elsewhere(world, doi) ? text(404, 'Resource not found.') : noIdea()
  }
  const select = url.searchParams.get('select')?.split(',')
  const rows = Number(url.searchParams.get('rows') ?? 20)
  const list = (items: readonly CrossrefRecord[]): Response => json(200, {
    status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0',
    message: { facets: {}, 'total-results': items.length, items: items.slice(0, rows).map((r) => (select ? Object.fromEntries(Object.entries(r).filter(([k]) => select.includes(k))) : r)), 'items-per-page': rows, query: { 'start-index': 0, 'search-terms': null } },
  })
  const filter = url.searchParams.get('filter')
  if (filter !== null) {
    if (/doi:[^,]*,(?!doi:|[a-z-]+:)/.test(filter)) return json(400, { status: 'failed', 'message-type': 'validation-failure', message: [{ type: 'filter-not-available', value: filter, message: 'malformed filter' }] })
    const dois = [...new Set(filter.split(',').map((part) => part.slice(4).toLowerCase()))]
    if (dois.some((doi) => !world.crossref.has(doi) && !elsewhere(world, doi))) return noIdea()
    return list(dois.flatMap((doi) => world.crossref.get(doi) ?? []))
  }
  const query = [...url.searchParams].filter(([k]) => k.startsWith('query')).map(([, v]) => v).join(' ')
  return list(ranked(query, [...world.crossref.values()], (r) => String((r.title as string[] | undefined)?.[0] ?? '')))
}

function ranked<R>(query: string, records: readonly R[], titleOf: (record: R) => string): R[] {
  const words = (s: string): Set<string> => new Set(s.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const wanted = words(query)
  const score = (r: R): number => [...words(titleOf(r))].filter((w) => wanted.has(w)).length
  return records.filter((r) => score(r) > 0).sort((a, b) => score(b) - score(a))
}

function datacite(world: World, url: URL): Response {
  const single = /^\/dois\/(.+?)\/?$/.exec(url.pathname)
  const unknown = (doi: string): boolean => !world.datacite.has(doi) && !world.absent.has(doi) && !world.crossref.has(doi) && !world.csl.has(doi) && !world.registered.has(doi)
  if (single) {
    const doi = decode(single[1] ?? '').toLowerCase()
    const record = world.datacite.get(doi)
    if (record) return json(200, { data: record })
    return unknown(doi) ? noIdea() : json(404, { errors: [{ status: '404', title: "The resource you are looking for doesn't exist." }] })
  }
  const query = url.searchParams.get('query') ?? ''
  const asked = url.searchParams.get('ids')?.split(',') ?? [...query.matchAll(/10\.\d{4,}\/[^\s")]+/g)].map((m) => m[0].replaceAll('\\', ''))
  const dois = [...new Set(asked.map((d) => d.toLowerCase()))]
  if (dois.some(unknown)) return noIdea()
  const found = dois.flatMap((d) => world.datacite.get(d) ?? [])
  const size = Number(url.searchParams.get('page[size]') ?? 25)
  return json(200, { data: found.slice(0, size), meta: { total: found.length, totalPages: Math.max(1, Math.ceil(found.length / size)), page: 1 } })
}

function openalex(world: World, url: URL): Response {
  const single = /^\/works\/(?:https:\/\/doi\.org\/|doi:)?(10\..+)$/i.exec(decode(url.pathname))
  if (single) { const record = world.openalex.get((single[1] ?? '').toLowerCase()); return record ? json(200, record) : json(404, { error: 'Not found', message: 'No work found' }) }
  const list = /doi:([^,]+)/.exec(url.searchParams.get('filter') ?? '')?.[1]?.split('|') ?? []
  const results = list.flatMap((d) => world.openalex.get(d.replace(/^https?:\/\/doi\.org\//i, '').toLowerCase()) ?? [])
  return json(200, { meta: { count: results.length, page: 1, per_page: Number(url.searchParams.get('per-page') ?? 25) }, results })
}

function eutils(world: World, url: URL, body: string): Response {
  const query = new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)])
  if (/esearch/.test(url.pathname)) return json(200, { header: { type: 'esearch', version: '0.3' }, esearchresult: { count: '0', retmax: '0', retstart: '0', idlist: [] } })
  const ids = (query.get('id') ?? '').split(',').map((s) => s.trim()).filter(Boolean)
  if (ids.some((id) => !world.pubmed.has(id) && !world.absent.has(`pmid:${id}`))) return noIdea()
  if (/efetch/.test(url.pathname)) return text(200, efetchXml(ids.flatMap((id) => world.pubmed.get(id) ?? [])), 'text/xml')
  const result: Record<string, unknown> = { uids: ids }
  for (const id of ids) {
    const { comments: _comments, ...summary } = world.pubmed.get(id) ?? { uid: id, error: 'cannot get document summary' }
    result[id] = summary
  }
  return json(200, { header: { type: 'esummary', version: '0.3' }, result })
}

function idConverter(world: World, url: URL): Response {
  const ids = (url.searchParams.get('ids') ?? '').split(',').map((s) => s.trim()).filter(Boolean)
  const records = ids.map((id) => {
    const hit = [...world.pubmed.values()].find((r) => r.articleids?.some((a) => a.value.toLowerCase() === id.toLowerCase()))
    const of = (type: string): string | undefined => hit?.articleids?.find((a) => a.idtype === type)?.value
    if (!hit) return { 'requested-id': id, pmcid: id, status: 'error', errmsg: 'invalid article id' }
    return { 'requested-id': id, pmid: hit.uid, ...(of('pmc') ? { pmcid: of('pmc') } : {}), ...(of('doi') ? { doi: of('doi') } : {}) }
  })
  return json(200, { status: 'ok', 'response-date': '2026-01-01 00:00:00', request: url.search, records })
}

function arxivApi(world: World, url: URL): Response {
  const ids = (url.searchParams.get('id_list') ?? '').split(',').map((s) => s.trim()).filter(Boolean)
  const feed = (status: number, entries: readonly string[]): Response => text(status, `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">\n  <title type="html">ArXiv Query: id_list=${ids.join(',')}</title>\n  <id>http://arxiv.org/api/x</id>\n  <updated>2026-01-01T00:00:00-05:00</updated>\n  <opensearch:totalResults>${entries.length}</opensearch:totalResults>\n  <opensearch:startIndex>0</opensearch:startIndex>\n  <opensearch:itemsPerPage>${entries.length}</opensearch:itemsPerPage>\n${entries.join('\n')}\n</feed>`, 'application/atom+xml; charset=utf-8')
  const bad = ids.find((id) => !/^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?$/i.test(id))
  if (bad !== undefined) return feed(400, [`<entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_${bad}</id><title>Error</title><summary>incorrect id format for ${bad}</summary></entry>`])
  const plain = ids.map((id) => id.replace(/v\d+$/, '').toLowerCase())
  if (plain.some((id) => !world.arxiv.has(id) && !world.absent.has(`arxiv:${id}`) && !world.absent.has(`10.48550/arxiv.${id}`))) return noIdea()
  return feed(200, plain.flatMap((id) => world.arxiv.get(id) ?? []).slice(0, Number(url.searchParams.get('max_results') ?? 10)))
}

function agencyOf(world: World, asked: string): string | undefined {
  const own = world.registered.get(asked)
  if (own !== undefined) return own
  const prefix = prefixOf(asked)
  const under = (dois: Iterable<string>): boolean => [...dois].some((doi) => prefixOf(doi) === prefix)
  for (const [doi, agency] of world.registered) if (prefixOf(doi) === prefix) return agency
  if (under(world.crossref.keys())) return 'Crossref'
  if (under(world.datacite.keys())) return 'DataCite'
  return AGENCY_OF_PREFIX[prefix] ?? (CROSSREF_PREFIXES.has(prefix) ? 'Crossref' : undefined)
}

function doiOrg(world: World, url: URL, accept: string): Response {
  const agencies = /^\/(?:doiRA|ra)\/(.+)$/i.exec(decode(url.pathname))
  if (agencies) {
    const asked = (agencies[1] ?? '').split(',').map((s) => s.trim().toLowerCase())
    return json(200, asked.map((item) => {
      if (item.includes('/') && world.absent.has(item)) return { DOI: item, status: 'DOI does not exist' }
      const agency = agencyOf(world, item)
      return agency === undefined ? { DOI: item, status: 'DOI does not exist' } : { DOI: item, RA: agency }
    }))
  }
  const doi = decode(url.pathname).slice(1).toLowerCase()
  if (world.absent.has(doi)) return text(404, '<html><title>Error: DOI Not Found</title></html>', 'text/html')
  if (!world.known.has(doi)) return noIdea()
  const record = world.csl.get(doi)
  if (/csl\+json|citeproc/.test(accept) && record) return new Response(JSON.stringify(record), { status: 200, headers: { 'content-type': 'application/vnd.citationstyles.csl+json' } })
  return new Response(null, { status: 302, headers: { location: `https://example.org/${encodeURIComponent(doi)}` } })
}

function handle(world: World, url: URL): Response {
  const doi = decode(url.pathname).replace(/^\/api\/handles\//, '').toLowerCase()
  if (world.known.has(doi)) return json(200, { responseCode: 1, handle: doi, values: [{ index: 1, type: 'URL', data: { format: 'string', value: `https://example.org/${encodeURIComponent(doi)}` }, ttl: 86_400, timestamp: '2024-01-01T00:00:00Z' }] })
  return world.absent.has(doi) ? json(404, { responseCode: 100, handle: doi }) : noIdea()
}
