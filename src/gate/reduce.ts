import type { ResolverName, ResolverOutcome } from './outcome.ts'
import { RESOLVERS } from './outcome.ts'

export type LookupVerified = 'true' | 'false' | 'unresolvable'

/** Which of a citation's identifiers its own registry has refuted: a DOI with code 100 in the Handle System, an arXiv identifier with an empty feed. */
export interface Refuted {
  readonly doi: boolean
  readonly arxiv: boolean
}

/** What a source beside the four resolvers contributes: it found the work, its registry refutes the identifier, or it decides nothing. */
export type Contribution = 'confirms' | 'refutes' | 'nothing'

/** The identifier by which each resolver asks. */
const ASKED_BY: Readonly<Record<ResolverName, keyof Refuted>> = { crossref: 'doi', openalex: 'doi', semantic_scholar: 'doi', arxiv: 'arxiv' }

/**
 * The verdict on one citation. Any match: `true`. Else a resolver that was asked by identifier and has no match, for an identifier that
 * its registry refutes: `false`. Else `unresolvable`: a miss by title, an index that does not know a registered DOI, and a failed look-up
 * say nothing about the work. Skipped and missing outcomes do not count.
 */
export function reduce(outcomes: Readonly<Partial<Record<ResolverName, ResolverOutcome | null>>>, refuted: Refuted, others: readonly Contribution[] = []): LookupVerified {
  const applicable = RESOLVERS.flatMap((name) => {
    const outcome = outcomes[name]
    return outcome && outcome.status !== 'skipped' ? [{ name, outcome }] : []
  })
  if (applicable.some(({ outcome }) => outcome.status === 'matched') || others.includes('confirms')) return 'true'
  const isRefuted = applicable.some(({ name, outcome }) => outcome.status === 'unmatched' && outcome.queried_by === 'id' && refuted[ASKED_BY[name]])
  return isRefuted || others.includes('refutes') ? 'false' : 'unresolvable'
}
