import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClientOptions } from '../../src/http/client.ts'
import { unpaced } from '../../src/http/pace.ts'
import type { HttpAnswer, HttpFailure, HttpRequest } from '../../src/http/request.ts'
import { realClock } from '../support/clock.ts'
import { bytes, delayed, gzipBomb, gzipped, hang, html, json, redirect, reset, stalled, startProviderServer, status, text, truncated, type ProviderServer } from '../support/tls-provider-server.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => server.reset())

const CROSSREF = 'api.crossref.org'
const WORK = `https://${CROSSREF}/works/10.1000%2Fx?a=%20b`
const clientOf = (more: Partial<HttpClientOptions> = {}) => createHttpClient({
  userAgent: 'cite-verify-test/1.0 (+https://example.org)', timeoutMs: 5_000, minIntervalMs: 0, retries: 1, maxRedirects: 3, clock: realClock, ...more,
})
const ask = (more: Partial<HttpRequest> = {}, options: Partial<HttpClientOptions> = {}) =>
  clientOf(options).send({ url: WORK, accept: 'application/json', signal: new AbortController().signal, ...more })
const textOf = (answer: HttpAnswer | HttpFailure) => (answer.kind === 'answered' ? new TextDecoder().decode(answer.bytes) : answer.detail)
const failed = (reason: string, detail: string | RegExp) => ({ kind: 'failed', reason, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) })

describe('an answer', () => {
  it('carries the exact decoded bytes, the url as asked, the media type and the time', async () => {
    server.on(CROSSREF, gzipped(json({ title: 'é' })))
    const answer = await ask()
    expect(answer).toMatchObject({ kind: 'answered', url: WORK, finalUrl: WORK, status: 200, mediaType: 'application/json' })
    expect(textOf(answer)).toBe('{"title":"é"}')
    expect(Date.now() - Date.parse((answer as HttpAnswer).retrievedAt)).toBeLessThan(10_000)
    expect(server.requests.map((request) => [request.method, request.path, request.headers.accept, request.headers['user-agent']]))
      .toEqual([['GET', '/works/10.1000%2Fx?a=%20b', 'application/json', 'cite-verify-test/1.0 (+https://example.org)']])
  })

  const cutGzip = gzipSync(JSON.stringify(Array.from({ length: 2_000 }, (_, i) => (i * 7919) % 10007)))
  it.each([
    // fetch ends such a stream without an error; only the format's own end shows that something is missing
    ['a compressed body that ends early within a whole transfer', bytes(cutGzip.subarray(0, cutGzip.length >> 1), 'application/json', 200, { 'content-encoding': 'gzip' }), '[0,7919'],
    ['HTML with status 200', html(), '<!DOCTYPE'], ['invalid UTF-8', bytes(new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json'), '{'], ['an empty body', text(''), '']])(
    '%s passes through: the parser judges it', async (_name, reply, prefix) => {
      server.on(CROSSREF, reply)
      const answer = await ask()
      expect(answer.kind).toBe('answered')
      expect(textOf(answer).startsWith(prefix)).toBe(true)
    })

  it('a status that the caller takes for an answer comes back with its body, a redirect too', async () => {
    server.on(CROSSREF, text('Resource not found.', 404))
    expect(await ask({ answers: [404] })).toMatchObject({ kind: 'answered', status: 404, mediaType: 'text/plain' })
    server.on('doi.org', redirect('https://publisher.example/x'))
    expect(await ask({ url: 'https://doi.org/10.1000/x', answers: [302] })).toMatchObject({ kind: 'answered', status: 302 })
  })

  it('a POST sends its body and content type', async () => {
    server.on('eutils.ncbi.nlm.nih.gov', (request) => text(`${request.method} ${request.headers['content-type']} ${request.body}`))
    expect(textOf(await ask({ url: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esummary.fcgi', method: 'POST', body: 'id=1,2', contentType: 'application/x-www-form-urlencoded' })))
      .toBe('POST application/x-www-form-urlencoded id=1,2')
  })
})

describe('a fault is a value that says why, and never an absence', () => {
  it.each([
    [404, 'unavailable', 'api.crossref.org: answered 404'], [403, 'unavailable', 'api.crossref.org: answered 403'], [204, 'unavailable', 'api.crossref.org: answered 204'],
    [500, 'unavailable', 'api.crossref.org: answered 500'], [502, 'unavailable', 'api.crossref.org: answered 502'], [301, 'unavailable', 'api.crossref.org: answered 301'],
  ])('status %i that nobody listed as an answer', async (code, reason, detail) => {
    server.on(CROSSREF, status(code))
    expect(await ask()).toMatchObject(failed(reason, detail))
    expect(server.requests).toHaveLength(1)
  })

  it('a truncated body', async () => {
    server.on(CROSSREF, truncated(json({ title: 'x'.repeat(100) })))
    expect(await ask()).toEqual(failed('network_error', /^api\.crossref\.org: the body was cut off \(UND_ERR_SOCKET\)$/))
  })

  it('a truncated compressed body', async () => {
    server.on(CROSSREF, truncated(gzipped(json({ title: 'x'.repeat(10_000) }))))
    expect(await ask()).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })

  it('a body shorter than its length although the connection stays whole', async () => {
    const shorter: typeof fetch = async () => new Response('abc', { headers: { 'content-length': '10' } })
    expect(await ask({}, { fetch: shorter })).toEqual(failed('network_error', 'api.crossref.org: the body is shorter than its content-length'))
  })

  it('a connection reset, after one more try', async () => {
    server.on(CROSSREF, reset())
    expect(await ask()).toEqual(failed('network_error', /closed before an answer \((ECONNRESET|UND_ERR_SOCKET)\)/))
    expect(server.requests).toHaveLength(2)
  })

  it('a connection reset once is not even a fault, unless retries are off', async () => {
    server.on(CROSSREF, [reset(), json(1)])
    expect(textOf(await ask())).toBe('1')
    server.on(CROSSREF, [reset(), json(1)])
    expect(await ask({ retries: 0 })).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })

  it('a server that hangs, before the headers or within the body', async () => {
    server.on(CROSSREF, hang())
    expect(await ask({}, { timeoutMs: 150 })).toEqual(failed('unavailable', 'api.crossref.org: no answer within 150 ms'))
    server.on(CROSSREF, stalled(json({ title: 'x'.repeat(100) })))
    expect(await ask({}, { timeoutMs: 150 })).toEqual(failed('unavailable', 'api.crossref.org: no answer within 150 ms'))
  })

  it('a body over the cap, named or not', async () => {
    server.on(CROSSREF, text('x'.repeat(2_000)))
    expect(await ask({ maxBytes: 1_999 })).toEqual(failed('unparsable', 'api.crossref.org: the body is larger than 1999 bytes'))
    expect(await ask({ maxBytes: 2_000 })).toMatchObject({ kind: 'answered' })
    server.on(CROSSREF, gzipped(text('x'.repeat(2_000))))
    expect(await ask({ maxBytes: 1_999 })).toEqual(failed('unparsable', 'api.crossref.org: the body is larger than 1999 bytes'))
  })

  it('a gzip bomb stops at the cap and is never held in memory whole', async () => {
    server.on(CROSSREF, gzipBomb(200 * 1024 * 1024))
    await ask({ maxBytes: 1 })
    const before = process.memoryUsage()
    expect(await ask({ maxBytes: 1024 * 1024 })).toEqual(failed('unparsable', /larger than 1048576 bytes/))
    const after = process.memoryUsage()
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(50 * 1024 * 1024)
  })

  it('a body that contradicts its content-encoding', async () => {
    server.on(CROSSREF, bytes('not gzip at all', 'application/json', 200, { 'content-encoding': 'gzip' }))
    expect(await ask()).toEqual(failed('unparsable', /contradicts its content-encoding \(Z_DATA_ERROR\)/))
  })

  it('an untrusted certificate', async () => {
    server.distrust(CROSSREF)
    expect(await ask()).toEqual(failed('network_error', /the TLS certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/))
    expect(server.requests).toHaveLength(0)
  })

  it('a proxy that refuses, a name that does not resolve, an unknown error: by code, never by message', async () => {
    const rejecting = (code: string): typeof fetch => async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(`secret https://${CROSSREF}/?api_key=hush`), { code }) })
    }
    expect(await ask({}, { fetch: rejecting('ENOTFOUND') })).toEqual(failed('network_error', 'api.crossref.org: the name could not be resolved (ENOTFOUND)'))
    expect(await ask({}, { fetch: rejecting('UND_ERR_ABORTED') })).toEqual(failed('network_error', 'api.crossref.org: the connection failed while connecting (UND_ERR_ABORTED)'))
    expect(await ask({}, { fetch: rejecting('a message with spaces') })).toEqual(failed('network_error', 'api.crossref.org: the connection failed while connecting'))
    expect(await ask({}, { fetch: rejecting('UND_ERR_CONNECT_TIMEOUT') })).toEqual(failed('unavailable', 'api.crossref.org: timed out (UND_ERR_CONNECT_TIMEOUT)'))
  })
})

describe('429 and 503', () => {
  it('are retried once, after the time that Retry-After names', async () => {
    server.on(CROSSREF, [status(429, { 'retry-after': '1' }), json(1)])
    expect(textOf(await ask())).toBe('1')
    const [first, second] = server.requests.map((request) => request.at) as [number, number]
    expect(second - first).toBeGreaterThanOrEqual(990)
  })

  it.each([[429, 'rate_limited', 'too many requests (429)'], [503, 'unavailable', 'answered 503']])('%i without Retry-After is given up after the configured retries', async (code, reason, detail) => {
    server.on(CROSSREF, status(code))
    expect(await ask({ retries: 0 })).toMatchObject(failed(reason, `api.crossref.org: ${detail}`))
    expect(server.requests).toHaveLength(1)
    expect(await ask()).toMatchObject(failed(reason, `api.crossref.org: ${detail}`))
    expect(server.requests).toHaveLength(3)
  })

  it('a Retry-After above 5 s fails at once, and the host is asked nothing more; others are', async () => {
    server.on(CROSSREF, status(429, { 'retry-after': '120' }))
    server.on('doi.org', json([]))
    const client = clientOf({ retries: 5 })
    const request = { url: WORK, accept: '*/*', signal: new AbortController().signal }
    expect(await client.send(request)).toEqual(failed('rate_limited', 'api.crossref.org: answered 429 and asked to wait 120 s'))
    expect(await client.send(request)).toEqual(failed('rate_limited', 'api.crossref.org: asked for a pause of 120 s'))
    expect(await client.send({ ...request, url: 'https://doi.org/doiRA/10.1000' })).toMatchObject({ kind: 'answered' })
    expect(client.counts()).toEqual({ 'api.crossref.org': 1, 'doi.org': 1 })
  })

  it('a host that keeps refusing is not hammered by what still waits', async () => {
    server.on(CROSSREF, status(429, { 'retry-after': '60' }))
    const client = clientOf({ mailto: 'a@example.org' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.send({ url: WORK, accept: '*/*', signal: new AbortController().signal })))
    expect(new Set(answers.map((answer) => answer.kind === 'failed' && answer.reason))).toEqual(new Set(['rate_limited']))
    expect(server.requests.length).toBeLessThanOrEqual(3) // those that ran at once
  })

  it('refusals of requests that ran side by side count once, so that what waits still gets its turn', async () => {
    server.on(CROSSREF, [status(429), status(429), status(429), json(1)])
    const client = clientOf({ mailto: 'a@example.org', retries: 0 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.send({ url: WORK, accept: '*/*', signal: new AbortController().signal })))
    expect(answers.map((answer) => answer.kind)).toEqual(['failed', 'failed', 'failed', 'answered', 'answered'])
  })
})

describe('redirects', () => {
  it('are followed within the allowlist, each hop with its own introduction', async () => {
    server.on('doi.org', redirect('https://api.crossref.org/v1/works/10.1000%2Fx?mailto=x@y.z&b=2#frag'))
    server.on(CROSSREF, [redirect('/works/second', 307), json('here')])
    const client = clientOf({ mailto: 'who@example.org' })
    const answer = await client.send({ url: 'https://doi.org/10.1000/x', accept: 'application/json', signal: new AbortController().signal })
    expect(answer).toMatchObject({ kind: 'answered', url: 'https://doi.org/10.1000/x', finalUrl: 'https://api.crossref.org/works/second' })
    expect(server.requests.map((request) => request.path)).toEqual(['/10.1000/x', '/v1/works/10.1000%2Fx?b=2', '/works/second'])
    expect(server.requests.map((request) => String(request.headers['user-agent']).includes('mailto:who@example.org'))).toEqual([false, true, true])
    expect(client.counts()).toEqual({ 'doi.org': 1, 'api.crossref.org': 2 })
  })

  it.each([
    ['to plain http', 'http://api.crossref.org/works/x', 'http: instead of https:'],
    ['to a bare address', 'https://127.0.0.1/works/x', '127.0.0.1, which is not on the allowlist'],
    ['to a host off the allowlist', 'https://publisher.example/secret?token=1', 'publisher.example, which is not on the allowlist'],
    ['to a host off the allowlist, without scheme', '//publisher.example/x', 'publisher.example, which is not on the allowlist'],
    ['with a user name', 'https://me:pw@api.crossref.org/', 'a url with a user name'],
    ['to another port', 'https://api.crossref.org:444/', 'port 444'],
    ['to a script', 'javascript:alert(1)', 'javascript: instead of https:'],
    ['to nothing readable', 'https://[', 'a url that cannot be read'],
    ['to another part of a host allowed in part', 'https://www.ncbi.nlm.nih.gov/pubmed/1', 'a part of www.ncbi.nlm.nih.gov that is not on the allowlist'],
  ])('%s are blocked before anything is sent there', async (_name, location, why) => {
    server.on('doi.org', redirect(location))
    expect(await ask({ url: 'https://doi.org/10.1000/x' })).toEqual(failed('blocked_host', `doi.org: redirects to ${why}`))
    expect(server.requests).toHaveLength(1)
    expect(server.refused).toEqual([])
  })

  it('in a loop end after maxRedirects', async () => {
    server.on('doi.org', redirect('https://doi.org/10.1000/x'))
    expect(await ask({ url: 'https://doi.org/10.1000/x' }, { maxRedirects: 2 })).toEqual(failed('unavailable', 'doi.org: more than 2 redirects'))
    expect(server.requests).toHaveLength(3)
    expect(await ask({ url: 'https://doi.org/10.1000/x' }, { maxRedirects: 0 })).toMatchObject({ reason: 'unavailable' })
  })

  it('of a POST stay on its host and keep its body, or fail', async () => {
    const post = { url: 'https://api.semanticscholar.org/graph/v1/paper/batch', method: 'POST', body: '{}' } as const
    server.on('api.semanticscholar.org', redirect('https://api.openalex.org/works', 307))
    expect(await ask(post)).toEqual(failed('blocked_host', 'api.semanticscholar.org: redirects a POST to api.openalex.org'))
    server.on('api.semanticscholar.org', redirect('/elsewhere', 302))
    expect(await ask(post)).toEqual(failed('unavailable', 'api.semanticscholar.org: redirects a POST with 302'))
    server.on('api.semanticscholar.org', (request) => (request.path === '/elsewhere' ? text(`${request.method} ${request.body}`) : redirect('/elsewhere', 308)))
    expect(textOf(await ask(post))).toBe('POST {}')
  })

  it('a url that is not allowed is not asked in the first place', async () => {
    expect(await ask({ url: 'https://example.org/?api_key=hush' })).toEqual(failed('blocked_host', 'not asked: example.org, which is not on the allowlist'))
    expect(server.refused).toEqual([])
  })
})

describe('introduction and secrets', () => {
  const identity = { mailto: 'who+me@example.org', ncbiApiKey: 'ncbi-hush', openAlexApiKey: 'alex&hush', semanticScholarApiKey: 'scholar-hush' }
  const urls = [
    WORK, 'https://api.datacite.org/dois?ids=10.1/a', 'https://api.openalex.org/works?filter=doi:10.1/a', 'https://api.semanticscholar.org/graph/v1/paper/x',
    'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esummary.fcgi?db=pubmed&id=1', 'https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/v1.0/?ids=PMC1',
    'https://export.arxiv.org/api/query?id_list=1', 'https://doi.org/doiRA/10.1', 'https://hdl.handle.net/api/handles/10.1/a',
  ]
  const exchange = async (options: Partial<HttpClientOptions>, reply = json(1)) => {
    const client = clientOf({ ...options, pace: unpaced })
    return Promise.all(urls.map(async (url) => {
      server.on(new URL(url).host, reply)
      return client.send({ url, accept: '*/*', signal: new AbortController().signal })
    }))
  }

  it('each host gets what it asks for and nothing of the others', async () => {
    await exchange(identity)
    const seen = Object.fromEntries(server.requests.map(({ host, path, headers }) => [host, [path.replace(/^[^?]*\??/, ''), /mailto/.test(headers['user-agent'] ?? ''), headers['x-api-key'] ?? '']]))
    expect(seen).toEqual({
      'api.crossref.org': ['a=%20b', true, ''],
      'api.datacite.org': ['ids=10.1/a', true, ''],
      'api.openalex.org': ['filter=doi:10.1/a&api_key=alex%26hush', true, ''],
      'api.semanticscholar.org': ['', false, 'scholar-hush'],
      'eutils.ncbi.nlm.nih.gov': ['db=pubmed&id=1&tool=dsh-cite-verify&email=who%2Bme%40example.org&api_key=ncbi-hush', false, ''],
      'www.ncbi.nlm.nih.gov': ['ids=PMC1&tool=dsh-cite-verify&email=who%2Bme%40example.org', false, ''],
      'export.arxiv.org': ['id_list=1', false, ''],
      'doi.org': ['doiRA/10.1'.slice(10), false, ''],
      'hdl.handle.net': ['', false, ''],
    })
  })

  it('none of it is in an answer or a failure', async () => {
    const outcomes = [
      ...(await exchange(identity)), ...(await exchange(identity, status(500))), ...(await exchange(identity, redirect('https://example.org/?api_key=ncbi-hush&email=who'))),
    ].map((outcome) => ({ ...outcome, bytes: undefined }))
    expect(outcomes).toHaveLength(27)
    expect(JSON.stringify(outcomes)).not.toMatch(/hush|who|api_key|mailto|email|tool=/)
    expect(outcomes.slice(0, 9).map((outcome) => outcome.kind === 'answered' && [outcome.url, outcome.finalUrl])).toEqual(urls.map((url) => [url, url]))
  })

  it('a key that a redirect echoes is sent on once and stripped from finalUrl', async () => {
    server.on('api.openalex.org', (request) => (request.path.startsWith('/works/W1') ? redirect('/works/W2?select=id&api_key=alex%26hush') : json(1)))
    const answer = await ask({ url: 'https://api.openalex.org/works/W1?select=id' }, identity)
    expect(answer).toMatchObject({ finalUrl: 'https://api.openalex.org/works/W2?select=id' })
    expect(server.requests.map((request) => request.path)).toEqual(['/works/W1?select=id&api_key=alex%26hush', '/works/W2?select=id&api_key=alex%26hush'])
  })

  it('a user agent that no header can hold does not break the request', async () => {
    server.on(CROSSREF, json(1))
    expect(await ask({}, { userAgent: 'prüfer\r\nx-evil: 1', mailto: 'ü@example.org' })).toMatchObject({ kind: 'answered' })
    expect(server.requests[0]?.headers).not.toHaveProperty('x-evil')
  })
})

describe('cancelling', () => {
  it('rejects with the reason, stops what is under way and what waits, and sends nothing more', async () => {
    server.on('export.arxiv.org', delayed(10_000, json(1)))
    const client = clientOf()
    const abort = new AbortController()
    const all = Array.from({ length: 5 }, () => client.send({ url: 'https://export.arxiv.org/api/query?id_list=1', accept: '*/*', signal: abort.signal }).catch((reason: unknown) => reason))
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    abort.abort('enough')
    expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => 'enough'))
    await expect(client.send({ url: WORK, accept: '*/*', signal: abort.signal })).rejects.toBe('enough')
    expect(client.counts()).toEqual({ 'export.arxiv.org': 1 })
  })

  it('also ends a body that is being read and a wait before a retry', async () => {
    for (const reply of [stalled(json('x'.repeat(100))), status(503, { 'retry-after': '5' }), status(503)]) {
      server.reset()
      server.on(CROSSREF, reply)
      const abort = new AbortController()
      const asked = ask({ signal: abort.signal })
      while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      setTimeout(() => abort.abort('enough'), 50)
      await expect(asked).rejects.toBe('enough')
      expect(server.requests).toHaveLength(1)
    }
  })

  it('one caller does not take others with it', async () => {
    server.on('doi.org', delayed(100, json(1)))
    const client = clientOf()
    const abort = new AbortController()
    const request = { url: 'https://doi.org/doiRA/10.1', accept: '*/*' }
    const cancelled = client.send({ ...request, signal: abort.signal })
    const kept = client.send({ ...request, signal: new AbortController().signal })
    abort.abort('mine')
    await expect(cancelled).rejects.toBe('mine')
    expect(await kept).toMatchObject({ kind: 'answered' })
  })
})

describe('pace against a real server', () => {
  it('a flood is answered whole, within the limits as the server sees them', async () => {
    server.on('doi.org', delayed(20, json(1)))
    const client = clientOf()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => client.send({ url: `https://doi.org/doiRA/10.${i}`, accept: '*/*', signal: new AbortController().signal })))
    expect(answers.every((answer) => answer.kind === 'answered')).toBe(true)
    const times = server.requests.map((request) => request.at)
    expect(Math.max(...times.map((from) => times.filter((t) => t >= from && t < from + 1_000).length))).toBeLessThanOrEqual(6) // 5, and one for a busy machine
    expect(server.mostAtOnce('doi.org')).toBeLessThanOrEqual(3)
  })
})
