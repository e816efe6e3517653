import hostProcess from 'node:process'

export type Sqlite = typeof import('node:sqlite')

/**
 * node:sqlite, loaded when first needed. Node 22 announces it as experimental on stderr at load, where it would stand in the middle of
 * a report: that one warning is dropped, every other goes through. Rejects where Node has no node:sqlite.
 */
export async function loadSqlite(): Promise<Sqlite> {
  const emitWarning = hostProcess.emitWarning
  const withoutSqlite = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).includes('SQLite is an experimental feature')) return
    Reflect.apply(emitWarning, hostProcess, [warning, ...rest])
  }
  hostProcess.emitWarning = withoutSqlite as typeof emitWarning
  try {
    return await import('node:sqlite')
  } finally {
    if (hostProcess.emitWarning === withoutSqlite) hostProcess.emitWarning = emitWarning
  }
}
