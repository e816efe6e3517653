import { parseDoiAgency, type Agency } from '../doi-agency.ts'
import { parseHandle, type Registration } from '../handle.ts'
import { createSource, type PlannedRequest, type SourceSpec } from '../lookup.ts'
import type { Answer, LookupOptions, Source } from '../provider.ts'
import type { SourceContext } from '../source-context.ts'
import { doiPath } from './cited-doi.ts'
import { parseIstic, type IsticRecord } from './csl-record.ts'
import { COORDINATE_ROWS, COVERAGE_ROWS, HITS, parseCandidate, parseHits, type PubmedCandidate, type PubmedHits } from './pubmed-answer.ts'
import { chineseRequest } from './transport.ts'

/** What the waterfall may ask: the agency of a prefix, ISTIC's record, the Handle System's word, and PubMed's by search term or PMID. */
export interface Answers {
  readonly agency: Agency
  readonly istic: IsticRecord
  readonly handle: Registration
  readonly coverage: PubmedHits
  readonly coordinates: PubmedHits
  readonly candidate: PubmedCandidate
}
export type QuestionKind = keyof Answers
export interface Question<Kind extends QuestionKind = QuestionKind> {
  readonly kind: Kind
  readonly id: string
}
export type AnyAnswer = Answer<Answers[QuestionKind]>

const CSL = 'application/vnd.citationstyles.csl+json'
const JSON_TYPE = 'application/json'
const EUTILS = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils'
const MOST_PREFIXES = 50

/** Where a question is asked. The identifiers are well-formed Unicode: the waterfall asks about no others. */
export function urlOf({ kind, id }: Question): string {
  switch (kind) {
    case 'agency': return `https://doi.org/doiRA/${encodeURIComponent(id)}`
    case 'istic': return `https://doi.org/${doiPath(id) ?? ''}`
    case 'handle': return `https://hdl.handle.net/api/handles/${doiPath(id) ?? ''}`
    case 'coverage': return `${EUTILS}/esearch.fcgi?db=pubmed&retmode=json&retmax=${COVERAGE_ROWS}&term=${encodeURIComponent(id)}`
    case 'coordinates': return `${EUTILS}/esearch.fcgi?db=pubmed&retmode=json&retmax=${COORDINATE_ROWS}&term=${encodeURIComponent(id)}`
    case 'candidate': return `${EUTILS}/esummary.fcgi?db=pubmed&retmode=json&id=${encodeURIComponent(id)}`
  }
}

type Sources = { readonly [Kind in QuestionKind]: Source<string, Answers[Kind]> }

/** A source for each kind of question, under this resolver's transport contract. Agency and Handle answers share their cache with routing. */
export function createChineseSources(context: SourceContext): Sources {
  const single = (kind: QuestionKind, accept: string, more: { readonly answers?: readonly number[]; readonly locator?: string; readonly unnamed?: true } = {}) =>
    (ids: readonly string[]): readonly PlannedRequest<string>[] => ids.map((id) => ({
      request: chineseRequest(urlOf({ kind, id }), accept, more.answers ? { answers: more.answers } : {}), ids: [id],
      ...(more.locator ? { locators: [more.locator] } : {}), ...(more.unnamed ? { unnamed: true as const } : {}),
    }))
  const make = <Value>(spec: Omit<SourceSpec<string, Value>, 'hosts'> & { readonly host: string }): Source<string, Value> => createSource<string, Value>({ ...spec, hosts: [spec.host] }, context)
  const pubmed = { name: 'pubmed-coordinates', role: 'authority', host: 'eutils.ncbi.nlm.nih.gov' } as const
  return {
    agency: make({ name: 'doi-agency', role: 'existence', host: 'doi.org', cacheName: 'doi-agency', parse: parseDoiAgency, plan: planAgencies }),
    istic: make({ name: 'istic', role: 'authority', host: 'doi.org', cacheName: 'istic', parse: parseIstic, plan: single('istic', CSL, { answers: [404], unnamed: true }) }),
    handle: make({ name: 'handle', role: 'existence', host: 'hdl.handle.net', cacheName: 'handle', parse: parseHandle, plan: single('handle', JSON_TYPE, { answers: [404] }) }),
    coverage: make({ ...pubmed, cacheName: 'pubmed-coverage', parse: parseHits(COVERAGE_ROWS), plan: single('coverage', JSON_TYPE, { locator: HITS }) }),
    coordinates: make({ ...pubmed, cacheName: 'pubmed-coordinates', parse: parseHits(COORDINATE_ROWS), plan: single('coordinates', JSON_TYPE, { locator: HITS }) }),
    candidate: make({ ...pubmed, cacheName: 'pubmed-candidate', parse: parseCandidate, plan: single('candidate', JSON_TYPE) }),
  }
}

function planAgencies(prefixes: readonly string[]): readonly PlannedRequest<string>[] {
  const lists = Array.from({ length: Math.ceil(prefixes.length / MOST_PREFIXES) }, (_, index) => prefixes.slice(index * MOST_PREFIXES, (index + 1) * MOST_PREFIXES))
  return lists.map((ids) => ({ request: chineseRequest(`https://doi.org/doiRA/${ids.map(encodeURIComponent).join(',')}`, JSON_TYPE, { answers: [404] }), ids }))
}

/** Said instead of asking where PubMed may not be asked. */
export const MAILTO_NEEDED = 'eutils.ncbi.nlm.nih.gov: not asked, PubMed coordinates need a mail address (mailto)'
const MAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** True for what NCBI can take as the address of whoever asks. */
export function isMailAddress(text: string | undefined): boolean {
  return text !== undefined && MAIL.test(text)
}

/** One run's questions: each is asked once, however many citations hang on it. */
export interface Inquiry {
  /** Asks for many agencies in as few requests as the service allows. */
  prepareAgencies(prefixes: readonly string[]): Promise<void>
  ask(question: Question): Promise<AnyAnswer>
}

/** Without a mail address PubMed is not asked; what the cache holds is still used. */
export function createInquiry(sources: Sources, options: LookupOptions & { readonly mailto?: string | undefined }): Inquiry {
  const known = new Map<string, Promise<AnyAnswer>>()
  const mayAskPubmed = isMailAddress(options.mailto)

  async function send({ kind, id }: Question): Promise<AnyAnswer> {
    const source: Source<string, Answers[QuestionKind]> = sources[kind]
    const isBarred = !mayAskPubmed && !options.offline && source.name === 'pubmed-coordinates'
    const answer = (await source.lookup([{ id }], isBarred ? { ...options, offline: true } : options)).get(id)
    return isBarred && answer?.kind === 'failed' ? { kind: 'failed', reason: 'unavailable', detail: MAILTO_NEEDED } : answer as AnyAnswer
  }

  return {
    async prepareAgencies(prefixes) {
      if (prefixes.length < 2) return
      const answers = sources.agency.lookup(prefixes.map((id) => ({ id })), options)
      for (const id of prefixes) known.set(`agency ${id}`, answers.then((all) => all.get(id) as AnyAnswer))
      await answers
    },
    ask(question) {
      const key = `${question.kind} ${question.id}`
      let answer = known.get(key)
      if (!answer) known.set(key, (answer = send(question)))
      return answer
    },
  }
}

