import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bytes, delayed, gzipBomb, hang, html, redirect, reset, startProviderServer, stalled, status, text, truncated, type ProviderServer, type Reply } from '../../support/tls-provider-server.ts'
import { createHurriedClock } from '../../support/hurried-clock.ts'
import { createTestParts } from '../source-parts.ts'
import { AGENCY, CNKI, csl, entry, handle, ISTIC, outcomeOf, PUBMED_HIT, resolveOne, search, serve } from './scenario.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterEach(() => { expect(server.refused).toEqual([]); server.reset() })
afterAll(() => server.close())

const CAP = 2 * 1024 * 1024
const paddedCsl = (size: number): Reply => {
  const body = JSON.stringify({ title: 'x', padding: '' })
  return bytes(body.replace('"padding":""', `"padding":"${' '.repeat(size - body.length)}"`), 'application/json')
}

/** A body of which half is sent and the rest never comes: whoever reads it waits for the time-out. */
const ENDLESS = 'x'.repeat(1_000)

describe('a url', () => {
  it('[51] holds every odd character of a DOI percent-encoded', async () => {
    serve(server, { agency: AGENCY.cnki, handle: status(404) })
    expect(await outcomeOf(entry({ doi: '10.5555/a\r\nb?c=1#d e%' }))).toMatchObject({ code: 'DOI_REFUTED', checklistRow: { verification_urls: ['https://doi.org/10.5555/a%0D%0Ab%3Fc%3D1%23d%20e%25'] } })
    expect(server.requestsTo('hdl.handle.net').map(({ path }) => path)).toEqual(['/api/handles/10.5555/a%0D%0Ab%3Fc%3D1%23d%20e%25'])
  })
  it('[51] a transport that refuses a url is a failed look-up', async () => {
    const refusing: typeof fetch = async () => { throw new TypeError('Invalid URL', { cause: Object.assign(new Error('x'), { code: 'ERR_INVALID_URL' }) }) }
    expect(await resolveOne(entry({ doi: ISTIC }), { http: { fetch: refusing } })).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })
})

describe('[52] nothing secret shows', () => {
  it.each([['503', status(503)], ['HTML', html()], ['a reset', reset()], ['a redirect that repeats the query', redirect('https://eutils.ncbi.nlm.nih.gov:99999/?api_key=key123')], ['a foreign redirect', redirect('https://example.org/?api_key=key123&email=someone@example.org')]])('after %s', async (_name, reply) => {
    serve(server, { ...PUBMED_HIT, coordinates: reply })
    const answer = await resolveOne(entry(), { http: { ncbiApiKey: 'key123' } })
    expect(answer).toMatchObject({ kind: 'failed' })
    expect(JSON.stringify(answer)).not.toMatch(/key123|api_key|someone|email=/)
    expect(answer.kind === 'failed' && answer.detail).not.toMatch(/[?]/)
  })
  it('when the transport itself repeats the url', async () => {
    const telling: typeof fetch = async (url) => { throw new Error(`cannot reach ${String(url)}`) }
    const answer = await resolveOne(entry(), { http: { ncbiApiKey: 'key123', fetch: telling } })
    expect(answer).toMatchObject({ kind: 'failed', reason: 'network_error' })
    expect(JSON.stringify(answer)).not.toMatch(/key123|someone/)
  })
})

describe('a redirect', () => {
  const BAD = [
    'https://www.cnki.net/x', 'http://doi.org/x', 'https://example.org/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://user@doi.org/x', 'https://doi.org:443/x', 'https://doi.org:/x', 'https://doi.org.evil.invalid/x', 'https://dx.doi.org/x', 'https://www.doi.org/x', 'https://doi.org./x', 'https://DOI.org/x', 'https:\\\\doi.org\\x',
    'https://api.crossref.org/v1/works/x/transform', 'ftp://doi.org/x', 'https://doi.org:99999/x', 'https://',
  ]
  it.each(BAD)('[53] to %s is refused before it is followed', async (location) => {
    serve(server, { agency: AGENCY.istic, csl: redirect(location) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'blocked_host' })
    expect(server.requests).toHaveLength(2)
  })
  it.each([301, 302, 303, 307, 308])('[54] with %i and a relative place is followed', async (code) => {
    serve(server, { agency: AGENCY.istic, csl: [redirect('/other?a=1', code), csl()] })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED' })
    expect(server.requests.map(({ path }) => path).at(-1)).toBe('/other?a=1')
    expect(server.requests.at(-1)?.headers.accept).toBe('application/vnd.citationstyles.csl+json')
  })
  it.each([301, 302, 303, 307, 308])('[54] with %i and a body that never ends is followed without reading it', async (code) => {
    serve(server, { agency: AGENCY.istic, csl: [stalled({ ...redirect('/other', code), body: ENDLESS }), csl()] })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED' })
  })
  it.each([['[30] [53] another host', 'http://192.0.2.7:8000/x'], ['[55] no place', '']])('to %s with a body that never ends is refused without reading it', async (_name, location) => {
    serve(server, { agency: AGENCY.istic, csl: stalled({ ...status(302, location === '' ? {} : { location }), body: ENDLESS }) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/blocked_host|unavailable|network_error/) })
    expect(server.requests).toHaveLength(2)
  })
  it.each([['no place', status(302)], ['an empty place', status(302, { location: '' })], ['a loop', redirect(`/${ISTIC}`)]])('[55] with %s is a failed look-up', async (_name, reply) => {
    serve(server, { agency: AGENCY.istic, csl: reply })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed' })
  })
})

describe('an answer', () => {
  it('[56] from another place than the one asked is not read, a 404 neither', async () => {
    for (const code of [200, 404]) {
      const foreign: typeof fetch = async (url) => String(url).includes('doiRA') ? Response.json([{ DOI: '10.5555', RA: 'CNKI' }]) : Object.defineProperty(new Response('', { status: code }), 'url', { value: 'http://127.0.0.1/x' })
      expect(await resolveOne(entry({ doi: CNKI }), { http: { fetch: foreign } })).toMatchObject({ kind: 'failed', reason: 'blocked_host' })
    }
  })
  it.each([['[57] 503', status(503)], ['[58] 204', status(204)], ['[58] 206', text('{}', 206)], ['[58] 400', text('{}', 400)], ['[62] 500', html(500)]])('%s is a failed look-up on one request', async (_name, reply) => {
    serve(server, { agency: AGENCY.cnki, handle: reply })
    expect(await resolveOne(entry({ doi: CNKI }))).toMatchObject({ kind: 'failed', reason: 'unavailable' })
    expect(server.requests).toHaveLength(2)
  })
  it.each([400, 403, 500, 503])('[57] of %i with a body that never ends is let go unread', async (code) => {
    serve(server, { agency: AGENCY.cnki, handle: stalled(text(ENDLESS, code)) })
    expect(await resolveOne(entry({ doi: CNKI }))).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/unavailable|forbidden|refused/), detail: expect.stringContaining(String(code)) })
    expect(server.requests).toHaveLength(2)
  })
  it.each(['+1', '-0', '1_0', '1 x', '1'.repeat(5_000)])('[59] with a content-length of %j is a failed look-up', async (length) => {
    const odd: typeof fetch = async () => Object.defineProperty(new Response('[]'), 'headers', { value: { get: (name: string) => (name === 'content-length' ? length : null) } })
    expect(await resolveOne(entry({ doi: ISTIC }), { http: { fetch: odd } })).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })
  it('[59] of 2 MiB is read, of one byte more is not', async () => {
    serve(server, { agency: AGENCY.istic, csl: paddedCsl(CAP) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_EXISTS_TITLE_UNVERIFIABLE' })
    serve(server, { agency: AGENCY.istic, csl: paddedCsl(CAP + 1) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'unparsable', detail: expect.stringContaining('larger than 2097152 bytes') })
    serve(server, { agency: AGENCY.istic, csl: gzipBomb(CAP + 1) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'unparsable' })
  })
  it('[60] 503 is not asked again', async () => {
    serve(server, { agency: status(503) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'unavailable' })
    expect(server.requests).toHaveLength(1)
  })
  it('[61] 429 is asked again after 2, 4 and 6 s, and then given up', async () => {
    serve(server, { agency: status(429) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'rate_limited' })
    const at = server.requests.map((request) => request.at)
    expect(at).toHaveLength(4)
    at.slice(1).forEach((time, i) => {
      const waited = (time - (at[i] as number)) * 20
      expect(waited).toBeGreaterThan(2_000 * (i + 1) - 200)
    })
  })
  it('[61] 429 once costs nothing but time', async () => {
    server.on('doi.org', [status(429), AGENCY.cnki])
    server.on('hdl.handle.net', handle('exists', CNKI))
    expect(await outcomeOf(entry({ doi: CNKI }))).toMatchObject({ code: 'DOI_EXISTS_TITLE_UNVERIFIABLE' })
  })
  it.each([['cut off', truncated(csl()), 'network_error'], ['HTML with 200', html(), 'unparsable'], ['a reset', reset(), 'network_error'], ['not UTF-8', bytes(new Uint8Array([0x7b, 0xff]), 'application/json'), 'unparsable']])('[62] %s is a failed look-up', async (_name, reply, reason) => {
    serve(server, { agency: AGENCY.istic, csl: reply })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason })
    expect(server.requests).toHaveLength(2)
  })
  it('[62] a hang is a failed look-up', async () => {
    serve(server, { agency: AGENCY.istic, csl: hang() })
    expect(await resolveOne(entry({ doi: ISTIC }), { http: { timeoutMs: 8_000 } })).toMatchObject({ kind: 'failed', reason: 'unavailable' })
  })
})

describe('a second run', () => {
  it('completes what the first could not ask, from the cache and one more request', async () => {
    serve(server, { ...PUBMED_HIT, agency: AGENCY.istic, csl: status(503) })
    const parts = createTestParts({ mailto: 'someone@example.org', timeoutMs: 600_000 })
    expect(await resolveOne(entry(), { parts })).toMatchObject({ kind: 'failed', reason: 'unavailable', attempts: [{ stage: 'issn_bridge' }, { stage: 'pubmed_coverage' }, { stage: 'pubmed_coordinate' }, { stage: 'pubmed_candidate_ra' }] })
    const sent = server.requests.length
    serve(server, { csl: csl() })
    expect(await outcomeOf(entry(), { parts })).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED' })
    expect(server.requests).toHaveLength(sent + 1)
  })
})

describe('[63] the pace', () => {
  it('is per host: doi.org does not make PubMed wait, and PubMed is asked at most three times a second', async () => {
    serve(server, { coverage: search('many'), coordinates: search('none'), agency: AGENCY.cnki, handle: delayed(1, handle('exists', CNKI)) })
    const parts = createTestParts({ mailto: 'someone@example.org', timeoutMs: 600_000, clock: createHurriedClock(4) })
    await Promise.all([...['1', '2', '3', '4', '5'].map((pages) => resolveOne(entry({ pages }), { parts, fresh: true })), resolveOne(entry({ doi: CNKI }), { parts })])
    const eutils = server.requestsTo('eutils.ncbi.nlm.nih.gov').map(({ at }) => at * 4)
    expect(eutils.length).toBeGreaterThanOrEqual(6)
    eutils.forEach((time, i) => { if (i >= 3) expect(time - (eutils[i - 3] as number)).toBeGreaterThan(800) })
    expect((server.requestsTo('doi.org')[0]?.at as number) * 4).toBeLessThan((eutils.at(-1) as number))
  })
})

