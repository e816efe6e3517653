import { stat } from 'node:fs/promises'
import type { Sha256 } from '../base/sha256.ts'
import { removeFile } from './atomic-write.ts'
import { blobPath } from './path.ts'
import type { EvidenceId } from './path.ts'
import type { StoreParts } from './store-parts.ts'

export interface PruneOptions {
  /** Records recorded before this time go, and bodies written before it that no record names. */
  readonly olderThan: Date
  /** Ids that stay whatever their age (a passport or a report names them). */
  readonly keep?: ReadonlySet<string>
}

export interface Pruned {
  readonly records: readonly EvidenceId[]
  readonly blobs: readonly Sha256[]
  /** Bytes of the removed bodies. */
  readonly bytes: number
}

/**
 * Removes old records, then old bodies that are named by none of the rest. Damaged records stay (they are the audit's
 * business) and while there is one, no body is removed, since nobody knows which bodies it names.
 */
export async function pruneStore({ disk, blobs, records, journal }: StoreParts, { olderThan, keep = new Set() }: PruneOptions): Promise<Pruned> {
  const gone: EvidenceId[] = []
  for await (const id of records.ids()) {
    const stored = await records.read(id)
    if (stored?.integrity !== 'ok' || keep.has(id)) continue
    if (Date.parse(stored.record.recordedAt) >= olderThan.getTime()) continue
    await journal.append({ event: 'pruned', id, at: disk.now().toISOString(), file: stored.file }) // first: a record that is gone without a note is called missing
    await records.remove(id)
    gone.push(id)
  }
  const named = new Set<Sha256>()
  for await (const id of records.ids()) {
    const stored = await records.read(id)
    if (stored?.integrity === 'tampered') return { records: gone, blobs: [], bytes: 0 }
    for (const { body } of stored?.record.snapshots ?? []) named.add(body.sha256)
  }
  const removed: Sha256[] = []
  let bytes = 0
  for await (const digest of blobs.digests()) {
    if (named.has(digest)) continue
    const file = await stat(disk.absolute(blobPath(digest))).catch(() => undefined)
    if (file === undefined || file.mtimeMs >= olderThan.getTime()) continue
    await removeFile(disk, blobPath(digest))
    removed.push(digest)
    bytes += file.size
  }
  return { records: gone, blobs: removed, bytes }
}
