import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredVerification, VerificationStore } from '../../src/gate/verification-store.ts'

const row = (citationKey: string, resolver: string, form: string, json = '{"matched":true}'): StoredVerification =>
  ({ citation_key: citationKey, resolver_name: resolver, query_form: form, response_json: json, verification_timestamp: '2026-01-01T00:00:00.000Z' })
const sorted = (rows: readonly StoredVerification[]): readonly StoredVerification[] => [...rows].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

/** What every store promises, whatever stands behind it. `open` gives a new, empty one. */
export function describeStore(name: string, open: () => VerificationStore | Promise<VerificationStore>): void {
  describe(`${name} as a verification store`, () => {
    let store: VerificationStore
    beforeEach(async () => { store = await open() })
    afterEach(() => store.close())

    it('gives back what was put in, and nothing for what was not', async () => {
      const one = row('a', 'crossref', 'doi:10.5555/x|title:T “q” 题名')
      await store.putMany([one])
      expect(await store.getMany([one, row('a', 'arxiv', 'x')])).toEqual([one])
    })
    it('keeps resolvers and forms of a question apart', async () => {
      const rows = [row('a', 'crossref', 'doi:1|title:T'), row('a', 'openalex', 'doi:1|title:T'), row('a', 'crossref', 'doi:|title:T'), row('b', 'crossref', 'doi:1|title:T')]
      await store.putMany(rows)
      for (const one of rows) expect(await store.getMany([one])).toEqual([one])
      expect(sorted(await store.rowsOf(['a']))).toEqual(sorted(rows.slice(0, 3)))
      expect(await store.rowsOf([])).toEqual([])
    })
    it('replaces a row under the same key', async () => {
      await store.putMany([row('a', 'crossref', 'f', 'old')])
      await store.putMany([row('a', 'crossref', 'f', 'new')])
      expect((await store.rowsOf(['a'])).map(({ response_json: json }) => json)).toEqual(['new'])
    })
    it('keeps texts as they are, also those that are no JSON', async () => {
      const odd = row("a'; DROP TABLE verification_cache; --", 'crossref', '[]{}"\\', '{"broken')
      await store.putMany([odd])
      expect(await store.getMany([odd])).toEqual([odd])
    })
    it('forgets all rows of one citation and of no other; an unknown one is no error', async () => {
      await store.putMany([row('a', 'crossref', 'f'), row('a', 'arxiv', 'f'), row('ab', 'crossref', 'f')])
      expect(await store.invalidate('a')).toBe(2)
      expect(await store.invalidate('a')).toBe(0)
      expect(await store.invalidate('never')).toBe(0)
      expect((await store.rowsOf(['a', 'ab'])).map(({ citation_key: key }) => key)).toEqual(['ab'])
    })
    it('takes many keys at once', async () => {
      const many = Array.from({ length: 3_000 }, (_, index) => row(`k${index}`, 'crossref', 'f'))
      await store.putMany(many)
      expect(await store.getMany(many)).toHaveLength(3_000)
      expect(await store.rowsOf(many.map(({ citation_key: key }) => key))).toHaveLength(3_000)
    })
    it('an empty call is no call', async () => {
      await store.putMany([])
      expect(await store.getMany([])).toEqual([])
    })
  })
}
