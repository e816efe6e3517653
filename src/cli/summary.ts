import { isGraveNotice } from '../model/notice.ts'
import type { Summary, VerifiedItem } from '../model/item.ts'

const ZERO: Summary = { total: 0, ok: 0, warn: 0, fail: 0, unchecked: 0, notFound: 0, retracted: 0, lookupErrors: 0, duplicates: 0 }

/** Counts of a run that comes in slices. */
export class RunningSummary {
  #counts: Record<keyof Summary, number> = { ...ZERO }

  add(item: VerifiedItem): void {
    const counts = this.#counts
    counts.total++
    counts[item.status]++
    if (item.notFound) counts.notFound++
    if (item.notices.some(isGraveNotice)) counts.retracted++
    if (item.lookupError) counts.lookupErrors++
    if (item.duplicate) counts.duplicates++
  }

  value(): Summary {
    return { ...this.#counts }
  }
}
