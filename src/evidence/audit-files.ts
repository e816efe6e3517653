import { readdir } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { isCiteError } from '../base/cite-error.ts'
import { isSha256 } from '../base/sha256.ts'
import type { Audit } from './audit.ts'
import type { StoredBody } from './blobs.ts'
import { errorCode, guarded } from './disk.ts'
import { isKnownLayout, layoutVersion } from './layout.ts'
import { BLOBS, blobPath, LAYOUT_FILE, ROOT_NAMES, TMP } from './path.ts'

/** Is this a store of a layout that is known? Nothing else is read when not. Names what does not belong at the top. */
export async function auditLayout({ parts: { disk }, problems }: Audit): Promise<boolean> {
  const version = layoutVersion(await disk.read(LAYOUT_FILE, 4096))
  if (!isKnownLayout(version)) {
    problems.push({ kind: 'unknown-layout', severity: 'error', path: LAYOUT_FILE, detail: version === undefined ? 'this is no evidence store' : `layout ${version} is not known` })
    return false
  }
  for (const entry of await entries({ disk }, '')) {
    if (entry.isSymbolicLink()) problems.push({ kind: 'foreign', severity: 'error', path: entry.name, detail: 'a symbolic link is no part of a store' })
    else if (!ROOT_NAMES.has(entry.name)) problems.push({ kind: 'foreign', severity: 'info', path: entry.name, detail: 'not a part of the store' })
  }
  return true
}

/** Does every body hash to its name? Collects the sizes. */
export async function auditBlobs(audit: Audit): Promise<void> {
  for await (const { path, name } of sharded(audit, BLOBS, 'file of a body')) {
    if (!isSha256(name) || path !== blobPath(name)) {
      audit.problems.push({ kind: 'foreign', severity: 'error', path, detail: 'its name is not the name of a body in this place' })
      continue
    }
    const read = (): Promise<StoredBody | undefined> => readable(audit, path, () => audit.parts.blobs.read(name))
    const first = await read()
    const body = first?.integrity === 'tampered' ? await read() : first
    if (body?.integrity === 'ok') audit.blobs.set(name, body.bytes.byteLength)
    if (body?.integrity === 'tampered') audit.problems.push({ kind: 'tampered', severity: 'error', path, detail: 'its bytes do not hash to its name' })
  }
}

/** One file that cannot be read is a problem of its own, and no reason to leave the others unread. */
export async function readable<Value>(audit: Audit, path: string, read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!isCiteError(error)) throw error
    audit.problems.push({ kind: 'missing', severity: 'error', path, detail: `it cannot be read: ${error.message}` })
    return undefined
  }
}

/** Bodies that no record names: cached answers, or what a killed process left. */
export async function auditOrphans({ blobs, named, problems }: Audit): Promise<void> {
  for (const digest of blobs.keys()) {
    if (!named.has(digest)) problems.push({ kind: 'orphan', severity: 'info', path: blobPath(digest), detail: 'no record names this body' })
  }
}

/** Half-written files: of a process that writes now, or of one that was stopped. */
export async function auditTmp({ parts: { disk }, problems }: Audit): Promise<void> {
  for (const name of await disk.names(TMP)) problems.push({ kind: 'stale-tmp', severity: 'info', path: `${TMP}/${name}`, detail: 'unfinished write' })
}

/** Files two levels down (`ab/name`); whatever else lies there is named as foreign. */
export async function* sharded(audit: Audit, top: string, what: string): AsyncIterable<{ readonly path: string; readonly name: string }> {
  const foreign = (path: string, entry: Dirent): void => {
    audit.problems.push({ kind: 'foreign', severity: 'error', path, detail: entry.isSymbolicLink() ? 'a symbolic link is no part of a store' : `not a ${what}` })
  }
  for (const shard of await entries(audit.parts, top)) {
    const directory = `${top}/${shard.name}`
    if (!shard.isDirectory() || !/^[0-9a-f]{2}$/.test(shard.name)) {
      foreign(directory, shard)
      continue
    }
    for (const entry of await entries(audit.parts, directory)) {
      if (entry.isFile()) yield { path: `${directory}/${entry.name}`, name: entry.name }
      else foreign(`${directory}/${entry.name}`, entry)
    }
  }
}

async function entries({ disk }: Pick<Audit['parts'], 'disk'>, path: string): Promise<readonly Dirent[]> {
  return guarded(`cannot list ${path || 'the evidence store'}`, async () => {
    try {
      const found = await readdir(disk.absolute(path), { withFileTypes: true })
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      throw error
    }
  })
}
