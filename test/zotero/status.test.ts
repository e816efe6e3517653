import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import { startServer, startWorld, type World } from './world.ts'

let server: ProviderServer
let world: World
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
afterEach(() => world.close())

describe('the status of Zotero', () => {
  it('case 17: of 9.x is read_only, and says what writing needs', async () => {
    world = await startWorld(server, { version: '9.0.6' })
    const status = await world.bridge.status(world.signal)
    expect(status).toMatchObject({ status: 'read_only', zoteroVersion: '9.0.6', apiVersion: 3, schemaVersion: 41, canRead: true, canWrite: false, writeNeeds: 'zotero_10', connector: true, fallbackImportFiles: true })
    expect(status).not.toHaveProperty('serverIdHash')
  })

  it('case 17: of 10 can be written to after authorization, which is not asked for here', async () => {
    world = await startWorld(server)
    const status = await world.bridge.status(world.signal)
    expect(status).toMatchObject({ status: 'ok', canWrite: true, writeNeeds: 'authorization', serverIdHash: expect.stringMatching(/^[0-9a-f]{12}$/) as string })
    expect(JSON.stringify(status)).not.toContain(world.zotero.serverId)
    expect(world.zotero.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /connector/ping', 'GET /api/'])
  })

  it('case 3: with the local API off names the setting, although ping answers', async () => {
    world = await startWorld(server, { apiEnabled: false })
    expect(await world.bridge.status(world.signal)).toMatchObject({ status: 'api_disabled', code: 'zotero_api_disabled', canRead: false, connector: true, help: expect.stringContaining('Settings > Advanced') as string })
  })

  it('is not_running where nothing listens', async () => {
    world = await startWorld(server)
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    expect(await world.bridgeWith({ baseUrl: `http://127.0.0.1:${port}` }).status(world.signal)).toMatchObject({ status: 'not_running', code: 'zotero_not_running', connector: false })
  })

  it('is too old where there is no local API', async () => {
    world = await startWorld(server)
    world.zotero.intercept = ({ path }) => (path.startsWith('/api') ? { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'No endpoint found\n' } : undefined)
    expect(await world.bridge.status(world.signal)).toMatchObject({ status: 'unreachable', code: 'zotero_too_old' })
  })
})

describe('every request to Zotero', () => {
  it('says what Zotero wants to hear, and nothing that a browser would', async () => {
    world = await startWorld(server)
    await world.bridge.search({ query: 'rivers' }, world.signal)
    for (const { headers } of world.zotero.requests) {
      expect(headers['zotero-allowed-request']).toBe('1')
      expect(headers['user-agent']).toMatch(/^dsh-cite-verify\//)
      expect(headers['host']).toBe(`127.0.0.1:${world.zotero.port}`)
      expect(headers).not.toHaveProperty('origin')
      expect(headers).not.toHaveProperty('referer')
    }
  })

  it('goes past the proxy that everything else takes', async () => {
    world = await startWorld(server)
    expect(world.server.proxyUrl).toContain('http')
    expect((await world.bridge.status(world.signal)).status).toBe('ok')
    expect(server.refused).toEqual([])
  })

  it('follows no redirect', async () => {
    world = await startWorld(server)
    world.zotero.intercept = ({ path }) => (path === '/api/' ? { status: 302, headers: { Location: 'http://127.0.0.1:1/api/' } } : undefined)
    expect(await world.bridge.status(world.signal)).toMatchObject({ status: 'unreachable', code: 'zotero_unexpected' })
  })

  it('is refused for a path that is not listed', async () => {
    world = await startWorld(server)
    const { createLocalApi } = await import('../../src/zotero/local-api.ts')
    const { realClock } = await import('../support/clock.ts')
    const api = createLocalApi({ base: { address: '127.0.0.1', port: world.zotero.port, host: '127.0.0.1' }, timeoutMs: 1_000, clock: realClock, userAgent: 'x' })
    for (const path of ['/api/users/0/items/ABCD2345/file', '/api/users/0/items/ABCD2345/children', '/api/users/0/fulltext', '/better-bibtex/json-rpc', '/connector/saveItems', '/api/users/0/items/ABCD2345/file/view/url', '/api/users/0/items/../x']) {
      expect(() => api.send({ path, signal: world.signal })).toThrow(/not a path/)
    }
    expect(world.zotero.requests).toEqual([])
  })
})
