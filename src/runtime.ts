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
  close(): Promise<void>
}
