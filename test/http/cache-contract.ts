import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/base/sha256.ts'
import type { CacheEntry, CacheOptions, LookupCache } from '../../src/http/lookup-cache.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 0, 1)

export function entry(id: string, more: Partial<Omit<CacheEntry, 'answer'>> & { readonly at?: number } = {}): CacheEntry {
  const { at = start, ...rest } = more
  const url = `https://api.crossref.org/works?filter=doi:${id}`
  return {
    provider: 'crossref', id, kind: 'found', locator: id, ...rest,
    answer: { url, finalUrl: url, status: 200, mediaType: 'application/json', sha256: sha256(id), size: 12, retrievedAt: new Date(at).toISOString() },
  }
}

/** What every cache promises. `make` gives an empty one each time. */
export function describeCache(name: string, make: (options: CacheOptions) => LookupCache): void {
  describe(`the contract of a look-up cache: ${name}`, () => {
    let now = start
    const open = (ttlMs = 7 * 24 * HOUR) => {
      now = start
      return make({ ttlMs, now: () => now })
    }

    it('gives back exactly what was stored, by provider and identifier', async () => {
      const cache = open()
      const stored = entry('10.1000/é’"; DROP TABLE lookups_v1; --')
      await cache.setMany([stored, entry('10.1000/b')])
      expect(await cache.get('crossref', stored.id)).toEqual(stored)
      expect(await cache.get('datacite', stored.id)).toBeUndefined()
      expect(await cache.get('crossref', '10.1000/c')).toBeUndefined()
      await cache.close()
    })

    it('reads many at once, and names only those that are there', async () => {
      const cache = open()
      const ids = Array.from({ length: 2_500 }, (_, i) => `10.1000/${i}`)
      await cache.setMany(ids.slice(0, 2_000).map((id) => entry(id)))
      const read = await cache.getMany('crossref', ids)
      expect([...read.keys()].sort()).toEqual(ids.slice(0, 2_000).sort())
      expect(await cache.getMany('crossref', [])).toEqual(new Map())
      await cache.close()
    })

    it('keeps found records for the ttl and "no such record" for a day at most', async () => {
      const cache = open()
      await cache.setMany([entry('a'), entry('b', { kind: 'not-found' })])
      now = start + 24 * HOUR - 1
      expect([...(await cache.getMany('crossref', ['a', 'b'])).keys()].sort()).toEqual(['a', 'b'])
      now = start + 24 * HOUR
      expect([...(await cache.getMany('crossref', ['a', 'b'])).keys()]).toEqual(['a'])
      now = start + 7 * 24 * HOUR
      expect(await cache.getMany('crossref', ['a', 'b'])).toEqual(new Map())
      await cache.close()
    })

    it('a ttl under a day holds for both kinds', async () => {
      const cache = open(HOUR)
      await cache.setMany([entry('a'), entry('b', { kind: 'not-found' })])
      now = start + HOUR
      expect(await cache.getMany('crossref', ['a', 'b'])).toEqual(new Map())
      await cache.close()
    })

    it('a ttl of 0 switches it off', async () => {
      const cache = open(0)
      await cache.setMany([entry('a')])
      expect(await cache.get('crossref', 'a')).toBeUndefined()
      expect((await cache.stats()).usable).toBe(false)
      await cache.close()
    })

    it('a newer answer replaces an older one', async () => {
      const cache = open()
      await cache.setMany([entry('a', { kind: 'not-found' })])
      now = start + HOUR
      await cache.setMany([entry('a', { at: now })])
      expect(await cache.get('crossref', 'a')).toEqual(entry('a', { at: now }))
      await cache.close()
    })

    it('does not trust an entry from the future', async () => {
      const cache = open()
      await cache.setMany([entry('a', { at: start + HOUR })])
      expect(await cache.get('crossref', 'a')).toBeUndefined()
      await cache.close()
    })

    it('forgets an identifier at one provider or at all', async () => {
      const cache = open()
      await cache.setMany([entry('a'), entry('a', { provider: 'openalex' }), entry('b')])
      expect(await cache.invalidate('a', 'openalex')).toBe(1)
      expect(await cache.get('crossref', 'a')).toBeDefined()
      expect(await cache.invalidate('a')).toBe(1)
      expect(await cache.invalidate('a')).toBe(0)
      expect(await cache.get('crossref', 'b')).toBeDefined()
      await cache.close()
    })

    it('counts what it holds, and clears', async () => {
      const cache = open()
      await cache.setMany([entry('a'), entry('b', { kind: 'not-found' }), entry('c', { provider: 'datacite', at: start - 30 * 24 * HOUR })])
      expect(await cache.stats()).toMatchObject({ usable: true, found: 2, notFound: 1, expired: 1, byProvider: { crossref: 2, datacite: 1 } })
      expect(await cache.clear()).toBe(3)
      expect(await cache.stats()).toMatchObject({ usable: true, found: 0, notFound: 0, expired: 0, byProvider: {} })
      await cache.close()
    })

    it('a closed cache is a miss, not an error', async () => {
      const cache = open()
      await cache.setMany([entry('a')])
      await cache.close()
      await cache.close()
      await expect(cache.setMany([entry('b')])).resolves.toBeUndefined()
      await expect(cache.stats()).resolves.toBeDefined()
    })
  })
}
