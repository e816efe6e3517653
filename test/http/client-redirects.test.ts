import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpClientOptions } from '../../src/http/client.ts'
import { unpaced } from '../../src/http/pace.ts'
import { json, redirect, startProviderServer, status, text, type ProviderServer } from '../support/tls-provider-server.ts'
import { ask, clientOf, CROSSREF, failed, textOf, WORK } from './ask.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => server.reset())

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
