import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseJson } from '../../src/base/json.ts'
import type { Doi } from '../../src/model/identifiers.ts'
import type { Work } from '../../src/model/work.ts'
import { createCrossref, createCrossrefSingle, parseCrossref } from '../../src/providers/crossref.ts'
import { createSource, type SourceSpec } from '../../src/providers/lookup.ts'
import { json, reset, startProviderServer, status, text, type Handler, type ProviderServer, type Reply } from '../support/tls-provider-server.ts'
import { createTestParts } from './source-parts.ts'

const HOST = 'api.crossref.org'
const signal = AbortSignal.timeout(600_000)
const doi = (n: number | string): Doi => `10.1000/${n}` as Doi
const many = (n: number): { id: Doi }[] => Array.from({ length: n }, (_, index) => ({ id: doi(index) }))
const work = (id: string) => ({ DOI: id, type: 'journal-article', title: [`Title of ${id}`] })

/** Crossref with every DOI in its list; `trouble` brings a fault for requests that name one of the bad ones. */
function crossref(bad: ReadonlySet<string>, trouble: Reply): Handler {
  return ({ url }) => {
    const single = /^\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1]
    const asked = single ? [single] : (url.searchParams.get('filter') ?? '').split(',').map((part) => part.replace('doi:', ''))
    if (asked.some((id) => bad.has(id))) return trouble
    return json(single ? { status: 'ok', 'message-type': 'work', message: work(single) } : { status: 'ok', 'message-type': 'work-list', message: { 'total-results': asked.length, items: asked.map(work) } })
  }
}

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterEach(() => server.reset())
afterAll(() => server.close())

describe('a list that fails as a whole', () => {
  it.each([[40, [17], 14], [40, [0, 39], 24], [40, [3, 4, 5], 24], [8, [2], 8]])('of %i with bad items at %j is cleared up within %i requests', async (size, bad, most) => {
    server.on(HOST, crossref(new Set(bad.map(doi)), status(503)))
    const answers = await createCrossref(createTestParts()).lookup(many(size), { signal })
    expect([...answers].filter(([, answer]) => answer.kind !== 'found').map(([id, answer]) => [id, answer.kind])).toEqual(bad.map((n) => [doi(n), 'failed']))
    expect(server.requests.length).toBeLessThanOrEqual(most)
  })

  it('with every second item bad still brings all the good ones, for about one request an item', async () => {
    const bad = new Set(Array.from({ length: 20 }, (_, index) => doi(2 * index) as string))
    server.on(HOST, crossref(bad, status(503)))
    const answers = await createCrossref(createTestParts()).lookup(many(40), { signal })
    expect([...answers].filter(([, answer]) => answer.kind === 'found')).toHaveLength(20)
    expect(server.requests.length).toBeLessThanOrEqual(40 + 10)
  })

  it('because the host asks for less traffic is not asked in parts', async () => {
    server.on(HOST, status(429))
    await createCrossref(createTestParts()).lookup(many(40), { signal })
    expect(server.requests).toHaveLength(2)
  })

  it('on a dead network costs two requests more', async () => {
    server.on(HOST, reset())
    const answers = await createCrossref(createTestParts()).lookup(many(40), { signal })
    expect([...answers.values()].every((answer) => answer.kind === 'failed' && answer.reason === 'network_error')).toBe(true)
    expect(server.requests).toHaveLength(4)
  })

  it('in an outage is given up after its halves and one request for a work that the provider surely has', async () => {
    server.on(HOST, status(503))
    const parts = createTestParts()
    const answers = await createCrossref(parts).lookup(many(200), { signal })
    expect([...answers.values()].every((answer) => answer.kind === 'failed' && answer.reason === 'unavailable')).toBe(true)
    // Each of five lists: itself, its retry, two halves. One landmark for all of them.
    expect(server.requests.length).toBeLessThanOrEqual(5 * 4 + 1)
    expect(await parts.remembered()).toBe(0)
  })

  it('is asked one by one where the provider answers that work: what it refuses are these identifiers', async () => {
    server.on(HOST, crossref(new Set(many(40).filter((_, n) => n !== 23).map(({ id }) => id)), status(503)))
    const parts = createTestParts()
    const answers = await createCrossref(parts).lookup(many(40), { signal })
    expect([...answers].filter(([, answer]) => answer.kind === 'found').map(([id]) => id)).toEqual([doi(23)])
    expect(await parts.remembered()).toBe(1)
  })

  it('because the list itself is refused ends in single requests', async () => {
    server.on(HOST, (request) => (request.url.pathname === '/works' ? json({ status: 'failed', 'message-type': 'validation-failure', message: [{ message: 'Select x is not available' }] }, 400) : crossref(new Set(), status(503))(request)))
    const answers = await createCrossref(createTestParts()).lookup(many(9), { signal })
    expect([...answers.values()].every((answer) => answer.kind === 'found')).toBe(true)
  })
})

describe('planning', () => {
  it('makes equal lists of at most 40 DOIs and 2 kB, and asks a DOI with a comma alone', async () => {
    server.on(HOST, crossref(new Set(), status(503)))
    const queries = [...many(81), { id: doi('with,comma') }, { id: doi('s0140(97)11096<1:x>2.0.co;2') }]
    const answers = await createCrossref(createTestParts()).lookup(queries, { signal })
    expect([...answers.values()].every((answer) => answer.kind === 'found')).toBe(true)
    expect([...answers.keys()].sort()).toEqual(queries.map(({ id }) => id).sort())
    const lists = server.requests.filter(({ url }) => url.pathname === '/works')
    expect(lists.map(({ url }) => url.searchParams.get('filter')?.split(',').length)).toEqual([28, 28, 26])
    expect(Math.max(...lists.map(({ path }) => path.length))).toBeLessThan(2_048)
    expect(server.requests).toHaveLength(4)
  })

  it('long DOIs make shorter lists', async () => {
    server.on(HOST, crossref(new Set(), status(503)))
    await createCrossref(createTestParts()).lookup(Array.from({ length: 40 }, (_, index) => ({ id: doi(`${'x'.repeat(150)}${index}`) })), { signal })
    expect(Math.max(...server.requests.map(({ path }) => path.length))).toBeLessThan(2_048)
  })

  it('asks an identifier that is given twice once', async () => {
    server.on(HOST, crossref(new Set(), status(503)))
    const answers = await createCrossref(createTestParts()).lookup([...many(2), ...many(2)], { signal })
    expect([answers.size, server.requests.length]).toEqual([2, 1])
  })
})

describe('an alias', () => {
  it('is answered by the record of its primary identifier, which is also where the audit finds it', async () => {
    server.on(HOST, json({ status: 'ok', 'message-type': 'work', message: work('10.1000/PRIMARY') }))
    const parts = createTestParts()
    for (const fromCache of [false, true]) {
      const answer = (await createCrossrefSingle(parts).lookup([{ id: doi('alias') }], { signal })).get(doi('alias'))
      expect(answer).toMatchObject({ kind: 'found', value: { identifiers: { doi: '10.1000/primary' } }, snapshot: { locator: '10.1000/primary', fromCache } })
    }
    expect(server.requests).toHaveLength(1)
  })
})

describe('memory', () => {
  it('parses a stored list once for all of its records', async () => {
    let parses = 0
    const spec: SourceSpec<Doi, Work> = {
      name: 'crossref', role: 'authority', hosts: [HOST], cacheName: 'counted', parse: (bytes, code) => { parses++; return parseCrossref(bytes, code) },
      plan: (ids) => [{ request: { url: `https://${HOST}/works?filter=${ids.map((id) => `doi:${id}`).join(',')}`, accept: 'application/json' }, ids }],
    }
    server.on(HOST, crossref(new Set(), status(503)))
    const source = createSource(spec, createTestParts())
    await source.lookup(many(30), { signal })
    parses = 0
    const answers = await source.lookup(many(30), { signal })
    expect([answers.size, parses, server.requests.length]).toEqual([30, 1, 1])
  })

  it('that says something else now is a miss', async () => {
    server.on(HOST, crossref(new Set(), status(503)))
    const parts = createTestParts()
    await createCrossref(parts).lookup(many(2), { signal })
    const [digest] = parts.bodies.stored.keys()
    expect(parseJson(parts.bodies.stored.get(digest as never) as Uint8Array)).toMatchObject({ status: 'ok' })
    const remembered = await parts.cache.getMany('crossref', [doi(0)])
    await parts.cache.setMany('crossref', new Map([[doi(0), { ...(remembered.get(doi(0)) as NonNullable<ReturnType<typeof remembered.get>>), locator: '10.1000/not-in-it' }]]))
    expect((await createCrossref(parts).lookup(many(2), { signal })).get(doi(0))).toMatchObject({ kind: 'found', snapshot: { fromCache: false } })
  })

  it('that throws is a miss', async () => {
    server.on(HOST, crossref(new Set(), status(503)))
    const parts = createTestParts()
    const broken = { getMany: () => { throw new Error('locked') }, setMany: () => Promise.reject(new Error('locked')) }
    const answers = await createCrossref({ ...parts, cache: broken }).lookup(many(3), { signal })
    expect([...answers.values()].every((answer) => answer.kind === 'found')).toBe(true)
    expect(parts.storeErrors).toHaveLength(2)
  })

  it('never holds a failed look-up beside the answered ones of the same list', async () => {
    server.on(HOST, json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': 5, items: [work(doi(0))] } }))
    const parts = createTestParts()
    const answers = await createCrossref(parts).lookup(many(2), { signal })
    expect([...answers.values()]).toMatchObject([{ kind: 'found' }, { kind: 'failed', reason: 'unparsable' }])
    expect(await parts.remembered()).toBe(1)
  })
})

it('a body that the parser trips over costs only its own identifiers', async () => {
  server.on(HOST, text('{}'))
  const spec: SourceSpec<Doi, Work> = {
    name: 'crossref', role: 'authority', hosts: [HOST], cacheName: 'tripping', parse: () => { throw new TypeError('a slip') },
    plan: (ids) => ids.map((id) => ({ request: { url: `https://${HOST}/works/${id}`, accept: 'application/json' }, ids: [id] })),
  }
  expect([...(await createSource(spec, createTestParts()).lookup(many(1), { signal })).values()]).toEqual([{ kind: 'failed', reason: 'unparsable', detail: 'api.crossref.org: the answer has an unexpected shape' }])
})
