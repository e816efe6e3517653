export type AuditProblemKind = 'tampered' | 'missing' | 'noncanonical' | 'schema' | 'status-mismatch' | 'replay-differs' | 'orphan' | 'foreign' | 'torn-journal' | 'dangling' | 'stale-tmp' | 'unknown-layout' | 'secret'

export interface AuditProblem {
  readonly kind: AuditProblemKind
  readonly severity: 'error' | 'info'
  readonly id?: string
  /** Relative to the store's root. */
  readonly path: string
  readonly detail: string
}

export interface AuditReport {
  /** False when any problem is an error. An empty or unreadable store is not ok. */
  readonly ok: boolean
  readonly counts: { readonly blobs: number; readonly records: number; readonly journals: number; readonly replayed: number }
  /** sha256 over the sorted `<id> <sha256 of file>` lines: an anchor to put in a commit or a report. */
  readonly seal: string
  readonly problems: readonly AuditProblem[]
}
