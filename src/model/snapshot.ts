import type { Sha256 } from '../base/sha256.ts'
import type { ProviderName } from './work.ts'

/**
 * Where an answer came from and which exact bytes it was. `body` names the bytes after transfer- and content-coding were
 * undone (fetch cannot give the raw wire bytes). `url` never holds credentials or a mail address.
 */
export interface SnapshotRef {
  readonly provider: ProviderName
  readonly role: 'authority' | 'second-opinion' | 'existence'
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  readonly mediaType: string
  readonly body: { readonly sha256: Sha256; readonly size: number }
  /** The identifier within a list answer. */
  readonly locator: string
  /** sha256 of the canonical JSON of the extracted Work; absent for a not-found answer. Stable when only counters in the body moved. */
  readonly facts?: Sha256
  /** ISO 8601, when the bytes were fetched (for a cache hit: the original time). */
  readonly retrievedAt: string
  readonly fromCache: boolean
}

/** Where bodies are kept by content hash. The evidence store is one; a memory one serves runs without a disk. */
export interface SnapshotBodies {
  /** Keeps the bytes; idempotent. May throw a CiteError STORE_ERROR when the disk refuses. */
  put(bytes: Uint8Array): Promise<{ readonly sha256: Sha256; readonly size: number }>
  /** The bytes, or undefined when they are absent or no longer hash to their name. */
  get(digest: Sha256): Promise<Uint8Array | undefined>
}
