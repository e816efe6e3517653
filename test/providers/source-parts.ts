import { sha256, type Sha256 } from '../../src/base/sha256.ts'
import { createHttpClient, type HttpClientOptions } from '../../src/http/client.ts'
import type { Clock } from '../../src/http/clock.ts'
import { createMemoryCache } from '../../src/http/memory-cache.ts'
import type { SnapshotBodies } from '../../src/model/snapshot.ts'
import type { SourceContext } from '../../src/providers/source-context.ts'
import { createLookupMemory } from '../../src/runtime/lookup-memory.ts'

/** Waits and paces run twenty times faster than the wall clock; the time of day is real. */
export const fastClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now() * 20,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms / 20)
    return () => clearTimeout(timer)
  },
}

/** Bodies in memory; `damage` makes every stored body unusable, `refuse` makes putting fail as a full disk does. */
export interface TestBodies extends SnapshotBodies {
  readonly stored: Map<Sha256, Uint8Array>
  refuse: boolean
}

export function createTestBodies(): TestBodies {
  const stored = new Map<Sha256, Uint8Array>()
  return {
    stored,
    refuse: false,
    async put(bytes) {
      if (this.refuse) throw new Error('STORE_ERROR: no space left on device')
      const digest = sha256(bytes)
      stored.set(digest, bytes)
      return { sha256: digest, size: bytes.byteLength }
    },
    async get(digest) {
      const bytes = stored.get(digest)
      return bytes && sha256(bytes) === digest ? bytes : undefined
    },
  }
}

export interface TestParts extends SourceContext {
  readonly bodies: TestBodies
  readonly storeErrors: unknown[]
  remembered(): Promise<number>
}

/** The real client (real fetch, real TLS), the real memory cache, bodies in memory. */
export function createTestParts(options: Partial<HttpClientOptions> = {}): TestParts {
  const lookups = createMemoryCache({ ttlMs: 86_400_000, now: fastClock.now })
  const storeErrors: unknown[] = []
  return {
    http: createHttpClient({ userAgent: 'test/0', timeoutMs: 100_000, minIntervalMs: 0, retries: 1, maxRedirects: 3, clock: fastClock, ...options }),
    cache: createLookupMemory(lookups),
    bodies: createTestBodies(),
    onStoreError: (error) => void storeErrors.push(error),
    storeErrors,
    remembered: async () => { const { found, notFound } = await lookups.stats(); return found + notFound },
  }
}
