import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HttpAnswer } from '../../src/http/request.ts'
import { bytes, delayed, gzipBomb, gzipped, hang, html, json, redirect, reset, stalled, startProviderServer, status, text, truncated, type ProviderServer } from '../support/tls-provider-server.ts'
import { ask, clientOf, CROSSREF, failed, textOf, WORK } from './ask.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => server.reset())

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
