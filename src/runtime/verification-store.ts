import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StoredVerification, VerificationStore } from '../gate/verification-store.ts'
import { loadSqlite } from './sqlite.ts'

/** How long one process waits for another's write. The calls are synchronous, so this also blocks. */
const BUSY_MS = 2_000
const TABLE = `CREATE TABLE IF NOT EXISTS verification_cache (
  citation_key TEXT NOT NULL, resolver_name TEXT NOT NULL, query_form TEXT NOT NULL, response_json TEXT NOT NULL, verification_timestamp TEXT NOT NULL,
  PRIMARY KEY (citation_key, resolver_name, query_form))`
const COLUMNS = 'citation_key, resolver_name, query_form, response_json, verification_timestamp'

/**
 * The gate's verifications in one SQLite file with a write-ahead log, one short connection per call, so that any number of processes may read
 * and write it. The file and its folder are made when first used. A file that is no database is left as it is: reading finds nothing, and
 * `onError` is told.
 */
export function createVerificationStore(file: string, onError: (error: unknown) => void): VerificationStore {
  async function attempt<T>(otherwise: T, step: (db: DatabaseSync) => T): Promise<T> {
    let db: DatabaseSync | undefined
    try {
      const { DatabaseSync } = await loadSqlite()
      mkdirSync(dirname(file), { recursive: true })
      db = new DatabaseSync(file, { timeout: BUSY_MS })
      useWriteAheadLog(db)
      db.exec(TABLE)
      return step(db)
    } catch (error) {
      onError(error)
      return otherwise
    } finally {
      db?.close()
    }
  }

  return {
    getMany: (keys) => attempt<readonly StoredVerification[]>([], (db) => {
      // one statement whatever the number of keys: SQLite's limit on parameters does not apply to a JSON list
      const list = JSON.stringify(keys.map(({ citation_key, resolver_name, query_form }) => [citation_key, resolver_name, query_form]))
      return rowsIn(db.prepare(`SELECT ${COLUMNS} FROM verification_cache WHERE (citation_key, resolver_name, query_form) IN
        (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?))`).all(list))
    }),
    rowsOf: (citationKeys) => attempt<readonly StoredVerification[]>([], (db) => rowsIn(db.prepare(`SELECT ${COLUMNS} FROM verification_cache WHERE citation_key IN (SELECT value FROM json_each(?))`).all(JSON.stringify(citationKeys)))),
    putMany: (rows) => attempt(undefined, (db) => {
      const insert = db.prepare(`INSERT OR REPLACE INTO verification_cache (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`)
      db.exec('BEGIN IMMEDIATE')
      try {
        for (const row of rows) insert.run(row.citation_key, row.resolver_name, row.query_form, row.response_json, row.verification_timestamp)
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    }),
    invalidate: (citationKey) => attempt(0, (db) => Number(db.prepare('DELETE FROM verification_cache WHERE citation_key = ?').run(citationKey).changes)),
    async close() {},
  }
}

function useWriteAheadLog(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  } catch (error) {
    // Another process switching the file at the same moment, which no busy timeout waits for (SQLITE_BUSY), or a file system without shared
    // memory: the file's present journal serves this one call. What is no database at all fails at the next statement.
    if (![5, 10, 14].includes(Number((error as { errcode?: unknown }).errcode) & 0xff)) throw error
  }
}

const rowsIn = (rows: readonly unknown[]): readonly StoredVerification[] => rows as readonly StoredVerification[]
