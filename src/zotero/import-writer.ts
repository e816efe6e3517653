import { mkdir, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { CiteError } from '../base/cite-error.ts'
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
    // Opened exclusively one by one: a link or a file that appears meanwhile is refused too.
    const handles = []
    try {
      for (const { name } of files) handles.push(await open(path.join(folder, name), options.overwrite ? 'w' : 'wx'))
      for (const [index, { text }] of files.entries()) await handles[index]?.writeFile(text, 'utf8')
    } finally {
      for (const handle of handles) await handle.close()
    }
    return files.map(({ name }) => name)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new CiteError('INVALID_INPUT', 'a file of that name is there already; give another folder or overwrite', { cause: error })
    throw new CiteError('STORE_ERROR', `the import files could not be written (${code ?? 'unknown'})`, { cause: error })
  }
}
