import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { status, hang, type ProviderServer } from '../support/tls-provider-server.ts'
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
const DELTA = { title: 'Bridges of the inner delta', year: 2024, venue: 'River Journal', author: [{ family: 'Smith', given: 'Alex' }, { family: 'Lee', given: 'Jordan' }] }

describe('an upsert', () => {
  it('case 18: is a dry run unless told otherwise, and posts nothing to Zotero', async () => {
    registry(server, { '10.1000/delta.1': DELTA })
    const answer = await plan([article()])
    expect(answer).toMatchObject({ status: 'dry_run', dry_run: true, authorization: 'prompt', requests_needed: 1, receipt: expect.stringMatching(/^zwr1_[0-9a-f]{64}$/) as string })
    expect(world.zotero.requests.every(({ method }) => method === 'GET')).toBe(true)
    expect(world.zotero.library.all()).toEqual([])
  })

  it('case 20: fills blank fields of a new record from Crossref, tags it in order, leaves it to be reviewed', async () => {
    registry(server, { '10.1000/delta.1': DELTA })
    const { venue: _venue, year: _year, ...blank } = article({ url: 'https://example.org/delta' })
    const { results, external_verification_attempted } = await plan([blank])
    expect(results[0]).toMatchObject({
      status: 'created', planned: true, review_status: 'needs_review',
      patch: { publicationTitle: { old: '', new: 'River Journal' }, date: { old: '', new: '2024' }, DOI: { new: '10.1000/delta.1' }, url: { new: 'https://example.org/delta' } },
      tags_added: ['qiongli:imported', 'qiongli:needs-review', 'qiongli:source:openalex', 'qiongli:crossref-verified'],
      verification: { crossref: { status: 'verified', doi: '10.1000/delta.1', filled_fields: ['year', 'venue'], conflicts: [], source: 'api.crossref.org', checked_at: expect.any(String) as string } },
    })
    expect(external_verification_attempted).toBe(true)
  })

  it('case 21: keeps a year that differs by one, with a remark; strictYear makes it a conflict', async () => {
    registry(server, { '10.1000/delta.1': DELTA })
    const { results } = await plan([article({ year: 2023 })])
    expect(results[0]).toMatchObject({ patch: { date: { new: '2023' } }, verification: { crossref: { status: 'verified', advisories: ['year_advisory'] } } })
    const strict = await world.bridgeWith({ strictYear: true }).upsert({ records: [article({ year: 2023 })] }, world.signal)
    expect(strict.results[0]?.verification.crossref).toMatchObject({ status: 'conflict', conflicts: [{ field: 'year', incoming: '2023', crossref: '2024' }] })
    const far = await plan([article({ year: 2021 })])
    expect(far.results[0]?.verification.crossref.status).toBe('conflict')
  })

  it('case 21: fills nothing where the title is another one, and still plans the record', async () => {
    registry(server, { '10.1000/delta.1': { ...DELTA, title: 'Published Article Title', volume: '7' } })
    const { results } = await plan([article({ title: 'Working Paper Title' })])
    expect(results[0]).toMatchObject({ status: 'created', verification: { crossref: { status: 'conflict', filled_fields: [], conflicts: [{ field: 'title', incoming: 'Working Paper Title', crossref: 'Published Article Title' }] } } })
    expect(results[0]?.patch).not.toHaveProperty('volume')
    expect(results[0]?.tags_added).toContain('qiongli:metadata-conflict')
  })

  it('only remarks on another venue, and takes what one side lacks for no conflict', async () => {
    registry(server, { '10.1000/delta.1': { title: DELTA.title } })
    expect((await plan([article()])).results[0]?.verification.crossref).toMatchObject({ status: 'verified', conflicts: [], advisories: [] })
    registry(server, { '10.1000/delta.2': DELTA })
    expect((await plan([article({ doi: '10.1000/delta.2', venue: 'Annals of Botany' })])).results[0]?.verification.crossref).toMatchObject({ status: 'verified', advisories: ['venue_advisory'] })
  })

  it('case 22: keeps not found, unavailable and skipped apart, and goes on', async () => {
    registry(server, { '10.1000/delta.1': DELTA, '10.1000/down': status(503) })
    const { results } = await plan([article(), article({ doi: '10.1000/nowhere', title: 'Nowhere to be found' }), article({ doi: '10.1000/down', title: 'Not reachable now' }), article({ doi: undefined, title: 'Without any identifier' })])
    expect(results.map(({ verification, tags_added }) => [verification.crossref.status, tags_added.at(-1)])).toEqual([
      ['verified', 'qiongli:crossref-verified'], ['not_found', 'qiongli:metadata-unverified'], ['unavailable', 'qiongli:verification-unavailable'], ['skipped', 'qiongli:metadata-unverified'],
    ])
    expect(results.every(({ status: state }) => state === 'created')).toBe(true)
    expect(results[2]?.verification.crossref.reason).toMatch(/unavailable|rate_limited/)
  })

  it('case 22: a look-up that times out is unavailable, never not found', async () => {
    server.on('api.crossref.org', hang())
    expect((await plan([article()])).results[0]?.verification.crossref).toMatchObject({ status: 'unavailable', filled_fields: [] })
  })

  it('case 22: asks Crossref nothing when verification is off', async () => {
    const answer = await plan([article()], { verifyCrossref: false })
    expect(server.requests).toEqual([])
    expect(answer).toMatchObject({ external_verification_attempted: false, results: [{ verification: { crossref: { status: 'skipped' } } }] })
    await world.bridgeWith({ crossrefVerification: false }).upsert({ records: [article()] }, world.signal)
    expect(server.requests).toEqual([])
  })

  it('says that a DOI of another agency is not Crossref\'s to know', async () => {
    registry(server, {}, 'DataCite')
    expect((await plan([article({ doi: '10.5281/zenodo.1' })])).results[0]?.verification.crossref).toMatchObject({ status: 'not_found', hint: 'other_registration_agency' })
  })

  it('fills nothing with enrichment off, though it verifies', async () => {
    registry(server, { '10.1000/delta.1': { ...DELTA, volume: '7' } })
    const { results } = await plan([article()], { crossrefEnrichment: 'off' })
    expect(results[0]?.patch).not.toHaveProperty('volume')
    expect(results[0]?.verification.crossref).toMatchObject({ status: 'verified', filled_fields: [] })
  })

  it('warns of a retraction that Crossref knows', async () => {
    registry(server, { '10.1000/delta.1': { ...DELTA, 'updated-by': [{ DOI: '10.1000/delta.9', type: 'retraction', source: 'publisher', updated: { 'date-parts': [[2025, 1, 1]] } }] } })
    expect((await plan([article()])).results[0]?.warnings).toContain('notice_retraction')
  })

  it('case 28: refuses more than a hundred records', async () => {
    await expect(plan(Array.from({ length: 120 }, (_, n) => article({ doi: `10.1000/n.${n}`, title: `Record number ${n}` })))).rejects.toThrow(/too_many \(100\)/)
    expect(world.zotero.requests).toEqual([])
  })

  it('case 45: joins records of one work in the call, and says so with their own indexes', async () => {
    const { results, dedup_log } = await plan([article({ doi: undefined, tags: ['a'] }), article({ doi: undefined, title: 'Bridges of the Inner Delta', abstract: 'From the second', tags: ['b'] })])
    expect(dedup_log).toEqual([{ kept: 0, dropped: 1, basis: 'title_year' }])
    expect(results.map(({ index, status: state }) => [index, state])).toEqual([[0, 'created'], [1, 'skipped']])
    expect(results[0]).toMatchObject({ patch: { abstractNote: { new: 'From the second' } }, tags_added: ['a', 'b', 'qiongli:imported', 'qiongli:needs-review', 'qiongli:source:openalex', 'qiongli:metadata-unverified'] })
    expect(results[1]?.warnings).toEqual(['duplicate_of_0'])
  })

  it('case 10: does not join two Han titles that differ in one character', async () => {
    const { dedup_log, results } = await plan([article({ doi: undefined, title: '平台治理研究', authors: ['李, 明'] }), article({ doi: undefined, title: '平台管理研究', authors: ['李, 明'] })])
    expect(dedup_log).toEqual([])
    expect(results.map(({ status: state }) => state)).toEqual(['created', 'created'])
  })

  it('refuses a tag that is too long, and says where a record had one', async () => {
    await expect(plan([article()], { tags: ['x'.repeat(256)] })).rejects.toThrow(/INVALID_INPUT.*255/)
    expect((await plan([article({ tags: ['x'.repeat(256), 'kept'] })])).results[0]).toMatchObject({ warnings: ['tag_too_long'], tags_added: expect.arrayContaining(['kept']) as string[] })
  })

  it('loses a record that cannot be read, and no other', async () => {
    const { results } = await plan([{}, 'text', article({ doi: undefined })])
    expect(results.map(({ status: state, error }) => [state, error?.code])).toEqual([['failed', 'invalid_item'], ['failed', 'invalid_item'], ['created', undefined]])
  })
})

describe('a new item', () => {
  const created = async (crossref: Readonly<Record<string, unknown>>, record: Readonly<Record<string, unknown>>) => {
    registry(server, { '10.1000/delta.1': { title: 'Bridges of the inner delta', ...crossref } })
    return (await plan([record])).results[0]!
  }
  const bare = { doi: '10.1000/delta.1', title: 'Bridges of the inner delta' }

  it('case 37: of Crossref\'s journal-issue with an ISSN is an article with volume, issue and pages', async () => {
    expect(await created({ type: 'journal-issue', 'container-title': ['River Journal'], ISSN: ['1047-7039'], volume: '12', issue: '3', page: '1-9' }, bare)).toMatchObject({
      item_type: 'journalArticle', patch: { volume: { new: '12' }, issue: { new: '3' }, pages: { new: '1-9' }, ISSN: { new: '1047-7039' } },
    })
  })

  it('case 37: of a component that stands in a journal is an article; of one that does not, a document', async () => {
    expect((await created({ type: 'component', 'container-title': ['River Journal'], volume: '1' }, bare)).item_type).toBe('journalArticle')
    world = (await world.close(), await startWorld(server))
    expect((await created({ type: 'component' }, bare)).item_type).toBe('document')
  })

  it('case 38: of posted-content is a preprint in its repository', async () => {
    expect(await created({ type: 'posted-content', subtype: 'preprint', institution: [{ name: 'bioRxiv' }], publisher: 'Cold Spring Harbor Laboratory' }, bare)).toMatchObject({ item_type: 'preprint', patch: { repository: { new: 'bioRxiv' } } })
  })

  it('case 39: has bodies in one field, people in two, suffixes behind the given name', async () => {
    expect(await created({ author: [{ name: 'World Health Organization' }, { family: 'King', given: 'Martin', suffix: 'Jr.' }, { family: 'Plato' }] }, bare)).toMatchObject({
      patch: { creators: { new: [{ creatorType: 'author', name: 'World Health Organization' }, { creatorType: 'author', lastName: 'King', firstName: 'Martin, Jr.' }, { creatorType: 'author', name: 'Plato' }] } },
    })
  })

  it('takes the registry\'s division of names that came undivided, else flags them', async () => {
    const names = { authors: ['Alex de Smith'] }
    expect(await created({ author: [{ family: 'de Smith', given: 'Alex' }] }, { ...bare, ...names })).toMatchObject({ patch: { creators: { new: [{ lastName: 'de Smith', firstName: 'Alex' }] } }, verification: { crossref: { filled_fields: expect.arrayContaining(['authors']) as string[] } }, warnings: [] })
    const alone = (await plan([{ title: 'No identifier here', ...names }])).results[0]
    expect(alone).toMatchObject({ patch: { creators: { new: [{ creatorType: 'author', name: 'Alex de Smith' }] } }, warnings: ['author_unsplit'] })
  })

  it('case 36: has no field that its type does not have, and an untouched Extra', async () => {
    const { results } = await plan([{ title: 'A book of rivers', document_type: 'book', venue: 'River Journal', issue: '3', isbn: '9780306406157' }])
    expect(results[0]).toMatchObject({ item_type: 'book', omitted_fields: ['venue', 'issue'] })
    expect(Object.keys(results[0]!.patch).sort()).toEqual(['ISBN', 'title'])
  })

  it('has the inline marks that Zotero knows, and an abstract without tags', async () => {
    expect(await created({ title: 'Growth of <jats:italic>E. coli</jats:italic> &amp; others', subtitle: ['A <b>review</b>'], abstract: '<jats:title>Abstract</jats:title><jats:p>One &lt; two.</jats:p><jats:p>Three.</jats:p>' }, { doi: '10.1000/delta.1' })).toMatchObject({
      patch: { title: { new: 'Growth of <i>E. coli</i> & others: A <b>review</b>' }, abstractNote: { new: 'One < two.\nThree.' } },
    })
  })
})

describe('an item that is there', () => {
  const DOI = '10.1000/delta.1'
  const base = { itemType: 'journalArticle', DOI }

  it('case 23: gets only its blank fields filled', async () => {
    const key = world.zotero.library.add({ ...base, title: 'User Title', abstractNote: '', date: '2024', url: 'https://example.org', publicationTitle: 'My Journal', creators: [{ creatorType: 'author', lastName: 'Own', firstName: 'Name' }] })
    const { results } = await plan([article({ title: 'Provider Title', abstract: 'What it says' })])
    expect(results[0]).toMatchObject({ status: 'updated', item_key: key, match_basis: 'doi', patch: { abstractNote: { old: '', new: 'What it says' } } })
    expect(Object.keys(results[0]!.patch)).toEqual(['abstractNote'])
  })

  it('case 24: under prefer_enriched lists old and new, but not for a record in conflict', async () => {
    world.zotero.library.add({ ...base, title: 'Bridges of the inner delta', volume: '1', date: '2024-05-06', publicationTitle: 'River J.' })
    registry(server, { [DOI]: { ...DELTA, volume: '7' } })
    const { results } = await plan([article()], { updatePolicy: 'prefer_enriched' })
    expect(results[0]?.patch).toMatchObject({ volume: { old: '1', new: '7' }, publicationTitle: { old: 'River J.', new: 'River Journal' } })
    expect(results[0]?.patch).not.toHaveProperty('date')
    expect(results[0]?.warnings).toContain('overwrites_curated_field')
    const conflict = await plan([article({ year: 2010, volume: '9' })], { updatePolicy: 'prefer_enriched' })
    expect(conflict.results[0]).toMatchObject({ verification: { crossref: { status: 'conflict' } } })
    expect(conflict.results[0]?.patch).not.toHaveProperty('volume')
  })

  it('keeps a file of the user\'s own in a field, and does not show it', async () => {
    world.zotero.library.add({ ...base, title: 'Bridges of the inner delta', url: 'file:///home/me/delta.pdf' })
    for (const updatePolicy of ['fill_blank', 'prefer_enriched'] as const) {
      const { results } = await plan([article({ url: 'https://example.org/delta' })], { updatePolicy })
      expect(results[0]?.patch).not.toHaveProperty('url')
      expect(JSON.stringify(results)).not.toContain('/home/')
    }
  })

  it('changes tags and collection alone under prefer_zotero', async () => {
    world.zotero.library.add({ ...base, title: 'Bridges of the inner delta' })
    const { results } = await plan([article()], { updatePolicy: 'prefer_zotero', collectionPath: 'New' })
    expect(results[0]).toMatchObject({ status: 'updated', patch: {}, collections_added: ['New'] })
  })

  it('case 26: that has everything is unchanged and costs no request', async () => {
    registry(server, { [DOI]: DELTA })
    world.zotero.library.add({
      ...base, title: 'Bridges of the inner delta', date: '2024', url: `https://doi.org/${DOI}`, publicationTitle: 'River Journal', creators: [{ creatorType: 'author', lastName: 'Smith', firstName: 'Alex' }],
      tags: ['qiongli:imported', 'Qiongli:Needs-Review', 'qiongli:source:openalex', 'qiongli:crossref-verified'].map((tag) => ({ tag })),
    })
    expect(await plan([article()])).toMatchObject({ requests_needed: 0, results: [{ status: 'unchanged', review_status: 'unchanged', patch: {}, tags_added: [] }] })
  })

  it('keeps an older status tag and names it', async () => {
    world.zotero.library.add({ ...base, title: 'Bridges of the inner delta', tags: [{ tag: 'qiongli:metadata-conflict' }] })
    expect((await plan([article()])).results[0]).toMatchObject({ stale_review_tags: ['qiongli:metadata-conflict'] })
  })

  it('twice is a conflict with both named; in the trash it is skipped', async () => {
    const keys = [world.zotero.library.add({ ...base, title: 'One' }), world.zotero.library.add({ ...base, title: 'Two' })]
    const twice = await plan([article()])
    expect(twice).toMatchObject({ requests_needed: 0, results: [{ status: 'conflict', review_status: 'skipped', warnings: ['several_items_match'] }] })
    expect([...twice.results[0]!.candidates!].sort()).toEqual([...keys].sort())
    for (const key of keys) world.zotero.library.change(key, { deleted: 1 })
    expect((await plan([article()])).results[0]).toMatchObject({ status: 'skipped', warnings: ['in_trash'] })
  })

  it('under the same DOI with quite another title is a conflict', async () => {
    world.zotero.library.add({ ...base, title: 'Marine biology for beginners' })
    expect((await plan([article()])).results[0]).toMatchObject({ status: 'conflict', warnings: ['doi_title_clash'] })
  })

  it('case 35: with lines in Extra that any save moves is warned of first', async () => {
    world.zotero.library.add({ ...base, title: 'Bridges of the inner delta', extra: 'Type: dataset\nmy note' })
    expect((await plan([article()])).results[0]?.warnings).toContain('extra_will_migrate')
  })

  it('gets a line in Extra only where provenance asks for it', async () => {
    world.zotero.library.add({ ...base, title: 'Bridges of the inner delta', extra: 'my note' })
    expect((await plan([article()])).results[0]?.patch).not.toHaveProperty('extra')
    const { results } = await world.bridgeWith({ provenance: 'extra' }).upsert({ records: [article()] }, world.signal)
    expect(results[0]?.patch['extra']).toEqual({ old: 'my note', new: expect.stringMatching(/^my note\nCite-Verify: crossref not_found \d{4}-\d{2}-\d{2}$/) as string })
    expect(results[0]?.warnings).not.toContain('extra_will_migrate')
  })
})

describe('the collection of an upsert', () => {
  it('case 27: is planned level by level, and none is made by a dry run', async () => {
    world.zotero.library.addCollection('X')
    expect(await plan([article()], { collectionPath: 'X/To Review' })).toMatchObject({ collection: { path: 'X/To Review', missing: ['To Review'] }, requests_needed: 2, results: [{ collections_added: ['X/To Review'] }] })
    expect(await plan([article()], { collectionPath: 'Y/To Review' })).toMatchObject({ collection: { missing: ['Y', 'To Review'] }, requests_needed: 3 })
    expect(world.zotero.library.collections()).toHaveLength(1)
  })

  it('case 27: of which two have the name is not guessed', async () => {
    world.zotero.library.addCollection('X')
    world.zotero.library.addCollection('X')
    expect(await plan([article()], { collectionPath: 'X/To Review' })).toMatchObject({ status: 'failed', error: { code: 'collection_ambiguous' }, dry_run: true })
  })

  it('case 27: is none without a path and a topic; a topic names one', async () => {
    expect(await plan([article()])).not.toHaveProperty('collection')
    expect(await plan([article()], { topic: 'river deltas' })).toMatchObject({ collection: { path: 'Qiongli/river deltas/To Review' } })
    expect(await world.bridgeWith({ reviewCollectionPath: 'Inbox' }).upsert({ records: [article()], topic: 'x' }, world.signal)).toMatchObject({ collection: { path: 'Inbox' } })
  })

  it('takes the longest name that exists where names hold a slash', async () => {
    const parent = world.zotero.library.addCollection('A/B')
    world.zotero.library.addCollection('C', parent)
    world.zotero.library.addCollection('a')
    expect(await plan([article()], { collectionPath: 'A/B/C' })).toMatchObject({ collection: { missing: [] } })
    expect(await plan([article()], { collectionPath: 'A/b' })).toMatchObject({ collection: { missing: ['A', 'b'] } })
  })
})
