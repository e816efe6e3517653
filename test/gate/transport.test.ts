import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import { defaultConfig } from '../../src/model/config.ts'
import { createGate, type Gate } from '../../src/runtime/gate.ts'
import { createHurriedClock } from '../support/hurried-clock.ts'
import { json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { requestList, serveWorld, type World } from './world.ts'

const TITLE = 'Synthetic entry for checking a reference gate'
const DOI = '10.5555/gate.one'
const ARXIV = '2401.00001'
const entry: CorpusEntry = { citation_key: 'one2020', title: TITLE, year: 2020, authors: [{ literal: 'A Working Group' }], source_pointer: 'file:one', doi: DOI, arxiv_id: ARXIV }
const everywhere: World = { works: [{ title: TITLE, year: 2020, doi: DOI, arxiv: ARXIV, in: ['crossref', 'openalex', 'semantic_scholar', 'arxiv'] }], agencies: { '10.5555': 'Crossref' } }
const nowhere: World = { works: [], agencies: { '10.5555': 'Crossref' } }

let server: ProviderServer
let root: string
let gate: Gate
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gate-'))
  server.reset()
  gate = createGate({ ...defaultConfig(), root, mailto: 'reader@example.org', minIntervalMs: 0, timeoutMs: 100_000 }, { clock: createHurriedClock(100), environment: {} })
})
afterEach(async () => {
  await gate.close()
  rmSync(root, { recursive: true, force: true })
})
const row = (given: CorpusEntry = entry) => gate.verifyCitation(given, { refSlug: 'slug', cache: null })
const id = { status: 'matched', queried_by: 'id' }
const noDoi: CorpusEntry = { citation_key: 'title2020', title: TITLE, year: 2020, authors: [{ family: 'Person' }], source_pointer: 'file:x' }
const examine = (entries: readonly CorpusEntry[]) => gate.examinePassport({ literature_corpus: entries }, { refSlugByKey: Object.fromEntries(entries.map(({ citation_key: key }) => [key, key])), cache: null })
const crossrefWork = (title: string, year = 2020) => ({ title: [title], issued: { 'date-parts': [[year]] } })
const crossrefList = (...items: object[]) => json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': items.length, items } })
/** Milliseconds of the gate's clock between the requests to a host. */

describe('the requests of one citation', () => {
  it('found everywhere: four requests, matched by identifier', async () => {
    serveWorld(server, everywhere)
    expect(await row()).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: id, openalex: id, semantic_scholar: id, arxiv: id } })
    expect(requestList(server)).toEqual([
      `api.crossref.org GET /works/${DOI}`,
      `api.openalex.org GET /works?filter=doi:${DOI}&per-page=1&select=…`,
      `api.semanticscholar.org POST /graph/v1/paper/batch?fields=externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes {"ids":["DOI:${DOI}"]}`,
      `export.arxiv.org GET /api/query?id_list=${ARXIV}&max_results=1`,
    ])
  })

  it('found nowhere: identifier and title at each, then agency and Handle; refuted, so false', async () => {
    serveWorld(server, nowhere)
    const missed = { status: 'unmatched', queried_by: 'id' }
    expect(await row()).toMatchObject({ lookup_verified: 'false', resolver_outcomes: { crossref: missed, openalex: missed, semantic_scholar: missed, arxiv: missed } })
    expect(requestList(server)).toEqual([
      `api.crossref.org GET /works/${DOI}`,
      `api.crossref.org GET /works?query.title=${TITLE}&rows=5&select=…`,
      `api.openalex.org GET /works?filter=doi:${DOI}&per-page=1&select=…`,
      `api.openalex.org GET /works?search=${TITLE}&per-page=5&select=…`,
      `api.semanticscholar.org POST /graph/v1/paper/batch?fields=externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes {"ids":["DOI:${DOI}"]}`,
      `api.semanticscholar.org GET /graph/v1/paper/search?query=${TITLE}&limit=5&fields=title,authors,year,externalIds,venue,publicationDate`,
      'doi.org GET /doiRA/10.5555',
      `export.arxiv.org GET /api/query?id_list=${ARXIV}&max_results=1`,
      `export.arxiv.org GET /api/query?search_query=ti:"${TITLE}"&max_results=5`,
      `hdl.handle.net GET /api/handles/${DOI}`,
    ])
  })

  it('every host failing with its own status: four requests, unreachable, unresolvable', async () => {
    server.on('api.crossref.org', status(502))
    server.on('api.openalex.org', status(500))
    server.on('api.semanticscholar.org', status(500))
    server.on('export.arxiv.org', status(503))
    const failed = { status: 'unreachable', queried_by: null }
    expect(await row()).toMatchObject({ lookup_verified: 'unresolvable', resolver_outcomes: { crossref: failed, openalex: failed, semantic_scholar: failed, arxiv: failed } })
    expect(server.requests).toHaveLength(4)
  })
})

describe('many citations at once', () => {
  it('each resolver is asked by identifier in one batch; a miss of a list is asked once more alone', async () => {
    const works = [1, 2, 3].map((n) => ({ title: `Study number ${n} of loops`, doi: `10.5555/n${n}`, arxiv: `2401.0000${n}`, in: ['crossref', 'openalex', 'semantic_scholar', 'arxiv'] as const }))
    serveWorld(server, { works: works.slice(0, 2), agencies: { '10.5555': 'Crossref' } })
    const { citation_verification_summary: rows } = await examine(works.map(({ title, doi, arxiv }, index) => ({ ...entry, citation_key: `k${index}`, title, doi, arxiv_id: arxiv })))
    expect(rows.map((one) => one.lookup_verified)).toEqual(['true', 'true', 'false'])
    expect(requestList(server).filter((line) => !/search|title/.test(line.replace(/authors,title|title,authors/g, '')))).toEqual([
      'api.crossref.org GET /works?filter=doi:10.5555/n1,doi:10.5555/n2,doi:10.5555/n3&rows=3&select=…',
      'api.crossref.org GET /works/10.5555/n3',
      'api.openalex.org GET /works?filter=doi:10.5555/n1|10.5555/n2|10.5555/n3&per-page=3&select=…',
      'api.semanticscholar.org POST /graph/v1/paper/batch?fields=externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes {"ids":["DOI:10.5555/n1","DOI:10.5555/n2","DOI:10.5555/n3"]}',
      'doi.org GET /doiRA/10.5555',
      'export.arxiv.org GET /api/query?id_list=2401.00001,2401.00002,2401.00003&max_results=3',
      'hdl.handle.net GET /api/handles/10.5555/n3',
    ])
  })
  it('an alias DOI is found whether it is asked alone or among others', async () => {
    serveWorld(server, { works: [], agencies: { '10.5555': 'Crossref' }, registered: ['10.5555/alias', '10.5555/other'] })
    const single = (doi: string) => ({ status: 'ok', 'message-type': 'work', message: { DOI: '10.5555/primary', type: 'journal-article', ...crossrefWork(doi.endsWith('alias') ? TITLE : 'Another thing altogether') } })
    server.on('api.crossref.org', ({ url }) => (url.pathname.startsWith('/works/') ? json(single(decodeURIComponent(url.pathname))) : crossrefList()))
    const alias = { ...noDoi, doi: '10.5555/alias' }
    expect((await row(alias)).resolver_outcomes.crossref).toEqual(id)
    const { citation_verification_summary: [among] } = await examine([alias, { ...noDoi, citation_key: 'other2020', doi: '10.5555/other' }])
    expect(among?.resolver_outcomes.crossref).toEqual(id)
  })
})

describe('the title search', () => {
  const search = (...items: object[]): void => {
    serveWorld(server, nowhere)
    server.on('api.crossref.org', crossrefList(...items))
  }
  it('a related work first, the exact one second: the exact one', async () => {
    search(crossrefWork('Synthetic entry for formatting a reference gate'), crossrefWork(TITLE))
    expect((await row(noDoi)).resolver_outcomes.crossref).toEqual({ status: 'matched', queried_by: 'title' })
  })
  it('only related works: no match', async () => {
    search(crossrefWork('Synthetic entry for formatting a reference gate'))
    expect(await row(noDoi)).toMatchObject({ lookup_verified: 'unresolvable', resolver_outcomes: { crossref: { status: 'unmatched', queried_by: 'title' } } })
  })
  it('a generic title without identifier is asked of nobody', async () => {
    serveWorld(server, everywhere)
    for (const title of ['Editorial', '编者按', '???']) expect(Object.values((await row({ ...noDoi, title })).resolver_outcomes)).toEqual(Array.from({ length: 4 }, () => ({ status: 'skipped', queried_by: null })))
    expect(server.requestsTo('api.crossref.org').concat(server.requestsTo('api.openalex.org'), server.requestsTo('api.semanticscholar.org'))).toEqual([])
  })
  it('a title in full-width forms, as an index has it, is the same', async () => {
    serveWorld(server, { works: [{ title: '虚构样本论文乙的核验流程研究。', in: ['openalex'] }] })
    expect((await row({ ...noDoi, title: '虚构样本论文乙的核验流程研究' })).resolver_outcomes.openalex).toEqual({ status: 'matched', queried_by: 'title' })
  })
  it('no arXiv id: arXiv is not asked', async () => {
    serveWorld(server, nowhere)
    expect((await row(noDoi)).resolver_outcomes.arxiv).toEqual({ status: 'skipped', queried_by: null })
    expect(server.requestsTo('export.arxiv.org')).toEqual([])
  })
  it('markup of a cited title is not searched for', async () => {
    serveWorld(server, nowhere)
    await row({ ...noDoi, title: 'Loops in <i>Callosobruchus</i> at 10\\textdegree' })
    expect(server.requestsTo('api.crossref.org')[0]?.url.searchParams.get('query.title')).toBe('Loops in Callosobruchus at 10°')
  })
  it('a hyphen goes to Semantic Scholar as a space, a quotation mark never to arXiv', async () => {
    serveWorld(server, nowhere)
    await row({ ...entry, title: 'Data-driven "loops" of study' })
    expect(decodeURIComponent(server.requestsTo('api.semanticscholar.org')[1]?.path ?? '')).toContain('query=Data driven "loops" of study&')
    expect(decodeURIComponent(server.requestsTo('export.arxiv.org')[1]?.path ?? '')).toContain('ti:"Data-driven loops of study"&')
  })
})

describe('what an identifier leads to', () => {
  it('another title at Crossref, the cited one found by its title: true, and the mismatch stays visible', async () => {
    serveWorld(server, { ...everywhere, works: [{ title: 'Notes on migrating whales', doi: DOI, in: ['crossref'] }, { title: TITLE, year: 2020, doi: '10.5555/right', in: ['crossref'] }] })
    const { citation_verification_summary: [one], citation_verification_observations: seen } = await examine([{ ...entry, arxiv_id: '' }])
    expect(one).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: { status: 'matched', queried_by: 'title' } } })
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'doi_title_mismatch', source: 'crossref', identifier: DOI, record_title: 'Notes on migrating whales' }))
  })
  it('a title that is only similar is taken for the work, and the difference is shown, also from the cache', async () => {
    const cited = 'Federated Learning for Mobile Keyboard Prediction'
    serveWorld(server, { ...everywhere, works: [{ title: 'Federated Learning for Mobile Health Prediction', doi: DOI, in: ['crossref'] }, { title: `${cited}!`, doi: DOI, in: ['openalex'] }] })
    const corpus = [{ ...entry, title: cited, arxiv_id: '' }]
    const first = await gate.examinePassport({ literature_corpus: corpus }, { refSlugByKey: { one2020: 's' } })
    expect(first.citation_verification_summary[0]).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: { status: 'matched', queried_by: 'id' } } })
    expect(first.citation_verification_observations.filter(({ observation }) => observation === 'title_differs')).toMatchObject([{ source: 'crossref', identifier: DOI, cited_title: cited, record_title: 'Federated Learning for Mobile Health Prediction' }])
    expect((await gate.examinePassport({ literature_corpus: corpus }, { refSlugByKey: { one2020: 's' } })).citation_verification_observations).toEqual(first.citation_verification_observations)
  })
  it('another title and the cited one nowhere: the identifier exists, so unresolvable, with the mismatch', async () => {
    serveWorld(server, { ...everywhere, works: [{ title: 'Notes on migrating whales', doi: DOI, in: ['crossref'] }] })
    const { citation_verification_summary: [one], citation_verification_observations: seen } = await examine([{ ...entry, arxiv_id: '' }])
    expect(one?.lookup_verified).toBe('unresolvable')
    expect(seen.map(({ observation }) => observation)).toEqual(['doi_title_mismatch'])
  })
  it('a record without a title is no match for a title of punctuation', async () => {
    serveWorld(server, nowhere)
    server.on('api.openalex.org', ({ url }) => json(url.searchParams.has('filter') ? { meta: { count: 1 }, results: [{ id: 'https://openalex.org/W999999999901', doi: `https://doi.org/${DOI}` }] } : { meta: { count: 0 }, results: [] }))
    expect((await row({ ...entry, title: '!!!' })).lookup_verified).not.toBe('true')
  })
  it('a DOI of DataCite that no index has is confirmed by DataCite itself', async () => {
    serveWorld(server, { works: [{ title: TITLE, doi: '10.5281/zenodo.99999999', in: ['datacite'] }], agencies: { '10.5281': 'DataCite' } })
    const { citation_verification_summary: [one], citation_verification_observations: seen } = await examine([{ ...noDoi, doi: '10.5281/zenodo.99999999' }])
    expect(one).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: { status: 'unmatched', queried_by: 'id' } } })
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'further_source', source: 'datacite', code: 'DOI_TITLE_VERIFIED', contribution: 'confirms' }))
  })
  it('a DOI of another agency that no index has exists and refutes nothing', async () => {
    serveWorld(server, { works: [], agencies: { '10.11467': 'JaLC' }, registered: ['10.11467/x'] })
    const { citation_verification_summary: [one], citation_verification_observations: seen } = await examine([{ ...noDoi, doi: '10.11467/x' }])
    expect(one?.lookup_verified).toBe('unresolvable')
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'identifier_registered', code: 'JaLC' }))
  })
  it('the DOI of an ISTIC journal that three indexes lack is asked of the Chinese resolver', async () => {
    const doi = '10.3760/cma.j.cn112137-99990101-00001'
    serveWorld(server, { works: [], agencies: { '10.3760': 'ISTIC' }, registered: [doi] })
    server.on('doi.org', ({ url }) => (url.pathname.startsWith('/doiRA/') ? json([{ DOI: '10.3760', RA: 'ISTIC' }]) : json({ DOI: doi, title: '虚构样本论文乙的核验流程研究', type: 'article-journal' }, 200, { 'content-type': 'application/vnd.citationstyles.csl+json' })))
    const { citation_verification_summary: [one], citation_verification_observations: seen } = await examine([{ ...noDoi, title: '虚构样本论文乙的核验流程研究', doi }])
    expect(one).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: { status: 'unmatched', queried_by: 'id' } } })
    expect(seen).toContainEqual(expect.objectContaining({ source: 'chinese', code: 'DOI_TITLE_VERIFIED' }))
    expect(server.requestsTo('doi.org').filter(({ path }) => path.startsWith('/doiRA/'))).toHaveLength(1)
  })
  it('a DOI in a URL, with a bracket and a hash, is asked as itself', async () => {
    serveWorld(server, nowhere)
    await row({ ...noDoi, doi: 'https://doi.org/10.1002/(SICI)1096#1:2<3::AID-X>3.0.CO;2-7' })
    expect(server.requestsTo('api.crossref.org')[0]?.path).toBe('/works/10.1002%2F(sici)1096%231%3A2%3C3%3A%3Aaid-x%3E3.0.co%3B2-7')
  })
})

describe('what the hosts are told, and what nobody is told', () => {
  it('mail address and keys go to their own hosts and into no row, observation or warning', async () => {
    await gate.close()
    gate = createGate({ ...defaultConfig(), root, mailto: 'reader@example.org', openAlexApiKey: 'sesame-1', semanticScholarApiKey: 'sesame-2', minIntervalMs: 0, timeoutMs: 100_000 }, { clock: createHurriedClock(100), environment: {} })
    serveWorld(server, nowhere)
    server.on('api.openalex.org', status(500))
    server.on('hdl.handle.net', status(500))
    const said = JSON.stringify([await examine([entry]), gate.warnings()])
    expect(server.requestsTo('api.crossref.org')[0]?.headers['user-agent']).toContain('mailto:reader@example.org')
    expect(server.requestsTo('api.openalex.org')[0]?.path).toContain('api_key=sesame-1')
    expect(server.requestsTo('api.semanticscholar.org')[0]?.headers['x-api-key']).toBe('sesame-2')
    expect(server.requests.filter(({ host, path, headers }) => host !== 'api.openalex.org' && host !== 'api.semanticscholar.org' && JSON.stringify([path, headers]).includes('sesame'))).toEqual([])
    expect(said).not.toMatch(/sesame|reader@example/)
  })
  it('what the configuration leaves open comes from the variables of the reference gate', async () => {
    const open = (settings: object) => createGate({ ...defaultConfig(), root, minIntervalMs: 0, timeoutMs: 100_000, ...settings }, { clock: createHurriedClock(100), environment: { CROSSREF_POLITE_EMAIL: 'other@example.org', OPENALEX_POLITE_EMAIL: 'third@example.org', OPENALEX_API_KEY: 'sesame-3 ', S2_API_KEY: 'sesame-4' } })
    serveWorld(server, everywhere)
    const told = (): unknown[] => [server.requestsTo('api.crossref.org').at(-1)?.headers['user-agent']?.toString().match(/mailto:(.*)\)/)?.[1], new URL(`https://x${server.requestsTo('api.openalex.org').at(-1)?.path}`).searchParams.get('api_key'), server.requestsTo('api.semanticscholar.org').at(-1)?.headers['x-api-key']]
    for (const [settings, expected] of [[{}, ['other@example.org', 'sesame-3', 'sesame-4']], [{ mailto: 'reader@example.org', openAlexApiKey: 'sesame-1' }, ['reader@example.org', 'sesame-1', 'sesame-4']]] as const) {
      await gate.close()
      gate = open(settings)
      await gate.examinePassport({ literature_corpus: [entry] }, { refSlugByKey: { one2020: 's' }, cache: null })
      expect(told()).toEqual(expected)
    }
  })
  it('a redirect out of the allowlist is refused before it is followed', async () => {
    serveWorld(server, everywhere)
    server.on('api.crossref.org', status(302, { location: 'https://api.crossref.example/works/x' }))
    expect((await row()).resolver_outcomes.crossref).toEqual({ status: 'unreachable', queried_by: null })
    expect(server.refused).toEqual([])
  })
})

describe('the cache file', () => {
  it('the second call asks nobody, also as another process would', async () => {
    serveWorld(server, nowhere)
    const first = await gate.examinePassport({ literature_corpus: [entry] }, { refSlugByKey: { one2020: 's' } })
    await gate.close()
    const before = server.requests.length
    gate = createGate({ ...defaultConfig(), root }, { environment: {} })
    const again = await gate.examinePassport({ literature_corpus: [entry] }, { refSlugByKey: { one2020: 's' } })
    expect(server.requests.length).toBe(before)
    expect(again.citation_verification_summary[0]).toMatchObject({ ...first.citation_verification_summary[0], cache_age_days: 0, cache_stale_advisory: false })
    expect(again.citation_verification_observations).toEqual(first.citation_verification_observations)
  })
  it('lies in the root, or where the environment says, or where the call says before that', async () => {
    const open = (host: Parameters<typeof createGate>[1]) => createGate({ ...defaultConfig(), root }, host).cachePath
    expect(open({ environment: {} })).toBe(join(root, 'cache', 'verification.sqlite'))
    expect(open({ environment: { ARS_VERIFICATION_CACHE_PATH: '/somewhere/v.db' } })).toBe('/somewhere/v.db')
    expect(open({ environment: { ARS_VERIFICATION_CACHE_PATH: '/somewhere/v.db' }, cachePath: '/mine.db' })).toBe('/mine.db')
  })
  it.each([['1', true], ['0', false], ['true', false], [undefined, false]])('ARS_CACHE_REVALIDATE=%s: %s', (value, expected) => expect(createGate({ root }, { environment: { ARS_CACHE_REVALIDATE: value } }).clients.revalidateStale).toBe(expected))
  it('offline gives what it holds and calls the rest unreachable, never absent', async () => {
    serveWorld(server, everywhere)
    await gate.examinePassport({ literature_corpus: [entry] }, { refSlugByKey: { one2020: 's' } })
    const before = server.requests.length
    const { citation_verification_summary: [known, unknown] } = await gate.examinePassport({ literature_corpus: [entry, { ...noDoi, doi: '10.5555/unknown' }] }, { refSlugByKey: { one2020: 's', title2020: 't' }, offline: true })
    expect(server.requests.length).toBe(before)
    expect([known?.lookup_verified, unknown?.lookup_verified]).toEqual(['true', 'unresolvable'])
    expect(unknown?.resolver_outcomes.crossref).toEqual({ status: 'unreachable', queried_by: null })
  })
})
