import type { Language } from '../../messages/message.ts'
import { quoted } from '../../messages/quoted.ts'
import { ask, askAgency, notUnicode, type Waterfall } from './ask.ts'
import { citedDoi, doiLink } from './cited-doi.ts'
import { verifyCandidate } from './candidate.ts'
import { authorYearTerm, coverageTerm, volumePageTerm, type EntrezTerm } from './entrez-term.ts'
import { evidenceOfRecord } from './evidence.ts'
import { foldCoordinates, type Coordinates } from './fold-coordinates.ts'
import type { BridgedJournal, JournalBridge } from './journal-bridge.ts'
import { isChineseAgency, isChineseLiterature, type ChineseQuery } from './scope.ts'
import { compareTitleState } from './title-state.ts'
import { createTrace, type Trace } from './trace.ts'

export interface WaterfallSettings {
  readonly bridge: JournalBridge
  /** Language of the checklist's texts. */
  readonly language: Language
}

/**
 * The whole story of one citation. A DOI decides by its registration agency: ISTIC's own title, or existence alone at CNKI; it is never
 * replaced by coordinates. Without a DOI the journal leads to PubMed's coordinates, whose hit is a candidate until ISTIC gives its title.
 */
export function* waterfall(query: ChineseQuery, settings: WaterfallSettings): Waterfall {
  const trace = createTrace(query, settings.language)
  if (!isChineseLiterature(query)) return trace.end('NOT_CHINESE_LITERATURE')
  const cited = citedDoi(query.citation)
  if (cited === undefined) return yield* byCoordinates(query, settings, trace)
  trace.doi = cited.written
  if (cited.doi !== cited.written) trace.folds.push({ field: 'doi', rule: 'doi.normalised', from: cited.written, to: cited.doi })
  return yield* byDoi(query, cited.doi, trace)
}

function* byDoi(query: ChineseQuery, doi: string, trace: Trace): Waterfall {
  const answer = yield* askAgency(doi, query.agency, trace)
  if (answer?.kind === 'failed') return trace.fail(answer)
  const agency = answer?.kind === 'found' ? answer.value.agency : undefined
  trace.note('ra_lookup', agency ?? 'unknown_prefix')
  if (agency === undefined) return trace.end('DOI_RA_UNRESOLVED', { action: 'chinese.action.ra-unresolved' })
  if (!isChineseAgency(agency)) return trace.end('DOI_RA_OUT_OF_SCOPE', { agency, action: 'chinese.action.ra-out-of-scope', words: { agency } })
  if (!doi.isWellFormed()) return trace.fail(notUnicode)
  return agency === 'CNKI' ? yield* byExistence('cnki', doi, trace) : yield* byTitle(query, doi, trace)
}

function* byTitle(query: ChineseQuery, doi: string, trace: Trace): Waterfall {
  const answer = yield* ask('istic', doi, trace)
  if (answer.kind === 'failed') return trace.fail(answer)
  if (answer.kind === 'not-found') {
    trace.note('content_negotiation', 'not_found')
    return yield* byExistence('istic', doi, trace)
  }
  const { value: record } = answer
  const state = compareTitleState(query.citation.title, record.title)
  trace.note('content_negotiation', state)
  const agency = 'ISTIC'
  if (state === 'match') return trace.end('DOI_TITLE_VERIFIED', { agency, record, evidence: { registration_agency: agency, ...evidenceOfRecord(record, doi) } })
  const evidence = { doi, registration_agency: agency, ...(record.title === undefined ? {} : { resolved_title: record.title }) }
  const shared = { agency, record, evidence, urls: [doiLink(doi)] }
  if (state === 'mismatch') return trace.end('DOI_TITLE_MISMATCH', { ...shared, action: 'chinese.action.title-mismatch', words: { title: quoted(record.title ?? '') } })
  return trace.end('DOI_EXISTS_TITLE_UNVERIFIABLE', { ...shared, action: 'chinese.action.title-unverifiable.istic' })
}

/** Existence at the Handle System. It refutes a DOI that is nowhere; it never verifies one, since a real DOI may stand under any title. */
function* byExistence(branch: 'istic' | 'cnki', doi: string, trace: Trace): Waterfall {
  const answer = yield* ask('handle', doi, trace)
  if (answer.kind === 'failed') return trace.fail(answer)
  const exists = answer.kind === 'found'
  trace.note('handle_existence', exists ? 'exists' : 'absent')
  const agency = branch === 'istic' ? 'ISTIC' : 'CNKI'
  const shared = { agency, urls: [doiLink(doi)] }
  if (!exists) return trace.end('DOI_REFUTED', { ...shared, evidence: { doi: trace.doi ?? doi }, action: `chinese.action.doi-refuted.${branch}` })
  return trace.end('DOI_EXISTS_TITLE_UNVERIFIABLE', { ...shared, evidence: { doi, registration_agency: agency }, action: branch === 'cnki' ? 'chinese.action.title-unverifiable.cnki' : 'chinese.action.title-unverifiable.no-record' })
}

function* byCoordinates(query: ChineseQuery, { bridge }: WaterfallSettings, trace: Trace): Waterfall {
  const journal = bridge(query.citation.venue ?? '')
  if (journal === undefined) {
    trace.note('issn_bridge', 'unmapped')
    return trace.end('NO_ISSN_MAPPING', { action: (query.citation.venue ?? '').trim() === '' ? 'chinese.action.no-journal' : 'chinese.action.no-mapping' })
  }
  trace.note('issn_bridge', 'mapped', `${journal.issn} -> ${journal.nlmTa} (NLM ${journal.nlmId})`)
  const coordinates = foldCoordinates(query.citation)
  trace.folds.push(...coordinates.folds)
  const chosen = coordinateQuery(query, journal, coordinates)
  if (chosen === undefined) {
    trace.note('pubmed_coordinate_input', 'insufficient')
    return trace.end('INSUFFICIENT_PUBMED_COORDINATES', { action: 'chinese.action.insufficient' })
  }
  // Refused before anything is asked: a citation's text never becomes query syntax.
  const covered = coverageTerm(journal.nlmTa)
  if (chosen.term.kind === 'refused') return trace.fail(unaskable(chosen.term.what))
  if (covered.kind === 'refused') return trace.fail(unaskable(covered.what))

  const coverage = yield* ask('coverage', covered.term, trace)
  if (coverage.kind !== 'found') return trace.fail(coverage.kind === 'failed' ? coverage : NO_RESULT)
  trace.note('pubmed_coverage', coverage.value.count > 0 ? 'indexed' : 'not_indexed')
  if (coverage.value.count === 0) return trace.end('JOURNAL_NOT_INDEXED', { action: 'chinese.action.not-indexed' })

  const hits = yield* ask('coordinates', chosen.term.term, trace)
  if (hits.kind !== 'found') return trace.fail(hits.kind === 'failed' ? hits : NO_RESULT)
  const { count, pmids: [pmid] } = hits.value
  trace.note('pubmed_coordinate', count === 0 ? 'zero_hit' : count === 1 ? 'hit' : 'ambiguous', chosen.detail)
  if (pmid === undefined) {
    return trace.end('PUBMED_INDEXED_BUT_COORDINATE_MISS', { action: `chinese.action.miss.${chosen.detail}`, urls: [`https://pubmed.ncbi.nlm.nih.gov/?term=${encodeURIComponent(chosen.term.term)}`] })
  }
  if (count > 1) return trace.end('PUBMED_COORDINATE_AMBIGUOUS', { action: 'chinese.action.ambiguous', words: { count: String(count) } })
  const candidate = yield* ask('candidate', pmid, trace)
  if (candidate.kind !== 'found') return trace.fail(candidate.kind === 'failed' ? candidate : NO_RESULT)
  return yield* verifyCandidate({ citation: query.citation, journal, coordinates, candidate: candidate.value, trace })
}

const NO_RESULT = { kind: 'failed', reason: 'unparsable', detail: 'eutils.ncbi.nlm.nih.gov: the answer holds no result' } as const

function unaskable(what: string): { readonly kind: 'failed'; readonly reason: 'unparsable'; readonly detail: string } {
  return { kind: 'failed', reason: 'unparsable', detail: `not asked: the cited ${what} cannot stand in a PubMed query` }
}

/** Volume and first page where both are cited; first author and year only where they are not, so that a wrong page is never washed clean. */
function coordinateQuery({ firstAuthorPinyin }: ChineseQuery, { nlmTa }: BridgedJournal, { volume, firstPage, year }: Coordinates): { readonly term: EntrezTerm; readonly detail: 'volume_page' | 'author_year' } | undefined {
  if (volume !== undefined && firstPage !== undefined) return { term: volumePageTerm(nlmTa, volume, firstPage), detail: 'volume_page' }
  const author = firstAuthorPinyin?.trim()
  return author && year !== undefined ? { term: authorYearTerm(nlmTa, author, year), detail: 'author_year' } : undefined
}
