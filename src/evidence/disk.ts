import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CiteError, isCiteError } from '../base/cite-error.ts'

/** What the store is given from outside: it has no clock, no randomness and no process of its own. */
export interface EvidenceStoreOptions {
  /** Directory of the store; made at the first write. */
  readonly root: string
  /** `full`: fsync every file and its directory; `fast`: leave it to the operating system. */
  readonly durability: 'full' | 'fast'
  readonly now: () => Date
  /** Unique text per call (crypto.randomUUID). */
  readonly randomId: () => string
  readonly pid: number
}

/** Directory and file access below one root. Paths are relative to it; symbolic links below the root are refused. */
export interface Disk extends EvidenceStoreOptions {
  absolute(path: string): string
  /** Makes the directory and its parents; throws STORE_ERROR where a symbolic link or a file stands in the way. */
  directory(path: string): Promise<void>
  /** Exact bytes, or undefined when absent. Throws STORE_ERROR when it cannot be read or is larger than `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>
  /** Size in bytes of a regular file, or undefined when there is none. */
  size(path: string): Promise<number | undefined>
  /** Names in a directory, sorted; empty when it is absent. */
  names(path: string): Promise<readonly string[]>
  /** Forgets which directories were seen, for when somebody removed them. */
  forget(): void
}

/** Opens nothing and writes nothing until it is asked to. */
export function createDisk(options: EvidenceStoreOptions): Disk {
  const seen = new Set<string>()
  const absolute = (path: string): string => (path === '' ? options.root : join(options.root, path))

  /** Walks down from the root, so that no link can lead the store out of its own directory. */
  async function walk(path: string, make: boolean): Promise<boolean> {
    if (seen.has(path)) return true
    const parts = path === '' ? [] : path.split('/')
    for (let depth = 0; depth <= parts.length; depth++) {
      const at = parts.slice(0, depth).join('/')
      if (seen.has(at)) continue
      if (make && await makeDirectory(absolute(at), depth === 0) && options.durability === 'full') await syncDirectory(dirname(absolute(at)))
      if (depth > 0) {
        const entry = await lstat(absolute(at)).catch(absent)
        if (entry === undefined) return false
        if (!entry.isDirectory()) throw new CiteError('STORE_ERROR', `${at} in the evidence store is not a plain directory`)
      }
      if (make || depth > 0) seen.add(at) // a reader did not look at the root itself
    }
    return true
  }

  return {
    ...options,
    absolute,
    directory: (path) => guarded(`cannot make ${path || 'the evidence store'}`, async () => { await walk(path, true) }),
    read: (path, maxBytes) => guarded(`cannot read ${path}`, async () => {
      if (!await walk(dirname(path) === '.' ? '' : dirname(path), false)) return undefined
      const file = await open(absolute(path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(absent)
      if (file === undefined) return undefined
      try {
        const { size } = await file.stat()
        if (size > maxBytes) throw new CiteError('STORE_ERROR', `${path} has ${size} bytes, more than ${maxBytes}`)
        return new Uint8Array(await file.readFile())
      } finally {
        await file.close()
      }
    }),
    size: (path) => guarded(`cannot read ${path}`, async () => {
      const entry = await lstat(absolute(path)).catch(absent)
      return entry?.isFile() ? entry.size : undefined
    }),
    names: (path) => guarded(`cannot list ${path || 'the evidence store'}`, async () => (await readdir(absolute(path)).catch(absent) ?? []).sort()),
    forget: () => seen.clear(),
  }
}

/** Runs a disk operation; whatever the file system throws becomes a STORE_ERROR with it as cause. */
export async function guarded<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (cause) {
    if (isCiteError(cause)) throw cause
    throw new CiteError('STORE_ERROR', `${what}: ${errorCode(cause) ?? String(cause)}`, { cause })
  }
}

/** `ENOENT` and the like, of an error of node:fs. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function absent(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}

async function makeDirectory(path: string, recursive: boolean): Promise<boolean> {
  try {
    return await mkdir(path, { recursive }) !== undefined || !recursive
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Windows opens no directory for this (EPERM, EISDIR), some network mounts refuse it (EINVAL): nothing more can be done there. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r')
    try { await directory.sync() } finally { await directory.close() }
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(errorCode(error) ?? '')) throw error
  }
}
