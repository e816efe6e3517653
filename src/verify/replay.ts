import { isLookupFailure, type Check } from '../model/check.ts'
import type { Citation } from '../model/citation.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import type { Work } from '../model/work.ts'
import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import type { Answer, ParsedAnswer } from '../providers/provider.ts'
import { assess, type AssessSettings } from './assess.ts'
import type { Agency, Attempt, ConvertedId, Registration } from './trail.ts'

/** What an evidence record holds of a verification. */
export interface Recorded {
  readonly citation: Citation
  readonly snapshots: readonly SnapshotRef[]
  readonly checks: readonly Check[]
}

/**
 * The checks that the stored bytes give today: each body is parsed again, the trail is put together from the answers and from the
 * failures that the record names, and assessed by the same pure function as the live run. `parse` answers for one snapshot's body.
 * Throws UnparsableBody when a stored body no longer parses.
 */
export function replayChecks(recorded: Recorded, parse: (snapshot: SnapshotRef) => ParsedAnswer<unknown>, settings: AssessSettings): { readonly checks: readonly Check[]; readonly values: readonly (unknown | undefined)[] } {
  const answers = recorded.snapshots.map((snapshot) => answerOf(snapshot, parse(snapshot)))
  const found = recorded.snapshots.flatMap((snapshot, index) => attemptOf(recorded.citation, snapshot, answers[index] as Answer<unknown>))
  const trail = [...found, ...recorded.checks.flatMap((check) => failureOf(recorded.citation, check))]
  const { checks } = assess(recorded.citation, trail, settings)
  return { checks, values: answers.map((answer) => (answer.kind === 'found' ? answer.value : undefined)) }
}

function answerOf(snapshot: SnapshotRef, parsed: ParsedAnswer<unknown>): Answer<unknown> {
  const value = parsed.found.get(snapshot.locator)
  return value === undefined ? { kind: 'not-found', snapshot } : { kind: 'found', value, snapshot }
}

function attemptOf(citation: Citation, snapshot: SnapshotRef, answer: Answer<unknown>): Attempt[] {
  const { doi, pmcid } = citation.identifiers
  switch (snapshot.provider) {
    case 'crossref': case 'datacite': case 'istic': case 'openalex':
      return doi ? [{ of: 'doi', id: doi, provider: snapshot.provider, answer: answer as Answer<Work> }] : []
    case 'doi-agency': return doi ? [{ of: 'doi', id: doi, provider: 'doi-agency', answer: answer as Answer<Agency> }] : []
    case 'handle': return doi ? [{ of: 'doi', id: doi, provider: 'handle', answer: answer as Answer<Registration> }] : []
    case 'id-converter': return pmcid ? [{ of: 'pmcid', id: pmcid, provider: 'id-converter', answer: answer as Answer<ConvertedId> }] : []
    case 'pubmed': return [{ of: 'pmid', id: snapshot.locator as Attempt['id'] & never, provider: 'pubmed', answer: answer as Answer<Work> }]
    case 'arxiv': {
      const asDoi = doi !== undefined && arxivIdOfDoi(doi) === snapshot.locator
      return asDoi ? [{ of: 'doi', id: doi, provider: 'arxiv', answer: answer as Answer<Work> }] : [{ of: 'arxiv', id: snapshot.locator as Attempt['id'] & never, provider: 'arxiv', answer: answer as Answer<Work> }]
    }
    case 'semantic-scholar': case 'pubmed-coordinates': return []
  }
}

/** A failed look-up leaves no bytes; the record's skipped check is what is known of it. */
function failureOf(citation: Citation, check: Check): Attempt[] {
  if (check.status !== 'skipped' || !isLookupFailure(check.reason)) return []
  const answer = { kind: 'failed', reason: check.reason, detail: check.detail ?? '' } as const
  const { doi, pmid, arxiv, pmcid } = citation.identifiers
  if (check.field === 'pmid-exists') return [{ of: 'pmid', id: (pmid ?? '') as Attempt['id'] & never, provider: 'pubmed', answer }]
  if (check.field === 'arxiv-exists' && arxiv) return [{ of: 'arxiv', id: arxiv, provider: 'arxiv', answer }]
  if (check.field === 'pmcid-exists' && pmcid) return [{ of: 'pmcid', id: pmcid, provider: 'id-converter', answer }]
  if (!doi) return []
  switch (check.provider) {
    case 'crossref': case 'datacite': case 'arxiv': case 'istic': return [{ of: 'doi', id: doi, provider: check.provider, answer }]
    case 'doi-agency': return [{ of: 'doi', id: doi, provider: 'doi-agency', answer }]
    default: return [{ of: 'doi', id: doi, provider: 'handle', answer }]
  }
}
