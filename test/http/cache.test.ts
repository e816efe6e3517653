import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../src/http/memory-cache.ts'
import { createSqliteCache } from '../../src/http/cache.ts'
import { describeCache, entry } from './cache-contract.ts'

const run = promisify(execFile)
let folder = ''
let made = 0
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'lookup-cache-')) })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newFile = () => join(folder, String(made++), 'cache', 'lookups.sqlite')
const options = { ttlMs: 7 * 86_400_000, now: () => Date.UTC(2026, 0, 1) }

describeCache('in memory', createMemoryCache)
describeCache('SQLite file', (given) => createSqliteCache(newFile(), given))

describe('the cache file', () => {
  it('is not made before it is needed, and a later run reads it', async () => {
    const file = newFile()
    const first = createSqliteCache(file, options)
    expect(existsSync(file)).toBe(false)
    await first.setMany([entry('a')])
    await first.close()
    const second = createSqliteCache(file, options)
    expect(await second.get('crossref', 'a')).toEqual(entry('a'))
    expect((await second.stats()).bytes).toBeGreaterThan(1_000)
    await second.close()
  })

  it.each([
    ['no database', Buffer.from('this is not a database, but it is longer than a header of one hundred bytes '.repeat(3))],
    ['cut off', undefined],
  ])('that is damaged (%s) is replaced by an empty one', async (_name, content) => {
    const file = newFile()
    const before = createSqliteCache(file, options)
    await before.setMany(Array.from({ length: 500 }, (_, i) => entry(`10.1000/${i}`)))
    await before.close()
    writeFileSync(file, content ?? readFileSync(file).subarray(0, 9_000))
    const cache = createSqliteCache(file, options)
    expect(await cache.get('crossref', '10.1000/1')).toBeUndefined()
    await cache.setMany([entry('b')])
    await cache.setMany([entry('b')])
    expect(await cache.get('crossref', 'b')).toEqual(entry('b'))
    await cache.close()
  })

  it('in a place that cannot be written is a miss, not an error', async () => {
    const blocker = join(folder, 'a-file')
    writeFileSync(blocker, '')
    const cache = createSqliteCache(join(blocker, 'cache', 'lookups.sqlite'), options)
    await expect(cache.setMany([entry('a')])).resolves.toBeUndefined()
    expect(await cache.get('crossref', 'a')).toBeUndefined()
    expect((await cache.stats()).usable).toBe(false)
    expect(await cache.clear()).toBe(0)
    await cache.close()
  })

  it('that is a folder is a miss, not an error', async () => {
    const file = newFile()
    mkdirSync(file, { recursive: true })
    const cache = createSqliteCache(file, options)
    await expect(cache.setMany([entry('a')])).resolves.toBeUndefined()
    expect(await cache.get('crossref', 'a')).toBeUndefined()
    await cache.close()
  })

  it('that another process has locked can be read, and a write to it is dropped after a second', async () => {
    const file = newFile()
    const cache = createSqliteCache(file, options)
    await cache.setMany([entry('a')])
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(cache.setMany([entry('b')])).resolves.toBeUndefined()
    expect(await cache.get('crossref', 'a')).toEqual(entry('a'))
    other.exec('ROLLBACK')
    other.close()
    expect(await cache.get('crossref', 'b')).toBeUndefined()
    await cache.setMany([entry('b')])
    expect(await cache.get('crossref', 'b')).toEqual(entry('b'))
    await cache.close()
  })

  it('is shared by processes that open and write it at the same moment, without a lost entry', async () => {
    const file = newFile()
    const script = join(import.meta.dirname, '..', 'support', 'cache-writer.ts')
    await Promise.all(Array.from({ length: 5 }, (_, i) => run(process.execPath, [script, file, String(i), '40'])))
    const cache = createSqliteCache(file, options)
    expect(await cache.stats()).toMatchObject({ usable: true, found: 200 })
    await cache.close()
  })

  it('is opened without a word on stderr', async () => {
    const script = join(import.meta.dirname, '..', 'support', 'cache-writer.ts')
    const { stderr } = await run(process.execPath, [script, newFile(), '0', '1'])
    expect(stderr).toBe('')
  })
})
