import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import type { UpsertRequest } from '../../src/zotero/upsert-answer.ts'
import { article, registry, startServer, startWorld, type World } from './world.ts'

let server: ProviderServer
let world: World
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(async () => {
  server.reset()
  registry(server, {})
  world = await startWorld(server)
})
afterEach(() => world.close())

const plan = async (records: readonly unknown[], more: Partial<UpsertRequest> = {}) => world.bridge.upsert({ records, ...more }, world.signal)

describe('an upsert', () => {
  it('case 11: never writes a journal article over its preprint, and never joins the two in one call', async () => {
    const key = world.zotero.library.add({ itemType: 'preprint', title: 'Bridges of the inner delta', date: '2024', archiveID: 'arXiv:2201.00001' })
    const preprint = { title: 'Bridges of the inner delta', year: 2024, arxiv: '2201.00001', document_type: 'preprint' }
    const { results, dedup_log } = await plan([article({ arxiv: '2201.00001' }), preprint])
    expect(dedup_log).toEqual([])
    expect(results).toMatchObject([{ status: 'created', item_type: 'journalArticle', patch: { publicationTitle: { new: 'River Journal' } }, candidates: [key], warnings: ['related_version_in_library'] }, { status: 'updated', item_key: key, match_basis: 'arxiv' }])
    expect(results[0]).not.toHaveProperty('item_key')
  })

  it('joins no two works because one of them bears the other\'s DOI: both are planned, and it is said', async () => {
    registry(server, { '10.1000/delta.1': { title: 'Bridges of the inner delta', year: 2024 } })
    const { results, dedup_log } = await plan([article(), article({ title: 'Medieval beekeeping in the Alps', authors: ['Okafor, B.'], year: 2012 }), article({ title: 'Bridges of the Inner Delta' })])
    expect(dedup_log).toEqual([{ kept: 0, dropped: 2, basis: 'doi' }])
    expect(results).toMatchObject([
      { status: 'created', warnings: [], verification: { crossref: { status: 'verified' } } }, { status: 'created', warnings: ['same_doi_as_0'], verification: { crossref: { status: 'conflict' } } },
      { status: 'skipped', title: 'Bridges of the Inner Delta', warnings: ['duplicate_of_0'] },
    ])
  })

  it('keeps every author of a long list, on the way in and over an item', async () => {
    const people = (first: string): string[] => Array.from({ length: 150 }, (_, index) => `Family${'abcdefghij'[index % 10]}${'abcdefghijklmno'[Math.floor(index / 10)]}, ${first}`)
    world.zotero.library.add({ itemType: 'journalArticle', title: 'Bridges of the inner delta', date: '2024', DOI: '10.1000/delta.1', creators: people('Alexandra').map((name) => ({ creatorType: 'author', lastName: name.split(', ')[0] as string, firstName: 'Alexandra' })) })
    const { results, receipt } = await plan([article({ authors: people('A.') }), article({ title: 'Another bridge', doi: undefined, authors: people('A.') })], { updatePolicy: 'prefer_enriched', verifyCrossref: false })
    expect(results.map(({ status }) => status)).toEqual(['updated', 'created'])
    // what is shown is bounded, what is written is not
    for (const { patch } of results) expect(patch['creators']).toMatchObject({ new: { length: 101, 100: { name: '(50 more)' } } })
    const written = await plan([article({ authors: people('A.') }), article({ title: 'Another bridge', doi: undefined, authors: people('A.') })], { updatePolicy: 'prefer_enriched', verifyCrossref: false, dryRun: false, writeIntent: 'apply', receipt: receipt as string })
    expect(written.status).toBe('ok')
    expect(world.zotero.library.all().map(({ creators }) => (creators as unknown[]).length)).toEqual([150, 150])
  })
})
