import { chmodSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseAnswers } from '../../bench/case.ts'
import { defaultConfig, type CiteConfig } from '../../src/model/config.ts'
import { parseDoi } from '../../src/identifiers/doi.ts'
import type { CitationInput } from '../../src/model/input.ts'
import { readCitations } from '../../src/formats/read.ts'
import { createCiteVerifier, type CiteVerifier } from '../../src/runtime.ts'
import { arxivEntry, crossrefWork, pubmedSummary, serveRecords } from '../support/record-world.ts'
import { delayed, hang, html, json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'

const world: CaseAnswers = {
  records: {
    crossref: [crossrefWork('10.5555/one', 'A study of loops', 'Lovelace', 2019), crossrefWork('10.5555/two', 'A study of backs', 'Lovelace', 2020)],
    datacite: [{ id: '10.5281/zenodo.1', attributes: { doi: '10.5281/zenodo.1', titles: [{ title: 'Loopback data' }], creators: [{ name: 'Lovelace, Ada', nameType: 'Personal', familyName: 'Lovelace', givenName: 'Ada' }], publicationYear: 2021, types: { resourceTypeGeneral: 'Dataset' }, publisher: 'Zenodo' } }],
    pubmed: [pubmedSummary('31000001', 'A study of loops', 'Lovelace A', 2019, '10.5555/one')],
    arxiv: [arxivEntry('2101.00001', 'Preprints of loops', 'Ada Lovelace', 2021)],
  },
  absent: ['10.99999/nothing'],
  registered: { '10.11467/elsewhere': 'JaLC' },
}
const BIB = `
@article{right, title={A study of loops}, author={Lovelace, Ada}, year={2019}, journal={Journal of Loopback Studies}, doi={10.5555/one}}
@article{wrongyear, title={A study of backs}, author={Lovelace, Ada}, year={2012}, doi={10.5555/two}}
@misc{data, title={Loopback data}, author={Lovelace, Ada}, year={2021}, doi={10.5281/zenodo.1}}
@misc{preprint, title={Preprints of loops}, author={Ada Lovelace}, year={2021}, eprint={2101.00001}, archivePrefix={arXiv}}
@article{absent, title={Nothing at all}, author={Nobody, N.}, year={2020}, doi={10.99999/nothing}}
@article{japan, title={Elsewhere}, author={Somebody, S.}, year={2020}, doi={10.11467/elsewhere}}
@article{unknown, title={Unknown}, author={Somebody, S.}, year={2020}, doi={10.5555/notstored}}
@article{noid, title={Without identifier}, author={Somebody, S.}, year={2020}}
`

let server: ProviderServer
let root: string
let verifier: CiteVerifier
const open = (more: Partial<CiteConfig> = {}, service?: () => unknown): CiteVerifier =>
  createCiteVerifier({ ...defaultConfig(), root, mailto: 'reader@example.org', minIntervalMs: 0, retries: 0, durability: 'fast', ...more }, service ? { service } : {})
const read = async (text: string): Promise<CitationInput[]> => {
  const inputs: CitationInput[] = []
  for await (const slice of readCitations(new TextEncoder().encode(text), { name: 'library.bib' })) inputs.push(...slice)
  return inputs
}

beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cite-verifier-'))
  server.reset()
  serveRecords(server, world)
  verifier = open()
})
afterEach(async () => {
  await verifier.close()
  rmSync(root, { recursive: true, force: true })
})

describe('a citation over which the program breaks down', () => {
  const breaking = (field: 'venue' | 'year'): CitationInput => ({
    key: field, kind: 'bibtex', raw: '', citation: { identifiers: { doi: parseDoi('10.5555/one')! }, title: 'A study of loops', authors: [{ family: 'Lovelace' }], get [field](): string { throw new RangeError('odd') } },
  })

  it('costs no other citation of the run, and is never fine', async () => {
    const good = await read('@article{right, title={A study of backs}, author={Lovelace, Ada}, year={2020}, doi={10.5555/two}}')
    const { items } = await verifier.verify([breaking('venue'), breaking('year'), ...good])
    expect(items.map(({ input, ok, notFound }) => [input.key, ok, notFound])).toEqual([['venue', false, false], ['year', false, false], ['right', true, false]])
    for (const item of items.slice(0, 2)) expect(item).toMatchObject({ checks: [{ status: 'skipped', reason: 'not_comparable', rule: 'assessment.fault' }], nextAction: expect.stringContaining('by hand') as string })
  })
})

describe('a verifier over real connections', () => {
  it('answers each kind of citation with its own kind of answer', async () => {
    const { items, summary } = await verifier.verify(await read(BIB))
    const of = (key: string) => items.find((item) => item.input.key === key)
    expect(of('right')).toMatchObject({ ok: true, status: 'ok', identity: 'same-work', registrationAgency: 'Crossref', notFound: false, lookupError: false })
    expect(of('wrongyear')).toMatchObject({ status: 'fail', identity: 'same-work' })
    expect(of('wrongyear')?.checks).toContainEqual(expect.objectContaining({ field: 'year', status: 'fail', relation: 'differs', cited: '2012' }))
    expect(of('data')).toMatchObject({ status: 'ok', registrationAgency: 'DataCite' })
    expect(of('preprint')).toMatchObject({ status: 'ok' })
    expect(of('absent')).toMatchObject({ status: 'unchecked', notFound: true, lookupError: false })
    expect(of('japan')).toMatchObject({ ok: false, status: 'ok', notFound: false, lookupError: false, registrationAgency: 'JaLC' })
    expect(of('japan')?.checks).toContainEqual(expect.objectContaining({ field: 'title', status: 'skipped', relation: 'declined', reason: 'agency_no_metadata' }))
    expect(of('unknown')).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect(of('noid')).toMatchObject({ status: 'unchecked', notFound: false, lookupError: false })
    expect(of('noid')?.evidenceId).toBeUndefined()
    expect(summary).toMatchObject({ total: 8, notFound: 1, fail: 1 })
  })

  it('gives the same verdicts from the cache, with no request for what is known', async () => {
    const first = await verifier.verify(await read(BIB))
    const before = server.requests.length
    const again = await verifier.verify(await read(BIB))
    const asked = server.requests.slice(before).map((request) => decodeURIComponent(request.path))
    expect(asked.every((path) => path.includes('10.5555/notstored') || path.includes('doiRA'))).toBe(true) // the failed look-up alone is asked again
    const verdicts = (report: typeof first) => report.items.map(({ input, status, notFound, lookupError, identity, checks, evidenceId }) => ({ key: input.key, status, notFound, lookupError, identity, checks, evidenceId }))
    expect(verdicts(again)).toEqual(verdicts(first))
  })

  it('answers offline from the cache and calls what is not there unavailable, never absent', async () => {
    const inputs = await read(BIB)
    await verifier.verify(inputs.slice(0, 1))
    const before = server.requests.length
    const { items } = await verifier.verify(inputs, { offline: true })
    expect(server.requests.length).toBe(before)
    expect(items[0]).toMatchObject({ status: 'ok' })
    expect(items[4]).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect(items[4]?.evidenceId).toBeUndefined()
  })

  it('leaves a store that audit --replay finds clean, and says which record a flipped byte is in', async () => {
    const { items } = await verifier.verify(await read(BIB))
    const clean = await verifier.audit({ replay: true })
    expect(clean.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(clean.counts.replayed).toBe(7)
    const path = items[0]?.recordPath as string
    const file = path.startsWith('/') ? path : join(root, path)
    chmodSync(file, 0o644)
    writeFileSync(file, readFileSync(file, 'utf8').replace('A study of loops', 'A study of loaps'))
    const spoiled = await verifier.audit({ replay: true })
    expect(spoiled.ok).toBe(false)
    expect(spoiled.problems).toContainEqual(expect.objectContaining({ severity: 'error', id: items[0]?.evidenceId }))
  })

  it('registers the same finding once', async () => {
    const inputs = await read(BIB)
    const [one] = (await verifier.verify(inputs.slice(0, 1))).items
    const [two] = (await verifier.verify(inputs.slice(0, 1), { fresh: true })).items
    const [three] = (await verifier.verify(inputs.slice(0, 3), { fresh: true })).items // another list answer around the same record
    expect(two?.evidenceId).toBe(one?.evidenceId)
    expect(three?.evidenceId).toBe(one?.evidenceId)
  })

  it('sees the DOI and the PMID of one work as a duplicate, whichever comes first', async () => {
    const inputs = await read('@misc{a, doi={10.5555/one}}\n@misc{b, pmid={31000001}}')
    expect((await verifier.verify(inputs)).items[1]).toMatchObject({ duplicate: true, duplicateOf: 'a', status: 'warn' })
    expect((await verifier.verify([...inputs].reverse())).items[1]).toMatchObject({ duplicate: true, duplicateOf: 'b' })
  })

  it('reports a broken entry with its line and checks the rest', async () => {
    const { items } = await verifier.verify(await read('@article{broken, title={never closed, year=2020\n\n@article{right, title={A study of loops}, year={2019}, doi={10.5555/one}}'))
    expect(items.find((item) => item.input.invalid)).toMatchObject({ status: 'unchecked', notFound: false })
    expect(items.find((item) => item.input.key === 'right')).toMatchObject({ status: 'ok' })
  })
})

describe('faults', () => {
  it.each<[string, Parameters<ProviderServer['on']>[1], string]>([
    ['429', status(429), 'rate_limited'], ['503', status(503), 'unavailable'], ['HTML with 200', html(), 'unparsable'], ['JSON of another shape', json([]), 'unparsable'],
  ])('Crossref answering %s leaves its items undecided, the others whole, and nothing remembered as absent', async (_name, fault, reason) => {
    server.on('api.crossref.org', fault)
    const inputs = await read(BIB)
    const { items } = await verifier.verify(inputs)
    const of = (key: string) => items.find((item) => item.input.key === key)
    expect(of('right')).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect(of('right')?.checks[0]).toMatchObject({ type: 'doi-exists', status: 'skipped', reason, provider: 'crossref' })
    expect(of('preprint')).toMatchObject({ status: 'ok' })
    expect(of('data')).toMatchObject({ status: 'ok' }) // the agency says DataCite, and DataCite answers
    await verifier.close()
    verifier = open() // a later run: a host that was held is asked again
    serveRecords(server, world)
    expect((await verifier.verify(inputs)).items.find((item) => item.input.key === 'right')).toMatchObject({ status: 'ok' })
  })

  it('a DOI that the Handle System knows, whose registry could not be asked, exists and is undecided, and is recorded so', async () => {
    server.on('doi.org', status(500))
    server.on('api.crossref.org', status(500))
    server.on('hdl.handle.net', json({ responseCode: 1, handle: '10.5555/one', values: [] }))
    const report = await verifier.verify((await read(BIB)).slice(0, 1))
    expect(report.items[0]).toMatchObject({ ok: false, status: 'ok', notFound: false, lookupError: true })
    expect(report.items[0]?.evidenceId).toBeDefined()
    expect([...report.warnings, ...(report.items[0]?.warnings ?? [])]).toEqual([])
    expect((await verifier.audit({ replay: true })).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('a hanging host costs its items only, within the request deadline', async () => {
    server.on('export.arxiv.org', hang())
    await verifier.close()
    verifier = open({ timeoutMs: 300 })
    const { items } = await verifier.verify(await read(BIB))
    expect(items[3]).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect(items[0]).toMatchObject({ status: 'ok' })
  })

  it('a used-up budget gives what is there and calls the rest unavailable', async () => {
    server.on('export.arxiv.org', hang())
    const { items } = await verifier.verify(await read(BIB), { budgetMs: 1_500 })
    expect(items[0]).toMatchObject({ status: 'ok' })
    expect(items[3]).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect(items[3]?.evidenceId).toBeUndefined()
  })

  it.each([1, 2])('with batchConcurrency %i no host has more requests under way at once', async (batchConcurrency) => {
    const absent = Array.from({ length: 6 }, (_, index) => `10.99999/nothing.${index}`)
    serveRecords(server, { ...world, absent })
    let running = 0
    let most = 0
    server.on('hdl.handle.net', async ({ url }) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => { setTimeout(resolve, 60) })
      running--
      return json({ responseCode: 100, handle: decodeURIComponent(url.pathname.slice('/api/handles/'.length)) }, 404)
    })
    const slow = open({ batchConcurrency })
    const { items } = await slow.verify(await read(absent.map((doi, index) => `@misc{a${index}, doi={${doi}}}`).join('\n')))
    await slow.close()
    expect(items.map(({ notFound }) => notFound)).toEqual(absent.map(() => true))
    expect(most).toBe(batchConcurrency)
  })

  it('cancelling stops new requests', async () => {
    const stop = new AbortController()
    server.on('api.crossref.org', delayed(150, status(503)))
    setTimeout(() => stop.abort(), 50)
    const { items } = await verifier.verify(await read(BIB), { signal: stop.signal })
    const before = server.requests.length
    await new Promise((done) => setTimeout(done, 300))
    expect(server.requests.length).toBe(before)
    expect(items.every((item) => !item.notFound)).toBe(true)
    expect(items[0]).toMatchObject({ status: 'unchecked', lookupError: true })
  })

  it('a store that takes the answers but no record says so once for the run, with the number of findings', async () => {
    writeFileSync(join(root, 'records'), 'a file in the place of the folder')
    const { items, warnings } = await verifier.verify(await read(BIB))
    expect(items[0]).toMatchObject({ status: 'ok' })
    expect(warnings).toEqual([expect.stringMatching(/^STORE_ERROR: 7 of 8 findings have no evidence record: .*records/) as string])
  })

  it('a store that cannot be written still gives verdicts, with a STORE_ERROR warning', async () => {
    await verifier.close()
    const blocked = join(root, 'blocked')
    writeFileSync(blocked, 'a file where the store should be')
    verifier = open({ root: blocked })
    const report = await verifier.verify(await read(BIB))
    expect(report.items[0]).toMatchObject({ status: 'ok' })
    expect(report.items[0]?.evidenceId).toBeUndefined()
    expect([...report.warnings, ...(report.items[0]?.warnings ?? [])].join('\n')).toContain('STORE_ERROR')
  })
})

describe('the mounted evidence service', () => {
  it('takes the evidence while it is there; afterwards it goes to the own store again', async () => {
    await verifier.close()
    const registered: unknown[] = []
    const blobs = new Set<string>()
    let mounted: unknown = {
      putSnapshot: async (bytes: Uint8Array) => { const { sha256 } = await import('../../src/base/sha256.ts'); const digest = sha256(bytes); blobs.add(digest); return { sha256: digest, size: bytes.byteLength, created: true } },
      register: async (item: { id: string }) => { registered.push(item); return { id: item.id, created: true } },
      get: async () => undefined,
    }
    verifier = open({}, () => mounted)
    const inputs = await read(BIB)
    const [there] = (await verifier.verify(inputs.slice(0, 1))).items
    expect(registered).toHaveLength(1)
    expect(there?.recordPath).toBeUndefined()
    expect(blobs.size).toBeGreaterThan(0)
    mounted = undefined
    const [own] = (await verifier.verify(inputs.slice(0, 1))).items
    expect(registered).toHaveLength(1)
    expect(own?.recordPath).toBeDefined()
    mounted = { surprise: true }
    const odd = await verifier.verify(inputs.slice(0, 1))
    expect(odd.warnings.join()).toContain('researchEvidence')
    expect(odd.items[0]?.recordPath).toBeDefined()
  })
})

describe('what a verifier leaves behind', () => {
  it('writes nothing before it is used', () => {
    mkdirSync(join(root, 'x'))
    const idle = open({ root: join(root, 'x') })
    expect(readdirSync(join(root, 'x'))).toEqual([])
    return idle.close()
  })
})
