import { isGraveNotice } from '../model/notice.ts'
import type { Summary, VerifiedItem } from '../model/item.ts'

/** Counts of a finished run; `retracted` counts items with any grave notice about the work itself. */
export function summarize(items: readonly VerifiedItem[]): Summary {
  const count = (test: (item: VerifiedItem) => boolean): number => items.filter(test).length
  return {
    total: items.length,
    ok: count((item) => item.status === 'ok'),
    warn: count((item) => item.status === 'warn'),
    fail: count((item) => item.status === 'fail'),
    unchecked: count((item) => item.status === 'unchecked'),
    notFound: count((item) => item.notFound),
    retracted: count((item) => item.notices.some(isGraveNotice)),
    lookupErrors: count((item) => item.lookupError),
    duplicates: count((item) => item.duplicate === true),
  }
}
