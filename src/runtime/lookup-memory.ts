import type { CacheEntry, LookupCache } from '../http/lookup-cache.ts'
import type { ProviderName } from '../model/work.ts'
import type { LookupMemory } from '../providers/source-context.ts'

/** The lookup cache in the terms of the sources. A source's cache name may be finer than its provider's (`crossref-single`). */
export function createLookupMemory(cache: LookupCache): LookupMemory {
  return {
    async getMany(source, ids) {
      const entries = await cache.getMany(source as ProviderName, ids)
      return new Map([...entries].map(([id, { kind, locator, answer }]) => {
        const { sha256, size, ...rest } = answer
        return [id, { kind, locator, ...rest, body: { sha256, size } }]
      }))
    },
    setMany(source, entries) {
      return cache.setMany([...entries].map(([id, { kind, locator, body, ...rest }]): CacheEntry => ({ provider: source as ProviderName, id, kind, locator, answer: { ...rest, ...body } })))
    },
  }
}
