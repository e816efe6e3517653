import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { crossrefWork, serveRecords } from '../support/record-world.ts'
import { startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { startZoteroDouble, type ZoteroDouble } from '../zotero/double/zotero-double.ts'
import { startHarness, type Harness } from './harness.ts'

let server: ProviderServer
let zotero: ZoteroDouble
let harness: Harness
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(async () => {
  serveRecords(server, { records: { crossref: [crossrefWork('10.5555/one', 'A study of loops', 'Lovelace', 2019)] }, absent: [] })
  zotero = await startZoteroDouble()
  zotero.library.add({ itemType: 'journalArticle', title: 'A study of loops', DOI: '10.5555/one' })
  harness = await startHarness()
  await harness.mount({ zotero: { baseUrl: zotero.baseUrl } })
})
afterEach(async () => {
  await harness.close()
  await zotero.close()
})

describe('include_zotero', () => {
  it('marks the item in the value and in what the model reads', async () => {
    const { value, text } = await harness.call('cite_verify', { doi: '10.5555/one', include_zotero: true })
    expect(value).toMatchObject({ status: 'ok', local_zotero_match: { match_basis: 'doi', match_confidence: 1 } })
    expect(text).toContain('Zotero')
    const batch = await harness.call('cite_batch', { citations: ['10.5555/one'], include_zotero: true })
    expect((batch.value as unknown as { items: unknown[] }).items[0]).toMatchObject({ local_zotero_match: { match_basis: 'doi' } })
  })

  it('is off by default: not one request goes to Zotero', async () => {
    const { value } = await harness.call('cite_verify', { doi: '10.5555/one' })
    expect(value).not.toHaveProperty('local_zotero_match')
    expect(zotero.requests).toHaveLength(0)
  })
})
