import { execFileSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isCiteError } from '../../src/base/cite-error.ts'
import { writeIfAbsent } from '../../src/evidence/atomic-write.ts'
import { blobPath } from '../../src/evidence/path.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import { bytesOf, openStore, register, temporaryDirectory } from './draft.ts'

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes)
const at = (store: EvidenceStore, path: string): string => join(store.root, path)
const filesUnder = (directory: string): string[] => readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => entry.name)

/** Runs as a user whom file modes bind; root may write anywhere. */
const isRoot = process.getuid?.() === 0
const canMount = isRoot && mounts()
function mounts(): boolean {
  const directory = mkdtempSync('/tmp/mount-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory], { stdio: 'ignore' })
    execFileSync('umount', [directory])
    return true
  } catch {
    return false
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function mounted(size: string): string {
  const directory = temporaryDirectory()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory])
  onTestFinished(() => { execFileSync('umount', [directory]) })
  return directory
}

async function storeError(run: Promise<unknown>): Promise<Error> {
  const error: unknown = await run.then(() => undefined, (reason: unknown) => reason)
  expect(isCiteError(error) && error.code, String(error)).toBe('STORE_ERROR')
  return error as Error
}

describe('writing atomically', () => {
  it('without hard links takes the way by rename, and still keeps what is there', async () => {
    const { parts: { disk } } = openStore()
    const noLinks = async (): Promise<never> => { throw Object.assign(new Error('no links here'), { code: 'ENOTSUP' }) }
    const write = (content: string): Promise<string> => writeIfAbsent(disk, 'records/ab/file', new TextEncoder().encode(content), noLinks)
    expect([await write('first'), await write('second')]).toEqual(['created', 'exists'])
    expect(text(await disk.read('records/ab/file', 100))).toBe('first')
    expect(readdirSync(disk.absolute('tmp'))).toEqual([])
  })

  it('follows no symbolic link out of the store, neither to write nor to read', async () => {
    const outside = temporaryDirectory()
    for (const child of ['blobs', 'records', 'tmp', 'journal']) {
      const store = openStore()
      mkdirSync(store.root)
      symlinkSync(outside, at(store, child))
      await storeError(register(store))
      expect(lstatSync(at(store, child)).isSymbolicLink()).toBe(true)
    }
    expect(readdirSync(outside)).toEqual([])
    const store = openStore()
    const { sha256: digest } = await store.bodies.put(bytesOf({}))
    rmSync(at(store, blobPath(digest)))
    writeFileSync(join(outside, 'body'), bytesOf({}))
    symlinkSync(join(outside, 'body'), at(store, blobPath(digest)))
    expect(await store.readSnapshot(digest)).toEqual({ integrity: 'tampered' })
    expect(await store.bodies.get(digest)).toBeUndefined()
    await storeError(store.bodies.put(bytesOf({})))
  })
})

describe('a disk that refuses', () => {
  it('(a file stands where the root should be) is STORE_ERROR with the cause', async () => {
    const root = join(temporaryDirectory(), 'file')
    writeFileSync(root, '')
    expect((await storeError(register(openStore({ root })))).cause).toMatchObject({ code: 'ENOTDIR' })
    await storeError(register(openStore({ root: join(root, 'below') })))
  })

  it.skipIf(isRoot)(`(read-only directory${isRoot ? '; skipped: root may write anywhere' : ''}) is STORE_ERROR`, async () => {
    const directory = temporaryDirectory()
    chmodSync(directory, 0o555)
    expect((await storeError(register(openStore({ root: join(directory, 'store') })))).cause).toMatchObject({ code: 'EACCES' })
  })

  it.skipIf(!canMount)(`(read-only file system${canMount ? '' : '; skipped: needs root and mount'}) is STORE_ERROR, and reading still works`, async () => {
    const directory = mounted('1m')
    const store = openStore({ root: join(directory, 'store') })
    const { id } = await register(store)
    execFileSync('mount', ['-o', 'remount,ro', directory])
    const reader = openStore({ root: store.root })
    expect((await storeError(register(reader, { doi: '10.5555/other' }))).cause).toMatchObject({ code: 'EROFS' })
    expect((await reader.get(id))?.id).toBe(id)
    expect((await reader.audit()).ok).toBe(true)
  })

  it.skipIf(!canMount)(`(full file system${canMount ? '' : '; skipped: needs root and mount'}) is STORE_ERROR, leaves no half-written file, and the store goes on when there is room`, async () => {
    const directory = mounted('256k')
    const store = openStore({ root: join(directory, 'store') })
    await register(store)
    writeFileSync(join(directory, 'filler'), '')
    let filled = 0
    try { for (;; filled += 4096) writeFileSync(join(directory, 'filler'), Buffer.alloc(4096), { flag: 'a' }) } catch { /* full */ }
    expect(filled).toBeGreaterThan(0)
    const body = 'x'.repeat(50_000)
    expect((await storeError(register(store, { doi: '10.5555/full', body }))).cause).toMatchObject({ code: 'ENOSPC' })
    expect(filesUnder(at(store, 'tmp'))).toEqual([])
    expect((await store.audit()).problems.filter(({ severity }) => severity === 'error')).toEqual([])
    rmSync(join(directory, 'filler'))
    expect((await register(store, { doi: '10.5555/full', body })).created).toBe(true)
    expect((await store.audit()).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
