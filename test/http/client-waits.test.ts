import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { ask, clientOf, CROSSREF, failed, textOf, WORK } from './ask.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => server.reset())

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
