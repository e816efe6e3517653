import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSpelledExactly } from '../../src/http/allowlist.ts'
import { createHttpClient, type HttpClientOptions } from '../../src/http/client.ts'
import type { HttpRequest } from '../../src/http/request.ts'
import { decideRetry } from '../../src/http/retry.ts'
import { createHurriedClock } from '../support/hurried-clock.ts'
import { realClock } from '../support/clock.ts'
import { json, redirect, reset, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => server.reset())

const HOSTS = ['doi.org', 'hdl.handle.net']
const ask = (more: Partial<HttpRequest> = {}, options: Partial<HttpClientOptions> = {}) =>
  createHttpClient({ userAgent: 'test', timeoutMs: 600_000, minIntervalMs: 0, retries: 1, maxRedirects: 3, clock: realClock, ...options })
    .send({ url: 'https://doi.org/10.1/x', accept: 'application/json', onlyHosts: HOSTS, signal: new AbortController().signal, ...more })

describe('a request that is narrowed to some hosts', () => {
  it('is not sent to another host of the allowlist', async () => {
    expect(await ask({ url: 'https://api.crossref.org/works/10.1%2Fx' })).toMatchObject({ kind: 'failed', reason: 'blocked_host' })
    expect(server.requests).toEqual([])
  })

  it('follows a redirect among them and no other', async () => {
    server.on('hdl.handle.net', json(1))
    server.on('doi.org', redirect('https://hdl.handle.net/10.1/x'))
    expect(await ask()).toMatchObject({ kind: 'answered', finalUrl: 'https://hdl.handle.net/10.1/x' })
    server.on('doi.org', redirect('https://api.crossref.org/v1/works/10.1%2Fx/transform'))
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'blocked_host', detail: expect.stringContaining('api.crossref.org') })
    expect(server.requestsTo('api.crossref.org')).toEqual([])
  })

  it.each(['https://doi.org:443/x', 'https://DOI.ORG/x', 'https:\\\\doi.org\\x', 'https:doi.org/x', '//doi.org:443/x'])('refuses a host that URL parsing would have to mend: %s', async (location) => {
    server.on('doi.org', redirect(location))
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'blocked_host' })
    expect(server.requests).toHaveLength(1)
  })

  it.each(['/x', 'x', '?a=1', 'https://doi.org/x', 'https://hdl.handle.net', '//doi.org/x'])('takes %s as it is spelled', (text) => expect(isSpelledExactly(text, HOSTS)).toBe(true))
})

describe('a request with its own back-off', () => {
  it('waits 2, 4 and 6 s after each 429 and then gives up', async () => {
    const clock = createHurriedClock(50)
    server.on('doi.org', status(429))
    expect(await ask({ backoffMs: [2_000, 4_000, 6_000] }, { clock })).toMatchObject({ kind: 'failed', reason: 'rate_limited' })
    const at = server.requests.map((request) => request.at)
    expect(at).toHaveLength(4)
    const waits = at.slice(1).map((time, i) => (time - (at[i] as number)) * 50)
    for (const [i, least] of [2_000, 4_000, 6_000].entries()) expect(waits[i]).toBeGreaterThanOrEqual(least - 100)
  })
  it('succeeds as soon as the host answers', async () => {
    server.on('doi.org', [status(429), json(1)])
    expect(await ask({ backoffMs: [2_000] }, { clock: createHurriedClock(50) })).toMatchObject({ kind: 'answered' })
  })
  it.each([['503', status(503)], ['a reset', reset()]])('retries nothing else: %s', async (_name, reply) => {
    server.on('doi.org', reply)
    expect(await ask({ backoffMs: [2_000], retries: 3 })).toMatchObject({ kind: 'failed' })
    expect(server.requests).toHaveLength(1)
  })
  it('holds the others no longer than a queue waits, and respects a Retry-After', () => {
    const refused = { status: 429, retryAfterMs: undefined, attempt: 2, retries: 0, strikes: 0, backoffMs: [2_000, 4_000, 6_000] } as const
    expect(decideRetry(refused)).toEqual({ kind: 'retry', holdMs: 5_000, waitMs: 6_000 })
    expect([0, 1, 2].map((attempt) => decideRetry({ ...refused, attempt }))).toMatchObject([{ waitMs: 2_000 }, { waitMs: 4_000 }, { waitMs: 6_000 }])
    expect(decideRetry({ ...refused, attempt: 0, retryAfterMs: 3_000 })).toEqual({ kind: 'retry', holdMs: 3_000, waitMs: 3_000 })
    expect(decideRetry({ ...refused, attempt: 0, retryAfterMs: 60_000 }).kind).toBe('give-up')
    expect(decideRetry({ ...refused, attempt: 3 }).kind).toBe('give-up')
  })
})

describe('a transport that is not what it says', () => {
  const answering = (headers: Record<string, string>, url?: string): typeof fetch => async () => {
    const response = new Response('abc', { headers })
    return url === undefined ? response : Object.defineProperty(response, 'url', { value: url })
  }
  it.each(['+3', '-0', '1_0', '١', '3 x', '1'.repeat(5_000)])('a content-length of %j is refused unread', async (length) => {
    const odd: typeof fetch = async () => {
      const response = new Response('abc')
      return Object.defineProperty(response, 'headers', { value: { get: (name: string) => (name === 'content-length' ? length : null) } })
    }
    expect(await ask({}, { fetch: odd })).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })
  it.each(['2', '4'])('a length of %s for three bytes is a broken body', async (length) => {
    expect(await ask({}, { fetch: answering({ 'content-length': length }) })).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })
  it('an answer from another place than the one asked is not believed', async () => {
    expect(await ask({}, { fetch: answering({}, 'http://127.0.0.1/x') })).toMatchObject({ kind: 'failed', reason: 'blocked_host' })
    expect(await ask({}, { fetch: answering({}, 'https://doi.org/10.1/x') })).toMatchObject({ kind: 'answered' })
  })
})
