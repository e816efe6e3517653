import type { AuditReport } from './evidence/audit.ts'
import type { CiteConfig } from './model/config.ts'
import type { CitationInput } from './model/input.ts'
import type { VerifiedItem, VerifiedReport } from './model/item.ts'
import type { Fix } from './verify/fix.ts'

export interface VerifyOptions {
  readonly fresh?: boolean
  /** Cache and snapshots only. */
  readonly offline?: boolean
  /** Search by title where a citation has no identifier. */
  readonly suggest?: boolean
  readonly signal?: AbortSignal
  /** Stop asking after so many milliseconds and return what is there. */
  readonly budgetMs?: number
  /** Called once for every finished item, in no promised order. */
  readonly onItem?: (item: VerifiedItem, index: number) => void
}

/** The one object behind both shells: the plugin's tools and the command line. */
export interface CiteVerifier {
  readonly config: CiteConfig
  /** Verifies many inputs at once, batch-first; items come back in input order. Never throws for what a provider answers. */
  verify(inputs: readonly CitationInput[], options?: VerifyOptions): Promise<VerifiedReport>
  /** Verifies BibTeX entries and proposes the smallest edits. `text` is the whole .bib text that the inputs' ranges point into. */
  fix(text: string, inputs: readonly CitationInput[], options?: VerifyOptions): Promise<{ readonly report: VerifiedReport; readonly fixes: readonly Fix[] }>
  /** Audits the own store; with replay, runs the stored bytes through the same parsers and comparers again. */
  audit(options: { readonly replay: boolean }): Promise<AuditReport>
  /** The runtime's clock as ISO 8601, so that the shells need none of their own. */
  now(): string
  cacheStats(): Promise<CacheStats>
  /** Removes every cached answer and says how many there were. */
  cacheClear(): Promise<number>
  /** Removes the cached answers for identifiers in canonical form, whatever their kind; says how many there were for each. */
  cacheInvalidate(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Drops records older than so many milliseconds, then the blobs that no record names any more. */
  prune(options: { readonly olderThanMs: number }): Promise<RemovedEvidence>
  /** Exports the own store: an RO-Crate into a folder that is new or empty, or one record a line to `write`. CiteError STORE_ERROR when it can't. */
  exportEvidence(options: { readonly format: 'ro-crate'; readonly into: string } | { readonly format: 'jsonl'; readonly write: (text: string) => Promise<void> }): Promise<{ readonly records: number; readonly blobs: number }>
  close(): Promise<void>
}

export interface CacheStats {
  readonly entries: number
  readonly found: number
  /** Definite "no such record". */
  readonly absent: number
  readonly expired: number
  readonly bytes: number
}

export interface RemovedEvidence {
  readonly records: number
  readonly blobs: number
  readonly bytes: number
}
