import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gzipped, json, redirect, reset, startProviderServer, status, text, truncated, type ProviderServer } from './tls-provider-server.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => server.reset())

describe('the loopback provider server', () => {
  it('answers the global fetch at a real url, over TLS', async () => {
    server.on('api.crossref.org', (request) => json({ path: request.path }))
    const response = await fetch('https://api.crossref.org/works/10.1000%2Fx?a=1')
    expect(await response.json()).toEqual({ path: '/works/10.1000%2Fx?a=1' })
    expect(server.requestsTo('api.crossref.org')).toHaveLength(1)
  })

  it('runs a script whose last step repeats', async () => {
    server.on('doi.org', [status(429), text('a'), text('b')])
    const bodies: string[] = []
    for (let i = 0; i < 4; i++) bodies.push(await (await fetch('https://doi.org/doiRA/10.1000')).text())
    expect(bodies).toEqual(['', 'a', 'b', 'b'])
  })

  it('receives a posted body and sends gzip', async () => {
    server.on('eutils.ncbi.nlm.nih.gov', (request) => gzipped(text(request.body)))
    expect(await (await fetch('https://eutils.ncbi.nlm.nih.gov/x', { method: 'POST', body: 'id=1,2' })).text()).toBe('id=1,2')
  })

  it('answers 501 where no handler is set, and never goes out for other hosts', async () => {
    expect((await fetch('https://hdl.handle.net/api/handles/10.1/x')).status).toBe(501)
    await expect(fetch('https://example.org/')).rejects.toThrow('fetch failed')
    expect(server.refused).toEqual(['example.org:443'])
  })

  it('shows an untrusted certificate where told', async () => {
    server.distrust('doi.org')
    await expect(fetch('https://doi.org/')).rejects.toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }))
  })

  it('resets and truncates', async () => {
    server.on('doi.org', reset())
    await expect(fetch('https://doi.org/')).rejects.toThrow('fetch failed')
    server.on('hdl.handle.net', truncated(text('0123456789')))
    await expect(fetch('https://hdl.handle.net/').then((response) => response.text())).rejects.toThrow('terminated')
  })

  it('leaves redirects to the client', async () => {
    server.on('doi.org', redirect('https://api.crossref.org/x'))
    const response = await fetch('https://doi.org/10.1/x', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://api.crossref.org/x'])
  })
})

describe('a child process', () => {
  it('reaches the same server through server.env, and no other host', async () => {
    server.on('export.arxiv.org', json('for the child'))
    const script = `const body = await (await fetch('https://export.arxiv.org/api/query')).text()
      const other = await fetch('https://example.org/').then(() => 'reached', () => 'refused')
      process.stdout.write(body + ' ' + other)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, ...server.env } })
    expect(stdout).toBe('"for the child" refused')
    expect(server.refused).toEqual(['example.org:443'])
  })
})

describe('the guard against outside connections', () => {
  it('refuses a connection that would leave the machine', async () => {
    const { connect } = await import('node:net')
    expect(() => connect(443, '192.0.2.1')).toThrow('only talk to loopback')
    expect(() => connect({ host: 'example.org', port: 443 })).toThrow('only talk to loopback')
  })
})

describe('without the server', () => {
  it('fetch reaches nothing', async () => {
    await server.close()
    try {
      await expect(fetch('https://api.crossref.org/')).rejects.toThrow(expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining('only talk to loopback') }) }))
    } finally {
      server = await startProviderServer()
    }
  })
})
