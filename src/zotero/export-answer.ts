import type { ImportFile } from './import-files.ts'
import type { ExportFormat, VerificationCounts } from './import-report.ts'

export interface ExportRequest {
  readonly records: readonly unknown[]
  readonly formats?: readonly ExportFormat[]
  readonly tags?: readonly string[]
  readonly reviewTags?: readonly string[] | 'none'
  readonly verifyCrossref?: boolean
  readonly crossrefEnrichment?: 'fill_blank' | 'off'
  /** Files are written there and only there; without it they come back as text. */
  readonly outDir?: string
  readonly overwrite?: boolean
}

export interface ExportAnswer {
  readonly records: number
  readonly counts: VerificationCounts
  /** With their text, or the names alone where they were written. */
  readonly files: readonly (ImportFile | { readonly name: string })[]
  readonly skipped: readonly { readonly index: number; readonly reason: string }[]
  readonly dedup_log: readonly { readonly kept: number; readonly dropped: number; readonly basis: string }[]
  readonly external_verification_attempted: boolean
}
