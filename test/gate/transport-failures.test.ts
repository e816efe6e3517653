import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import { defaultConfig } from '../../src/model/config.ts'
import { createGate, type Gate } from '../../src/runtime/gate.ts'
import { createHurriedClock } from '../support/hurried-clock.ts'
import { html, json, reset, startProviderServer, status, text, truncated, type ProviderServer } from '../support/tls-provider-server.ts'
import { feed, serveWorld, type World } from './world.ts'

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
/** Milliseconds of the gate's clock between the requests to a host. */
const gaps = (host: string): readonly number[] => { const times = server.requestsTo(host).map(({ at }) => at * 100); return times.slice(1).map((at, index) => at - (times[index] as number)) }

describe('failures', () => {
  const hosts = { crossref: 'api.crossref.org', openalex: 'api.openalex.org', semantic_scholar: 'api.semanticscholar.org', arxiv: 'export.arxiv.org' } as const
  const faults = { 'a page': html(), 'bad JSON or XML': text('{"a": <feed', 200, 'application/json'), 'another shape': json(7), 'bad UTF-8': { status: 200, headers: { 'content-type': 'application/json' }, body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }, 'a cut-off body': truncated(json({ status: 'ok', padding: 'x'.repeat(500) })), 'a reset': reset() }
  for (const [name, host] of Object.entries(hosts)) {
    it.each(Object.keys(faults) as (keyof typeof faults)[])(`${host} answering with %s is unreachable, after one request`, async (fault) => {
      serveWorld(server, everywhere)
      server.on(host, faults[fault])
      const one = await row()
      expect(one.resolver_outcomes[name as keyof typeof hosts]).toEqual({ status: 'unreachable', queried_by: null })
      expect(one.lookup_verified).toBe('true')
      expect(server.requestsTo(host)).toHaveLength(1)
    })
  }
  it('of a list: one identifier that a host chokes on costs itself alone, an outage does not cost a request for each', async () => {
    const works = Array.from({ length: 120 }, (_, n) => ({ title: `Study number ${n} of loops`, doi: `10.5555/n${n}`, in: ['crossref', 'openalex', 'semantic_scholar'] as const }))
    serveWorld(server, { works, agencies: { '10.5555': 'Crossref' } })
    const entries = works.map(({ title, doi }, index): CorpusEntry => ({ ...noDoi, citation_key: `k${index}`, title, doi }))
    const seen: string[] = []
    server.on('api.semanticscholar.org', ({ body }) => {
      const { ids } = JSON.parse(body) as { ids: string[] }
      seen.push(body)
      return ids.includes('DOI:10.5555/n7') ? status(500) : json(ids.map((one) => ({ paperId: 'f'.repeat(40), title: `Study number ${one.replace(/\D*5555.n/, '')} of loops`, externalIds: { DOI: one.slice(4) } })))
    })
    const { citation_verification_summary: rows } = await examine(entries)
    expect(rows.filter((one) => one.resolver_outcomes.semantic_scholar.status === 'unreachable').map(({ citation_key: key }) => key)).toEqual(['k7'])
    expect(seen.length).toBeLessThan(20)
    server.on('api.semanticscholar.org', status(500))
    const before = server.requestsTo('api.semanticscholar.org').length
    const { citation_verification_summary: after } = await examine(entries)
    expect(after.every((one) => one.resolver_outcomes.semantic_scholar.status === 'unreachable' && one.lookup_verified === 'true')).toBe(true)
    expect(server.requestsTo('api.semanticscholar.org').length - before).toBeLessThan(40)
  })
  it('a feed that is none with status 200 is not a miss', async () => {
    serveWorld(server, nowhere)
    server.on('export.arxiv.org', text('<?xml version="1.0"?><html><body>Service Unavailable</body></html>', 200, 'text/html'))
    expect((await row()).resolver_outcomes.arxiv).toEqual({ status: 'unreachable', queried_by: null })
  })
  it('an identifier that was missed and a title that could not be asked is unreachable', async () => {
    serveWorld(server, nowhere)
    server.on('api.crossref.org', ({ url }) => (url.searchParams.has('query.title') ? status(500) : text('Resource not found.', 404)))
    expect((await row()).resolver_outcomes.crossref).toEqual({ status: 'unreachable', queried_by: null })
  })
  it('a Handle System that cannot be asked refutes nothing', async () => {
    serveWorld(server, nowhere)
    server.on('hdl.handle.net', status(500))
    expect((await row({ ...entry, arxiv_id: '' })).lookup_verified).toBe('unresolvable')
    serveWorld(server, nowhere)
    server.on('doi.org', status(500))
    expect((await row({ ...entry, arxiv_id: '' })).lookup_verified).toBe('unresolvable')
  })
})

describe('429', () => {
  it.each<[string, string, readonly number[]]>([['crossref', 'api.crossref.org', [2_000, 2_000, 2_000]], ['openalex', 'api.openalex.org', [2_000, 4_000, 8_000]], ['semantic_scholar', 'api.semanticscholar.org', [2_000, 2_000, 2_000]], ['arxiv', 'export.arxiv.org', [3_000, 3_000, 3_000]]])('%s: four requests with its own waits, then unreachable', async (name, host, waits) => {
    serveWorld(server, everywhere)
    server.on(host, status(429))
    const one = await row()
    expect(one.resolver_outcomes[name as 'crossref']).toEqual({ status: 'unreachable', queried_by: null })
    expect(server.requestsTo(host)).toHaveLength(4)
    gaps(host).forEach((gap, index) => expect(gap).toBeGreaterThanOrEqual((waits[index] as number) * 0.95))
  })
  it('that ends after two is an answer', async () => {
    serveWorld(server, everywhere)
    server.on('export.arxiv.org', [status(429), status(429), feed([{ title: TITLE, arxiv: ARXIV, year: 2020 }])])
    expect((await row()).resolver_outcomes.arxiv).toEqual(id)
  })
  it('from OpenAlex with nothing left of the budget: one request, and none for the next citation', async () => {
    serveWorld(server, everywhere)
    server.on('api.openalex.org', status(429, { 'x-ratelimit-remaining': '0' }))
    expect((await row()).resolver_outcomes.openalex).toEqual({ status: 'unreachable', queried_by: null })
    expect((await row({ ...noDoi })).resolver_outcomes.openalex).toEqual({ status: 'unreachable', queried_by: null })
    expect(server.requestsTo('api.openalex.org')).toHaveLength(1)
  })
})

describe('the outage latch of Semantic Scholar', () => {
  it.each([['a reset', reset()], ['a body cut off', truncated(json({ padding: 'x'.repeat(500) }))]])('%s sets it: no further request until it is reset', async (_name, fault) => {
    serveWorld(server, everywhere)
    server.on('api.semanticscholar.org', fault)
    await row()
    await row(noDoi)
    expect(server.requestsTo('api.semanticscholar.org')).toHaveLength(1)
    serveWorld(server, everywhere)
    expect((await row()).resolver_outcomes.semantic_scholar).toEqual({ status: 'unreachable', queried_by: null })
    gate.clients.resetOutageLatch()
    expect((await row()).resolver_outcomes.semantic_scholar).toEqual(id)
  })
  it('a status of its own does not', async () => {
    serveWorld(server, everywhere)
    server.on('api.semanticscholar.org', status(500))
    await row()
    serveWorld(server, everywhere)
    expect((await row()).resolver_outcomes.semantic_scholar).toEqual(id)
  })
})
