import type { Check } from '../model/check.ts'
import type { CitationInput } from '../model/input.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import type { Verification } from '../model/verdict.ts'

/** What is to be recorded of one verification; the record's id, status and times are derived from it (evidence/record.ts). */
export interface EvidenceDraft {
  readonly input: CitationInput
  readonly verification: Verification
  readonly snapshots: readonly SnapshotRef[]
  readonly checks: readonly Check[]
  readonly policy: { readonly name: string; readonly settings: Readonly<Record<string, string | number | boolean>> }
  /** ISO 8601. */
  readonly recordedAt: string
}

export interface Registered {
  readonly id: string
  readonly created: boolean
  readonly recordPath?: string
}

/** Where evidence goes: the own store on disk, or a mounted `researchEvidence` service. Throws CiteError STORE_ERROR when it cannot be written. */
export interface EvidenceSink {
  readonly name: 'own' | 'researchEvidence'
  /** Makes sure the bodies are kept, then registers the record; registering the same finding again gives the same id with created: false. */
  register(draft: EvidenceDraft, bodyOf: (snapshot: SnapshotRef) => Promise<Uint8Array | undefined>): Promise<Registered>
}
