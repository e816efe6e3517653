import { isCiteError } from '../base/cite-error.ts'
import { sha256 } from '../base/sha256.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { Check } from '../model/check.ts'
import { auditBlobs, auditLayout, auditOrphans, auditTmp } from './audit-files.ts'
import { auditJournals } from './audit-journals.ts'
import { auditRecords } from './audit-records.ts'
import { auditReplay } from './audit-replay.ts'
import type { EvidenceId } from './path.ts'
import type { EvidenceRecord } from './record.ts'
import type { StoreParts } from './store-parts.ts'

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

/** What stored bytes yield when they go through the parsers and comparers again. */
export interface Replayed {
  /** Digest of the extracted fields of each of the record's snapshots, in their order; undefined for "no record there". */
  readonly facts: readonly (Sha256 | undefined)[]
  readonly checks: readonly Check[]
}

/** Made by the runtime: parses the record's stored bodies and verifies its citation again under its policy. Pure but for `bodyOf`. */
export type Replay = (record: EvidenceRecord, bodyOf: (digest: Sha256) => Promise<Uint8Array | undefined>) => Promise<Replayed>

export interface AuditOptions {
  /** Only with this are checks and facts held against the stored bytes. */
  readonly replay?: Replay
  /** Says whether a host may stand in a snapshot's url. */
  readonly isAllowedHost?: (host: string) => boolean
}

/** A record that passed every test of its own, for the steps that follow. */
export interface AuditedRecord {
  readonly record: EvidenceRecord
  readonly path: string
}

/** What the steps share: where to look and what was found so far. */
export interface Audit {
  readonly parts: StoreParts
  readonly options: AuditOptions
  readonly problems: AuditProblem[]
  /** Size of each body that hashes to its name. */
  readonly blobs: Map<Sha256, number>
  /** Every record file, good or bad, by the id in its name. */
  readonly files: Map<EvidenceId, Sha256>
  readonly good: Map<EvidenceId, AuditedRecord>
  /** Bodies that a readable record names, even a bad one: those are no orphans. */
  readonly named: Set<Sha256>
  journals: number
  replayed: number
}

/** The audit as a plan, in order. */
const STEPS: readonly ((audit: Audit) => Promise<void>)[] = [auditBlobs, auditRecords, auditReplay, auditJournals, auditOrphans, auditTmp]

/**
 * Holds a store against its own rules: reads only, offline, the same answer each time. It never deletes or repairs, and
 * a store that others write to meanwhile is not called broken. Hashes show accidents and partial edits; whoever can
 * rewrite the whole directory can forge a consistent one, which only the printed seal, kept elsewhere, would show.
 */
export async function auditStore(parts: StoreParts, options: AuditOptions = {}): Promise<AuditReport> {
  const audit: Audit = { parts, options, problems: [], blobs: new Map(), files: new Map(), good: new Map(), named: new Set(), journals: 0, replayed: 0 }
  try {
    if (await auditLayout(audit)) {
      for (const step of STEPS) await step(audit)
      if (audit.files.size === 0) audit.problems.push({ kind: 'missing', severity: 'error', path: 'records', detail: 'the store holds no record, so nothing was audited' })
    }
  } catch (error) {
    if (!isCiteError(error)) throw error
    audit.problems.push({ kind: 'missing', severity: 'error', path: '.', detail: `the store cannot be read: ${error.message}` })
  }
  return {
    ok: audit.problems.every(({ severity }) => severity !== 'error'),
    counts: { blobs: audit.blobs.size, records: audit.files.size, journals: audit.journals, replayed: audit.replayed },
    seal: sha256([...audit.files].map(([id, file]) => `${id} ${file}\n`).sort().join('')),
    problems: audit.problems,
  }
}
