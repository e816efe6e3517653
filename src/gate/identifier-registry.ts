import { doiPrefix } from '../identifiers/doi.ts'
import type { Doi } from '../model/identifiers.ts'
import type { Agency } from '../providers/doi-agency.ts'
import type { Registration } from '../providers/handle.ts'
import type { Answer, LookupOptions } from '../providers/provider.ts'
import type { Providers } from '../providers/registry.ts'

/**
 * What the DOI system itself says of a DOI. `refuted`: the question for its agency was answered and the Handle System knows no such handle
 * (code 100). `registered`: it exists, whichever index lacks it. `undecided`: a question failed; nothing follows.
 */
export interface RegistryFinding {
  readonly state: 'refuted' | 'registered' | 'undecided'
  /** Registration agency of the prefix, as doi.org spells it. */
  readonly agency?: string
  /** doi.org's answer itself, where it was just asked: a further source need not ask again. */
  readonly agencyAnswer?: Answer<Agency>
  /** ISO 8601; absent when undecided. */
  readonly at?: string
  readonly detail?: string
}

export interface IdentifierRegistry {
  /** One finding per DOI. Never rejects for what a service does. */
  examine(dois: readonly Doi[], options: LookupOptions): Promise<ReadonlyMap<Doi, RegistryFinding>>
}

/**
 * The registration agencies of the prefixes in one request, then each DOI at the Handle System. An index that does not know a DOI is no proof:
 * Crossref's API lags behind, DataCite's, ISTIC's and CNKI's DOIs are never in it.
 */
export function createIdentifierRegistry({ doiAgency, handle }: Pick<Providers, 'doiAgency' | 'handle'>): IdentifierRegistry {
  return {
    async examine(dois, options) {
      const distinct = [...new Set(dois)]
      if (distinct.length === 0) return new Map()
      const [agencies, handles] = await Promise.all([
        doiAgency.lookup([...new Set(distinct.map(doiPrefix))].map((id) => ({ id })), options),
        handle.lookup(distinct.map((id) => ({ id })), options),
      ])
      return new Map(distinct.map((doi) => [doi, findingOf(agencies.get(doiPrefix(doi)), handles.get(doi))]))
    },
  }
}

function findingOf(agency: Answer<Agency> | undefined, registration: Answer<Registration> | undefined): RegistryFinding {
  const named = { ...(agency?.kind === 'found' ? { agency: agency.value.agency } : {}), ...(agency && agency.kind !== 'failed' ? { agencyAnswer: agency } : {}) }
  if (registration === undefined || registration.kind === 'failed') return { state: 'undecided', ...named, detail: registration?.detail ?? 'not asked' }
  const at = registration.snapshot.retrievedAt
  if (registration.kind === 'found') return { state: 'registered', ...named, at }
  // "no agency holds this prefix" is an answer too; only a question that failed leaves the agency unknown
  if (agency === undefined || agency.kind === 'failed') return { state: 'undecided', detail: agency?.detail ?? 'not asked' }
  return { state: 'refuted', ...named, at }
}
