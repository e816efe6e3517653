import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CiteError } from '../../base/cite-error.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { guarded } from '../disk.ts'
import { recordBytes } from '../record.ts'
import type { EvidenceRecord } from '../record.ts'
import type { EvidenceStore } from '../store.ts'
import { recordsOf } from './jsonl.ts'
import { createCrate } from './ro-crate-metadata.ts'
import type { CrateFile } from './ro-crate-metadata.ts'

export interface ExportedCrate {
  readonly path: string
  readonly records: number
  readonly blobs: number
  /** Sum of all files' sizes. */
  readonly bytes: number
}

/**
 * Writes all records and the bodies that they name as an RO-Crate 1.2 into a new or empty directory.
 * Throws INVALID_INPUT when the directory holds something, STORE_ERROR when a record or a body is damaged or the store is empty.
 */
export async function exportRoCrate(store: EvidenceStore, options: { readonly into: string }): Promise<ExportedCrate> {
  const { into } = options
  return guarded(`cannot export to ${into}`, async () => {
    await mkdir(into, { recursive: true })
    if ((await readdir(into)).length > 0) throw new CiteError('INVALID_INPUT', `${into} is not empty`)
    let bytes = 0
    const write = async (path: string, content: Uint8Array): Promise<CrateFile> => {
      await mkdir(dirname(join(into, path)), { recursive: true })
      await writeFile(join(into, path), content, { flag: 'wx' })
      bytes += content.byteLength
      return { path, size: content.byteLength }
    }
    const records: { record: EvidenceRecord; file: CrateFile }[] = []
    const blobs = new Map<Sha256, CrateFile>()
    for await (const record of recordsOf(store)) {
      for (const { body } of record.snapshots) {
        if (!blobs.has(body.sha256)) blobs.set(body.sha256, await write(`blobs/${body.sha256}`, await bodyOf(store, body.sha256)))
      }
      records.push({ record, file: await write(`records/${record.id}.json`, recordBytes(record)) })
    }
    if (records.length === 0) throw new CiteError('STORE_ERROR', 'the store holds no record to export')
    const metadata = createCrate({ records, blobs, publishedAt: store.parts.disk.now().toISOString() })
    await write('ro-crate-metadata.json', new TextEncoder().encode(`${JSON.stringify(metadata, null, 2)}\n`))
    return { path: into, records: records.length, blobs: blobs.size, bytes }
  })
}

async function bodyOf(store: EvidenceStore, digest: Sha256): Promise<Uint8Array> {
  const body = await store.readSnapshot(digest)
  if (body.integrity !== 'ok') throw new CiteError('STORE_ERROR', `the body ${digest} is ${body.integrity}; run the audit`)
  return body.bytes
}
