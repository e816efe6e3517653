import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isCiteError } from '../../src/base/cite-error.ts'
import { sha256 } from '../../src/base/sha256.ts'
import { blobPath, MAX_BLOB_BYTES, recordPath } from '../../src/evidence/path.ts'
import type { EvidenceId } from '../../src/evidence/path.ts'
import { createRecord } from '../../src/evidence/record.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import type { Check } from '../../src/model/check.ts'
import { bytesOf, collected, draftOf, openStore, register, registerDraft } from './draft.ts'

const at = (store: EvidenceStore, path: string): string => join(store.root, path)
const journalOf = (store: EvidenceStore): string => readdirSync(at(store, 'journal')).map((name) => readFileSync(at(store, `journal/${name}`), 'utf8')).join('')

async function storeError(run: Promise<unknown>): Promise<Error> {
  const error: unknown = await run.then(() => undefined, (reason: unknown) => reason)
  expect(isCiteError(error) && error.code, String(error)).toBe('STORE_ERROR')
  return error as Error
}

describe('opening a store', () => {
  it('makes nothing on disk until something is written', async () => {
    const store = openStore()
    expect(await store.get('ev-00000000')).toBeUndefined()
    expect(await collected(store.list())).toEqual([])
    expect((await store.audit()).ok).toBe(false)
    expect(existsSync(store.root)).toBe(false)
    expect((await register(store)).created).toBe(true)
  })

  it('writes its layout, and a .gitignore that keeps provider bodies out of git', async () => {
    const store = openStore()
    await register(store)
    expect(JSON.parse(readFileSync(at(store, 'rep-layout'), 'utf8'))).toEqual({ repLayoutVersion: '1.0.0' })
    execFileSync('git', ['init', '-q', store.root])
    expect(execFileSync('git', ['-C', store.root, 'status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' })).toBe('')
  })

  it('leaves a .gitignore that the user changed', async () => {
    const store = openStore()
    mkdirSync(store.root)
    writeFileSync(at(store, '.gitignore'), 'cache/\n')
    await register(store)
    expect(readFileSync(at(store, '.gitignore'), 'utf8')).toBe('cache/\n')
  })

  it('refuses to write into a store of a later layout', async () => {
    const store = openStore()
    mkdirSync(store.root)
    writeFileSync(at(store, 'rep-layout'), '{"repLayoutVersion":"2.0.0"}')
    expect((await storeError(register(store))).message).toMatch(/layout 2\.0\.0/)
    expect(readdirSync(store.root)).toEqual(['rep-layout'])
  })
})

describe('bodies', () => {
  it('come back byte for byte, whatever their bytes', async () => {
    const { bodies } = openStore({ durability: 'full' })
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256)
    const { sha256: digest, size } = await bodies.put(bytes)
    expect({ digest, size }).toEqual({ digest: sha256(bytes), size: 70_000 })
    expect(Buffer.from((await bodies.get(digest))!).equals(bytes)).toBe(true)
  })

  it('are stored once, read-only, under their digest', async () => {
    const store = openStore()
    const { sha256: digest } = await store.bodies.put(bytesOf({}))
    const before = statSync(at(store, blobPath(digest)))
    await store.bodies.put(bytesOf({}))
    const after = statSync(at(store, blobPath(digest)))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
    if (process.platform !== 'win32') expect(after.mode & 0o777).toBe(0o444)
    expect(readdirSync(at(store, 'tmp'))).toEqual([])
  })

  it('are taken up to 32 MiB and not a byte more', async () => {
    const { bodies } = openStore()
    expect((await bodies.put(new Uint8Array(MAX_BLOB_BYTES))).size).toBe(32 * 1024 * 1024)
    await storeError(bodies.put(new Uint8Array(MAX_BLOB_BYTES + 1)))
  })

  it('that no longer hash to their name are not given out, and never overwritten', async () => {
    const store = openStore()
    const { sha256: digest } = await store.bodies.put(bytesOf({}))
    const path = at(store, blobPath(digest))
    chmodSync(path, 0o644)
    writeFileSync(path, 'other')
    expect(await store.bodies.get(digest)).toBeUndefined()
    expect(await store.readSnapshot(digest)).toEqual({ integrity: 'tampered' })
    expect(await store.readSnapshot(sha256('never stored'))).toEqual({ integrity: 'missing' })
    await storeError(store.bodies.put(bytesOf({})))
    expect(readFileSync(path, 'utf8')).toBe('other')
  })

  it('are named by hex digits alone, so that no name leads out of the store', async () => {
    const store = openStore()
    await storeError(store.readSnapshot('../../etc/passwd' as never))
  })
})

describe('registering', () => {
  it('the same finding twice gives the same id, created: false, and leaves the first record as it is', async () => {
    const store = openStore()
    const first = await register(store)
    const bytes = readFileSync(first.recordPath!)
    const again = await register(store, { at: '2027-01-01T00:00:00.000Z', fromCache: true })
    expect([first.created, again.created, again.id === first.id]).toEqual([true, false, true])
    expect(readFileSync(again.recordPath!).equals(bytes)).toBe(true)
    expect(journalOf(store)).toMatch(/"event":"registered"[^]*"event":"seen-again"/)
  })

  it('a changed body with the same facts gives the same id; changed facts give another, without a conflict', async () => {
    const store = openStore()
    const first = await register(store)
    expect(await register(store, { body: '{"reference-count":2}' })).toMatchObject({ id: first.id, created: false })
    const other = await register(store, { body: '{"message":{"title":["On shops"]}}', facts: 'other' })
    expect([other.created, other.id === first.id]).toEqual([true, false])
    expect((await store.audit()).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('keeps the record where its path says, in canonical JSON', async () => {
    const store = openStore()
    const { id, recordPath: path } = await register(store)
    expect(path).toBe(at(store, recordPath(id as EvidenceId)))
    expect(JSON.parse(readFileSync(path!, 'utf8'))).toEqual(createRecord(draftOf()))
  })

  it('refuses a record whose body is to be had nowhere, or is another', async () => {
    const store = openStore()
    expect((await storeError(registerDraft(store, draftOf()))).message).toMatch(/not there/)
    await storeError(store.sink.register(draftOf(), async () => bytesOf({ body: 'other' })))
    expect(await collected(store.list())).toEqual([])
  })

  it('takes bodies that are in the store already without asking for them', async () => {
    const store = openStore()
    await store.bodies.put(bytesOf({}))
    expect((await store.sink.register(draftOf(), () => Promise.reject(new Error('asked')))).created).toBe(true)
  })

  it('refuses "no record" as a failure, a url with a key or a mail address, and a check of a snapshot that is not there', async () => {
    const store = openStore()
    const lie = [{ type: 'doi-exists', status: 'fail', reason: 'not_found' }] as unknown as readonly Check[]
    expect((await storeError(register(store, { checks: lie, status: 'fail' }))).message).toMatch(/reason/)
    expect((await storeError(register(store, { url: 'https://api.crossref.org/works?mailto=a@b.org' }))).message).toMatch(/mailto/)
    expect((await storeError(register(store, { checks: [{ type: 'doi-exists', status: 'pass', snapshot: 7 }] }))).message).toMatch(/snapshot 7/)
    expect(existsSync(at(store, 'records'))).toBe(false)
  })

  it('refuses to answer with a damaged record', async () => {
    const store = openStore()
    const { recordPath: path } = await register(store)
    chmodSync(path!, 0o644)
    writeFileSync(path!, readFileSync(path!, 'utf8').replace('On stores', 'On shores'))
    expect((await storeError(register(store))).message).toMatch(/damaged/)
  })

  it('goes on in a store whose directories were removed under it', async () => {
    const store = openStore()
    await register(store)
    rmSync(store.root, { recursive: true })
    expect((await register(store, { doi: '10.5555/after' })).created).toBe(true)
  })
})

describe('reading', () => {
  it('finds a record by its id, by 8 digits, and without ev-; not by 7', async () => {
    const store = openStore()
    const { id } = await register(store)
    for (const name of [id, id.slice(3), id.slice(0, 11), id.slice(3, 11), id.toUpperCase()]) expect((await store.get(name))?.id).toBe(id)
    await expect(store.get(id.slice(0, 10))).rejects.toThrow(/^INVALID_INPUT/)
    await expect(store.get('../secrets')).rejects.toThrow(/^INVALID_INPUT/)
    expect(await store.get('ev-00000000')).toBeUndefined()
  })

  it('says when a prefix names two records', async () => {
    const store = openStore()
    const { id, recordPath: path } = await register(store)
    writeFileSync(path!.replace(id, `${id.slice(0, 11)}${'0'.repeat(56)}`), '{}')
    await expect(store.get(id.slice(0, 11))).rejects.toThrow(/^INVALID_INPUT: 2 evidence ids/)
  })

  it('never gives out a record that was edited', async () => {
    const store = openStore()
    const { id, recordPath: path } = await register(store)
    chmodSync(path!, 0o644)
    writeFileSync(path!, readFileSync(path!, 'utf8').replace('"year":"2024"', '"year":"2023"'))
    await storeError(store.get(id))
    expect(await collected(store.list())).toMatchObject([{ id, integrity: 'tampered' }])
    expect(await collected(store.list({ status: 'ok' }))).toEqual([])
  })

  it('lists by identifier, status and time', async () => {
    const store = openStore()
    await register(store, { doi: '10.5555/a', at: '2026-01-01T00:00:00.000Z' })
    await register(store, { doi: '10.5555/b', at: '2026-06-01T00:00:00.000Z', checks: [{ type: 'doi-exists', status: 'skipped', reason: 'unavailable' }], status: 'unchecked' })
    const dois = async (filter: Parameters<EvidenceStore['list']>[0]): Promise<(string | undefined)[]> => (await collected(store.list(filter))).map((row) => (row.integrity === 'ok' ? row.identifiers.doi : undefined)).sort()
    expect(await dois({})).toEqual(['10.5555/a', '10.5555/b'])
    expect(await dois({ identifier: '10.5555/a' })).toEqual(['10.5555/a'])
    expect(await dois({ status: 'unchecked' })).toEqual(['10.5555/b'])
    expect(await dois({ since: '2026-06-01T00:00:00.000Z' })).toEqual(['10.5555/b'])
    expect(await dois({ kind: 'other' })).toEqual([])
    expect(await store.stats()).toEqual({ records: 2, blobs: 1, bytes: bytesOf({}).byteLength })
  })
})

describe('pruning', () => {
  const old = new Date('2020-01-01')
  const age = (store: EvidenceStore, body: string): void => utimesSync(at(store, blobPath(sha256(body))), old, old)

  it('removes old records and the old bodies that no other record names, and says which', async () => {
    const store = openStore()
    const gone = await register(store, { doi: '10.5555/old', body: 'only old', at: '2020-01-01T00:00:00.000Z' })
    await register(store, { doi: '10.5555/old-kept', body: 'kept', at: '2020-01-01T00:00:00.000Z' })
    const shared = await register(store, { doi: '10.5555/old-shared', body: 'shared', at: '2020-01-01T00:00:00.000Z' })
    const stays = await register(store, { doi: '10.5555/new', body: 'shared', at: '2026-01-01T00:00:00.000Z' })
    const kept = await store.get((await register(store, { doi: '10.5555/old-kept', body: 'kept' })).id)
    await store.bodies.put(bytesOf({ body: 'cached, old' }))
    await store.bodies.put(bytesOf({ body: 'cached, new' }))
    for (const body of ['only old', 'kept', 'shared', 'cached, old']) age(store, body)

    const pruned = await store.prune({ olderThan: new Date('2025-01-01'), keep: new Set([kept!.id]) })
    expect([...pruned.records].sort()).toEqual([gone.id, shared.id].sort())
    expect([...pruned.blobs].sort()).toEqual([sha256('only old'), sha256('cached, old')].sort())
    expect(pruned.bytes).toBe('only oldcached, old'.length)
    expect((await collected(store.list())).map(({ id }) => id).sort()).toEqual([kept!.id, stays.id].sort())
    const report = await store.audit()
    expect([report.ok, report.problems.map(({ kind }) => kind)]).toEqual([true, ['orphan']])
  })

  it('can be followed by registering the same finding again', async () => {
    const store = openStore()
    await register(store, { at: '2020-01-01T00:00:00.000Z' })
    await store.prune({ olderThan: new Date('2025-01-01') })
    expect((await register(store)).created).toBe(true)
    expect((await store.audit()).ok).toBe(true)
  })

  it('removes no body while a record is damaged, since nobody knows what it names', async () => {
    const store = openStore()
    const { recordPath: path } = await register(store, { body: 'named' })
    age(store, 'named')
    chmodSync(path!, 0o644)
    writeFileSync(path!, '{')
    expect(await store.prune({ olderThan: new Date('2100-01-01') })).toMatchObject({ records: [], blobs: [] })
    expect(existsSync(at(store, blobPath(sha256('named'))))).toBe(true)
  })
})
