import { CiteError } from '../base/cite-error.ts'
import { writeIfAbsent } from './atomic-write.ts'
import type { Disk } from './disk.ts'
import { LAYOUT_FILE, LAYOUT_VERSION } from './path.ts'
import { parsedJson } from './records.ts'

/** Makes the root, says which layout it has, and keeps provider bodies out of the user's git. */
export async function prepareRoot(disk: Disk): Promise<void> {
  await disk.directory('')
  const layout = new TextEncoder().encode(`{"repLayoutVersion":"${LAYOUT_VERSION}"}`)
  if (await disk.size(LAYOUT_FILE) !== undefined || await writeIfAbsent(disk, LAYOUT_FILE, layout) === 'exists') {
    const version = layoutVersion(await disk.read(LAYOUT_FILE, 4096))
    if (!isKnownLayout(version)) throw new CiteError('STORE_ERROR', `the store has layout ${version ?? 'unknown'}, this version writes ${LAYOUT_VERSION}`)
  }
  if (await disk.size('.gitignore') !== undefined) return
  await writeIfAbsent(disk, '.gitignore', new TextEncoder().encode('# Written by cite-verify. Remove the star to commit the evidence.\n*\n'))
}

/** The version in the bytes of the layout file, or undefined. */
export function layoutVersion(bytes: Uint8Array | undefined): string | undefined {
  const value = bytes && parsedJson(bytes)
  const version = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['repLayoutVersion'] : undefined
  return typeof version === 'string' ? version : undefined
}

/** Layouts are read as long as the major version is the same. */
export function isKnownLayout(version: string | undefined): boolean {
  return version?.split('.')[0] === LAYOUT_VERSION.split('.')[0]
}
