import { isFresh, type CacheEntry, type CacheOptions, type LookupCache } from './lookup-cache.ts'

/** A cache for one run, without a disk. */
export function createMemoryCache(options: CacheOptions): LookupCache {
  const entries = new Map<string, CacheEntry>()
  const keyOf = (provider: string, id: string) => `${provider} ${id}`
  const fresh = (provider: string, id: string) => {
    const entry = entries.get(keyOf(provider, id))
    return entry && isFresh(entry, options) ? entry : undefined
  }
  return {
    get: async (provider, id) => fresh(provider, id),
    getMany: async (provider, ids) => new Map(ids.flatMap((id) => {
      const entry = fresh(provider, id)
      return entry ? [[id, entry] as const] : []
    })),
    async setMany(added) {
      if (options.ttlMs > 0) for (const entry of added) entries.set(keyOf(entry.provider, entry.id), entry)
    },
    async invalidate(id, provider) {
      let removed = 0
      for (const [key, entry] of entries) {
        if (entry.id === id && (provider === undefined || entry.provider === provider)) {
          entries.delete(key)
          removed++
        }
      }
      return removed
    },
    async stats() {
      const all = [...entries.values()]
      const byProvider: Record<string, number> = {}
      for (const { provider } of all) byProvider[provider] = (byProvider[provider] ?? 0) + 1
      return {
        usable: options.ttlMs > 0,
        found: all.filter(({ kind }) => kind === 'found').length,
        notFound: all.filter(({ kind }) => kind === 'not-found').length,
        expired: all.filter((entry) => !isFresh(entry, options)).length,
        bytes: 0,
        byProvider,
      }
    },
    async clear() {
      const removed = entries.size
      entries.clear()
      return removed
    },
    async close() {},
  }
}
