import { mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Sha256 } from '../base/sha256.ts'
import type { ProviderName } from '../model/work.ts'
import { isFresh, type CacheEntry, type CacheOptions, type CacheStats, type LookupCache } from './lookup-cache.ts'

/** How long one process waits for another's write. The calls are synchronous, so this also blocks. */
const BUSY_MS = 1_000
/** A file that is damaged or is no database; such a cache is made anew. (SQLITE_CORRUPT, SQLITE_NOTADB) */
const DAMAGED = new Set([11, 26])

/** The version is in the table's name: a later version's rows are simply not seen by an older one. */
const SCHEMA = `CREATE TABLE IF NOT EXISTS lookups_v1 (
  provider TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, locator TEXT NOT NULL,
  url TEXT NOT NULL, final_url TEXT NOT NULL, status INTEGER NOT NULL, media_type TEXT NOT NULL,
  sha256 TEXT NOT NULL, size INTEGER NOT NULL, retrieved_at TEXT NOT NULL,
  PRIMARY KEY (provider, id)) WITHOUT ROWID`

export type Sqlite = typeof import('node:sqlite')

export interface SqliteCacheOptions extends CacheOptions {
  /** Brings node:sqlite when the file is first needed; runtime's keeps Node 22 from announcing on stderr that it is experimental. */
  readonly load?: () => Promise<Sqlite>
}

interface Row {
  provider: ProviderName; id: string; kind: 'found' | 'not-found'; locator: string; url: string; final_url: string
  status: number; media_type: string; sha256: Sha256; size: number; retrieved_at: string
}

/**
 * A cache in one SQLite file (write-ahead log), shared by any number of processes. The file and its folder are made when the first
 * entry is written or read; a damaged file is replaced by an empty one.
 */
export function createSqliteCache(file: string, options: SqliteCacheOptions): LookupCache {
  let opened: Promise<DatabaseSync | undefined> | undefined
  const database = () => (opened ??= options.ttlMs > 0 ? open(file, options.load ?? (() => import('node:sqlite'))) : Promise.resolve(undefined))

  /** Runs one step; whatever goes wrong, the answer is `otherwise`. A file found to be damaged is replaced for the next call. */
  async function attempt<T>(otherwise: T, step: (db: DatabaseSync) => T): Promise<T> {
    const db = await database()
    if (!db) return otherwise
    try {
      return step(db)
    } catch (error) {
      if (isDamaged(error)) {
        close(db)
        remove(file)
        opened = undefined
      }
      return otherwise
    }
  }

  const getMany: LookupCache['getMany'] = (provider, ids) => attempt(new Map<string, CacheEntry>(), (db) => {
    // one statement whatever the number of ids: SQLite's limit on parameters does not apply to a JSON list
    const rows = db.prepare('SELECT * FROM lookups_v1 WHERE provider = ? AND id IN (SELECT value FROM json_each(?))').all(provider, JSON.stringify(ids)) as unknown as Row[]
    const entries = rows.map(entryOf).filter((entry) => isFresh(entry, options))
    return new Map(entries.map((entry) => [entry.id, entry]))
  })

  return {
    get: async (provider, id) => (await getMany(provider, [id])).get(id),
    getMany,
    setMany: (entries) => attempt(undefined, (db) => {
      const insert = db.prepare(`INSERT INTO lookups_v1 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (provider, id) DO UPDATE SET kind = excluded.kind, locator = excluded.locator, url = excluded.url, final_url = excluded.final_url,
        status = excluded.status, media_type = excluded.media_type, sha256 = excluded.sha256, size = excluded.size, retrieved_at = excluded.retrieved_at`)
      inTransaction(db, () => {
        for (const { provider, id, kind, locator, answer } of entries) {
          insert.run(provider, id, kind, locator, answer.url, answer.finalUrl, answer.status, answer.mediaType, answer.sha256, answer.size, answer.retrievedAt)
        }
      })
    }),
    invalidate: (id, provider) => attempt(0, (db) => Number(provider === undefined
      ? db.prepare('DELETE FROM lookups_v1 WHERE id = ?').run(id).changes
      : db.prepare('DELETE FROM lookups_v1 WHERE id = ? AND provider = ?').run(id, provider).changes)),
    stats: () => attempt<CacheStats>({ usable: false, found: 0, notFound: 0, expired: 0, bytes: 0, byProvider: {} }, (db) => {
      let found = 0
      let notFound = 0
      let expired = 0
      const byProvider: Record<string, number> = {}
      for (const row of db.prepare('SELECT provider, kind, retrieved_at FROM lookups_v1').iterate() as Iterable<unknown>) {
        const { provider, kind, retrieved_at: retrievedAt } = row as Row
        if (kind === 'found') found++
        else notFound++
        if (!isFresh({ kind, answer: { retrievedAt } }, options)) expired++
        byProvider[provider] = (byProvider[provider] ?? 0) + 1
      }
      const bytes = [file, `${file}-wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
      return { usable: true, found, notFound, expired, bytes, byProvider }
    }),
    clear: () => attempt(0, (db) => {
      const removed = Number(db.prepare('DELETE FROM lookups_v1').run().changes)
      try {
        db.exec('VACUUM')
      } catch {
        // another process reads: the space is given back another time
      }
      return removed
    }),
    async close() {
      const db = await opened
      opened = Promise.resolve(undefined)
      if (db) close(db)
    },
  }
}

async function open(file: string, load: () => Promise<Sqlite>): Promise<DatabaseSync | undefined> {
  try {
    const { DatabaseSync } = await load()
    mkdirSync(dirname(file), { recursive: true })
    try {
      return prepare(new DatabaseSync(file))
    } catch (error) {
      if (!isDamaged(error)) return undefined
      remove(file)
      return prepare(new DatabaseSync(file))
    }
  } catch {
    return undefined
  }
}

function prepare(db: DatabaseSync): DatabaseSync {
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
    try {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    } catch (error) {
      // another process switching the file at the same moment, or a file system without shared memory: the rollback journal serves too
      if (isDamaged(error)) throw error
    }
    db.exec(SCHEMA)
    return db
  } catch (error) {
    close(db)
    throw error
  }
}

function inTransaction(db: DatabaseSync, step: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    step()
    db.exec('COMMIT')
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // SQLite has already rolled back (a full disk)
    }
    throw error
  }
}

const isDamaged = (error: unknown) => DAMAGED.has(Number((error as { errcode?: unknown }).errcode) & 0xff)

function close(db: DatabaseSync): void {
  try {
    db.close()
  } catch {
    // closed already
  }
}

function remove(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
}

const entryOf = (row: Row): CacheEntry => ({
  provider: row.provider,
  id: row.id,
  kind: row.kind,
  locator: row.locator,
  answer: { url: row.url, finalUrl: row.final_url, status: row.status, mediaType: row.media_type, sha256: row.sha256, size: row.size, retrievedAt: row.retrieved_at },
})
