import type { Sha256 } from '../base/sha256.ts'
import type { ProviderName } from '../model/work.ts'

/** Where the bytes of a cached answer are and how they came; the bytes themselves lie in the snapshot store. */
export interface CachedAnswer {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  readonly mediaType: string
  readonly sha256: Sha256
  readonly size: number
  /** ISO 8601; the entry's age counts from here. */
  readonly retrievedAt: string
}

/** What one provider definitely said about one identifier. A failed look-up has no entry, by type. */
export interface CacheEntry {
  readonly provider: ProviderName
  readonly id: string
  readonly kind: 'found' | 'not-found'
  /** The identifier within a list answer. */
  readonly locator: string
  readonly answer: CachedAnswer
}

export interface CacheStats {
  /** false: the cache is switched off, or its file cannot be used (then every look-up is a miss). */
  readonly usable: boolean
  readonly found: number
  readonly notFound: number
  readonly expired: number
  /** Size on disk. */
  readonly bytes: number
  readonly byProvider: Readonly<Record<string, number>>
}

/**
 * Answers by provider and identifier. Found entries live for `ttlMs`, "no such record" for the shorter of that and 24 h; a ttl of 0
 * switches it off. Nothing here rejects: a cache that is broken, locked or read-only is a cache miss.
 */
export interface LookupCache {
  get(provider: ProviderName, id: string): Promise<CacheEntry | undefined>
  /** The entries that are there and fresh; absent ids are absent in the map. */
  getMany(provider: ProviderName, ids: readonly string[]): Promise<ReadonlyMap<string, CacheEntry>>
  /** Newer entries replace older ones; all are written or none. */
  setMany(entries: readonly CacheEntry[]): Promise<void>
  /** Forgets an identifier, at one provider or at all; the number of entries removed. */
  invalidate(id: string, provider?: ProviderName): Promise<number>
  stats(): Promise<CacheStats>
  /** Removes everything; the number of entries removed. */
  clear(): Promise<number>
  close(): Promise<void>
}

export interface CacheOptions {
  readonly ttlMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export const LONGEST_NEGATIVE_MS = 86_400_000

/** True while an entry may be used. An entry from the future (a clock set back) or with an unreadable time is not fresh. */
export function isFresh(entry: { readonly kind: CacheEntry['kind']; readonly answer: { readonly retrievedAt: string } }, { ttlMs, now }: CacheOptions): boolean {
  const age = now() - Date.parse(entry.answer.retrievedAt)
  const lifetime = entry.kind === 'found' ? ttlMs : Math.min(ttlMs, LONGEST_NEGATIVE_MS)
  return age > -60_000 && age < lifetime
}
