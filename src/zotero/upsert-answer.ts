import type { DuplicateNote } from './batch-duplicates.ts'
import type { ImportFile } from './import-files.ts'
import type { RecordPlan } from './plan.ts'
import type { ZoteroProblem } from './problem.ts'

export interface UpsertRequest {
  readonly records: readonly unknown[]
  /** Only false writes. */
  readonly dryRun?: boolean
  readonly writeIntent?: string
  readonly receipt?: string
  readonly collectionPath?: string
  readonly topic?: string
  readonly tags?: readonly string[]
  readonly reviewTags?: readonly string[] | 'none'
  readonly updatePolicy?: 'fill_blank' | 'prefer_zotero' | 'prefer_enriched'
  readonly verifyCrossref?: boolean
  readonly crossrefEnrichment?: 'fill_blank' | 'off'
}

/** `approval_required`: nothing was written, `error` says what is missing. The names of a Zotero that cannot be written to are its status. */
export type UpsertStatus = 'dry_run' | 'ok' | 'partial' | 'failed' | 'approval_required' | 'read_only' | 'api_disabled' | 'not_running' | 'unreachable'

export interface UpsertAnswer {
  readonly status: UpsertStatus
  readonly dry_run: boolean
  readonly error?: ZoteroProblem
  /** In the caller's order. */
  readonly results: readonly RecordPlan[]
  readonly dedup_log: readonly DuplicateNote[]
  readonly requests_needed: number
  readonly authorization: 'remembered' | 'prompt' | 'unavailable'
  readonly collection?: { readonly path: string; readonly missing: readonly string[] }
  readonly receipt?: string
  readonly receipt_expires_in_seconds?: number
  /** DOIs were sent to Crossref. */
  readonly external_verification_attempted: boolean
  readonly warnings: readonly string[]
  /** Where nothing can be written: the same records as files to import. */
  readonly import_files?: readonly ImportFile[]
}
