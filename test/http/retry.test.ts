import { describe, expect, it } from 'vitest'
import { decideRetry, parseRetryAfter } from '../../src/http/retry.ts'

const now = Date.UTC(2026, 0, 1)

describe('Retry-After', () => {
  it.each([
    ['3', 3_000], ['0', 0], [' 2 ', 2_000], ['1.5', 1_500], ['99999999999', 86_400_000],
    ['Thu, 01 Jan 2026 00:00:04 GMT', 4_000], ['Wed, 31 Dec 2025 23:59:00 GMT', 0], ['Thursday, 01-Jan-26 00:00:04 GMT', 4_000],
    ['soon', undefined], ['', undefined], ['-5', undefined], ['Infinity', undefined], [null, undefined],
  ])('%j asks for %j ms', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms))
})

describe('what follows a 429 or 503', () => {
  const base = { status: 429, retryAfterMs: undefined, attempt: 0, retries: 1, strikes: 0 } as const
  it('a Retry-After up to 5 s is waited out by everybody', () => {
    expect(decideRetry({ ...base, retryAfterMs: 5_000 })).toEqual({ kind: 'retry', holdMs: 5_000, waitMs: 5_000 })
  })
  it('a longer one gives up at once, retries left or not, and holds the host for as long as it asked', () => {
    expect(decideRetry({ ...base, retryAfterMs: 5_001, retries: 5 })).toEqual({ kind: 'give-up', holdMs: 5_001, waitMs: 0 })
  })
  it('without Retry-After the waits double', () => {
    expect([0, 1, 2].map((attempt) => decideRetry({ ...base, attempt, retries: 5 }).waitMs)).toEqual([1_000, 2_000, 4_000])
  })
  it('a host that refuses to the end is held, longer with every strike', () => {
    expect([0, 1, 2, 9].map((strikes) => decideRetry({ ...base, retries: 0, strikes }).holdMs)).toEqual([2_000, 4_000, 8_000, 60_000])
  })
  it('a 503 without Retry-After holds nobody else', () => {
    expect(decideRetry({ ...base, status: 503 })).toEqual({ kind: 'retry', holdMs: 0, waitMs: 1_000 })
    expect(decideRetry({ ...base, status: 503, attempt: 1 })).toEqual({ kind: 'give-up', holdMs: 0, waitMs: 0 })
  })
})
