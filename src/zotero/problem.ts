/** What can stand in the way of a Zotero operation, as a stable code. None of them is ever a failure of the search or verification beside it. */
export const ZOTERO_CODES = [
  'zotero_not_running', 'zotero_api_disabled', 'zotero_refused_request', 'zotero_timeout', 'zotero_unexpected', 'zotero_too_old', 'zotero_server_changed',
  'zotero_not_writable', 'zotero_library_read_only', 'zotero_write_intent_required', 'zotero_dry_run_receipt_required', 'zotero_dry_run_receipt_invalid',
  'zotero_dry_run_plan_changed', 'zotero_write_policy', 'zotero_write_denied', 'zotero_write_unauthorized', 'zotero_authorize_rate_limited',
  'zotero_write_conflict', 'zotero_write_rejected', 'zotero_write_outcome_unknown', 'collection_ambiguous', 'needs_zotero_10_or_manual',
] as const
export type ZoteroCode = (typeof ZOTERO_CODES)[number]

/** A code and one line for people: no path, no key, no server id. */
export interface ZoteroProblem {
  readonly code: ZoteroCode
  readonly detail: string
  /** Seconds that Zotero asks to wait. */
  readonly retryAfter?: number
  /** The request was sent and its answer did not come: it may have been carried out. */
  readonly lost?: true
  /** The answer was larger than what is read; a smaller question may be answered. */
  readonly tooLarge?: true
}

/** A value, or the problem that stood in its way; only one of them can be read. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value; readonly problem?: never }
  | { readonly ok: false; readonly problem: ZoteroProblem; readonly value?: never }

/** The outcome of a step that succeeded. */
export function done<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

/** The outcome of a step that could not be done: a code and a reason for people. */
export function stopped(code: ZoteroCode, detail: string, more: Pick<ZoteroProblem, 'retryAfter' | 'lost' | 'tooLarge'> = {}): { readonly ok: false; readonly problem: ZoteroProblem } {
  return { ok: false, problem: { code, detail, ...more } }
}
