import { dirname } from 'node:path'
import { CiteError } from '../base/cite-error.ts'
import { isSha256, sha256 } from '../base/sha256.ts'
import type { Sha256 } from '../base/sha256.ts'
import { writeIfAbsent } from './atomic-write.ts'
import type { Disk } from './disk.ts'
import { BLOBS, blobPath, MAX_BLOB_BYTES } from './path.ts'

/** A stored body and whether it still hashes to its name. */
export type StoredBody =
  | { readonly integrity: 'ok'; readonly bytes: Uint8Array }
  | { readonly integrity: 'tampered' | 'missing'; readonly bytes?: never }

/** Bodies by content hash; never rewritten, never deleted except by prune. */
export interface Blobs {
  put(bytes: Uint8Array): Promise<{ readonly sha256: Sha256; readonly size: number; readonly created: boolean }>
  read(digest: Sha256): Promise<StoredBody>
  /** Size in bytes of the stored file, without reading it. */
  size(digest: Sha256): Promise<number | undefined>
  /** All digests, sorted, by the names of the files. */
  digests(): AsyncIterable<Sha256>
}

/** `prepare` runs before each write (it makes the store's own files). */
export function createBlobs(disk: Disk, prepare: () => Promise<void>): Blobs {
  async function read(digest: Sha256): Promise<StoredBody> {
    if (!isSha256(digest)) throw new CiteError('STORE_ERROR', 'a snapshot is named by 64 lower-case hex digits')
    const path = blobPath(digest)
    const size = await disk.size(path)
    if (size === undefined) {
      const isOther = (await disk.names(dirname(path))).includes(digest) // a link or a directory in its place
      return { integrity: isOther ? 'tampered' : 'missing' }
    }
    if (size > MAX_BLOB_BYTES) return { integrity: 'tampered' }
    const bytes = await disk.read(path, MAX_BLOB_BYTES)
    if (bytes === undefined) return { integrity: 'missing' }
    return sha256(bytes) === digest ? { integrity: 'ok', bytes } : { integrity: 'tampered' }
  }
  return {
    async put(bytes) {
      if (bytes.byteLength > MAX_BLOB_BYTES) throw new CiteError('STORE_ERROR', `a body of ${bytes.byteLength} bytes is over the ${MAX_BLOB_BYTES} that the store takes`)
      const digest = sha256(bytes)
      const put = { sha256: digest, size: bytes.byteLength }
      if (await disk.size(blobPath(digest)) === undefined) {
        await prepare()
        if (await writeIfAbsent(disk, blobPath(digest), bytes) === 'created') return { ...put, created: true }
      }
      const { integrity } = await read(digest)
      if (integrity !== 'ok') throw new CiteError('STORE_ERROR', `the stored bytes of ${blobPath(digest)} are ${integrity}; they are left as they are`)
      return { ...put, created: false }
    },
    read,
    size: (digest) => disk.size(blobPath(digest)),
    async * digests() {
      for (const shard of await disk.names(BLOBS)) {
        if (/^[0-9a-f]{2}$/.test(shard)) yield* (await disk.names(`${BLOBS}/${shard}`)).filter(isSha256)
      }
    },
  }
}
