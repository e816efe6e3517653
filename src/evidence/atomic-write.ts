import { chmod, link as hardLink, lstat, open, rename, unlink } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCode, guarded, syncDirectory } from './disk.ts'
import type { Disk } from './disk.ts'
import { TMP, tmpPath } from './path.ts'

const WINDOWS = platform() === 'win32'
/** File systems without hard links (exFAT, some network mounts) answer with one of these. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']

/**
 * Puts a whole file at `path`, or nothing: a reader never sees half of it, and of many processes exactly one creates it.
 * Answers `exists` without touching what is there; the caller compares. Throws STORE_ERROR when the disk refuses.
 * `link` is a parameter so that the way taken without hard links can be tested on a file system that has them.
 */
export async function writeIfAbsent(disk: Disk, path: string, bytes: Uint8Array, link: typeof hardLink = hardLink): Promise<'created' | 'exists'> {
  return guarded(`cannot write ${path}`, async () => {
    try {
      return await attempt(disk, path, bytes, link)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' && !(error instanceof Error && errorCode(error.cause) === 'ENOENT')) throw error
      disk.forget() // somebody removed a directory of the store since it was last seen
      return attempt(disk, path, bytes, link)
    }
  })
}

async function attempt(disk: Disk, path: string, bytes: Uint8Array, link: typeof hardLink): Promise<'created' | 'exists'> {
  await disk.directory(TMP)
  await disk.directory(dirname(path))
  const final = disk.absolute(path)
  const tmp = disk.absolute(tmpPath(`${disk.pid}-${disk.randomId()}`))
  let moved = false
  try {
    await writeWhole(tmp, bytes, disk.durability === 'full')
    const outcome = await place(tmp, final, link)
    moved = outcome === 'moved'
    if (disk.durability === 'full') await syncDirectory(dirname(final))
    return outcome === 'exists' ? 'exists' : 'created'
  } finally {
    if (!moved) await retried(() => unlink(tmp)).catch(() => undefined) // a leftover in tmp/ harms nothing; audit names it
  }
}

async function writeWhole(path: string, bytes: Uint8Array, sync: boolean): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    if (!WINDOWS) await file.chmod(0o444)
    if (sync) await file.sync()
  } finally {
    await file.close()
  }
}

/** link(2) creates only if absent, rename(2) overwrites: so rename is the fallback, and there only behind a look. */
async function place(tmp: string, final: string, link: typeof hardLink): Promise<'linked' | 'moved' | 'exists'> {
  try {
    await link(tmp, final)
    return 'linked'
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'EEXIST') return 'exists'
    if (!NO_LINKS.includes(code)) throw error
    if (await lstat(final).then(() => true, () => false)) return 'exists'
    await retried(() => rename(tmp, final))
    return 'moved'
  }
}

/** A virus scanner on Windows may hold a file for some milliseconds. */
async function retried(run: () => Promise<void>): Promise<void> {
  for (let left = WINDOWS ? 4 : 0; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 0 || !['EBUSY', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')) throw error
      await wait(25)
    }
  }
}

/** Makes a stored file removable again (Windows refuses to unlink a read-only file) and removes it; absent is fine. */
export async function removeFile(disk: Disk, path: string): Promise<void> {
  await guarded(`cannot remove ${path}`, async () => {
    const target = disk.absolute(path)
    if (WINDOWS) await chmod(target, 0o600).catch(() => undefined)
    await retried(() => unlink(target)).catch((error: unknown) => { if (errorCode(error) !== 'ENOENT') throw error })
  })
}
