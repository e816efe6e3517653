import { bytes, json, text, type ProviderRequest, type ProviderServer, type Reply } from '../support/tls-provider-server.ts'

type Place = 'crossref' | 'openalex' | 'semantic_scholar' | 'arxiv' | 'datacite'

/** A work and the places that have a record of it. */
export interface WorldWork {
  readonly title: string
  readonly subtitle?: string
  readonly year?: number
  readonly doi?: string
  readonly arxiv?: string
  readonly in: readonly Place[]
}

export interface World {
  readonly works: readonly WorldWork[]
  /** Agency by prefix; a prefix that is not here is held by none. */
  readonly agencies?: Readonly<Record<string, string>>
  /** DOIs that exist in the Handle System although no place above has them. */
  readonly registered?: readonly string[]
}

const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()
const words = (title: string): ReadonlySet<string> => new Set(title.toLowerCase().match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [])

/** The best five of a place by words in common, as a relevance search gives them. */
function ranked(works: readonly WorldWork[], query: string): readonly WorldWork[] {
  const wanted = words(query)
  const score = (work: WorldWork): number => [...words(work.title)].filter((word) => wanted.has(word)).length / Math.max(1, wanted.size)
  return works.filter((work) => score(work) >= 0.4).sort((a, b) => score(b) - score(a)).slice(0, 5)
}

/** Makes the loopback server speak for the registries of one small world. */
export function serveWorld(server: ProviderServer, { works, agencies = {}, registered = [] }: World): void {
  const at = (place: Place): readonly WorldWork[] => works.filter((work) => work.in.includes(place))
  const byDoi = (place: Place, doi: string): WorldWork | undefined => at(place).find((work) => same(work.doi, doi))

  server.on('api.crossref.org', ({ url }) => {
    const single = /^\/works\/(.+)$/.exec(url.pathname)?.[1]
    if (single) {
      const work = byDoi('crossref', decodeURIComponent(single))
      return work ? json({ status: 'ok', 'message-type': 'work', message: crossrefRecord(work) }) : text('Resource not found.', 404)
    }
    const filter = url.searchParams.get('filter')
    const found = filter === null ? ranked(at('crossref'), url.searchParams.get('query.title') ?? '') : filter.split(',').flatMap((part) => byDoi('crossref', part.slice(4)) ?? [])
    return json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': found.length, items: found.map(crossrefRecord) } })
  })
  server.on('api.openalex.org', ({ url }) => {
    const filter = url.searchParams.get('filter')
    const found = filter === null ? ranked(at('openalex'), url.searchParams.get('search') ?? '') : filter.slice(4).split('|').flatMap((doi) => byDoi('openalex', doi) ?? [])
    return json({ meta: { count: found.length }, results: found.map((work, index) => ({ id: `https://openalex.org/W${999999999001 + index}`, doi: work.doi ? `https://doi.org/${work.doi.toLowerCase()}` : null, title: work.title, publication_year: work.year ?? null })) })
  })
  server.on('api.semanticscholar.org', (request) => semanticScholar(request, at('semantic_scholar')))
  server.on('export.arxiv.org', ({ url }) => {
    const ids = url.searchParams.get('id_list')
    const found = ids === null ? ranked(at('arxiv'), (url.searchParams.get('search_query') ?? '').replace(/^ti:/, '')) : ids.split(',').flatMap((id) => at('arxiv').find((work) => same(work.arxiv, id)) ?? [])
    return feed(found)
  })
  server.on('doi.org', ({ url }) => {
    const asked = decodeURIComponent(url.pathname.replace('/doiRA/', '')).split(',')
    return json(asked.map((prefix) => (agencies[prefix] ? { DOI: prefix, RA: agencies[prefix] } : { DOI: prefix, status: 'DOI does not exist' })))
  })
  server.on('hdl.handle.net', ({ url }) => {
    const doi = decodeURIComponent(url.pathname.replace('/api/handles/', ''))
    const isKnown = works.some((work) => same(work.doi, doi)) || registered.some((other) => same(other, doi))
    return isKnown ? json({ responseCode: 1, handle: doi, values: [] }) : json({ responseCode: 100, handle: doi }, 404)
  })
  server.on('api.datacite.org', ({ url }) => {
    const record = (work: WorldWork): object => ({ id: work.doi, type: 'dois', attributes: { doi: work.doi, titles: [{ title: work.title }], creators: [], publicationYear: work.year, types: { resourceTypeGeneral: 'Dataset' } } })
    const single = /^\/dois\/(.+)$/.exec(url.pathname)?.[1]
    if (single) {
      const work = byDoi('datacite', decodeURIComponent(single))
      return work ? json({ data: record(work) }) : json({ errors: [{ status: '404', title: 'not found' }] }, 404)
    }
    const found = (url.searchParams.get('ids') ?? '').split(',').flatMap((doi) => byDoi('datacite', doi) ?? [])
    return json({ data: found.map(record), meta: { total: found.length, totalPages: 1, page: 1 } })
  })
}

const crossrefRecord = (work: WorldWork): object => ({
  ...(work.doi ? { DOI: work.doi } : {}), type: 'journal-article', title: [work.title], ...(work.subtitle ? { subtitle: [work.subtitle] } : {}), ...(work.year ? { issued: { 'date-parts': [[work.year]] } } : {}),
})

function semanticScholar({ url, body }: ProviderRequest, works: readonly WorldWork[]): Reply {
  const paper = (work: WorldWork): object => ({ paperId: 'f'.repeat(40), title: work.title, year: work.year ?? null, externalIds: work.doi ? { DOI: work.doi } : {} })
  if (url.pathname.endsWith('/paper/batch')) {
    const { ids } = JSON.parse(body) as { ids: string[] }
    return json(ids.map((id) => { const work = works.find(({ doi }) => same(doi, id.slice('DOI:'.length))); return work ? paper(work) : null }))
  }
  const found = ranked(works, url.searchParams.get('query') ?? '')
  return json({ total: found.length, offset: 0, data: found.map(paper) })
}

const escapeXml = (value: string): string => value.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** An Atom feed of arXiv, as the service gives it. */
export function feed(works: readonly Pick<WorldWork, 'title' | 'arxiv' | 'year'>[]): Reply {
  const entries = works.map((work) => `<entry><id>http://arxiv.org/abs/${work.arxiv ?? ''}v1</id><published>${work.year ?? 2020}-03-01T00:00:00Z</published><title>${escapeXml(work.title)}</title><summary>text</summary><author><name>Ada Lovelace</name></author></entry>`).join('')
  return bytes(`<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><title>arXiv Query</title><opensearch:totalResults>${works.length}</opensearch:totalResults>${entries}</feed>`, 'application/atom+xml')
}

/** Each request as `host METHOD path?query`, decoded, in the order of arrival at its host; hosts in alphabetical order. */
export function requestList(server: ProviderServer): readonly string[] {
  return server.requests.map(({ host, method, path, body }) => `${host} ${method} ${decodeURIComponent(path)}${body === '' ? '' : ` ${body}`}`).map((line) => line.replace(/&select=[^&]*/, '&select=…')).sort((a, b) => (a.split(' ')[0] as string).localeCompare(b.split(' ')[0] as string))
}
