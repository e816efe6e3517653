import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Doi } from '../../src/model/identifiers.ts'
import { createOpenAlex, parseOpenAlex } from '../../src/providers/openalex.ts'
import { createCrossrefSearch, createOpenAlexSearch } from '../../src/providers/search.ts'
import { createSemanticScholar } from '../../src/providers/semantic-scholar.ts'
import { json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { testSourceContract } from './contract.ts'
import { jsonBytes, recordCases, utf8 } from './fixture-cases.ts'
import { createTestParts } from './source-parts.ts'

const [openalex] = recordCases('openalex')
const openalexRecords = new Map([openalex?.record ?? {}, { id: 'https://openalex.org/W2', doi: 'https://doi.org/10.1000/two', title: 'Two' }, { id: 'https://openalex.org/W3', doi: 'https://doi.org/10.1000/three', display_name: 'Three', publication_year: 2003 }]
  .map((record) => [String(record['doi']).replace('https://doi.org/', '').toLowerCase(), record]))
const openalexWorks: Record<string, unknown> = { '10.1016/s0140-6736(97)11096-0': openalex?.work, '10.1000/two': { provider: 'openalex', identifiers: { doi: '10.1000/two' }, title: 'Two', dates: {} }, '10.1000/three': { provider: 'openalex', identifiers: { doi: '10.1000/three' }, title: 'Three', dates: { issued: '2003' } } }

testSourceContract<Doi, unknown>({
  name: 'OpenAlex', host: 'api.openalex.org', create: createOpenAlex, requests: 1, present: [...openalexRecords.keys()] as unknown as readonly [Doi, Doi, Doi], absent: '10.5555/nowhere' as Doi, value: (id) => openalexWorks[id],
  serve: ({ url }) => {
    const found = (url.searchParams.get('filter') ?? '').replace('doi:', '').split('|').flatMap((doi) => openalexRecords.get(doi) ?? [])
    return json({ meta: { count: found.length }, results: found })
  },
})

const [scholar] = recordCases('semantic-scholar')
const papers: Record<string, unknown> = { 'ARXIV:1706.03762': scholar?.record, 'DOI:10.1000/two': { title: 'Two', externalIds: { DOI: '10.1000/another' } }, 'PMID:3': { title: 'Three' } }
const paperWorks: Record<string, unknown> = { 'ARXIV:1706.03762': scholar?.work, 'DOI:10.1000/two': { provider: 'semantic-scholar', identifiers: { doi: '10.1000/another' }, title: 'Two', dates: {} }, 'PMID:3': { provider: 'semantic-scholar', identifiers: {}, title: 'Three', dates: {} } }
testSourceContract<string, unknown>({
  name: 'Semantic Scholar', host: 'api.semanticscholar.org', create: createSemanticScholar, requests: 1, present: ['ARXIV:1706.03762', 'DOI:10.1000/two', 'PMID:3'], absent: 'DOI:10.5555/nowhere', value: (id) => paperWorks[id],
  serve: ({ body }) => json((JSON.parse(body) as { ids: string[] }).ids.map((id) => papers[id] ?? null)),
})

describe('what an OpenAlex answer says', () => {
  it('a page that is not the whole proves no absence', () => {
    expect(parseOpenAlex(jsonBytes({ meta: { count: 0 }, results: [] }), 200).rest).toBe('absent')
    expect(parseOpenAlex(jsonBytes({ meta: { count: 2 }, results: [] }), 200).rest).toBe('unknown')
  })
  it('only its JSON error with 404 is "no such record"; its HTML page is not', () => {
    expect(parseOpenAlex(jsonBytes({ error: 'Not found' }), 404).rest).toBe('absent')
    expect(() => parseOpenAlex(utf8('<!doctype html><title>404 Not Found</title>'), 404)).toThrow()
  })
})

describe('a title search', () => {
  let server: ProviderServer
  const signal = AbortSignal.timeout(60_000)
  beforeAll(async () => { server = await startProviderServer() })
  afterAll(() => server.close())

  it('brings candidates, is remembered by its text, and tells "none" from "failed"', async () => {
    server.on('api.crossref.org', ({ url }) => {
      const query = url.searchParams.get('query.bibliographic') ?? ''
      if (query.startsWith('broken')) return status(503)
      return json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': 900, items: query.startsWith('none') ? [] : [{ DOI: '10.1000/A', title: ['A & b: c, d'] }, { DOI: '10.1000/untitled' }] } })
    })
    const source = createCrossrefSearch(createTestParts())
    const ask = async (id: string) => (await source.lookup([{ id }], { signal })).get(id)
    expect(await ask('A & b: c, d')).toMatchObject({ kind: 'found', value: [{ title: 'A & b: c, d', identifiers: { doi: '10.1000/a' } }] })
    expect(await ask('none at all')).toMatchObject({ kind: 'not-found' })
    expect(await ask('broken')).toMatchObject({ kind: 'failed', reason: 'unavailable' })
    expect(server.requests[0]?.url.searchParams.get('query.bibliographic')).toBe('A & b: c, d')
    const sent = server.requests.length
    expect(await ask('A & b: c, d')).toMatchObject({ snapshot: { fromCache: true } })
    expect(server.requests).toHaveLength(sent)
  })

  it('asks OpenAlex with its search parameter', async () => {
    server.on('api.openalex.org', json({ meta: { count: 1 }, results: [openalex?.record] }))
    const answer = (await createOpenAlexSearch(createTestParts()).lookup([{ id: 'x|y, z' }], { signal })).get('x|y, z')
    expect(answer).toMatchObject({ kind: 'found', value: [openalex?.work] })
    expect(server.requestsTo('api.openalex.org')[0]?.url.searchParams.get('search')).toBe('x|y, z')
  })
})
