import { sha256, type Sha256 } from '../base/sha256.ts'
import type { SnapshotBodies } from '../model/snapshot.ts'

/**
 * Bodies kept on disk, or in memory for this process when the disk refuses (full, read-only): a verdict is never lost to a broken
 * store. `onRefused` is told each time, so that the report can say STORE_ERROR.
 */
export function createResilientBodies(disk: SnapshotBodies, onRefused: (error: unknown) => void): SnapshotBodies {
  const memory = new Map<Sha256, Uint8Array>()
  return {
    async put(bytes) {
      try {
        return await disk.put(bytes)
      } catch (error) {
        onRefused(error)
        const digest = sha256(bytes)
        memory.set(digest, bytes)
        return { sha256: digest, size: bytes.byteLength }
      }
    },
    async get(digest) {
      const kept = memory.get(digest)
      if (kept) return kept
      try {
        return await disk.get(digest)
      } catch (error) {
        onRefused(error)
        return undefined
      }
    },
  }
}
