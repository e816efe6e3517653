import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseDoi } from '../../src/identifiers/doi.ts'
import { defaultConfig } from '../../src/model/config.ts'
import type { CitationInput } from '../../src/model/input.ts'
import { createCiteVerifier, type CiteVerifier } from '../../src/runtime.ts'
import { crossrefWork, serveRecords } from '../support/record-world.ts'
import { startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { startZoteroDouble, type ZoteroDouble } from '../zotero/double/zotero-double.ts'

const input = (doi: string): CitationInput => ({ key: doi, kind: 'identifier', raw: doi, citation: { identifiers: { doi: parseDoi(doi)! } } })
let server: ProviderServer
let zotero: ZoteroDouble
let root: string
let verifier: CiteVerifier
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(async () => {
  serveRecords(server, { records: { crossref: [crossrefWork('10.5555/one', 'A study of loops', 'Lovelace', 2019), crossrefWork('10.5555/two', 'A study of backs', 'Lovelace', 2020)] }, absent: [] })
  zotero = await startZoteroDouble()
  zotero.library.add({ itemType: 'journalArticle', title: 'A study of loops', DOI: '10.5555/ONE' })
  root = mkdtempSync(join(tmpdir(), 'library-'))
  verifier = createCiteVerifier({ ...defaultConfig(), root, durability: 'fast', minIntervalMs: 0, retries: 0, zotero: { baseUrl: zotero.baseUrl } })
})
afterEach(async () => {
  await verifier.close()
  await zotero.close()
  rmSync(root, { recursive: true, force: true })
})

describe('already in my library', () => {
  it('is marked when asked for, by DOI in any spelling', async () => {
    const { items, warnings } = await verifier.verify([input('10.5555/one'), input('10.5555/two')], { includeZotero: true })
    expect(items[0]?.local_zotero_match).toMatchObject({ match_basis: 'doi', match_confidence: 1, in_trash: false })
    expect(items[1]?.local_zotero_match).toBeUndefined()
    expect(items.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(warnings).toEqual([])
  })

  it('sends not one request to Zotero unless asked', async () => {
    await verifier.verify([input('10.5555/one')])
    expect(zotero.requests).toHaveLength(0)
  })

  it('is one warning and nothing else where Zotero is not running', async () => {
    await zotero.close()
    const { items, warnings } = await verifier.verify([input('10.5555/one')], { includeZotero: true })
    expect(items[0]).toMatchObject({ ok: true, status: 'ok' })
    expect(items[0]?.local_zotero_match).toBeUndefined()
    expect(warnings.filter((warning) => warning.includes('Zotero'))).toHaveLength(1)
  })
})
