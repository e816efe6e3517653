import type { Citation } from '../model/citation.ts'
import type { LookupFailure } from '../model/check.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import type { ProviderName, Work } from '../model/work.ts'

/** What a source answers for one identifier. Expected outcomes are values: "no such record" and "the look-up failed" are different arms. */
export type Answer<Value> =
  | { readonly kind: 'found'; readonly value: Value; readonly snapshot: SnapshotRef }
  | { readonly kind: 'not-found'; readonly snapshot: SnapshotRef }
  | { readonly kind: 'failed'; readonly reason: LookupFailure; readonly detail: string }

export type Lookup = Answer<Work>

export interface LookupOptions {
  readonly signal: AbortSignal
  /** Bypass the cache when reading; answers are still written to it. */
  readonly fresh?: boolean
  /** Cache and snapshots only: a miss is failed/unavailable with detail `offline`. */
  readonly offline?: boolean
}

/**
 * Takes MANY identifiers at once: the batch endpoint is the normal path, one identifier is a batch of one.
 * The map has an answer for every id asked. After an abort the ids not answered yet are failed/unavailable (`cancelled`).
 */
export interface Source<Id extends string, Value> {
  readonly name: ProviderName
  readonly hosts: readonly string[]
  lookup(queries: readonly { readonly id: Id; readonly cited?: Citation }[], options: LookupOptions): Promise<ReadonlyMap<Id, Answer<Value>>>
}

export type Provider<Id extends string> = Source<Id, Work>

/**
 * What a stored body says, by locator. `rest: 'absent'` means the answer is complete: every identifier that was asked
 * and is not in `found` has no record there. `rest: 'unknown'` means nothing may be concluded for them.
 */
export interface ParsedAnswer<Value> {
  readonly found: ReadonlyMap<string, Value>
  readonly absent: ReadonlySet<string>
  readonly rest: 'absent' | 'unknown'
}

/** Pure: the audit replays stored bytes through it. Throws UnparsableBody when the bytes are not what the provider's format promises. */
export type ParseBody<Value> = (bytes: Uint8Array, status: number) => ParsedAnswer<Value>
