import type { Json } from '../../base/canonical-json.ts'
import type { LookupFailure } from '../../model/check.ts'
import type { ChineseChecklistRow } from '../../model/chinese.ts'
import type { SnapshotRef } from '../../model/snapshot.ts'
import type { Work } from '../../model/work.ts'
import type { Agency } from '../doi-agency.ts'
import type { Registration } from '../handle.ts'
import type { Answer } from '../provider.ts'
import type { CoordinateFold } from './fold-coordinates.ts'
import type { PubmedCandidate, PubmedHits } from './pubmed-answer.ts'

interface Meaning {
  readonly status: 'matched' | 'unmatched' | 'skipped'
  /** What the answer hangs on: the identifier, the title (or what stands for it), or nothing. */
  readonly queriedBy: 'id' | 'title' | null
  /** What an outcome contributes to the gate's verdict; absent where no checklist row is made. */
  readonly contribution?: 'false' | 'unresolvable'
  /** Order of the work by hand, not suspicion: P0 identifier refuted or of another work, P1 indexed but not found, P2 not confirmed by machine, P3 no automated source. */
  readonly priority?: 'P0' | 'P1' | 'P2' | 'P3'
}

/** The closed set of outcomes and what each means. */
export const OUTCOMES = {
  DOI_TITLE_VERIFIED: { status: 'matched', queriedBy: 'id' },
  DOI_TITLE_MISMATCH: { status: 'unmatched', queriedBy: 'id', contribution: 'false', priority: 'P0' },
  DOI_REFUTED: { status: 'unmatched', queriedBy: 'id', contribution: 'false', priority: 'P0' },
  DOI_EXISTS_TITLE_UNVERIFIABLE: { status: 'unmatched', queriedBy: 'title', contribution: 'unresolvable', priority: 'P2' },
  DOI_RA_UNRESOLVED: { status: 'skipped', queriedBy: null, contribution: 'unresolvable', priority: 'P2' },
  DOI_RA_OUT_OF_SCOPE: { status: 'skipped', queriedBy: null, contribution: 'unresolvable', priority: 'P3' },
  PUBMED_COORDINATE_VERIFIED: { status: 'matched', queriedBy: 'title' },
  PUBMED_COORDINATE_CANDIDATE_UNVERIFIED: { status: 'unmatched', queriedBy: 'title', contribution: 'unresolvable', priority: 'P2' },
  PUBMED_INDEXED_BUT_COORDINATE_MISS: { status: 'unmatched', queriedBy: 'title', contribution: 'unresolvable', priority: 'P1' },
  PUBMED_COORDINATE_AMBIGUOUS: { status: 'unmatched', queriedBy: 'title', contribution: 'unresolvable', priority: 'P1' },
  INSUFFICIENT_PUBMED_COORDINATES: { status: 'skipped', queriedBy: null, contribution: 'unresolvable', priority: 'P3' },
  JOURNAL_NOT_INDEXED: { status: 'skipped', queriedBy: null, contribution: 'unresolvable', priority: 'P3' },
  NO_ISSN_MAPPING: { status: 'skipped', queriedBy: null, contribution: 'unresolvable', priority: 'P3' },
  NOT_CHINESE_LITERATURE: { status: 'skipped', queriedBy: null },
} as const satisfies Readonly<Record<string, Meaning>>

export type OutcomeCode = keyof typeof OUTCOMES
export type Priority = NonNullable<Meaning['priority']>

/** What an outcome code means; the literal table with its optional members. */
export function meaningOf(code: OutcomeCode): Meaning {
  return OUTCOMES[code]
}

/** One step of the waterfall, as the checklist shows it. */
export interface Step {
  readonly stage:
    | 'ra_lookup' | 'content_negotiation' | 'handle_existence' | 'issn_bridge' | 'pubmed_coordinate_input' | 'pubmed_coverage' | 'pubmed_coordinate'
    | 'pubmed_candidate_verification' | 'pubmed_candidate_ra' | 'pubmed_candidate_title' | 'pubmed_candidate_handle'
  readonly outcome: string
  readonly detail?: string
}

/** A row of the checklist with the resolver's own names. */
export interface ChecklistRow extends ChineseChecklistRow {
  readonly priority: Priority
  readonly reason_code: OutcomeCode
  readonly attempts: readonly Step[]
}

/** A question that was asked, and its answer, in order; the same arms as a trail of verify/. */
export type Asked =
  | { readonly provider: 'doi-agency'; readonly id: string; readonly answer: Answer<Agency> }
  | { readonly provider: 'istic'; readonly id: string; readonly answer: Answer<Work> }
  | { readonly provider: 'handle'; readonly id: string; readonly answer: Answer<Registration> }
  | { readonly provider: 'pubmed-coordinates'; readonly id: string; readonly answer: Answer<PubmedHits> | Answer<PubmedCandidate> }

interface Traced {
  /** Cited values that were folded before they were used, each by a named rule. */
  readonly folds: readonly CoordinateFold[]
  readonly attempts: readonly Step[]
  readonly asked: readonly Asked[]
  /** The stored bodies that the answer rests on. */
  readonly snapshots: readonly SnapshotRef[]
}

/** The waterfall came to an end. */
export interface ChineseOutcome extends Traced {
  readonly kind: 'outcome'
  readonly code: OutcomeCode
  readonly status: Meaning['status']
  readonly queriedBy: Meaning['queriedBy']
  /** Registration agency of the cited DOI (of the candidate's DOI for PUBMED_COORDINATE_VERIFIED). */
  readonly agency?: string
  /** The record with the original title (ISTIC), or PubMed's candidate with the English one. */
  readonly record?: Work
  /** What the outcome rests on, in the terms of the protocol; null where there is nothing to show. */
  readonly evidence: Readonly<Record<string, Json>> | null
  readonly checklistRow: ChecklistRow | null
  readonly reason?: never
}

/** A question could not be answered. The caller says `unreachable`; nothing follows about the citation. */
export interface ChineseFailure extends Traced {
  readonly kind: 'failed'
  readonly reason: LookupFailure
  readonly detail: string
  /** Configuration that would let the question be asked. */
  readonly needs?: 'mailto'
  readonly code?: never
}

export type ChineseAnswer = ChineseOutcome | ChineseFailure
