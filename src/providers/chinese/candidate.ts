import type { Citation } from '../../model/citation.ts'
import { ask, askAgency, type Waterfall } from './ask.ts'
import { doiLink } from './cited-doi.ts'
import { evidenceOfCandidate, evidenceOfRecord } from './evidence.ts'
import type { Coordinates } from './fold-coordinates.ts'
import type { BridgedJournal } from './journal-bridge.ts'
import type { PubmedCandidate } from './pubmed-answer.ts'
import { hasIdeograph } from './scope.ts'
import { compareTitleState } from './title-state.ts'
import type { Ending, Trace } from './trace.ts'

const LABELS = { 'journal ISSN': 'chinese.label.issn', volume: 'chinese.label.volume', 'first page': 'chinese.label.page', year: 'chinese.label.year' } as const
type Conflict = keyof typeof LABELS

export interface CandidateQuestion {
  readonly citation: Citation
  readonly journal: BridgedJournal
  readonly coordinates: Coordinates
  readonly candidate: PubmedCandidate
  readonly trace: Trace
}

/**
 * Whether PubMed's one record at the cited coordinates is the cited work. Nothing may conflict, its DOI must be ISTIC's, and ISTIC's
 * title must be the cited one, both in Han. Whatever falls short leaves it a candidate; nothing here speaks against the citation.
 */
export function* verifyCandidate({ citation, journal, coordinates, candidate, trace }: CandidateQuestion): Waterfall {
  const evidence = evidenceOfCandidate(candidate)
  const { pmid, doi } = candidate.identifiers
  const urls = [...(pmid === undefined ? [] : [`https://pubmed.ncbi.nlm.nih.gov/${pmid}/`]), ...(doi === undefined ? [] : [doiLink(doi)])]
  const unverified = (action: NonNullable<Ending['action']>, words: Ending['words'] = {}) => trace.end('PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', { record: candidate, evidence, urls, action, words })

  const conflicts = conflictsOf(journal, coordinates, candidate)
  if (conflicts.length > 0) {
    trace.note('pubmed_candidate_verification', 'structural_conflict', conflicts.join(', '))
    return unverified('chinese.action.candidate.conflict', { fields: conflicts.map((label) => trace.text(LABELS[label])).join(', ') })
  }
  if (doi === undefined) {
    trace.note('pubmed_candidate_verification', 'no_doi')
    return unverified('chinese.action.candidate.no-doi')
  }
  const answer = yield* askAgency(doi, undefined, trace)
  if (answer?.kind === 'failed') return trace.fail(answer)
  const agency = answer?.kind === 'found' ? answer.value.agency : undefined
  trace.note('pubmed_candidate_ra', agency ?? 'unknown_prefix')
  if (agency === 'CNKI') {
    const existence = yield* ask('handle', doi, trace)
    if (existence.kind === 'failed') return trace.fail(existence)
    trace.note('pubmed_candidate_handle', existence.kind === 'found' ? 'exists' : 'absent')
    return unverified('chinese.action.candidate.cnki')
  }
  if (agency !== 'ISTIC') return unverified('chinese.action.candidate.agency', { agency: agency ?? trace.text('chinese.label.unknown-agency') })
  const metadata = yield* ask('istic', doi, trace)
  if (metadata.kind === 'failed') return trace.fail(metadata)
  const record = metadata.kind === 'found' ? metadata.value : undefined
  const state = record === undefined ? 'not_found' : compareTitleState(citation.title, record.title)
  trace.note('pubmed_candidate_title', state)
  const isProof = state === 'match' && hasIdeograph(citation.title ?? '') && hasIdeograph(record?.title ?? '')
  if (!isProof || record === undefined) return unverified('chinese.action.candidate.title')
  return trace.end('PUBMED_COORDINATE_VERIFIED', { agency, record, evidence: { ...evidence, registration_agency: agency, doi_metadata: evidenceOfRecord(record, doi) } })
}

/** What both sides give and give differently. Absence is never a conflict. */
function conflictsOf(journal: BridgedJournal, { volume, firstPage, year }: Coordinates, candidate: PubmedCandidate): readonly Conflict[] {
  const differs = (cited: string | undefined, record: string | undefined): boolean => cited !== undefined && record !== undefined && cited.trim() !== record.trim()
  return [
    ...(differs(journal.issn, candidate.issn?.[0]?.toUpperCase()) ? ['journal ISSN' as const] : []),
    ...(differs(volume, candidate.volume) ? ['volume' as const] : []),
    ...(differs(firstPage, candidate.pages?.split(/[-–—]/, 1)[0]) ? ['first page' as const] : []),
    ...(differs(year, candidate.dates.issued) ? ['year' as const] : []),
  ]
}
