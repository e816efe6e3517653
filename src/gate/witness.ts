import type { LookupOptions } from '../providers/provider.ts'
import type { CorpusEntry, GateQuery } from './corpus-entry.ts'
import type { RegistryFinding } from './identifier-registry.ts'
import type { Contribution } from './reduce.ts'

/** One entry that no resolver has matched by its identifier, for a further source. */
export interface WitnessQuery {
  readonly entry: CorpusEntry
  readonly query: GateQuery
  /** What the DOI system said, where it was asked. */
  readonly registry?: RegistryFinding
}

/** What a further source says about an entry. Only `confirms` and `refutes` bear on the verdict; the rest is shown. */
export interface Testimony {
  readonly contribution: Contribution
  /** The source's own word for its outcome (`DOI_TITLE_VERIFIED`). */
  readonly code: string
  /** The identifier it speaks about, where it is one. */
  readonly identifier?: string
  /** Title of the record that the identifier leads to, when that is another one than cited. */
  readonly otherTitle?: string
  readonly detail?: string
  /** ISO 8601 of the answer; absent for what could not be asked (such a testimony is never remembered). */
  readonly at?: string
}

/**
 * A source beside the closed four: its outcome travels in citation_verification_observations and can confirm or refute, without becoming a
 * fifth key of resolver_outcomes. One testimony per query, in order; undefined where the entry is none of its business.
 */
export interface Witness {
  readonly name: string
  testify(queries: readonly WitnessQuery[], options: LookupOptions): Promise<readonly (Testimony | undefined)[]>
}
