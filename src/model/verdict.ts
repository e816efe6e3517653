import type { Check } from './check.ts'
import type { ChineseFinding } from './chinese.ts'
import type { Field } from './citation.ts'
import type { Identifiers } from './identifiers.ts'
import type { Notice } from './notice.ts'
import type { SnapshotRef } from './snapshot.ts'
import type { Work } from './work.ts'

export type Status = 'ok' | 'warn' | 'fail' | 'unchecked'
export type Identity = 'same-work' | 'other-work' | 'undecided'

/** Any fail: fail; else any warn: warn; else any pass: ok; else unchecked (README, "Check semantics"). */
export function statusOf(checks: readonly Pick<Check, 'status'>[]): Status {
  const has = (status: Check['status']): boolean => checks.some((check) => check.status === status)
  if (has('fail')) return 'fail'
  if (has('warn')) return 'warn'
  return has('pass') ? 'ok' : 'unchecked'
}

/** Made only by rollup(checks) in verify/rollup.ts. */
export interface Verdict {
  readonly status: Status
  /** No provider returned a record, at least one said definitely "no such record", and no look-up failed. */
  readonly notFound: boolean
  /** A failure prevented a check: the answer is unchecked, never "no record". */
  readonly lookupError: boolean
}

/** A candidate for a citation without identifier. Never a resolved record. */
export interface Suggestion {
  readonly strength: 'strong' | 'weak'
  readonly provider: 'crossref' | 'openalex'
  readonly identifiers: Identifiers
  readonly title: string
  readonly authors: readonly string[]
  readonly year?: string
  readonly venue?: string
  readonly relations: { readonly title: string; readonly authors?: string; readonly year?: string }
}

/** Outcome of verifying one citation, before evidence has been written. */
export interface Verification extends Verdict {
  readonly identity: Identity
  readonly registrationAgency?: string
  /** The authority's record that the citation was compared with. */
  readonly resolved?: Work
  readonly checks: readonly Check[]
  readonly notices: readonly Notice[]
  readonly suggestions?: readonly Suggestion[]
  /** Fields that differ from the records of two authorities which contradict each other: the warnings say what each has, and no edit is proposed. */
  readonly disputed?: readonly Field[]
  /** Every answer that a check rests on; `check.snapshot` is an index into this list. */
  readonly snapshots: readonly SnapshotRef[]
  /** Where the Chinese resolver was asked. */
  readonly chinese?: ChineseFinding
  readonly warnings: readonly string[]
}
