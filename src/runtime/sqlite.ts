import type { Sqlite } from '../http/cache.ts'

/**
 * node:sqlite, loaded when first needed. Node 22 announces it as experimental on stderr at load, where it would stand in the middle of
 * a report: that one warning is dropped, every other goes through. Rejects where Node has no node:sqlite.
 */
export async function loadSqlite(): Promise<Sqlite> {
  const emitWarning = process.emitWarning
  const withoutSqlite = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).includes('SQLite is an experimental feature')) return
    Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  process.emitWarning = withoutSqlite as typeof emitWarning
  try {
    return await import('node:sqlite')
  } finally {
    if (process.emitWarning === withoutSqlite) process.emitWarning = emitWarning
  }
}
