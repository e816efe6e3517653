import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { createKeyRing } from '../../src/zotero/key-ring.ts'
import { createLocalApi } from '../../src/zotero/local-api.ts'
import { createLocalBackend } from '../../src/zotero/local-backend.ts'
import { parseItem } from '../../src/zotero/item.ts'
import { parseZoteroSettings } from '../../src/zotero/settings.ts'
import { realClock } from '../support/clock.ts'
import { startRawServer, type RawReply, type RawRequest, type RawServer } from './double/raw-server.ts'
import { startZoteroDouble } from './double/zotero-double.ts'

/** Answers captured from a real Zotero; beside the checkout, and absent on most machines. */
const REAL = new URL('../../../shared/data/zotero/real/', import.meta.url)
const PUBLIC = new URL('../../../shared/data/zotero/public/', import.meta.url)
const hasReal = existsSync(REAL)

interface Captured { readonly httpVersion?: string; readonly status: number | null; readonly statusText?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
const captured = (name: string): Captured => JSON.parse(readFileSync(new URL(`${name}.json`, REAL), 'utf8')) as Captured

/** The captured answer on the wire, as it was: HTTP/1.0, its own status text, no Content-Length. */
function replay(name: string): RawReply {
  const { status, statusText, headers, body } = captured(name)
  if (status === null) return 'drop'
  return { status, statusText: statusText ?? '', headers: headers ?? {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

let server: RawServer
afterEach(() => server?.close())

async function backendOn(answers: Readonly<Record<string, string>>) {
  server = await startRawServer((request: RawRequest) => {
    const name = answers[`${request.method} ${request.path}`]
    return name === undefined ? replay('no_endpoint') : replay(name)
  })
  const settings = parseZoteroSettings({ baseUrl: server.baseUrl, timeoutMs: 1_000 })
  const api = createLocalApi({ base: settings.base, timeoutMs: settings.timeoutMs, clock: realClock, userAgent: 'dsh-cite-verify/test' })
  return createLocalBackend({ api, settings, keys: createKeyRing(), clock: realClock, appName: 'Cite Verify' })
}

const PROBE = { 'GET /connector/ping': 'api_disabled_ping', 'GET /api/': 'api_root' }
const signal = new AbortController().signal
const write = { signal, token: 'token-of-a-test' }

describe.skipIf(!hasReal)(`with the answers of a real Zotero${hasReal ? '' : ' (skipped: ../shared/data/zotero/real is absent)'}`, () => {
  it('the probe finds a library that can be written to', async () => {
    expect(await (await backendOn(PROBE)).status(signal)).toMatchObject({ status: 'ok', apiVersion: 3, schemaVersion: 41, canWrite: true, zoteroVersion: expect.stringMatching(/^11\.0/) as string })
  })

  it('case 3: the probe finds the local API switched off', async () => {
    expect(await (await backendOn({ ...PROBE, 'GET /api/': 'api_disabled_root' })).status(signal)).toMatchObject({ status: 'api_disabled', code: 'zotero_api_disabled' })
  })

  it('case 4: a connection that was closed without a byte is a refusal', async () => {
    expect(await (await backendOn({ 'GET /connector/ping': 'browser_ua' })).status(signal)).toMatchObject({ status: 'unreachable', code: 'zotero_refused_request' })
  })

  it('an empty library, a search by DOI and the collections are read', async () => {
    const backend = await backendOn({ ...PROBE, 'GET /api/users/0/items/top': 'search_doi', 'GET /api/users/0/collections': 'collections_list' })
    const page = await backend.items({ q: '10.1000/plat_form(24)1', mode: 'everything', limit: 5 }, signal)
    expect(page.value).toMatchObject({ total: 1, version: 5, items: [{ key: 'QFRZS7SZ', version: 3, year: '2024', fields: { DOI: '10.1000/Plat_Form(24)1', publicationTitle: 'Organization Science' }, creators: [{ lastName: 'Smith' }, { name: 'World Health Organization' }], collections: ['ISHTKDCA'] }] })
    expect((await backend.collections(signal)).value).toEqual([{ key: 'GZX2AC3C', name: 'Cite Verify' }, { key: 'ISHTKDCA', name: 'To Review', parent: 'GZX2AC3C' }])
  })

  it.each([['items_empty', 0], ['search_doi', 1], ['search_tag', 1]])('%s has %i items', async (name, count) => {
    const backend = await backendOn({ ...PROBE, 'GET /api/users/0/items/top': name })
    expect((await backend.items({ limit: 5 }, signal)).value?.items).toHaveLength(count)
  })

  it.each([['wrong_user', 'zotero_unexpected'], ['api_version_bad', 'zotero_unexpected'], ['atom', 'zotero_unexpected'], ['bad_format', 'zotero_unexpected'], ['item_404', 'zotero_unexpected'], ['api_disabled_items', 'zotero_api_disabled'], ['write_bad_serverid', 'zotero_server_changed'], ['browser_ua', 'zotero_refused_request'], ['api_disabled_ping', 'zotero_unexpected']])('%s as the answer to a search is %s', async (name, code) => {
    const backend = await backendOn({ ...PROBE, 'GET /api/users/0/items/top': name })
    expect((await backend.items({ limit: 5 }, signal)).problem?.code).toBe(code)
  })

  const ITEMS = 'POST /api/users/0/items'
  const ALLOWED = { ...PROBE, 'POST /api/local/authorize': 'authorize_allow_once' }
  it.each([
    ['items_create_mixed', { written: [[0, 'QFRZS7SZ'], [1, 'Z5IWDISU'], [3, '272H9T2N']], failed: [[2, 400]] }],
    ['extra_migration', { written: [[0, 'HGGFGIKR'], [1, 'U9FSA5RC'], [5, 'B5DV5CSC'], [6, 'PFAFQKYL']], failed: [[2, 400], [3, 400], [4, 400]] }],
    ['items_post_update_stale', { written: [], failed: [[0, 412]] }], ['items_post_update_nover', { written: [], failed: [[0, 428]] }],
  ] as const)('%s as the answer to a write is read object by object', async (name, wanted) => {
    const result = await (await backendOn({ ...ALLOWED, [ITEMS]: name })).write('items', [{}], write)
    expect(result.value?.kind).toBe('answered')
    if (result.value?.kind !== 'answered') return
    expect([...result.value.answer.written]).toEqual(wanted.written)
    expect([...result.value.answer.failed].map(([index, { code }]) => [index, code])).toEqual(wanted.failed)
  })

  it('items_post_update_unchanged is unchanged, and a used write token is known as one', async () => {
    const unchanged = await (await backendOn({ ...ALLOWED, [ITEMS]: 'items_post_update_unchanged' })).write('items', [{}], write)
    expect(unchanged.value).toMatchObject({ kind: 'answered', answer: { unchanged: new Map([[0, 'QFRZS7SZ']]) } })
    await server.close()
    expect((await (await backendOn({ ...ALLOWED, [ITEMS]: 'items_create_same_token' })).write('items', [{}], write)).value).toEqual({ kind: 'already-written' })
  })

  it.each([
    ['items_post_51', 'zotero_write_rejected'], ['items_post_notarray', 'zotero_write_rejected'], ['items_post_badjson', 'zotero_write_rejected'], ['singleuse_failed_write', 'zotero_write_rejected'], ['singleuse_second', 'zotero_write_unauthorized'],
    ['write_bad_key', 'zotero_write_unauthorized'], ['write_no_key', 'zotero_write_unauthorized'], ['write_no_serverid', 'zotero_server_changed'], ['write_bad_serverid', 'zotero_server_changed'], ['browser_ua', 'zotero_write_outcome_unknown'], ['companion_missing', 'zotero_write_rejected'],
  ])('%s as the answer to a write is %s', async (name, code) => {
    expect((await (await backendOn({ ...ALLOWED, [ITEMS]: name })).write('items', [{}], write)).problem?.code).toBe(code)
  })

  it.each([['authorize_deny_default', 'zotero_write_denied', undefined], ['authorize_rate_limited', 'zotero_authorize_rate_limited', 10], ['authorize_no_serverid', 'zotero_server_changed', undefined], ['authorize_no_appname', 'zotero_unexpected', undefined]])(
    '%s as the answer to the dialog is %s', async (name, code, retryAfter) => {
      const { problem } = await (await backendOn({ ...PROBE, 'POST /api/local/authorize': name })).write('items', [{}], write)
      expect(problem).toMatchObject({ code, ...(retryAfter === undefined ? {} : { retryAfter }) })
      expect(server.requests.filter(({ path }) => path.endsWith('/items'))).toEqual([])
    },
  )

  it('the keys of an import are read in order, its notes left out', async () => {
    const backend = await backendOn({ ...PROBE, 'POST /connector/import': 'connector_import_ris' })
    expect((await backend.importRis('TY  - JOUR', 'a', signal)).value).toEqual(['SEE9I49H', 'B49ABC5Q', 'J49PWWGY', 'DWM5BJY9', '97RV7QSJ', '77AGC2KR', 'EPL5ELZW', '4WQTT4KR', 'KH3K5SPJ', '8RQFXX3C'])
    for (const name of ['connector_import_garbage', 'connector_import_nosession2']) {
      await server.close()
      expect((await (await backendOn({ ...PROBE, 'POST /connector/import': name })).importRis('x', 'a', signal)).problem?.code).toBe('zotero_write_rejected')
    }
  })

  it('every captured answer is read without a throw, whatever it answers', async () => {
    const names = readdirSync(REAL).map((name) => name.replace(/\.json$/, ''))
    expect(names.length).toBeGreaterThan(50)
    for (const name of names) {
      const backend = await backendOn({ ...ALLOWED, 'GET /api/users/0/items/top': name, 'GET /api/users/0/collections': name, 'GET /api/itemTypeFields': name, [ITEMS]: name, 'POST /connector/import': name })
      await backend.items({ limit: 5 }, signal)
      expect((await backend.allowedFields('journalArticle', signal)).has('title')).toBe(true)
      const results = [await backend.collections(signal), await backend.write('items', [{}], write), await backend.importRis('x', 'a', signal)]
      for (const result of results) expect(typeof result.ok).toBe('boolean')
      await server.close()
    }
  })

  it('items of other Zoteros are read without paths', () => {
    for (const name of readdirSync(PUBLIC).filter((file) => file.startsWith('dsh-zotero_'))) {
      const value = JSON.parse(readFileSync(new URL(name, PUBLIC), 'utf8')) as unknown
      const item = parseItem(value)
      expect(item?.itemType, name).toBeTypeOf('string')
      expect(JSON.stringify(item)).not.toMatch(/file:|\/home\/|\/Users\//)
    }
    const list = JSON.parse(readFileSync(new URL('pyzotero_webapi_items_doc.json', PUBLIC), 'utf8')) as unknown[]
    expect(list.flatMap((entry) => parseItem(entry) ?? []).length).toBeGreaterThan(0)
  })

  /** The double is only worth what it shares with the real one: status, the headers that are read, and the words of a refusal. */
  it.each([
    ['GET', '/api/', {}, '', 'api_root'], ['GET', '/api/x', {}, '', 'item_404'], ['GET', '/nowhere', {}, '', 'no_endpoint'], ['GET', '/api/', { origin: 'https://example.org' }, '', 'origin_header'], ['GET', '/api/', { 'user-agent': 'Mozilla/5.0' }, '', 'browser_ua'],
    ['POST', '/api/users/0/items', {}, '[]', 'write_no_serverid'], ['POST', '/api/users/0/items', { 'zotero-server-id': 'x' }, '[]', 'write_bad_serverid'], ['POST', '/api/users/0/items', { 'zotero-server-id': 'ours' }, '[]', 'write_no_key'],
    ['POST', '/api/users/0/items', { 'zotero-server-id': 'ours', 'zotero-api-key': 'k' }, '[]', 'write_bad_key'], ['POST', '/api/local/authorize', { 'zotero-server-id': 'ours' }, '{}', 'authorize_no_appname'], ['POST', '/api/local/authorize', {}, '{}', 'authorize_no_serverid'],
    ['POST', '/api/local/authorize', { 'zotero-server-id': 'ours' }, '{"appName":"x"}', 'authorize_deny_default'], ['GET', '/connector/ping', {}, '', 'api_disabled_ping'],
  ] as const)('the double answers %s %s %j %s as %s', async (method, path, headers, body, name) => {
    const double = await startZoteroDouble({ serverId: 'ours' })
    server = double
    double.dialogs = ['deny']
    const { request } = await import('node:http')
    const got = await new Promise<{ status: number | null; statusText?: string; text?: string; headers?: Record<string, unknown> }>((resolve) => {
      const sent = request({ host: '127.0.0.1', port: double.port, method, path, headers: { ...headers, ...(body === '' ? {} : { 'content-length': String(body.length) }) } }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => { text += chunk.toString() }).on('end', () => resolve({ status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', text, headers: response.headers }))
      })
      sent.on('error', () => resolve({ status: null }))
      sent.end(body)
    })
    const real = captured(name)
    expect(got.status).toBe(real.status)
    if (real.status === null) return
    expect(got.statusText).toBe(real.statusText)
    expect(got.text).toBe(typeof real.body === 'string' ? real.body : JSON.stringify(real.body))
    expect(got.headers).not.toHaveProperty('content-length')
    for (const header of ['zotero-api-version', 'zotero-schema-version', 'content-type']) expect(got.headers?.[header]).toBe(Object.entries(real.headers ?? {}).find(([key]) => key.toLowerCase() === header)?.[1])
  })
})
