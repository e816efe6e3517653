import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hang, json, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { zoteroLimit } from '../../src/zotero/literature-search.ts'
import { startServer, startWorld, type World } from './world.ts'

let server: ProviderServer
let world: World
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(() => {
  server.reset()
  indexes()
})
afterEach(() => world.close())

/** The four indexes, each with its own view of two works. */
function indexes(): void {
  server.on('api.openalex.org', json({ meta: { count: 2 }, results: [
    { id: 'https://openalex.org/W1', doi: 'https://doi.org/10.1000/Plat.1', title: 'Platform governance in practice', type: 'article', publication_year: 2024, publication_date: '2024-03-05', authorships: [{ raw_author_name: 'Alex Smith' }], primary_location: { source: { display_name: 'Organization Science' } }, abstract_inverted_index: { Rules: [0], of: [1], platforms: [2] } },
    { id: 'https://openalex.org/W2', title: 'Rules of the marketplace', type: 'article', publication_year: 2021, authorships: [{ raw_author_name: 'Jordan Lee' }] },
  ] }))
  server.on('api.semanticscholar.org', json({ total: 2, data: [
    { paperId: 'S1', externalIds: { DOI: '10.1000/plat.1' }, title: 'Platform Governance in Practice', year: 2024, authors: [{ name: 'Alex Smith' }], venue: 'Org. Sci.', url: 'https://www.semanticscholar.org/paper/S1' },
    { paperId: 'S3', externalIds: { DOI: '10.48550/arXiv.2201.00001', ArXiv: '2201.00001' }, title: 'Rules of the marketplace', year: 2021, authors: [{ name: 'Jordan Lee' }] },
  ] }))
  server.on('api.crossref.org', json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': 2, items: [
    { DOI: '10.1000/plat.1', type: 'journal-article', title: ['Platform governance in practice'], author: [{ family: 'Smith', given: 'Alex' }], issued: { 'date-parts': [[2024]] }, 'container-title': ['Organization Science'], abstract: '<jats:p>Rules of platforms</jats:p>' },
    { DOI: '10.1000/rules.7', type: 'journal-article', title: ['Rules of the marketplace'], author: [{ family: 'Lee', given: 'Jordan' }], issued: { 'date-parts': [[2021]] } },
  ] } }))
  server.on('eutils.ncbi.nlm.nih.gov', ({ url }) => (url.pathname.endsWith('esearch.fcgi') ? json({ header: {}, esearchresult: { count: '0', idlist: [] } }) : status(500)))
}

const search = (request: Parameters<World['bridge']['searchLiterature']>[0], world_ = world) => world_.bridge.searchLiterature(request, { signal: world_.signal })

describe('a literature search', () => {
  it('joins the indexes by DOI, keeps every source, and accounts for the providers', async () => {
    world = await startWorld(server)
    const { results, providers, diagnostics, warnings } = await search({ query: 'platform governance' })
    expect(results[0]).toMatchObject({ title: 'Platform governance in practice', doi: '10.1000/plat.1', year: 2024, authors: ['Smith, Alex'], venue: 'Organization Science', abstract: 'Rules of platforms', provider: 'openalex', source_id: 'W1' })
    expect((results[0] as unknown as { sources: { provider: string }[] }).sources.map(({ provider }) => provider)).toEqual(['openalex', 'semantic_scholar', 'crossref'])
    expect(providers).toEqual({ attempted: ['openalex', 'semantic_scholar', 'crossref', 'pubmed'], successful: ['openalex', 'semantic_scholar', 'crossref', 'pubmed'], failed: [] })
    expect(diagnostics.map(({ result_count }) => result_count)).toEqual([2, 2, 2, 0])
    expect(warnings).toEqual([])
  })

  it('answers although an index does not', async () => {
    world = await startWorld(server)
    server.on('api.semanticscholar.org', status(429))
    server.on('eutils.ncbi.nlm.nih.gov', hang())
    const { results, providers, warnings } = await search({ query: 'platform governance' })
    expect(results.length).toBeGreaterThan(0)
    expect(providers.failed).toEqual(['semantic_scholar', 'pubmed'])
    expect(warnings).toEqual(['semantic_scholar_unavailable', 'pubmed_unavailable'])
  })

  it('wants exactly one question, and a DOI that is one', async () => {
    world = await startWorld(server)
    await expect(search({})).rejects.toThrow(/INVALID_INPUT/)
    await expect(search({ query: 'a', title: 'b' })).rejects.toThrow(/INVALID_INPUT/)
    await expect(search({ doi: 'x' })).rejects.toThrow(/UNSUPPORTED_IDENTIFIER/)
    expect(server.requests).toEqual([])
  })

  it('asks each index for a DOI in its own way, within the years', async () => {
    world = await startWorld(server)
    await search({ doi: 'https://doi.org/10.1000/PLAT.1', fromYear: 2020, toYear: 2024, limit: 3 })
    const asked = (host: string): URL => server.requestsTo(host)[0]!.url
    expect(asked('api.openalex.org').searchParams.get('filter')).toBe('doi:10.1000/plat.1,from_publication_date:2020-01-01,to_publication_date:2024-12-31')
    expect(asked('api.crossref.org').searchParams.get('filter')).toBe('doi:10.1000/plat.1,from-pub-date:2020,until-pub-date:2024')
    expect(asked('eutils.ncbi.nlm.nih.gov').searchParams.get('term')).toBe('"10.1000/plat.1"[AID]')
    expect(asked('api.semanticscholar.org').searchParams.get('year')).toBe('2020-2024')
  })
})

describe('a literature search with Zotero', () => {
  it.each([[undefined], [false], ['true'], [1]])('case 1: include_zotero %j sends not one request there', async (includeZotero) => {
    world = await startWorld(server)
    world.zotero.library.add({ itemType: 'journalArticle', title: 'Platform governance in practice', DOI: '10.1000/plat.1' })
    const { results, providers } = await search({ query: 'platform governance', includeZotero })
    expect(world.zotero.requests).toEqual([])
    expect(providers.attempted).not.toContain('zotero')
    expect(JSON.stringify(results)).not.toContain('zotero')
  })

  it('case 2: is answered without a Zotero that runs, with a warning and a row', async () => {
    world = await startWorld(server)
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    const bridge = world.bridgeWith({ baseUrl: `http://127.0.0.1:${port}` })
    const answer = await bridge.searchLiterature({ query: 'platform governance', includeZotero: true }, { signal: world.signal })
    expect(answer.results.length).toBeGreaterThan(0)
    expect(answer.warnings).toEqual(['zotero_not_running'])
    expect(answer.providers.failed).toEqual(['zotero'])
    expect(answer.diagnostics.at(-1)).toEqual({ provider: 'zotero', source_type: 'local_reference_database', result_count: 0, status: 'failed', detail: 'zotero_not_running' })
  })

  it('case 3: warns that the local API is off', async () => {
    world = await startWorld(server, { apiEnabled: false })
    expect((await search({ query: 'platform governance', includeZotero: true })).warnings).toEqual(['zotero_api_disabled'])
  })

  it('case 4: takes a closed connection for a refusal after one attempt', async () => {
    world = await startWorld(server)
    world.zotero.intercept = () => 'drop'
    const { results, warnings } = await search({ query: 'platform governance', includeZotero: true })
    expect(warnings).toEqual(['zotero_refused_request'])
    expect(results.length).toBeGreaterThan(0)
    expect(world.zotero.requests).toHaveLength(1)
  })

  it('case 5: does not read an answer of 15 MiB, and answers', async () => {
    world = await startWorld(server)
    world.zotero.intercept = ({ path }) => (path.endsWith('/items/top') ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: Buffer.concat([Buffer.from('[]'), Buffer.alloc(15 * 1024 * 1024, 0x20)]) } : undefined)
    const { results, warnings } = await search({ query: 'platform governance', includeZotero: true })
    expect(warnings).toEqual(['zotero_unexpected'])
    expect(results.length).toBeGreaterThan(0)
  })

  it('waits no longer than its time limit', async () => {
    world = await startWorld(server, { settings: { timeoutMs: 200 } })
    world.zotero.intercept = ({ path }) => (path.endsWith('/items/top') ? 'hang' : undefined)
    expect((await search({ query: 'platform governance', includeZotero: true })).warnings).toEqual(['zotero_timeout'])
  })

  it('marks what is in the library, and adds what only the library has', async () => {
    world = await startWorld(server)
    const key = world.zotero.library.add({ itemType: 'journalArticle', title: 'Platform Governance in Practice', DOI: '10.1000/Plat.1', date: '2024' })
    const own = world.zotero.library.add({ itemType: 'book', title: 'Platform governance, a reader', date: '2020', creators: [{ creatorType: 'author', name: 'WHO' }] })
    const { results, providers, diagnostics } = await search({ query: 'platform governance', includeZotero: true })
    expect(results[0]).toMatchObject({ provider: 'openalex', local_zotero_match: { item_key: key, match_basis: 'doi', match_confidence: 1, select_uri: `zotero://select/library/items/${key}`, in_trash: false } })
    expect(results.filter((result) => result.provider === 'zotero')).toEqual([expect.objectContaining({ source_id: own, source_type: 'local_reference_database', title: 'Platform governance, a reader', authors: ['WHO'], document_type: 'book' })])
    expect(providers.successful).toContain('zotero')
    expect(diagnostics.at(-1)).toMatchObject({ provider: 'zotero', status: 'success', result_count: 2 })
  })

  it('case 11: keeps a preprint and its journal version apart, and says that they are related', async () => {
    world = await startWorld(server)
    const key = world.zotero.library.add({ itemType: 'journalArticle', title: 'Rules of the Marketplace', DOI: '10.1000/rules.7', date: '2021' })
    const { results } = await search({ query: 'rules of the marketplace', includeZotero: true })
    const basis = (doi: string) => (results.find((result) => result.doi === doi) as { local_zotero_match?: { match_basis: string } }).local_zotero_match
    expect(basis('10.1000/rules.7')).toMatchObject({ match_basis: 'doi', item_key: key })
    expect(basis('10.48550/arxiv.2201.00001')).toMatchObject({ match_basis: 'related_version', item_key: key })
    expect(results.filter((result) => result.provider === 'zotero')).toEqual([])
  })

  it('case 12: counts the items that have the same DOI', async () => {
    world = await startWorld(server)
    world.zotero.library.add({ itemType: 'journalArticle', title: 'A', DOI: '10.1000/plat.1' })
    world.zotero.library.add({ itemType: 'journalArticle', title: 'B', DOI: '10.1000/plat.1' })
    const { results } = await search({ query: 'platform governance', includeZotero: true })
    expect(results[0]).toMatchObject({ local_zotero_match: { candidates: 2 } })
  })

  it('narrows the library to a tag, a collection and years', async () => {
    world = await startWorld(server)
    const collection = world.zotero.library.addCollection('Reviews')
    world.zotero.library.add({ itemType: 'book', title: 'Platform governance one', date: '2020', collections: [collection], tags: [{ tag: 'keep' }] })
    world.zotero.library.add({ itemType: 'book', title: 'Platform governance two', date: '2010', collections: [collection], tags: [{ tag: 'keep' }] })
    world.zotero.library.add({ itemType: 'book', title: 'Platform governance three', date: '2020', tags: [{ tag: 'keep' }] })
    const { results } = await search({ query: 'platform governance', fromYear: 2015, includeZotero: true, zoteroTag: 'keep', zoteroCollectionPath: 'Reviews' })
    expect(results.filter((result) => result.provider === 'zotero').map(({ title }) => title)).toEqual(['Platform governance one'])
    expect((await search({ query: 'platform governance', includeZotero: true, zoteroCollectionPath: 'Nowhere' })).warnings).toEqual(['collection_not_found'])
  })

  it('reads the library once for more than ten results, then only what changed', async () => {
    world = await startWorld(server)
    server.on('api.openalex.org', json({ meta: { count: 12 }, results: Array.from({ length: 12 }, (_, n) => ({ id: `https://openalex.org/W${n}`, doi: `https://doi.org/10.1000/many.${n}`, title: `Platform number ${n}`, publication_year: 2020 })) }))
    for (let n = 0; n < 12; n++) world.zotero.library.add({ itemType: 'journalArticle', title: `Platform number ${n}`, DOI: `10.1000/many.${n}` })
    const marked = async (): Promise<number> => (await search({ query: 'platform', includeZotero: true })).results.filter((result) => 'local_zotero_match' in result).length
    expect(await marked()).toBe(12)
    expect(world.zotero.asked('GET', /items\/top$/).filter(({ query }) => query.get('limit') === '500')).toHaveLength(1)
    world.zotero.clear()
    world.zotero.library.erase(world.zotero.library.all()[0]!.key)
    expect(await marked()).toBe(11)
    const [delta, versions] = world.zotero.asked('GET', /items\/top$/).filter(({ query }) => query.get('limit') === '500' || query.get('format') === 'versions')
    expect(delta?.query.get('since')).toBe('12')
    expect(versions?.query.get('format')).toBe('versions')
  })
})

describe('a library of very large items', () => {
  it('is read in smaller pages', async () => {
    world = await startWorld(server)
    server.on('api.openalex.org', json({ meta: { count: 12 }, results: Array.from({ length: 12 }, (_, n) => ({ id: `https://openalex.org/W${n}`, doi: `https://doi.org/10.1000/many.${n}`, title: `Platform number ${n}`, publication_year: 2020 })) }))
    for (let n = 0; n < 130; n++) world.zotero.library.add({ itemType: 'journalArticle', title: `Platform number ${n}`, DOI: `10.1000/many.${n}`, abstractNote: 'x'.repeat(70_000) })
    const { results, warnings } = await search({ query: 'platform', includeZotero: true, zoteroLimit: 1 })
    expect(warnings).toEqual([])
    expect(results.filter((result) => 'local_zotero_match' in result)).toHaveLength(12)
  })
})

describe('the number of local results', () => {
  it.each([[500, 10, 200], [0, 10, 1], [undefined, 10, 10], [undefined, 100, 25], [7, 100, 7]])('case 13: %j asked, %i a provider: %i', (asked, perProvider, limit) => {
    expect(zoteroLimit(asked, perProvider)).toBe(limit)
  })
})
