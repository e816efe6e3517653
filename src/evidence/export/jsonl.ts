import { canonicalJson } from '../../base/canonical-json.ts'
import { CiteError } from '../../base/cite-error.ts'
import type { EvidenceRecord } from '../record.ts'
import type { EvidenceStore } from '../store.ts'

/** All records in id order. Throws STORE_ERROR at a damaged one: an export must not pass it on, nor leave it out unsaid. */
export async function* recordsOf(store: EvidenceStore): AsyncIterable<EvidenceRecord> {
  for await (const id of store.parts.records.ids()) {
    const stored = await store.parts.records.read(id)
    if (stored?.integrity === 'tampered') throw new CiteError('STORE_ERROR', `${id} is damaged (${stored.why}); run the audit`)
    if (stored) yield stored.record
  }
}

/** One record a line, canonical JSON, with its line end; the bodies are not in it. */
export async function* exportJsonl(store: EvidenceStore): AsyncIterable<string> {
  for await (const record of recordsOf(store)) yield `${canonicalJson(record)}\n`
}
