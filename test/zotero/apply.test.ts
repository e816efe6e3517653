import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import { createFakeClock } from '../support/clock.ts'
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

describe('what a write needs', () => {
  it('case 19: intent, the receipt, and an unchanged plan; until then nothing is posted', async () => {
    const records = [article()]
    expect(await dry(records, { dryRun: false })).toMatchObject({ status: 'approval_required', dry_run: true, error: { code: 'zotero_write_intent_required' }, receipt: expect.any(String) as string })
    for (const receipt of [undefined, 'zwr1_short', 'x', `zwr1_${'A'.repeat(64)}`]) expect(await apply(records, receipt)).toMatchObject({ status: 'approval_required', error: { code: 'zotero_dry_run_receipt_required' } })
    expect(await apply(records, `zwr1_${'0'.repeat(64)}`)).toMatchObject({ status: 'approval_required', error: { code: 'zotero_dry_run_receipt_invalid' } })
    expect(posts()).toEqual([])
    expect(world.zotero.library.all()).toEqual([])
  })

  it('case 19: a receipt that was not used before', async () => {
    const { receipt } = await dry([article()])
    expect((await apply([article()], receipt)).status).toBe('ok')
    expect(await apply([article()], receipt)).toMatchObject({ status: 'approval_required', error: { code: 'zotero_dry_run_receipt_invalid' } })
    expect(world.zotero.library.all()).toHaveLength(1)
  })

  it('case 19: a receipt of the last five minutes', async () => {
    const clock = createFakeClock()
    const bridge = world.bridgeWith({ crossrefVerification: false }, { clock })
    const first = await dry([article()], {}, bridge)
    await clock.advance(299_000)
    expect((await apply([article()], first.receipt, {}, bridge)).status).toBe('ok')
    const second = await dry([article({ doi: '10.1000/second', title: 'The second of two' })], {}, bridge)
    await clock.advance(301_000)
    expect(await apply([article({ doi: '10.1000/second', title: 'The second of two' })], second.receipt, {}, bridge)).toMatchObject({ error: { code: 'zotero_dry_run_receipt_invalid' } })
    expect(first).toMatchObject({ receipt_expires_in_seconds: 300 })
  })

  it('case 19: the library as it was: a change in between gives a new plan and a new receipt', async () => {
    const key = world.zotero.library.add({ itemType: 'journalArticle', title: 'Bridges of the inner delta', DOI: '10.1000/delta.1' })
    const planned = await dry([article()])
    world.zotero.library.change(key, { abstractNote: 'written by the user meanwhile' })
    const answer = await apply([article()], planned.receipt)
    expect(answer).toMatchObject({ status: 'approval_required', dry_run: true, error: { code: 'zotero_dry_run_plan_changed' }, receipt: expect.stringMatching(/^zwr1_/) as string })
    expect(answer.receipt).not.toBe(planned.receipt)
    expect(posts()).toEqual([])
    expect((await apply([article()], answer.receipt)).status).toBe('ok')
  })

  it('case 19: the same records, policy and collection', async () => {
    const { receipt } = await dry([article()])
    expect(await apply([article({ title: 'Bridges of the outer delta' })], receipt)).toMatchObject({ error: { code: 'zotero_dry_run_plan_changed' } })
    const second = await dry([article()])
    expect(await apply([article()], second.receipt, { collectionPath: 'Elsewhere' })).toMatchObject({ error: { code: 'zotero_dry_run_plan_changed' } })
    expect(posts()).toEqual([])
  })

  it('a policy that allows it', async () => {
    const bridge = world.bridgeWith({ writePolicy: 'dry_run', crossrefVerification: false })
    expect(await both([article()], {}, bridge)).toMatchObject({ status: 'approval_required', error: { code: 'zotero_write_policy' } })
    expect(posts()).toEqual([])
  })
})

describe('a write', () => {
  it('makes the item that was planned, and says where it is', async () => {
    const answer = await both([article({ abstract: 'What it says' })])
    expect(answer).toMatchObject({ status: 'ok', dry_run: false, results: [{ status: 'created', planned: false, item_key: expect.stringMatching(/^[A-Z0-9]{8}$/) as string }] })
    const item = world.zotero.library.get(answer.results[0]!.item_key!)
    expect(item).toMatchObject({
      itemType: 'journalArticle', title: 'Bridges of the inner delta', DOI: '10.1000/delta.1', date: '2024', publicationTitle: 'River Journal', abstractNote: 'What it says', url: 'https://doi.org/10.1000/delta.1',
      creators: [{ creatorType: 'author', firstName: 'Alex', lastName: 'Smith' }, { creatorType: 'author', firstName: 'Jordan', lastName: 'Lee' }],
      tags: ['qiongli:imported', 'qiongli:needs-review', 'qiongli:source:openalex', 'qiongli:metadata-unverified'].map((tag) => ({ tag })), collections: [],
    })
    expect(item).not.toHaveProperty('extra')
    expect(answer.results[0]?.select_uri).toBe(`zotero://select/library/items/${answer.results[0]?.item_key}`)
  })

  it('case 36: leaves no line in Extra', async () => {
    const answer = await both([{ title: 'A book of rivers', document_type: 'book', venue: 'River Journal', issue: '3' }])
    expect(world.zotero.library.get(answer.results[0]!.item_key!)).not.toHaveProperty('extra')
  })

  it('case 25: loses no tag, keeps the kind of each, and no collection', async () => {
    const collection = world.zotero.library.addCollection('Mine')
    const key = world.zotero.library.add({ itemType: 'journalArticle', title: 'Bridges of the inner delta', DOI: '10.1000/delta.1', tags: [{ tag: 'a' }, { tag: 'b', type: 1 }], collections: [collection] })
    await both([article()], { collectionPath: 'New' })
    const item = world.zotero.library.get(key)!
    expect(item['tags']).toEqual([{ tag: 'a' }, { tag: 'b', type: 1 }, ...['qiongli:imported', 'qiongli:needs-review', 'qiongli:source:openalex', 'qiongli:metadata-unverified'].map((tag) => ({ tag }))])
    expect(item['collections']).toEqual([collection, world.zotero.library.collections().find(({ data }) => data.name === 'New')!.key])
    expect(item['title']).toBe('Bridges of the inner delta')
  })

  it('case 26: of nothing sends nothing', async () => {
    const records = [article()]
    await both(records)
    world.zotero.clear()
    expect(await both(records)).toMatchObject({ status: 'ok', results: [{ status: 'unchanged' }] })
    expect(posts()).toEqual([])
  })

  it('case 27: makes the missing levels, one under the other, and uses them the next time', async () => {
    await both([article()], { collectionPath: 'X/To Review' })
    expect(posts(/collections$/)).toHaveLength(2)
    const [top, below] = world.zotero.library.collections()
    expect(below?.data).toMatchObject({ name: 'To Review', parentCollection: top?.key })
    await both([article({ doi: '10.1000/second', title: 'The second of two' })], { collectionPath: 'X/To Review' })
    expect(posts(/collections$/)).toHaveLength(2)
    expect(world.zotero.library.all().map((item) => item['collections'])).toEqual([[below?.key], [below?.key]])
  })

  it('case 28: of sixty goes in two batches of at most fifty, each with its own write token', async () => {
    const answer = await both(many(60))
    expect(answer).toMatchObject({ status: 'ok', requests_needed: 2 })
    const requests = posts(/items$/)
    expect(requests.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual([50, 10])
    expect(new Set(requests.map(({ headers }) => headers['zotero-write-token'])).size).toBe(2)
    for (const { headers } of requests) expect(headers['zotero-write-token']).toMatch(/^[\w-]{5,32}$/)
    expect(world.zotero.library.all()).toHaveLength(60)
  })

  it('case 29: with keys for one request each asks once per request, as the plan said', async () => {
    world.zotero.dialogs = ['once']
    const planned = await dry(many(60))
    expect(planned).toMatchObject({ requests_needed: 2, authorization: 'prompt' })
    expect((await apply(many(60), planned.receipt)).status).toBe('ok')
    expect(posts(/authorize$/)).toHaveLength(2)
    expect(world.zotero.library.all()).toHaveLength(60)
  })

  it('asks once for a lasting key, and says afterwards that it holds one', async () => {
    await both([article()])
    expect(await dry([article({ doi: '10.1000/second', title: 'The second of two' })])).toMatchObject({ authorization: 'remembered' })
    await both([article({ doi: '10.1000/second', title: 'The second of two' })])
    expect(posts(/authorize$/)).toHaveLength(1)
    expect(JSON.parse(posts(/authorize$/)[0]!.body)).toEqual({ appName: 'Cite Verify' })
    expect(await world.bridge.status(world.signal)).toMatchObject({ writeNeeds: 'none' })
  })

  it('case 30: of which one object is refused keeps the others, and is partial', async () => {
    world.zotero.library.refuse = (object) => (object['DOI'] === '10.1000/many.1' ? { code: 400, message: 'refused by the test' } : undefined)
    const answer = await both(many(3))
    expect(answer.status).toBe('partial')
    expect(answer.results.map(({ status, error }) => [status, error?.code])).toEqual([['created', undefined], ['failed', 'zotero_write_rejected'], ['created', undefined]])
    expect(world.zotero.library.all()).toHaveLength(2)
  })

  it('case 31: of which one item has changed since is a conflict for that record alone', async () => {
    world.zotero.library.add({ itemType: 'journalArticle', title: 'Record number 0 of the series', DOI: '10.1000/many.0' })
    world.zotero.library.refuse = (object) => (object['key'] === undefined ? undefined : { code: 412, message: 'item version mismatch: expected 1, found 2' })
    const answer = await both(many(2))
    expect(answer.results.map(({ status, error }) => [status, error?.code])).toEqual([['failed', 'zotero_write_conflict'], ['created', undefined]])
    expect(answer.status).toBe('partial')
  })

  it.each([['always'], ['once']] as const)('case 32: whose answer is lost is repeated with its token, and found carried out once (%s)', async (dialog) => {
    world.zotero.dialogs = [dialog]
    const planned = await dry([article()])
    world.zotero.loseAnswerOf = 'items'
    const answer = await apply([article()], planned.receipt)
    expect(answer).toMatchObject({ status: 'ok', results: [{ status: 'created' }] })
    const requests = posts(/items$/)
    expect(requests).toHaveLength(2)
    expect(requests[0]!.headers['zotero-write-token']).toBe(requests[1]!.headers['zotero-write-token'])
    expect(world.zotero.library.all()).toHaveLength(1)
    expect(answer.results[0]?.item_key).toBe(world.zotero.library.all()[0]?.key)
  })

  it('case 32: also for a collection', async () => {
    const planned = await dry([article()], { collectionPath: 'New' })
    world.zotero.loseAnswerOf = 'collections'
    expect((await apply([article()], planned.receipt, { collectionPath: 'New' })).status).toBe('ok')
    expect(world.zotero.library.collections()).toHaveLength(1)
    expect(world.zotero.library.all()[0]?.['collections']).toEqual([world.zotero.library.collections()[0]?.key])
  })

  it('whose answer is lost twice is looked up, and reported as unknown where the library does not say', async () => {
    const planned = await dry([article()])
    world.zotero.intercept = ({ method, path }) => (method === 'POST' && path.endsWith('/items') ? 'drop' : undefined)
    expect(await apply([article()], planned.receipt)).toMatchObject({ status: 'failed', error: { code: 'zotero_write_outcome_unknown' }, results: [{ status: 'failed', error: { code: 'zotero_write_outcome_unknown' } }] })
    expect(world.zotero.library.all()).toEqual([])
  })

  it('case 33: that the user denies is not tried again', async () => {
    world.zotero.dialogs = ['deny']
    expect(await both(many(60))).toMatchObject({ status: 'failed', error: { code: 'zotero_write_denied' } })
    expect(posts(/authorize$/)).toHaveLength(1)
    expect(posts(/items$/)).toEqual([])
  })

  it('case 33: asked for too often says how long to wait', async () => {
    world.zotero.dialogs = [{ retryAfter: 10 }]
    expect(await both([article()])).toMatchObject({ status: 'failed', error: { code: 'zotero_authorize_rate_limited', retryAfter: 10 } })
    expect(posts(/authorize$/)).toHaveLength(1)
  })

  it('with a key that was withdrawn asks once more, and gives up at the second refusal', async () => {
    await both([article()])
    world.zotero.intercept = ({ headers }) => (headers['zotero-api-key'] === undefined ? undefined : { status: 401, headers: { 'Content-Type': 'text/plain' }, body: 'Invalid or expired API key' })
    expect(await both([article({ doi: '10.1000/second', title: 'The second of two' })])).toMatchObject({ status: 'failed', error: { code: 'zotero_write_unauthorized' } })
    expect(posts(/authorize$/)).toHaveLength(2)
    world.zotero.intercept = undefined
    let refused = false
    world.zotero.intercept = ({ headers }) => {
      if (headers['zotero-api-key'] === undefined || refused) return undefined
      refused = true
      return { status: 401, headers: { 'Content-Type': 'text/plain' }, body: 'Invalid or expired API key' }
    }
    expect((await both([article({ doi: '10.1000/third', title: 'The third of them' })])).status).toBe('ok')
  })

  it('case 34: into another database is stopped, and the key dropped', async () => {
    await both([article()])
    const records = [article({ doi: '10.1000/second', title: 'The second of two' })]
    const planned = await dry(records)
    world.zotero.intercept = ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/items')) world.zotero.serverId = 'AnOtHeRsErV'
      return undefined
    }
    expect(await apply(records, planned.receipt)).toMatchObject({ status: 'failed', error: { code: 'zotero_server_changed' } })
    expect(world.zotero.library.all()).toHaveLength(1)
    world.zotero.intercept = undefined
    expect(await dry(records)).toMatchObject({ status: 'dry_run', authorization: 'prompt' })
    // The key of the first database is gone even when that one comes back.
    world.zotero.serverId = 'Do0bLeSeRvEr'
    await dry(records)
    expect(await dry(records)).toMatchObject({ status: 'dry_run', authorization: 'prompt' })
  })

  it('case 34: notices the other database also when it only reads', async () => {
    await both([article()])
    world.zotero.serverId = 'AnOtHeRsErV'
    expect(await dry([article()])).toMatchObject({ status: 'failed', dry_run: true, error: { code: 'zotero_server_changed' } })
    expect(await dry([article()])).toMatchObject({ authorization: 'prompt' })
    // The key of the first database is gone even when that one comes back.
    world.zotero.serverId = 'Do0bLeSeRvEr'
    await dry([article()])
    expect(await dry([article()])).toMatchObject({ status: 'dry_run', authorization: 'prompt' })
  })

  it('into a library that is read-only says so', async () => {
    const planned = await dry([article()])
    world.zotero.intercept = ({ method, path }) => (method === 'POST' && path.endsWith('/items') ? { status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Write access denied' } : undefined)
    expect(await apply([article()], planned.receipt)).toMatchObject({ status: 'failed', error: { code: 'zotero_library_read_only' } })
  })

  it('is stopped by its signal', async () => {
    const planned = await dry([article()])
    const stop = new AbortController()
    world.zotero.intercept = ({ path }) => { if (path.endsWith('/authorize')) { setTimeout(() => stop.abort(new Error('stopped')), 20); return 'hang' } return undefined }
    await expect(world.bridge.upsert({ records: [article()], dryRun: false, writeIntent: 'apply', receipt: planned.receipt! }, stop.signal)).rejects.toThrow('stopped')
  })
})
