import type { ChineseChecklistRow } from '../model/chinese.ts'
import { isExistenceCheck, isFault, isLookupFailure, type Check } from '../model/check.ts'
import type { VerifiedItem } from '../model/item.ts'
import { comparedNothing } from '../verify/assess.ts'
import type { IgnoreEntry, IgnoreList } from './ignore-file.ts'
import { UsageError } from './exit-codes.ts'

/** What kind of attention an entry needs, the gravest first: reports group by it in this order. */
export const ATTENTION = ['other-work', 'wrong', 'retracted', 'no-record', 'differs', 'duplicate', 'failed', 'unreadable', 'by-hand', 'no-metadata', 'no-identifier', 'ok'] as const
export type Attention = (typeof ATTENTION)[number]

/** One answer as a report sees it: what needs attention after the ignore file has been applied. */
export interface Assessed {
  readonly item: VerifiedItem
  readonly attention: Attention
  /** Checks whose finding stands. Ignored findings are left out; passes and declined checks are in. */
  readonly checks: readonly Check[]
  /** `duplicate` that stands (not ignored). */
  readonly duplicate: boolean
  readonly notFound: boolean
  readonly ignored: readonly IgnoreEntry[]
  /** The row of the checklist of Chinese literature, unless the ignore file accepts the entry (`field: checklist`) or what is wrong with it. */
  readonly checklistRow?: ChineseChecklistRow
}

/** Applies the ignore list to an answer. The answer itself stays as it is: only what it counts for changes. */
export function assessItem(item: VerifiedItem, ignores?: IgnoreList): Assessed {
  const used = new Set<IgnoreEntry>()
  const accepted = (finding: string): boolean => {
    const entry = ignores?.match(item.input.key, finding)
    if (entry) used.add(entry)
    return entry !== undefined
  }
  const checks = item.checks.filter((check) => !((check.status === 'fail' || check.status === 'warn') && accepted(findingOf(check))))
  const notFound = item.notFound && !accepted('not-found')
  const duplicate = item.duplicate === true && !accepted('duplicate')
  // Without its differing fields an entry of another work is still another work, unless the whole entry was accepted.
  const otherWork = item.identity === 'other-work' && !accepted('identifier') && checks.some((check) => check.status === 'fail')
  const row = item.chinese?.checklistRow
  const byHand = row !== null && row !== undefined && !accepted('checklist')
  const attention = attentionOf(item, { checks, notFound, duplicate, otherWork, byHand })
  return { item, checks, notFound, duplicate, ignored: [...used], attention, ...(byHand && attention !== 'ok' ? { checklistRow: row } : {}) }
}

/** What an ignore entry's `field` calls the finding of a check. */
export function findingOf(check: Check): string {
  if (check.type === 'retraction') return 'retraction'
  if (check.type === 'version-match') return 'identifier'
  return check.field ?? 'identifier'
}

function attentionOf(item: VerifiedItem, left: { checks: readonly Check[]; notFound: boolean; duplicate: boolean; otherWork: boolean; byHand: boolean }): Attention {
  if (item.input.invalid) return 'unreadable'
  if (left.otherWork) return 'other-work'
  if (left.checks.some((check) => check.status === 'fail')) return 'wrong'
  if (left.checks.some((check) => check.type === 'retraction' && check.status === 'warn')) return 'retracted'
  if (left.notFound) return 'no-record'
  if (left.checks.some((check) => check.status === 'warn')) return 'differs'
  if (item.lookupError || item.checks.some(isFault)) return 'failed'
  if (left.duplicate) return 'duplicate'
  if (item.notFound || left.checks.length < item.checks.length || (item.chinese?.checklistRow && !left.byHand)) return 'ok'
  if (left.byHand) return 'by-hand'
  if (item.checks.some((check) => check.status === 'skipped' && check.reason === 'no_identifier') || item.checks.length === 0) return 'no-identifier'
  if (item.status === 'unchecked' || comparedNothing(item.input.citation, item.checks) || item.checks.some((check) => check.status === 'skipped' && check.reason === 'agency_no_metadata')) return 'no-metadata'
  return 'ok'
}

export const FAIL_ON = ['fail', 'retracted', 'not-found', 'warn', 'unchecked', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]
export const DEFAULT_FAIL_ON: readonly FailOn[] = ['fail', 'retracted', 'not-found']

/** Parses a --fail-on list. Throws UsageError on an unknown or empty name, and on `never` beside others. */
export function parseFailOn(list: string): ReadonlySet<FailOn> {
  const names = list.split(',').map((name) => name.trim().toLowerCase())
  for (const name of names) if (!(FAIL_ON as readonly string[]).includes(name)) throw new UsageError(`--fail-on: "${name}" is none of ${FAIL_ON.join(', ')}`)
  if (names.includes('never') && names.length > 1) throw new UsageError('--fail-on: "never" stands alone')
  return new Set(names as FailOn[])
}

/** Whether an entry is a finding at the chosen levels. `warn` includes what is worse than a warning. */
export function isFinding(entry: Assessed, failOn: ReadonlySet<FailOn>): boolean {
  const fails = entry.attention === 'other-work' || entry.checks.some((check) => check.status === 'fail')
  const retracted = entry.checks.some((check) => check.type === 'retraction' && check.status === 'warn')
  const warns = entry.duplicate || entry.checks.some((check) => check.status === 'warn')
  return (failOn.has('fail') && fails)
    || (failOn.has('retracted') && retracted)
    || (failOn.has('not-found') && entry.notFound)
    || (failOn.has('warn') && (warns || fails))
    || (failOn.has('unchecked') && entry.item.status === 'unchecked' && !(entry.item.notFound && !entry.notFound))
}

/** Checks that say why something could not be decided: a look-up failed, or a comparison of ours. */
export function failedLookups(checks: readonly Check[]): readonly Check[] {
  return checks.filter((check) => check.status === 'skipped' && (isLookupFailure(check.reason) || isFault(check)))
}

/** Checks in which a registry said that it has no such record. */
export function absences(checks: readonly Check[]): readonly Check[] {
  return checks.filter((check) => isExistenceCheck(check) && check.status === 'skipped' && check.reason === 'not_found')
}
