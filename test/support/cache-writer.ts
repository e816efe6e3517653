/** One process of several that write one cache: `node cache-writer.ts FILE NAME COUNT`. */
import { sha256 } from '../../src/base/sha256.ts'
import { createSqliteCache } from '../../src/http/cache.ts'
import { loadSqlite } from '../../src/runtime/sqlite.ts'

const [file = '', name = '', count = '0'] = process.argv.slice(2)
const cache = createSqliteCache(file, { ttlMs: 7 * 86_400_000, now: () => Date.UTC(2026, 0, 1), load: loadSqlite })
for (let i = 0; i < Number(count); i++) {
  const id = `10.1000/${name}.${i}`
  const url = `https://api.crossref.org/works/${id}`
  await cache.setMany([{ provider: 'crossref', id, kind: 'found', locator: id, answer: { url, finalUrl: url, status: 200, mediaType: 'application/json', sha256: sha256(id), size: 1, retrievedAt: '2026-01-01T00:00:00.000Z' } }])
}
await cache.close()
