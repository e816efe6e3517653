import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import type { UpsertAnswer, UpsertRequest } from '../../src/zotero/upsert-answer.ts'
import type { ZoteroBridge } from '../../src/runtime/zotero.ts'
import { article, registry, startServer, startWorld, type World } from './world.ts'

let server: ProviderServer
let world: World
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(async () => {
  server.reset()
  registry(server, {})
  world = await startWorld(server, { settings: { crossrefVerification: false } })
})
afterEach(() => world.close())

const many = (count: number): Readonly<Record<string, unknown>>[] => Array.from({ length: count }, (_, n) => article({ doi: `10.1000/many.${n}`, title: `Record number ${n} of the series` }))
const dry = (records: readonly unknown[], more: Partial<UpsertRequest> = {}, bridge: ZoteroBridge = world.bridge): Promise<UpsertAnswer> => bridge.upsert({ records, ...more }, world.signal)
const apply = (records: readonly unknown[], receipt: string | undefined, more: Partial<UpsertRequest> = {}, bridge: ZoteroBridge = world.bridge): Promise<UpsertAnswer> =>
  bridge.upsert({ records, dryRun: false, writeIntent: 'apply', ...(receipt === undefined ? {} : { receipt }), ...more }, world.signal)
const both = async (records: readonly unknown[], more: Partial<UpsertRequest> = {}, bridge: ZoteroBridge = world.bridge): Promise<UpsertAnswer> => apply(records, (await dry(records, more, bridge)).receipt, more, bridge)
const posts = (path: RegExp = /./) => world.zotero.asked('POST', path)

describe('a Zotero that cannot be written to', () => {
  it('gives the plan and files to import', async () => {
    await world.close()
    world = await startWorld(server, { version: '9.0.6' })
    const key = world.zotero.library.add({ itemType: 'journalArticle', title: 'Bridges of the inner delta', DOI: '10.1000/delta.1' })
    const answer = await both([article(), article({ doi: '10.1000/second', title: 'The second of two' })])
    expect(answer).toMatchObject({ status: 'read_only', dry_run: true, authorization: 'unavailable', results: [{ status: 'updated', item_key: key }, { status: 'created' }] })
    expect(answer).not.toHaveProperty('receipt')
    expect(answer.import_files?.map(({ name }) => name)).toEqual(['references.json', 'references.ris', 'bibliography.bib', 'zotero-import-report.md'])
    expect(answer.import_files?.at(-1)?.text).toContain(`zotero://select/library/items/${key}`)
    expect(posts()).toEqual([])
  })

  it('gives them also where nothing could be looked up', async () => {
    await world.close()
    world = await startWorld(server, { apiEnabled: false, settings: { crossrefVerification: false } })
    const answer = await both([article()])
    expect(answer).toMatchObject({ status: 'api_disabled', dry_run: true, error: { code: 'zotero_api_disabled' }, results: [{ status: 'created', planned: true, warnings: ['library_not_searched'] }] })
    expect(answer.import_files).toHaveLength(4)
  })

  it('case 46: with connectorFallback creates what is new in one import, and returns what is there', async () => {
    await world.close()
    world = await startWorld(server, { version: '9.0.6', settings: { connectorFallback: true, crossrefVerification: false } })
    world.zotero.library.add({ itemType: 'journalArticle', title: 'Record number 2 of the series', DOI: '10.1000/many.2' })
    const answer = await both(many(3))
    expect(answer.results.map(({ status, error }) => [status, error?.code])).toEqual([['created', undefined], ['created', undefined], ['skipped', 'needs_zotero_10_or_manual']])
    expect(answer.results[0]).toMatchObject({ item_key: expect.any(String) as string, warnings: ['tags_automatic', 'saved_to_selected_collection'] })
    const imports = posts(/connector\/import$/)
    expect(imports).toHaveLength(1)
    expect(imports[0]!.query.get('session')).toMatch(/^[0-9a-f]{32}$/)
    expect(imports[0]!.headers['content-type']).toContain('text/plain')
    expect(world.zotero.library.all().map((item) => item['title'])).toEqual(expect.arrayContaining(['Record number 0 of the series', 'Record number 1 of the series']))
    expect(new Set(answer.results.slice(0, 2).map(({ item_key }) => item_key)).size).toBe(2)
  })

  it('names no key where the import made another number of items than there were records', async () => {
    await world.close()
    world = await startWorld(server, { version: '9.0.6', settings: { connectorFallback: true, crossrefVerification: false } })
    const made = { status: 201, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify([{ key: 'ABCD2345', itemType: 'journalArticle' }, { key: 'EFGH2345', itemType: 'journalArticle' }]) }
    world.zotero.intercept = ({ path }) => (path === '/connector/import' ? made : undefined)
    const { results } = await both(many(3))
    expect(results.map(({ status, error, item_key }) => [status, error?.code, item_key])).toEqual(Array.from({ length: 3 }, () => ['failed', 'zotero_write_outcome_unknown', undefined]))
  })

  it('never takes the connector for a group: it writes where the selection is', async () => {
    await world.close()
    world = await startWorld(server, { version: '9.0.6', settings: { connectorFallback: true, crossrefVerification: false, library: 'group:42' } })
    world.zotero.intercept = ({ path }) => (path.startsWith('/api/groups/42/') ? { status: 200, headers: { 'Content-Type': 'application/json', 'Total-Results': '0', 'Last-Modified-Version': '1' }, body: '[]' } : undefined)
    const answer = await both([article()])
    expect(answer).toMatchObject({ status: 'read_only', dry_run: true })
    expect(posts()).toEqual([])
  })

  it('case 47: imports a second time with another session', async () => {
    await world.close()
    world = await startWorld(server, { version: '9.0.6', settings: { connectorFallback: true, crossrefVerification: false } })
    expect((await both([article()])).status).toBe('ok')
    expect((await both([article({ doi: '10.1000/second', title: 'The second of two' })])).status).toBe('ok')
    const [first, second] = posts(/connector\/import$/)
    expect(first!.query.get('session')).not.toBe(second!.query.get('session'))
  })
})

describe('what is said and asked in all of this', () => {
  it('case 48: no path, no file address, no key, no server id', async () => {
    world.zotero.library.add({ itemType: 'journalArticle', title: 'Bridges of the inner delta', DOI: '10.1000/delta.1', attachmentPath: '/home/somebody/Zotero/storage/ABCD/paper.pdf', url: 'file:///home/somebody/x.pdf' })
    const planned = await dry([article()])
    const answers = [planned, await apply([article()], planned.receipt), await world.bridge.status(world.signal), await world.bridge.search({ title: 'Bridges' }, world.signal), await world.bridge.exportFiles({ records: [article()] }, world.signal)]
    const said = JSON.stringify(answers)
    for (const secret of ['/home/', 'file:', world.zotero.serverId, 'key00000', 'paper.pdf']) expect(said).not.toContain(secret)
    expect(JSON.stringify(answers.slice(1))).not.toContain(planned.receipt)
    expect(world.zotero.asked('POST', /items$/)[0]?.headers['zotero-api-key']).toMatch(/^key0/)
  })

  it('case 49: no note, attachment, file or full text; nothing is put or deleted', async () => {
    world.zotero.library.add({ itemType: 'journalArticle', title: 'Bridges of the inner delta', DOI: '10.1000/delta.1' })
    await both([article()], { collectionPath: 'New/Review' })
    await both(many(15))
    await world.bridge.search({ query: 'bridges', tag: 'x', collectionPath: 'New/Review' }, world.signal)
    const asked = world.zotero.requests
    expect(asked.length).toBeGreaterThan(15)
    expect(asked.filter(({ path }) => /file|children|fulltext|note|attachment|annotation|better-bibtex|saveItems/i.test(path))).toEqual([])
    expect([...new Set(asked.map(({ method }) => method))].sort()).toEqual(['GET', 'POST'])
    expect(asked.filter(({ path }) => path.endsWith('items/top')).every(({ query }) => query.get('format') === 'versions' || query.get('itemType') === '-attachment')).toBe(true)
    expect(asked.filter(({ path }) => /items\/top$|collections$/.test(path)).filter(({ method, query }) => method === 'GET' && query.get('limit') === null && query.get('format') !== 'versions')).toEqual([])
  })
})
