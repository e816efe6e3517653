import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Pmid } from '../../src/model/identifiers.ts'
import { createPubmed, parsePubmed } from '../../src/providers/pubmed.ts'
import { bytes, html, json, startProviderServer, status, type Handler, type ProviderServer } from '../support/tls-provider-server.ts'
import { testSourceContract } from './contract.ts'
import { fixtureText, fixtureWorks, jsonBytes, recordCases, utf8 } from './fixture-cases.ts'
import { createTestParts } from './source-parts.ts'

const HOST = 'eutils.ncbi.nlm.nih.gov'
const summaries = new Map<string, Record<string, unknown>>(recordCases('pubmed').map((entry) => [String(entry.record['uid']), entry.record]))
summaries.set('1', { uid: '1', title: 'Third.', pubdate: '1975', articleids: [{ idtype: 'pubmed', value: '1' }] })
const works: Record<string, unknown> = { ...Object.fromEntries(recordCases('pubmed').map((entry) => [String(entry.record['uid']), entry.work])), 1: { provider: 'pubmed', identifiers: { pmid: '1' }, type: 'article-journal', title: 'Third.', dates: { issued: '1975' } } }
const articles = fixtureWorks('pubmed/articles.works.json')

/** As eutils: esummary names what it cannot find, efetch leaves it out. */
const serve: Handler = ({ url, body }) => {
  const parameters = new URLSearchParams(body || url.search)
  const ids = (parameters.get('id') ?? '').split(',')
  if (url.pathname.endsWith('/efetch.fcgi')) return bytes(fixtureText('pubmed/articles.xml'), 'text/xml')
  return json({ header: { type: 'esummary', version: '0.3' }, result: { uids: ids, ...Object.fromEntries(ids.map((id) => [id, summaries.get(id) ?? { uid: id, error: 'cannot get document summary' }])) } })
}

const present = ['9500320', '33328347', '1'] as unknown as readonly [Pmid, Pmid, Pmid]
testSourceContract<Pmid, unknown>({ name: 'PubMed by summaries', host: HOST, create: createPubmed, serve, present, absent: '99999999' as Pmid, value: (id) => works[id], requests: 1 })

describe('the full record', () => {
  let server: ProviderServer
  const signal = AbortSignal.timeout(60_000)
  const fullNames = { id: '9500320' as Pmid, cited: { identifiers: {}, authors: [{ family: 'Wakefield', given: 'Andrew' }] } }
  const initials = { id: '9500320' as Pmid, cited: { identifiers: {}, authors: [{ family: 'Wakefield', given: 'A. J.' }] } }
  beforeAll(async () => { server = await startProviderServer() })
  afterEach(() => server.reset())
  afterAll(() => server.close())

  it('is fetched where the citation gives full first names, rests on its own body, and is remembered', async () => {
    server.on(HOST, serve)
    const parts = createTestParts()
    const source = createPubmed(parts)
    const answer = (await source.lookup([fullNames], { signal })).get(fullNames.id)
    expect(answer).toMatchObject({ kind: 'found', value: articles['9500320'], snapshot: { mediaType: 'text/xml', locator: '9500320' } })
    expect(server.requests.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['esummary.fcgi', 'efetch.fcgi'])
    expect((await source.lookup([fullNames], { signal })).get(fullNames.id)).toMatchObject({ value: articles['9500320'], snapshot: { fromCache: true } })
    expect(server.requests).toHaveLength(2)
  })

  it('is not fetched for initials', async () => {
    server.on(HOST, serve)
    expect((await createPubmed(createTestParts()).lookup([initials], { signal })).get(initials.id)).toMatchObject({ kind: 'found', value: works['9500320'] })
    expect(server.requests).toHaveLength(1)
  })

  it('is fetched where a retraction lacks its link', async () => {
    server.on(HOST, (request) => (request.url.pathname.endsWith('/esummary.fcgi') ? json({ result: { uids: ['9500320'], 9500320: { ...summaries.get('9500320'), references: [] } } }) : serve(request)))
    expect((await createPubmed(createTestParts()).lookup([initials], { signal })).get(initials.id)).toMatchObject({ value: articles['9500320'] })
  })

  it.each([['503', status(503)], ['HTML', html(200)], ['429', status(429)]])('that fails with %s leaves the summary standing, without a second try', async (_name, reply) => {
    server.on(HOST, (request) => (request.url.pathname.endsWith('/efetch.fcgi') ? reply : serve(request)))
    const answers = await createPubmed(createTestParts()).lookup([fullNames, { id: '33328347' as Pmid, cited: fullNames.cited }], { signal })
    expect([...answers.values()].map((answer) => answer.kind === 'found' && answer.value)).toEqual([works['9500320'], works['33328347']])
    expect(server.requests).toHaveLength(2)
  })

  it('more than 200 identifiers go in the body of a POST', async () => {
    server.on(HOST, serve)
    const ids = Array.from({ length: 201 }, (_, index) => String(1_000 + index) as Pmid)
    const answers = await createPubmed(createTestParts()).lookup(ids.map((id) => ({ id })), { signal })
    expect([...answers.values()].every((answer) => answer.kind === 'not-found')).toBe(true)
    expect(server.requests.map(({ method, url }) => [method, url.pathname])).toEqual([['POST', '/entrez/eutils/esummary.fcgi']])
  })
})

describe('what an esummary answer says', () => {
  const parse = (result: unknown) => parsePubmed(jsonBytes({ result }), 200)
  it('only its own phrase is "no such record"', () => {
    expect([...parse({ uids: ['5'], 5: { uid: '5', error: 'cannot get document summary' } }).absent]).toEqual(['5'])
    expect([...parse({ uids: ['5'], 5: { uid: '5', error: 'backend busy' } }).absent]).toEqual([])
    expect(parse({ uids: [] }).rest).toBe('unknown')
  })
  it('a record under another number, of another database or without a title is no answer', () => {
    expect(parse({ uids: ['5'], 5: { uid: '6', title: 'x' } }).found.size).toBe(0)
    expect(parse({ uids: ['5'], 5: { uid: '5', title: 'x', articleids: [{ idtype: 'pmid', value: '77' }] } }).found.size).toBe(0)
    expect(parse({ uids: ['5'], 5: { uid: '5' } }).found.size).toBe(0)
  })
  it('an XML error document is unparsable', () => {
    expect(() => parsePubmed(utf8('<?xml version="1.0"?><eFetchResult><ERROR>empty</ERROR></eFetchResult>'), 200)).toThrow(/not a set of PubMed articles/)
  })
})
