import { describe, expect, it } from 'vitest'
import { isCiteError } from '../../src/base/cite-error.ts'
import { sha256 } from '../../src/base/sha256.ts'
import { createRecord } from '../../src/evidence/record.ts'
import { createResearchEvidence, isResearchEvidence } from '../../src/evidence/research-evidence.ts'
import type { ResearchEvidence } from '../../src/evidence/research-evidence.ts'
import { serviceSink } from '../../src/evidence/service-sink.ts'
import { toSharedItem } from '../../src/evidence/shared-item.ts'
import type { SharedItem } from '../../src/evidence/shared-item.ts'
import type { Registered } from '../../src/evidence/sink.ts'
import type { Check } from '../../src/model/check.ts'
import { bytesOf, collected, draftOf, openStore, register } from './draft.ts'
import type { Finding } from './draft.ts'

function send(service: unknown, finding: Finding = {}): Promise<Registered> {
  return serviceSink(service)!.register(draftOf(finding), async () => bytesOf(finding))
}

/** The own store behind the service's methods, but not known as our own: it is spoken to in the shared words. */
function foreign(service: ResearchEvidence): ResearchEvidence & { readonly items: SharedItem[] } {
  const items: SharedItem[] = []
  const { dialect: _dialect, ...methods } = service
  return { ...methods, items, register: (item) => { items.push(item as SharedItem); return service.register(item) } }
}

class IdConflict extends Error {
  override readonly name = 'EvidenceConflict'
  readonly code = 'ID_CONFLICT'
}

const SKIPS: readonly Check[] = [
  { type: 'doi-exists', status: 'skipped', reason: 'not_found', provider: 'crossref' },
  { type: 'other', field: 'pmid-exists', status: 'skipped', reason: 'unparsable', detail: 'HTML' },
  { type: 'other', field: 'arxiv-exists', status: 'skipped', reason: 'blocked_host' },
  { type: 'metadata-match', field: 'title', status: 'skipped', relation: 'declined', reason: 'not_comparable' },
  { type: 'metadata-match', field: 'year', status: 'skipped', relation: 'declined', reason: 'agency_no_metadata' },
]

describe('the shape check', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined], ['null', null], ['a string', 'researchEvidence'], ['an empty object', {}],
    ['a service of other methods', { addEvidence() {}, getEvidence() {} }], ['a method that is no function', { putSnapshot: 1, register() {}, get() {} }],
  ])('says no to %s, so that the caller takes the own store', (_what, value) => {
    expect(serviceSink(value)).toBeUndefined()
  })

  it('says yes to the own store as a service, and to one whose methods stand on its class', () => {
    class Service { putSnapshot() {} register() {} get() {} }
    expect([isResearchEvidence(createResearchEvidence(openStore())), isResearchEvidence(new Service())]).toEqual([true, true])
    expect(serviceSink(new Service())?.name).toBe('researchEvidence')
  })
})

describe('the own store as the service', () => {
  it('gives the same id and the same record as writing to the store itself', async () => {
    const store = openStore()
    const sent = await send(createResearchEvidence(store))
    expect(sent).toMatchObject({ created: true, recordPath: expect.stringContaining(sent.id) })
    expect(await register(store)).toMatchObject({ id: sent.id, created: false })
    expect(await store.get(sent.id)).toEqual(createRecord(draftOf()))
  })

  it('the same finding twice is created: false', async () => {
    const service = createResearchEvidence(openStore())
    const first = await send(service)
    expect(await send(service, { at: '2027-01-01T00:00:00.000Z', fromCache: true })).toMatchObject({ id: first.id, created: false })
  })

  it('reads, lists and audits', async () => {
    const service = createResearchEvidence(openStore())
    const { id } = await send(service)
    await send(service, { doi: '10.5555/other' })
    expect(await service.get(id)).toMatchObject({ id })
    expect(await service.readSnapshot(sha256(bytesOf({})))).toMatchObject({ integrity: 'ok' })
    expect(await collected(service.list({ identifier: '10.5555/other' }))).toHaveLength(1)
    expect([(await service.verify()).ok, (await service.verify({ id })).ok, (await service.verify({ id: `ev-${'0'.repeat(64)}` })).ok]).toEqual([true, true, false])
  })

  it('refuses an item that is no record, naming the bad fields', async () => {
    await expect(createResearchEvidence(openStore()).register({ url: 'x' } as never)).rejects.toThrow(/^STORE_ERROR: .*record\.checks: is missing/)
  })
})

describe('a foreign service', () => {
  it('is given the words of the README: expected, actual, four reasons; fine words in detail; declined comparisons left out', () => {
    const checks = [...draftOf().checks, ...SKIPS]
    const item = toSharedItem(createRecord(draftOf({ checks })))
    expect(item).toMatchObject({ provider: 'crossref', url: 'https://api.crossref.org/works/10.5555/store.1', snapshot: sha256(bytesOf({})) })
    expect(item.checks).toEqual([
      { type: 'doi-exists', status: 'pass' },
      { type: 'metadata-match', field: 'title', status: 'pass', expected: 'On stores', actual: 'On stores', score: 1, threshold: 0.85 },
      { type: 'doi-exists', status: 'skipped', reason: 'not_found' },
      { type: 'other', field: 'pmid-exists', status: 'skipped', reason: 'unavailable', detail: 'unparsable; HTML' },
      { type: 'other', field: 'arxiv-exists', status: 'skipped', reason: 'network_error', detail: 'blocked_host' },
    ])
  })

  it('is told of a retraction in detail', () => {
    const checks: readonly Check[] = [{ type: 'retraction', status: 'warn', notice: { type: 'retraction', direction: 'about-this', doi: '10.5555/n', source: 'crossref' } }]
    expect(toSharedItem(createRecord(draftOf({ checks, status: 'warn' }))).checks).toEqual([{ type: 'retraction', status: 'warn', detail: 'retraction 10.5555/n (crossref)' }])
  })

  it('gets an item without url and snapshot when every look-up failed', () => {
    const draft = draftOf({ checks: [{ type: 'doi-exists', status: 'skipped', reason: 'rate_limited' }], status: 'unchecked' })
    const item = toSharedItem(createRecord({ ...draft, snapshots: [] }))
    expect([item.url, item.snapshot, item.status, item.checks.length]).toEqual([undefined, undefined, 'unchecked', 1])
  })

  it('takes every kind of check in these words (here: the own store, spoken to as a stranger)', async () => {
    const store = openStore()
    const service = foreign(createResearchEvidence(store))
    const checks = [...draftOf().checks, ...SKIPS]
    const sent = await send(service, { checks })
    expect(sent.created).toBe(true)
    expect(service.items[0]).not.toHaveProperty('checks.0.provider')
    expect((await store.get(sent.id))?.checks).toHaveLength(5)
    expect(await send(service, { checks, at: '2027-01-01T00:00:00.000Z' })).toMatchObject({ id: sent.id, created: false })
    expect((await store.audit()).ok).toBe(true)
  })

  it('that reports a conflict for a finding it has is asked for it by its id', async () => {
    const id = createRecord(draftOf()).id
    const store = openStore()
    const service = { ...foreign(createResearchEvidence(store)), register: async () => { throw new IdConflict('exists') }, get: async (asked: string) => (asked === id ? {} : undefined) }
    expect(await send(service)).toEqual({ id, created: false })
  })

  it('that reports a conflict for a finding it has not is left to choose the id', async () => {
    const asked: (string | undefined)[] = []
    const service = {
      ...foreign(createResearchEvidence(openStore())), get: async () => undefined,
      register: async (item: { id?: string }) => {
        asked.push(item.id)
        if (item.id !== undefined) throw new IdConflict('exists')
        return { id: 'ev-of-the-service', created: true }
      },
    }
    expect(await send(service)).toEqual({ id: 'ev-of-the-service', created: true })
    expect(asked).toEqual([createRecord(draftOf()).id, undefined])
  })

  it.each<[string, Partial<ResearchEvidence>]>([
    ['throws', { register: () => Promise.reject(new Error('disk full')) }],
    ['throws before it returns a promise', { register: () => { throw new Error('disposed') } }],
    ['cannot keep a body', { putSnapshot: () => Promise.reject(new Error('disk full')) }],
    ['names a body otherwise', { putSnapshot: async () => ({ sha256: '0', size: 0, created: true }) }],
    ['answers without an id', { register: (async () => undefined) as never }],
  ])('that %s is STORE_ERROR', async (_what, fault) => {
    const error: unknown = await send({ ...foreign(createResearchEvidence(openStore())), ...fault }).catch((reason: unknown) => reason)
    expect(isCiteError(error) && error.code).toBe('STORE_ERROR')
  })

  it('is called on itself, so that a class with private state works', async () => {
    class Service {
      #kept = new Map<string, Uint8Array>()
      async putSnapshot(bytes: Uint8Array): Promise<object> { this.#kept.set(sha256(bytes), bytes); return { sha256: sha256(bytes), size: bytes.byteLength, created: true } }
      async register(): Promise<object> { return { id: `ev-${this.#kept.size}`, created: true } }
      async get(): Promise<undefined> { return void this.#kept }
    }
    expect(await send(new Service())).toEqual({ id: 'ev-1', created: true })
  })
})
