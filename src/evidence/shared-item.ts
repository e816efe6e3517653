import { DECLINE_REASONS } from '../model/check.ts'
import type { Check, CheckField, CheckType, SkipReason } from '../model/check.ts'
import type { ProviderName } from '../model/work.ts'
import type { EvidenceRecord } from './record.ts'

/** A check in the words of the README's check table, which the shared service knows. */
export interface SharedCheck {
  readonly type: CheckType
  readonly status: Check['status']
  readonly field?: CheckField
  readonly reason?: 'not_found' | 'network_error' | 'rate_limited' | 'unavailable'
  readonly expected?: string
  readonly actual?: string
  readonly score?: number
  readonly threshold?: number
  readonly detail?: string
}

/** An evidence item for a foreign `researchEvidence` service: url, provider, snapshot, checks, and what they are about. */
export interface SharedItem extends Omit<EvidenceRecord, 'checks' | 'id' | 'schema'> {
  readonly schema: 'rep/v1'
  readonly form: 'shared'
  /** The derived id, as a wish; a service that names its items itself ignores it. */
  readonly id?: string
  /** Whose answer the item rests on; absent, like url and snapshot, when every look-up failed. */
  readonly provider?: ProviderName
  readonly url?: string
  /** Digest of the body that `url` gave. */
  readonly snapshot?: string
  readonly checks: readonly SharedCheck[]
}

const REASONS: Readonly<Record<string, NonNullable<SharedCheck['reason']>>> = {
  not_found: 'not_found', network_error: 'network_error', rate_limited: 'rate_limited', unavailable: 'unavailable',
  unparsable: 'unavailable', blocked_host: 'network_error',
}

/** The record in shared words. */
export function toSharedItem(record: EvidenceRecord): SharedItem {
  const { checks, snapshots, ...rest } = record
  const main = snapshots.find(({ role }) => role === 'authority') ?? snapshots[0]
  const source = main && { provider: main.provider, url: main.url, snapshot: main.body.sha256 }
  return { ...rest, form: 'shared', ...source, snapshots, checks: checks.flatMap(toSharedCheck) }
}

/** A declined comparison is left out: the shared words have no reason for it, and any other would say something untrue. */
function toSharedCheck(check: Check): readonly SharedCheck[] {
  if (check.status === 'skipped' && (DECLINE_REASONS as readonly SkipReason[]).includes(check.reason)) return []
  const reason = check.status === 'skipped' ? REASONS[check.reason] : undefined
  const fine = check.status === 'skipped' && reason !== check.reason ? check.reason : undefined
  const said = check.notice && `${check.notice.type}${check.notice.doi ? ` ${check.notice.doi}` : ''} (${check.notice.source})`
  const detail = [fine, said, check.detail].filter((part) => part !== undefined).join('; ')
  return [{
    type: check.type, status: check.status,
    ...(check.field !== undefined && { field: check.field }),
    ...(reason !== undefined && { reason }),
    ...(check.cited !== undefined && { expected: check.cited }),
    ...(check.record !== undefined && { actual: check.record }),
    ...(check.score !== undefined && { score: check.score }),
    ...(check.threshold !== undefined && { threshold: check.threshold }),
    ...(detail !== '' && { detail }),
  }]
}

/** True for an item in the shared words, by the mark that toSharedItem gives it. */
export function isSharedItem(item: object): item is SharedItem {
  return 'form' in item && item.form === 'shared'
}

/** The other way, for the own store as the service: relation and rule are lost, a retraction keeps its notice. */
export function fromSharedItem(item: SharedItem): Omit<EvidenceRecord, 'id'> {
  const { form: _form, id: _id, provider: _provider, url: _url, snapshot: _snapshot, checks, ...rest } = item
  return { ...rest, checks: checks.map((check) => fromSharedCheck(check, item)) }
}

function fromSharedCheck({ expected, actual, ...rest }: SharedCheck, { notices }: SharedItem): Check {
  const notice = rest.type === 'retraction' ? notices.find(({ direction }) => direction === 'about-this') : undefined
  const check = { ...rest, ...(expected !== undefined && { cited: expected }), ...(actual !== undefined && { record: actual }), ...(notice && { notice }) }
  return check as Check // form is asserted by the caller: a foreign item may be anything
}
