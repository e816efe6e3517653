import type { Identifiers } from '../model/identifiers.ts'
import type { Status } from '../model/verdict.ts'
import type { EvidenceId } from './path.ts'
import type { StoredRecord } from './records.ts'

/** One line of a listing. */
export type EvidenceSummary =
  | { readonly id: EvidenceId; readonly integrity: 'tampered'; readonly why: string }
  | {
    readonly id: EvidenceId
    readonly integrity: 'ok'
    readonly kind: string
    readonly status: Status
    readonly identifiers: Identifiers
    readonly title?: string
    readonly recordedAt: string
  }

/** Conditions that all must hold. `identifier` is a canonical DOI, PMID, PMCID or arXiv id; `since` an ISO 8601 time, inclusive. */
export interface EvidenceFilter {
  readonly kind?: string
  readonly identifier?: string
  readonly status?: Status
  readonly since?: string
}

/** One line of a list: what a stored record says in short, or why it cannot be believed. */
export function summaryOf(id: EvidenceId, stored: StoredRecord): EvidenceSummary {
  if (stored.integrity === 'tampered') return { id, integrity: 'tampered', why: stored.why }
  const { kind, status, subject, recordedAt } = stored.record
  const title = subject.cited['title']
  return { id, integrity: 'ok', kind, status, identifiers: subject.identifiers, ...(typeof title === 'string' && { title }), recordedAt }
}

/** A damaged record matches only the empty filter, since nothing it says can be trusted. */
export function matches(summary: EvidenceSummary, filter: EvidenceFilter): boolean {
  if (summary.integrity === 'tampered') return Object.keys(filter).length === 0
  return (filter.kind === undefined || summary.kind === filter.kind)
    && (filter.status === undefined || summary.status === filter.status)
    && (filter.identifier === undefined || Object.values(summary.identifiers).includes(filter.identifier))
    && (filter.since === undefined || Date.parse(summary.recordedAt) >= Date.parse(filter.since))
}
