import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import { parseDoi } from '../../src/identifiers/doi.ts'
import type { Doi } from '../../src/model/identifiers.ts'
import { boundedLimit } from '../../src/zotero/library-search.ts'
import { localZoteroMatch, matchableOf } from '../../src/zotero/local-match.ts'
import { startServer, startWorld, type World } from './world.ts'

let server: ProviderServer
let world: World
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(async () => { world = await startWorld(server) })
afterEach(() => world.close())

const search = async (query: Parameters<World['bridge']['search']>[0]) => {
  const found = await world.bridge.search(query, world.signal)
  if (!found.ok) throw new Error(found.problem.code)
  return found.value
}

describe('a search of the library', () => {
  it('gives records in the shape of every other result, without marks, paths and links', async () => {
    const parent = world.zotero.library.addCollection('Reviews')
    const child = world.zotero.library.addCollection('To Review', parent)
    const key = world.zotero.library.add({
      itemType: 'journalArticle', title: 'A \u2068marked\u2069 title', DOI: '10.1000/Plat.1', date: '2024-03-05', publicationTitle: 'River Journal', abstractNote: 'x'.repeat(3_000), tags: [{ tag: 'one' }], collections: [child],
      creators: [{ creatorType: 'author', lastName: '\u2068Smith\u2069', firstName: 'Alex' }, { creatorType: 'author', name: 'WHO' }, { creatorType: 'editor', lastName: 'Ed', firstName: 'I' }], extra: 'Citation Key: smith2024', attachmentPath: '/home/x/y.pdf',
    })
    const { records } = await search({ title: 'A marked title' })
    expect(records).toEqual([{
      title: 'A marked title', authors: ['Smith, Alex', 'WHO'], year: 2024, doi: '10.1000/plat.1', url: '', abstract: 'x'.repeat(2_000), venue: 'River Journal', document_type: 'journalArticle',
      provider: 'zotero', source_id: key, source_type: 'local_reference_database',
      zotero: { item_key: key, library: 'user', select_uri: `zotero://select/library/items/${key}`, tags: ['one'], collections: ['Reviews/To Review'], version: expect.any(Number) as number, has_attachment: true, citation_key: 'smith2024' },
    }])
  })

  it('case 15: leaves paths and file addresses out, wherever they stand', async () => {
    world.zotero.library.add({ itemType: 'webpage', title: 'A page', url: 'file:///home/me/page.html', websiteTitle: 'C:\\Users\\me\\x', tags: [{ tag: '/home/me/inbox' }, { tag: 'kept' }], attachmentPath: '/home/me/paper.pdf' })
    const said = JSON.stringify(await search({ title: 'A page' }))
    for (const trace of ['/home/', 'file:', 'Users', 'enclosure', 'paper.pdf']) expect(said).not.toContain(trace)
  })

  it('finds by DOI, key, creator, years, tag and collection, and checks each exactly', async () => {
    const collection = world.zotero.library.addCollection('Mine')
    world.zotero.library.add({ itemType: 'book', title: 'One', DOI: '10.1000/one', date: '2001', citationKey: 'a1', creators: [{ creatorType: 'author', lastName: 'Müller', firstName: 'K' }], tags: [{ tag: 't' }], collections: [collection] })
    world.zotero.library.add({ itemType: 'book', title: 'Two', abstractNote: 'cites 10.1000/one', date: '2011', citationKey: 'a11', creators: [{ creatorType: 'author', lastName: 'Smith', firstName: 'K' }] })
    const titles = async (query: Parameters<typeof search>[0]): Promise<string[]> => (await search(query)).records.map(({ title }) => title)
    expect(await titles({ doi: 'https://doi.org/10.1000/ONE' })).toEqual(['One'])
    expect(await titles({ citekey: 'a1' })).toEqual(['One'])
    expect(await titles({ creator: 'Smith, K' })).toEqual(['Two'])
    expect(await titles({ yearFrom: 2005 })).toEqual(['Two'])
    expect(await titles({ yearTo: 2005 })).toEqual(['One'])
    expect(await titles({ tag: 't' })).toEqual(['One'])
    expect(await titles({ collectionPath: 'Mine' })).toEqual(['One'])
    expect(await titles({ query: 'Two:' })).toEqual(['Two'])
  })

  it('always bounds what it asks for, and says when it did not see all', async () => {
    for (let n = 0; n < 30; n++) world.zotero.library.add({ itemType: 'book', title: `Volume ${n}` })
    expect(await search({ query: 'volume', limit: 5 })).toMatchObject({ total: 30, complete: false, records: { length: 5 } })
    expect(world.zotero.requests.filter(({ path }) => path.endsWith('/top')).every(({ query }) => Number(query.get('limit')) <= 100)).toBe(true)
    expect((await search({ query: 'volume' })).records).toHaveLength(25)
  })

  it('case 13: takes a limit from 1 to 200', () => {
    expect([boundedLimit(500, 25), boundedLimit(0, 25), boundedLimit(undefined, 25), boundedLimit('9', 25)]).toEqual([200, 1, 25, 25])
  })

  it('of a group asks for that group', async () => {
    world.zotero.intercept = ({ path }) => (path.startsWith('/api/groups/42/') ? { status: 200, headers: { 'Content-Type': 'application/json', 'Total-Results': '0', 'Last-Modified-Version': '1' }, body: '[]' } : undefined)
    expect((await world.bridgeWith({ library: 'group:42' }).search({ query: 'x' }, world.signal)).ok).toBe(true)
    const before = world.zotero.requests.length
    expect((await world.bridge.search({ query: 'x', library: 'group:42' }, world.signal)).ok).toBe(true)
    expect(world.zotero.requests.slice(before).filter(({ path }) => path.startsWith('/api/users/'))).toEqual([])
    await expect(world.bridge.search({ query: 'x', library: 'group:my friends' }, world.signal)).rejects.toThrow(/INVALID_INPUT.*library/)
    expect(world.zotero.requests.filter(({ path }) => path.includes('/users/'))).toEqual([])
  })
})

describe('the match of citations', () => {
  const citation = { identifiers: { doi: parseDoi('10.1000/one') as Doi }, title: 'One of them' }

  it.each([[undefined], [false], ['true'], [1]])('case 1: sends nothing for include_zotero %j, not even a settings mistake shows', async (include) => {
    const answer = await localZoteroMatch([citation], { include, reader: () => { throw new Error('never asked for') }, signal: world.signal })
    expect(answer).toEqual({ matches: [undefined], warnings: [] })
  })

  it('gives one marker for each citation, in order', async () => {
    const key = world.zotero.library.add({ itemType: 'book', title: 'One of them', DOI: '10.1000/ONE' })
    const answer = await localZoteroMatch([{ identifiers: {}, title: 'Another' }, citation], { include: true, reader: () => world.bridge.reader, signal: world.signal })
    expect(answer).toEqual({ warnings: [], matches: [undefined, { item_key: key, match_basis: 'doi', match_confidence: 1, select_uri: `zotero://select/library/items/${key}`, in_trash: false }] })
  })

  it('looks for what the registry knows of a citation too, unless it is another work\'s record', () => {
    const input = { key: 'a', kind: 'bibtex', raw: '', citation: { identifiers: { pmid: '31000001' as never }, title: 'As cited' } } as const
    const resolved = { provider: 'pubmed', identifiers: { pmid: '31000001' as never, doi: citation.identifiers.doi }, title: 'As registered', dates: { issued: '2020-01' } } as const
    expect(matchableOf({ input, resolved, identity: 'same-work' })).toEqual({ identifiers: { pmid: '31000001', doi: '10.1000/one' }, title: 'As cited', year: '2020-01' })
    expect(matchableOf({ input, resolved, identity: 'other-work' })).toEqual({ identifiers: { pmid: '31000001' }, title: 'As cited' })
  })

  it('gives no marker for what lies in the trash', async () => {
    world.zotero.library.add({ itemType: 'book', title: 'One of them', DOI: '10.1000/ONE', deleted: 1 })
    expect((await localZoteroMatch([citation], { include: true, reader: () => world.bridge.reader, signal: world.signal })).matches).toEqual([undefined])
  })

  it('case 4: is a warning where the library cannot be read', async () => {
    world.zotero.intercept = () => 'drop'
    expect(await localZoteroMatch([citation], { include: true, reader: () => world.bridge.reader, signal: world.signal })).toEqual({ matches: [undefined], warnings: ['zotero_refused_request'] })
  })
})
