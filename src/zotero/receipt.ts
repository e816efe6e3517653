import { canonicalJson } from '../base/canonical-json.ts'
import { sha256 } from '../base/sha256.ts'
import type { Clock } from '../http/clock.ts'

const LIFETIME_MS = 5 * 60_000
const MOST = 64
const FORM = /^zwr1_[0-9a-f]{64}$/

/** Receipts of dry runs: random, in memory, good once and for five minutes, bound to exactly what was planned. */
export interface Receipts {
  issue(plan: unknown): { readonly receipt: string; readonly expiresInSeconds: number }
  /** Takes the receipt out, whatever the answer. */
  redeem(receipt: string, plan: unknown): 'good' | 'unknown' | 'other-plan'
}

/** True for text of a receipt's form. */
export function isReceipt(text: unknown): text is string {
  return typeof text === 'string' && FORM.test(text)
}

/** `randomHex` gives 64 hex digits that nobody can guess. */
export function createReceipts(clock: Clock, randomHex: () => string): Receipts {
  const open = new Map<string, { readonly digest: string; readonly until: number }>()
  const digestOf = (plan: unknown): string => sha256(canonicalJson(plan))
  return {
    issue(plan) {
      const receipt = `zwr1_${randomHex()}`
      open.set(receipt, { digest: digestOf(plan), until: clock.monotonic() + LIFETIME_MS })
      for (const oldest of open.keys()) {
        if (open.size <= MOST) break
        open.delete(oldest)
      }
      return { receipt, expiresInSeconds: LIFETIME_MS / 1_000 }
    },
    redeem(receipt, plan) {
      const known = open.get(receipt)
      open.delete(receipt)
      if (known === undefined || clock.monotonic() > known.until) return 'unknown'
      return known.digest === digestOf(plan) ? 'good' : 'other-plan'
    },
  }
}
