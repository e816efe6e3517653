import { isSha256 } from '../base/sha256.ts'
import type { Sha256 } from '../base/sha256.ts'

/** Name of an evidence record: `ev-` and the 64 hex digits of its core's digest. */
export type EvidenceId = `ev-${string}` & { readonly __brand: 'evidence' }

/** True for `ev-` and 64 lower-case hex digits; the only text from which a record's path may be built. */
export function isEvidenceId(text: string): text is EvidenceId {
  return text.startsWith('ev-') && isSha256(text.slice(3))
}

export const LAYOUT_VERSION = '1.0.0'
/** Largest body that the store takes, in bytes. */
export const MAX_BLOB_BYTES = 32 * 1024 * 1024
/** Largest record file that a reader accepts, in bytes. */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024

/** Names of the store's own children; `cache` belongs to the HTTP cache and is never audited. */
export const LAYOUT_FILE = 'rep-layout'
export const BLOBS = 'blobs/sha256'
export const RECORDS = 'records'
export const JOURNAL = 'journal'
export const TMP = 'tmp'
export const ROOT_NAMES: ReadonlySet<string> = new Set([LAYOUT_FILE, '.gitignore', 'blobs', RECORDS, JOURNAL, TMP, 'quarantine', 'cache'])

/** `blobs/sha256/ab/abcd…`: fanned out by the first two hex digits. Paths are relative to the root and use `/`. */
export function blobPath(digest: Sha256): string {
  return `${BLOBS}/${digest.slice(0, 2)}/${digest}`
}

/** `records/ab/ev-abcd….json` */
export function recordPath(id: EvidenceId): string {
  return `${RECORDS}/${id.slice(3, 5)}/${id}.json`
}

/** `journal/<writer>.jsonl`; the writer's name is a process id and a random id, reduced to what is safe in a file name. */
export function journalPath(writer: string): string {
  return `${JOURNAL}/${safeName(writer)}.jsonl`
}

/** `tmp/<name>`, reduced to what is safe in a file name. */
export function tmpPath(name: string): string {
  return `${TMP}/${safeName(name)}`
}

function safeName(text: string): string {
  return text.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 100)
}
