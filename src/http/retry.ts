import { LONGEST_PAUSE_MS } from './pace.ts'

const LONGEST_HOLD_MS = 86_400_000
/** How long a host is left alone whose budget is used up and that does not say until when. */
const EXHAUSTED_HOLD_MS = 60_000

/** Milliseconds that a Retry-After asks for: delay seconds or an HTTP date (RFC 9110 section 10.2.3); undefined when absent or unreadable. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_HOLD_MS)
  // Date.parse alone would also read "soon 5" and the like
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), LONGEST_HOLD_MS)
}

export interface RefusedAttempt {
  readonly status: 429 | 503
  readonly retryAfterMs: number | undefined
  /** The host says that nothing is left of its budget (x-ratelimit-remaining: 0; OpenAlex's is for the day). */
  readonly isExhausted?: boolean
  /** 0 for the first. */
  readonly attempt: number
  readonly retries: number
  /** Waits of a request with its own policy (HttpRequest.backoffMs). */
  readonly backoffMs?: readonly number[] | undefined
  /** How often in a row requests to this host were given up for 429. */
  readonly strikes: number
}

/** `holdMs`: nobody asks this host for so long. `waitMs`: this request alone waits. */
export type RetryDecision = { readonly kind: 'retry' | 'give-up'; readonly holdMs: number; readonly waitMs: number }

/**
 * What to do after a 429 or 503. Retry-After is respected up to 5 s; a longer one ends the request at once and the host is left
 * alone for as long as it asked; so does a 429 that says nothing is left and names no time. Without it the wait is 1 s, doubling, or what the request's own policy says. A host that refuses to the end is held for 2 s, doubling with every strike.
 */
export function decideRetry({ status, retryAfterMs, isExhausted, attempt, retries, backoffMs, strikes }: RefusedAttempt): RetryDecision {
  const asked = retryAfterMs ?? 0
  if (asked > LONGEST_PAUSE_MS) return { kind: 'give-up', holdMs: asked, waitMs: 0 }
  if (isExhausted && status === 429 && retryAfterMs === undefined) return { kind: 'give-up', holdMs: EXHAUSTED_HOLD_MS, waitMs: 0 }
  const backoff = status === 429 ? backoffMs?.[attempt] : undefined
  // everybody else sits out what a queue sits out at most; the request itself waits for the whole
  if (backoff !== undefined) return { kind: 'retry', holdMs: Math.max(asked, Math.min(backoff, LONGEST_PAUSE_MS)), waitMs: Math.max(asked, backoff) }
  const wait = retryAfterMs ?? 1_000 * 2 ** Math.min(attempt, 2)
  if (backoffMs === undefined && attempt < retries) return { kind: 'retry', holdMs: status === 429 || retryAfterMs !== undefined ? wait : 0, waitMs: wait }
  if (status === 503) return { kind: 'give-up', holdMs: asked, waitMs: 0 }
  return { kind: 'give-up', holdMs: Math.max(asked, Math.min(2_000 * 2 ** strikes, 60_000)), waitMs: 0 }
}
