import { assertNever } from '../base/assert-never.ts'
import type { Field } from './citation.ts'
import type { Notice } from './notice.ts'
import type { ProviderName } from './work.ts'

/** Why a look-up gave no answer. None of these is ever "no record". */
export const LOOKUP_FAILURES = ['network_error', 'rate_limited', 'unavailable', 'unparsable', 'blocked_host'] as const
export type LookupFailure = (typeof LOOKUP_FAILURES)[number]

/** Why a field was not compared although both sides carry it, or why nothing was asked. */
export const DECLINE_REASONS = ['not_comparable', 'agency_no_metadata', 'class_not_indexed', 'no_identifier'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

export type SkipReason = 'not_found' | LookupFailure | DeclineReason
export type CheckType = 'doi-exists' | 'metadata-match' | 'version-match' | 'retraction' | 'other'
export type CheckField = Field | 'pmid-exists' | 'arxiv-exists' | 'pmcid-exists'
export type Relation = 'equal' | 'variant' | 'differs' | 'declined'

interface CheckBase {
  readonly type: CheckType
  readonly field?: CheckField
  /** Who gave the record's side, or who was asked. */
  readonly provider?: ProviderName
  /** Named rule that decided (`title.subtitle-left-out`). */
  readonly rule?: string
  readonly cited?: string
  readonly record?: string
  readonly score?: number
  readonly threshold?: number
  readonly detail?: string
  /** Index into the snapshots of the same item. */
  readonly snapshot?: number
  readonly notice?: Notice
}
export interface Passed extends CheckBase { readonly status: 'pass'; readonly relation?: 'equal' | 'variant'; readonly reason?: never }
export interface Warned extends CheckBase { readonly status: 'warn'; readonly relation?: 'differs' | 'variant'; readonly reason?: never }
export interface Failed extends CheckBase { readonly status: 'fail'; readonly relation?: 'differs'; readonly reason?: never }
export interface Skipped extends CheckBase { readonly status: 'skipped'; readonly relation?: 'declined'; readonly reason: SkipReason }

/** One question and its answer. A skipped check always says why; only a skipped check can say `not_found`. */
export type Check = Passed | Warned | Failed | Skipped

/** What a comparison answers: the relation and the rule that decided it. What it costs is decided in verify/checks.ts. */
export type Comparison =
  | { readonly relation: 'equal' | 'variant' | 'differs'; readonly rule: string; readonly score?: number; readonly detail?: string }
  | { readonly relation: 'declined'; readonly rule: string; readonly detail?: string }

/** True when a look-up did not give an answer (so nothing may be concluded from it). */
export function isLookupFailure(reason: SkipReason | undefined): reason is LookupFailure {
  return (LOOKUP_FAILURES as readonly string[]).includes(reason ?? '')
}

/** True where our own comparison broke down: nothing was decided about the field, and asking again will not help. */
export function isFault(check: Check): boolean {
  return check.status === 'skipped' && (check.rule?.endsWith('.fault') ?? false)
}

/** True for the checks that say whether a registry knows the identifier. */
export function isExistenceCheck(check: Check): boolean {
  switch (check.type) {
    case 'doi-exists': return true
    case 'other': return check.field?.endsWith('-exists') ?? false
    case 'metadata-match': case 'version-match': case 'retraction': return false
    default: return assertNever(check.type, 'check type')
  }
}
