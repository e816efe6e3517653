import { constants, lstat, mkdir, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { CiteError, isCiteError } from '../base/cite-error.ts'
import type { ImportFile } from './import-files.ts'

/**
 * Writes import files into one folder, which is made where it is missing. Nothing leaves the folder. Without `overwrite` a file that exists
 * is refused before any is written. Throws CiteError INVALID_INPUT (exists, a name with a path) or STORE_ERROR (the disk refuses).
 * Returns the names written.
 */
export async function writeImportFiles(files: readonly ImportFile[], options: { readonly outDir: string; readonly overwrite: boolean }): Promise<readonly string[]> {
  for (const { name } of files) if (path.basename(name) !== name || name.startsWith('.')) throw new CiteError('INVALID_INPUT', `not a plain file name: ${name}`)
  try {
    await mkdir(options.outDir, { recursive: true })
    const folder = await realpath(options.outDir)
    for (const { name } of files) {
      const there = await lstat(path.join(folder, name)).catch(() => undefined)
      if (there !== undefined && (!options.overwrite || !there.isFile())) throw new CiteError('INVALID_INPUT', `${name} is there already; give another folder${there.isFile() ? ' or overwrite' : ''}`)
    }
    // A link or a file that appears meanwhile is refused too.
    const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW } = constants
    for (const { name, text } of files) {
      const handle = await open(path.join(folder, name), O_WRONLY | O_CREAT | (options.overwrite ? O_TRUNC | (O_NOFOLLOW ?? 0) : O_EXCL), 0o644)
      try {
        await handle.writeFile(text, 'utf8')
      } finally {
        await handle.close()
      }
    }
    return files.map(({ name }) => name)
  } catch (error) {
    if (isCiteError(error)) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ELOOP') throw new CiteError('INVALID_INPUT', 'a file of that name is there already; give another folder or overwrite', { cause: error })
    throw new CiteError('STORE_ERROR', `the import files could not be written (${code ?? 'unknown'})`, { cause: error })
  }
}
