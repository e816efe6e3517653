import { canonicalJson } from '../base/canonical-json.ts'
import { CiteError } from '../base/cite-error.ts'
import { parseJson } from '../base/json.ts'
import { sha256 } from '../base/sha256.ts'
import type { Sha256 } from '../base/sha256.ts'
import { removeFile, writeIfAbsent } from './atomic-write.ts'
import type { Disk } from './disk.ts'
import { isEvidenceId, MAX_RECORD_BYTES, RECORDS, recordPath } from './path.ts'
import type { EvidenceId } from './path.ts'
import { evidenceId, recordBytes } from './record.ts'
import type { EvidenceRecord } from './record.ts'
import { evidenceRecordFaults } from './schema.ts'

/** A record's file as read. `record` is there only when its form is right and its core gives the id in its name. */
export type StoredRecord =
  | { readonly integrity: 'ok'; readonly record: EvidenceRecord; readonly file: Sha256 }
  | { readonly integrity: 'tampered'; readonly why: string; readonly file: Sha256; readonly record?: never }

/** Record files by id. */
export interface Records {
  /** Writes the record if its id is new; otherwise answers with the one that is there. Throws STORE_ERROR if that one is damaged. */
  add(record: EvidenceRecord): Promise<{ readonly record: EvidenceRecord; readonly created: boolean; readonly file: Sha256 }>
  read(id: EvidenceId): Promise<StoredRecord | undefined>
  /** All ids, sorted, by the names of the files. */
  ids(): AsyncIterable<EvidenceId>
  /** Ids that start with the hex digits. */
  matching(hex: string): Promise<readonly EvidenceId[]>
  remove(id: EvidenceId): Promise<void>
}

/** The record files below one root. `prepare` runs before each write (it makes the store's own files). */
export function createRecords(disk: Disk, prepare: () => Promise<void>): Records {
  async function read(id: EvidenceId): Promise<StoredRecord | undefined> {
    const bytes = await disk.read(recordPath(id), MAX_RECORD_BYTES)
    return bytes && readRecord(bytes, id)
  }

  async function idsIn(shard: string): Promise<readonly EvidenceId[]> {
    const names = await disk.names(`${RECORDS}/${shard}`)
    return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5)).filter(isEvidenceId)
  }

  async function shards(): Promise<readonly string[]> {
    return (await disk.names(RECORDS)).filter((name) => /^[0-9a-f]{2}$/.test(name))
  }

  return {
    async add(record) {
      const there = await disk.read(recordPath(record.id), MAX_RECORD_BYTES) // the same findings come back at every run: then nothing is written
      if (there && isSameFinding(there, record)) return { record, created: false, file: sha256(there) }
      let stored = there && readRecord(there, record.id)
      if (stored === undefined) {
        const bytes = recordBytes(record)
        await prepare()
        if (await writeIfAbsent(disk, recordPath(record.id), bytes) === 'created') return { record, created: true, file: sha256(bytes) }
        stored = await read(record.id)
      }
      if (stored?.integrity === 'ok') return { record: stored.record, created: false, file: stored.file }
      throw new CiteError('STORE_ERROR', `${recordPath(record.id)} is damaged (${stored?.why ?? 'missing'}); it is left as it is`)
    },
    read,
    async * ids() {
      for (const shard of await shards()) yield* await idsIn(shard)
    },
    async matching(hex) {
      return (await idsIn(hex.slice(0, 2))).filter((id) => id.startsWith(`ev-${hex}`))
    },
    remove: (id) => removeFile(disk, recordPath(id)),
  }
}

/** Reads a record's bytes and holds them against the id in its file name. */
export function readRecord(bytes: Uint8Array, id: EvidenceId): StoredRecord {
  const file = sha256(bytes)
  const value = parsedJson(bytes)
  if (value === undefined) return { integrity: 'tampered', why: 'not JSON', file }
  const faults = evidenceRecordFaults(value)
  if (faults.length > 0) return { integrity: 'tampered', why: faults.join('; '), file }
  const record = value as EvidenceRecord
  if (evidenceId(record) !== id || record.id !== id) return { integrity: 'tampered', why: 'its content does not give its id', file }
  return { integrity: 'ok', record, file }
}

/**
 * True when the bytes are this very record but for what two runs may differ in: times, cache flag, where the answer came from, the raw
 * input. Such a file needs no check of its own: its core is the one whose id was just derived.
 */
function isSameFinding(bytes: Uint8Array, record: EvidenceRecord): boolean {
  const stored = parsedJson(bytes) as EvidenceRecord | undefined
  if (!Array.isArray(stored?.snapshots) || stored.snapshots.length !== record.snapshots.length || !stored.subject) return false
  const snapshots = record.snapshots.map(({ provider, role, locator, facts }, index) => ({ ...stored.snapshots[index], provider, role, locator, ...(facts !== undefined && { facts }) }))
  return isCanonical(bytes, { ...record, recordedAt: stored.recordedAt, subject: { ...record.subject, input: stored.subject.input }, snapshots })
}

/** The JSON value of a stored file, or undefined. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch {
    return undefined
  }
}

/** True when the bytes are the one canonical text of the value. */
export function isCanonical(bytes: Uint8Array, value: unknown): boolean {
  try {
    return Buffer.from(bytes).equals(Buffer.from(canonicalJson(value)))
  } catch {
    return false
  }
}
