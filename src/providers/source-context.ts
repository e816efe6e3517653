import type { Sha256 } from '../base/sha256.ts'
import type { HttpClient } from '../http/request.ts'
import type { SnapshotBodies } from '../model/snapshot.ts'

/** One remembered answer: which stored body it stands in, and under which locator. Never made for a failed look-up. */
export interface RememberedLookup {
  readonly kind: 'found' | 'not-found'
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  readonly mediaType: string
  readonly body: { readonly sha256: Sha256; readonly size: number }
  readonly locator: string
  /** ISO 8601. */
  readonly retrievedAt: string
}

/** What the sources need of http/cache.ts: answers by source and identifier. Expired entries are not returned; it decides how long each kind lives. */
export interface LookupMemory {
  getMany(source: string, ids: readonly string[]): ReadonlyMap<string, RememberedLookup> | Promise<ReadonlyMap<string, RememberedLookup>>
  setMany(source: string, entries: ReadonlyMap<string, RememberedLookup>): void | Promise<void>
}

/** What every source is built from. */
export interface SourceContext {
  readonly http: HttpClient
  readonly cache: LookupMemory
  readonly bodies: SnapshotBodies
  /** Told of a store or cache that refuses; the answer itself is not lost. */
  readonly onStoreError?: (error: unknown) => void
}
