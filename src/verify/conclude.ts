import type { LookupFailure } from '../model/check.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import type { ProviderName, Work } from '../model/work.ts'
import type { Attempt } from './trail.ts'

/** What the answers about one identifier amount to. */
export type Conclusion =
  | { readonly kind: 'found'; readonly provider: ProviderName; readonly value: Work; readonly snapshot: SnapshotRef }
  /** Registered, but nobody that was asked gave metadata. `undecided` when that is because a look-up failed. */
  | { readonly kind: 'registered'; readonly provider: ProviderName; readonly snapshot: SnapshotRef; readonly undecided?: { readonly provider: ProviderName; readonly reason: LookupFailure; readonly detail: string } }
  | { readonly kind: 'not-found'; readonly provider: ProviderName; readonly snapshot: SnapshotRef }
  | { readonly kind: 'failed'; readonly provider: ProviderName; readonly reason: LookupFailure; readonly detail: string }

type DoiAttempt = Attempt & { readonly of: 'doi' }

/**
 * Existence of a DOI from the answers about it. A record anywhere is found. Only the Handle System's "no such handle", or arXiv's
 * empty answer for its own DOI, is "no record": a registry's miss says that this registry lacks it, and a failure says nothing.
 */
export function concludeDoi(attempts: readonly DoiAttempt[]): { readonly conclusion: Conclusion; readonly agency?: string } {
  const authorities = attempts.filter((attempt) => attempt.provider !== 'openalex')
  const agency = agencyOf(authorities)
  const named = agency === undefined ? {} : { agency }
  for (const attempt of authorities) {
    if (attempt.provider !== 'doi-agency' && attempt.provider !== 'handle' && attempt.answer.kind === 'found') {
      return { conclusion: { kind: 'found', provider: attempt.provider, value: attempt.answer.value, snapshot: attempt.answer.snapshot }, ...named }
    }
  }
  const failure = firstFailure(authorities)
  const handle = authorities.find((attempt) => attempt.provider === 'handle')
  if (handle?.answer.kind === 'found') {
    return { conclusion: { kind: 'registered', provider: 'handle', snapshot: handle.answer.snapshot, ...(failure ? { undecided: failure } : {}) }, ...named }
  }
  if (handle?.answer.kind === 'not-found') return { conclusion: { kind: 'not-found', provider: 'handle', snapshot: handle.answer.snapshot }, ...named }
  if (failure) return { conclusion: { kind: 'failed', ...failure }, ...named }
  const arxiv = authorities.find((attempt) => attempt.provider === 'arxiv')
  if (arxiv?.answer.kind === 'not-found') return { conclusion: { kind: 'not-found', provider: 'arxiv', snapshot: arxiv.answer.snapshot }, ...named }
  return { conclusion: { kind: 'failed', provider: 'handle', reason: 'unavailable', detail: 'the registries gave no definite answer' }, ...named }
}

function agencyOf(attempts: readonly DoiAttempt[]): string | undefined {
  for (const attempt of attempts) if (attempt.provider === 'doi-agency' && attempt.answer.kind === 'found') return attempt.answer.value.agency
  for (const attempt of attempts) {
    if (attempt.answer.kind !== 'found') continue
    if (attempt.provider === 'crossref') return 'Crossref'
    if (attempt.provider === 'datacite' || attempt.provider === 'arxiv') return 'DataCite'
  }
  return undefined
}

function firstFailure(attempts: readonly DoiAttempt[]): { provider: ProviderName; reason: LookupFailure; detail: string } | undefined {
  for (const { provider, answer } of attempts) if (answer.kind === 'failed') return { provider, reason: answer.reason, detail: answer.detail }
  return undefined
}
