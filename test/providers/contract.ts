import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/base/canonical-json.ts'
import { sha256 } from '../../src/base/sha256.ts'
import type { Answer, Source } from '../../src/providers/provider.ts'
import type { SourceContext } from '../../src/providers/source-context.ts'
import { bytes, gzipBomb, gzipped, hang, html, redirect, reset, startProviderServer, status, text, truncated, type Handler, type ProviderRequest, type ProviderServer, type Reply } from '../support/tls-provider-server.ts'
import { createTestParts } from './source-parts.ts'

/** What the suite must know of a source to put it through every answer and every fault. */
export interface ContractSubject<Id extends string, Value> {
  readonly name: string
  readonly host: string
  readonly create: (context: SourceContext) => Source<Id, Value>
  /** Three identifiers that the server has, in the order asked. */
  readonly present: readonly [Id, Id, Id]
  readonly absent: Id
  /** Answers as the provider does: the records of `present`, its own "no such record" for the rest. */
  readonly serve: Handler
  /** What the value of a present identifier must be. */
  readonly value: (id: Id) => unknown
  /** Requests for all four identifiers at once: 1 where there is a list endpoint. */
  readonly requests: number
}

const MIB = 1024 * 1024
const FAULTS: readonly (readonly [string, Reply, string])[] = [
  ['429 with Retry-After', status(429, { 'retry-after': '1' }), 'rate_limited'],
  ['429 with a long Retry-After', status(429, { 'retry-after': '600' }), 'rate_limited'],
  ['429 without Retry-After', status(429), 'rate_limited'],
  ['503', status(503), 'unavailable'],
  ['500', text('oops', 500), 'unavailable'],
  ['a connection reset', reset(), 'network_error'],
  ['HTML with status 200', html(200), 'unparsable'],
  ['HTML with status 404', html(404), 'unparsable|unavailable'],
  ['a body cut off', truncated(text('{"status":"ok"}')), 'network_error'],
  ['an empty body', text('', 200, 'application/json'), 'unparsable'],
  ['JSON of another kind', text('{"hello":"world"}', 200, 'application/json'), 'unparsable'],
  ['JSON cut short with a right length', text('{"status":"ok","message":{"items":[', 200, 'application/json'), 'unparsable'],
  ['a body over the cap', bytes(new Uint8Array(33 * MIB), 'application/json'), 'unparsable'],
  ['a gzip bomb', gzipBomb(40 * MIB), 'unparsable'],
  ['a body that is not gzip', { ...gzipped(text('x')), body: 'x' }, 'unparsable|network_error'],
  ['a redirect to http', redirect('http://api.crossref.org/works'), 'blocked_host'],
  ['a redirect to a bare IP', redirect('https://169.254.169.254/latest'), 'blocked_host'],
  ['a redirect to a foreign host', redirect('https://example.org/works'), 'blocked_host'],
  ['invalid UTF-8', bytes(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'application/json'), 'unparsable'],
  ['JSON nested 10,000 deep', text('['.repeat(10_000) + ']'.repeat(10_000), 200, 'application/json'), 'unparsable'],
  ['an XML entity bomb', text('<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><feed>&b;</feed>', 200, 'application/xml'), 'unparsable'],
  ['XML nested 10,000 deep', text(`${'<feed>'.repeat(10_000)}${'</feed>'.repeat(10_000)}`, 200, 'application/xml'), 'unparsable'],
  ['XML cut short', text('<?xml version="1.0"?><feed><entry>', 200, 'application/xml'), 'unparsable'],
]

/** Faults that may hit one identifier of a list: the others must come back whole. */
const POISON: readonly (readonly [string, Reply])[] = [
  ['503', status(503)], ['500', status(500)], ['400', text('{"status":"failed"}', 400)], ['414', html(414)], ['a reset', reset()], ['HTML', html(200)], ['a body cut off', truncated(text('{"status":"ok"}'))], ['a redirect out', redirect('https://example.org/')],
]

/** One suite that every source runs: what it answers, what it remembers, and that no fault is ever an absence. */
export function testSourceContract<Id extends string, Value>(subject: ContractSubject<Id, Value>): void {
  const { host, present, absent, serve } = subject
  const ids = [...present, absent]
  const signal = AbortSignal.timeout(600_000)
  const queries = (list: readonly Id[]): { id: Id }[] => list.map((id) => ({ id }))
  const mentions = (request: ProviderRequest, id: Id): boolean => decodeURIComponent(`${request.path} ${request.body}`).toLowerCase().includes(id.toLowerCase())
  const settled = (answers: ReadonlyMap<Id, Answer<Value>>): unknown => ids.map((id) => { const answer = answers.get(id); return answer?.kind === 'found' ? answer.value : answer?.kind })
  const expected = [...present.map(subject.value), 'not-found']

  describe(`${subject.name} as a source`, () => {
    let server: ProviderServer
    beforeAll(async () => { server = await startProviderServer() })
    afterEach(() => {
      expect(server.refused).toEqual([])
      server.reset()
    })
    afterAll(() => server.close())

    it('answers a batch with one absent identifier, and says which stored bytes say so', async () => {
      server.on(host, serve)
      const parts = createTestParts({ mailto: 'someone@example.org', ncbiApiKey: 'secret' })
      const answers = await subject.create(parts).lookup(queries(ids), { signal })
      expect(settled(answers)).toEqual(expected)
      expect(server.requestsTo(host)).toHaveLength(subject.requests)
      for (const id of ids) {
        const answer = answers.get(id) as Exclude<Answer<Value>, { kind: 'failed' }>
        expect(answer.snapshot).toMatchObject({ fromCache: false, mediaType: expect.any(String), retrievedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
        expect(sha256(parts.bodies.stored.get(answer.snapshot.body.sha256) as Uint8Array)).toBe(answer.snapshot.body.sha256)
        expect(answer.snapshot.facts).toBe(answer.kind === 'found' ? sha256(canonicalJson(answer.value)) : undefined)
        expect(`${answer.snapshot.url} ${answer.snapshot.finalUrl}`).not.toMatch(/someone|secret|mailto|api_key/)
        expect(new URL(answer.snapshot.url).host).toBe(host)
      }
    })

    it('answers the second time from memory, byte for byte the same', async () => {
      server.on(host, serve)
      const parts = createTestParts()
      const source = subject.create(parts)
      const first = await source.lookup(queries(ids), { signal })
      const sent = server.requests.length
      const second = await source.lookup(queries(ids), { signal })
      const offline = await source.lookup(queries(ids), { signal, offline: true })
      expect(server.requests).toHaveLength(sent)
      const asCached = JSON.parse(JSON.stringify([...first]).replaceAll('"fromCache":false', '"fromCache":true')) as unknown
      expect(JSON.parse(JSON.stringify(ids.map((id) => [id, second.get(id)])))).toEqual(asCached)
      expect(offline).toEqual(second)
    })

    it('asks again when told to, and when a stored body is gone or damaged', async () => {
      server.on(host, serve)
      const parts = createTestParts()
      const source = subject.create(parts)
      await source.lookup(queries(ids), { signal })
      const sent = server.requests.length
      await source.lookup(queries(ids), { signal, fresh: true })
      expect(server.requests).toHaveLength(2 * sent)
      for (const digest of parts.bodies.stored.keys()) parts.bodies.stored.set(digest, new Uint8Array([1]))
      expect(settled(await source.lookup(queries(ids), { signal }))).toEqual(expected)
      expect(server.requests).toHaveLength(3 * sent)
    })

    it('offline, without memory, is a failed look-up and no request', async () => {
      server.on(host, serve)
      const answers = await subject.create(createTestParts()).lookup(queries(ids), { signal, offline: true })
      expect([...answers.values()]).toEqual(ids.map(() => ({ kind: 'failed', reason: 'unavailable', detail: 'offline' })))
      expect(server.requests).toHaveLength(0)
    })

    it('a store that refuses costs the memory, not the answer', async () => {
      server.on(host, serve)
      const parts = createTestParts()
      parts.bodies.refuse = true
      const answers = await subject.create(parts).lookup(queries(ids), { signal })
      expect(settled(answers)).toEqual(expected)
      expect(parts.storeErrors.length).toBeGreaterThan(0)
      expect(await parts.remembered()).toBe(0)
    })

    it('a refusal with Retry-After is waited out', async () => {
      let refused = false
      server.on(host, (request) => { if (refused) return serve(request); refused = true; return status(429, { 'retry-after': '1' }) })
      expect(settled(await subject.create(createTestParts()).lookup(queries(ids), { signal }))).toEqual(expected)
    })

    async function expectFailure(reason: string, options = {}): Promise<void> {
      const parts = createTestParts(options)
      const answers = await subject.create(parts).lookup(queries(ids), { signal })
      expect([...answers.keys()]).toEqual(ids)
      for (const answer of answers.values()) {
        expect(answer).toMatchObject({ kind: 'failed', detail: expect.stringMatching(/\S/) })
        expect(reason.split('|')).toContain((answer as { reason: string }).reason)
      }
      expect(await parts.remembered()).toBe(0)
      expect(server.requests.length).toBeLessThanOrEqual(6 * ids.length)
    }

    it.each(FAULTS)('%s is a failed look-up, never an absence', async (_name, reply, reason) => {
      server.on(host, reply)
      await expectFailure(reason)
    })

    it('a hang is a failed look-up, never an absence', async () => {
      server.on(host, hang())
      await expectFailure('unavailable', { timeoutMs: 4_000 })
    })

    it('a redirect loop is a failed look-up, never an absence', async () => {
      server.on(host, (request) => redirect(`https://${host}${request.path}`))
      await expectFailure('unavailable', { maxRedirects: 2 })
    })

    it('an untrusted certificate is a failed look-up, never an absence', async () => {
      server.on(host, serve)
      server.distrust(host)
      await expectFailure('network_error')
    })

    it.each(POISON)('one identifier that brings %s does not cost the others', async (_name, reply) => {
      const [bad, ...good] = present
      server.on(host, (request) => (mentions(request, bad) ? reply : serve(request)))
      const parts = createTestParts()
      const source = subject.create(parts)
      const answers = await source.lookup(queries(ids), { signal })
      expect(answers.get(bad)?.kind).toBe('failed')
      expect(settled(answers)).toEqual(['failed', ...good.map(subject.value), 'not-found'])
      server.on(host, serve)
      expect(settled(await source.lookup(queries(ids), { signal }))).toEqual(expected)
    })

    it('after a cancel every identifier has an answer and nothing more is asked', async () => {
      server.on(host, hang())
      const controller = new AbortController()
      setTimeout(() => controller.abort(new Error('stop')), 60)
      const answers = await subject.create(createTestParts()).lookup(queries(ids), { signal: controller.signal })
      expect([...answers.values()]).toEqual(ids.map(() => ({ kind: 'failed', reason: 'unavailable', detail: 'cancelled' })))
      const sent = server.requests.length
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(server.requests).toHaveLength(sent)
    })
  })
}
