import type { Citation } from '../model/citation.ts'
import type { ArxivId, Doi, Pmid } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import { doiPrefix } from '../identifiers/doi.ts'
import type { ChineseAnswer } from '../providers/chinese/outcome.ts'
import { isChineseAgency, isChineseLiterature } from '../providers/chinese/scope.ts'
import type { Answer, LookupOptions } from '../providers/provider.ts'
import type { Agency, Attempt, Registries, Routed } from './trail.ts'

/** Agencies whose DOIs Crossref's own look-up answers; doi.org has spelled it both ways. */
const isCrossref = (agency: string): boolean => /^crossref$/i.test(agency)
const isDataCite = (agency: string): boolean => /^datacite$/i.test(agency)

export interface RouteOptions extends LookupOptions {
  readonly secondOpinion: boolean
}

/** DOIs that go through their rounds together: two Crossref lists, so that a later round of one group runs beside the first of the next. */
const GROUP = 80

/**
 * Asks, for many citations at once, every registry that is responsible for their identifiers, in rounds: Crossref, PubMed and
 * arXiv first; the registration agency for what Crossref did not answer; then DataCite, a single Crossref GET, or the Handle System.
 * One promise of a trail per citation, in input order, each settled as soon as its own answers are in. A Crossref miss never ends the
 * search; a failed look-up never counts as a miss.
 */
export function route(citations: readonly Citation[], registries: Registries, options: RouteOptions): readonly Promise<Routed>[] {
  const queriesOf = <Id extends string>(idOf: (citation: Citation) => Id | undefined): Query<Id>[] => citations.flatMap((cited) => { const id = idOf(cited); return id ? [{ id, cited }] : [] })
  const converted = askAll(registries.idConverter, queriesOf((c) => (c.identifiers.pmid ? undefined : c.identifiers.pmcid)), options)
  const pmids = new Map<Citation, Pmid>()
  const pubmed = converted.then((conversions) => {
    for (const citation of citations) {
      const { pmid, pmcid } = citation.identifiers
      const id = pmid ?? valueOf(pmcid && conversions.get(pmcid))?.pmid
      if (id) pmids.set(citation, id)
    }
    return askAll(registries.pubmed, queriesOf((c) => pmids.get(c)), options)
  })
  const arxiv = askAll(registries.arxiv, queriesOf(arxivIdOf), options)
  const openalex = options.secondOpinion ? askAll(registries.openalex, queriesOf((c) => c.identifiers.doi), options) : Promise.resolve(new Map<Doi, never>())
  const dois = routeDois(citations, registries, options)
  const byCoordinates = askChinese(citations.filter((citation) => hasNoIdentifier(citation) && isChineseLiterature({ key: '', citation })), registries, options)

  return citations.map(async (citation) => {
    const trail: Attempt[] = []
    let chinese = hasNoIdentifier(citation) ? (await byCoordinates).get(citation) : undefined
    const { doi, pmid, pmcid, arxiv: arxivId } = citation.identifiers
    if (doi) {
      const arxivOfDoi = arxivIdOfDoi(doi)
      const answer = arxivOfDoi && (await arxiv).get(arxivOfDoi)
      if (answer) trail.push({ of: 'doi', id: doi, provider: 'arxiv', answer })
      const routed = await dois.get(doi)
      trail.push(...(routed?.trail ?? []))
      if (routed?.chinese?.for === citation) chinese = routed.chinese.answer
      const second = (await openalex).get(doi)
      if (second) trail.push({ of: 'doi', id: doi, provider: 'openalex', answer: second })
    }
    const conversion = pmcid && (await converted).get(pmcid)
    if (pmcid && conversion) trail.push({ of: 'pmcid', id: pmcid, provider: 'id-converter', answer: conversion })
    if (pmid ?? pmcid) {
      const answers = await pubmed
      const id = pmids.get(citation)
      const answer = id && answers.get(id)
      if (id && answer) trail.push({ of: 'pmid', id, provider: 'pubmed', answer })
    }
    if (arxivId && !(doi && arxivIdOfDoi(doi) === arxivId)) {
      const answer = (await arxiv).get(arxivId)
      if (answer) trail.push({ of: 'arxiv', id: arxivId, provider: 'arxiv', answer })
    }
    return chinese ? { trail, chinese } : { trail }
  })
}

function hasNoIdentifier({ identifiers, unreadable }: Citation): boolean {
  return Object.keys(identifiers).length === 0 && !unreadable?.some(({ kind }) => kind !== 'isbn' && kind !== 'issn')
}

/** The Chinese resolver's answers, by citation; one call, so that each question is asked once however many citations hang on it. */
async function askChinese(citations: readonly Citation[], registries: Registries, options: RouteOptions): Promise<ReadonlyMap<Citation, ChineseAnswer>> {
  if (citations.length === 0) return new Map()
  const answers = await registries.chinese.resolve(citations.map((citation) => ({ key: '', citation })), options)
  return new Map(citations.map((citation, index) => [citation, answers[index] as ChineseAnswer]))
}

/** The arXiv look-ups of a citation: its own identifier, or the one inside an arXiv DOI. When both are there and differ, routeDois asks for the DOI's. */
function arxivIdOf(citation: Citation): ArxivId | undefined {
  return citation.identifiers.arxiv ?? (citation.identifiers.doi && arxivIdOfDoi(citation.identifiers.doi))
}

type DoiAttempt = Attempt & { readonly of: 'doi' }
/** `chinese` is the answer for the citation that it names: the resolver compares with that citation's title. */
interface RoutedDoi { readonly trail: readonly DoiAttempt[]; readonly chinese?: { readonly for: Citation; readonly answer: ChineseAnswer } }

function routeDois(citations: readonly Citation[], registries: Registries, options: RouteOptions): ReadonlyMap<Doi, Promise<RoutedDoi>> {
  const cited = new Map<Doi, Citation>()
  for (const c of citations) if (c.identifiers.doi && !cited.has(c.identifiers.doi)) cited.set(c.identifiers.doi, c)
  const trails = new Map<Doi, Promise<RoutedDoi>>()
  // An arXiv DOI whose citation also names another arXiv id: the id's own look-up answers for the citation, this one for the DOI.
  const doubled = [...cited].filter(([doi, c]) => arxivIdOfDoi(doi) && c.identifiers.arxiv && c.identifiers.arxiv !== arxivIdOfDoi(doi)).map(([doi]) => doi)
  const ofDoubled = askAll(registries.arxiv, doubled.map((doi) => ({ id: arxivIdOfDoi(doi) as ArxivId })), options)
  for (const doi of doubled) trails.set(doi, ofDoubled.then((answers) => { const answer = answers.get(arxivIdOfDoi(doi) as ArxivId); return { trail: answer ? [{ of: 'doi', id: doi, provider: 'arxiv', answer }] : [] } }))

  const others = [...cited].filter(([doi]) => !arxivIdOfDoi(doi)).map(([id, c]) => ({ id, cited: c }))
  for (let start = 0; start < others.length; start += GROUP) {
    for (const [doi, trail] of routeGroup(others.slice(start, start + GROUP), registries, options)) trails.set(doi, trail)
  }
  return trails
}

/** The rounds of one group of DOIs. What Crossref found is settled at once; the rest as its last answer comes. */
function routeGroup(group: readonly Query<Doi>[], registries: Registries, options: RouteOptions): ReadonlyMap<Doi, Promise<RoutedDoi>> {
  const open = new Map(group.map(({ id }) => [id, { trail: [] as DoiAttempt[], ...Promise.withResolvers<RoutedDoi>() }]))
  const promises = new Map([...open].map(([id, { promise }]) => [id, promise]))
  const note = (attempt: DoiAttempt): void => { open.get(attempt.id)?.trail.push(attempt) }
  const settle = (id: Doi, chinese?: RoutedDoi['chinese']): void => {
    const state = open.get(id)
    open.delete(id)
    state?.resolve({ trail: state.trail, ...(chinese ? { chinese } : {}) })
  }
  const queryOf = new Map(group.map((query) => [query.id, query]))
  const ask = <Value>(source: { lookup(queries: readonly Query<Doi>[], options: LookupOptions): Promise<ReadonlyMap<Doi, Answer<Value>>> }, ids: readonly Doi[]): Promise<ReadonlyMap<Doi, Answer<Value>>> =>
    askAll(source, ids.map((id) => queryOf.get(id) as Query<Doi>), options)

  async function rounds(): Promise<void> {
    const crossref = await ask(registries.crossref, [...open.keys()])
    for (const [id, answer] of crossref) {
      note({ of: 'doi', id, provider: 'crossref', answer })
      if (answer.kind === 'found') settle(id)
    }
    if (open.size === 0) return
    const agencies = await askAll(registries.doiAgency, [...new Set([...open.keys()].map(doiPrefix))].map((id) => ({ id })), options)
    const handle: Doi[] = []
    const datacite: Doi[] = []
    const single: Doi[] = []
    const chinese: { id: Doi; agency: Answer<Agency> }[] = []
    for (const id of open.keys()) {
      const agency = agencies.get(doiPrefix(id))
      if (agency) note({ of: 'doi', id, provider: 'doi-agency', answer: agency })
      const name = valueOf(agency)?.agency
      if (name !== undefined && isDataCite(name)) datacite.push(id)
      else if (name !== undefined && isChineseAgency(name)) chinese.push({ id, agency: agency as Answer<Agency> })
      else if (name === undefined || !isCrossref(name)) handle.push(id) // no agency, another agency, or an agency that could not be learned
      else if (crossref.get(id)?.kind === 'not-found') single.push(id)
      else settle(id) // a failed Crossref look-up stays a failure: the Handle System holds no metadata
    }
    await Promise.all([
      probe(handle),
      ask(registries.datacite, datacite).then((answers) => probe(missesOf('datacite', answers))),
      ask(registries.crossrefSingle, single).then((answers) => probe(missesOf('crossref', answers))),
      resolveChinese(chinese),
    ])
  }

  /** Notes a second registry's answers; the DOIs that it has no record of are left for the Handle System. */
  function missesOf(provider: 'datacite' | 'crossref', answers: ReadonlyMap<Doi, Answer<Work>>): readonly Doi[] {
    const misses: Doi[] = []
    for (const [id, answer] of answers) {
      note({ of: 'doi', id, provider, answer })
      if (answer.kind === 'not-found') misses.push(id)
      else settle(id)
    }
    return misses
  }

  /** ISTIC and CNKI: the resolver's questions about the DOI itself belong to its trail. */
  async function resolveChinese(asked: readonly { id: Doi; agency: Answer<Agency> }[]): Promise<void> {
    if (asked.length === 0) return
    const queries = asked.map(({ id, agency }) => ({ key: '', citation: queryOf.get(id)?.cited ?? { identifiers: { doi: id } }, agency }))
    const answers = await registries.chinese.resolve(queries, options)
    for (const [index, { id }] of asked.entries()) {
      const answer = answers[index] as ChineseAnswer
      for (const question of answer.asked) {
        if (question.provider === 'istic') note({ of: 'doi', id, provider: 'istic', answer: question.answer })
        else if (question.provider === 'handle') note({ of: 'doi', id, provider: 'handle', answer: question.answer })
      }
    }
    // ISTIC's metadata often lies behind a redirect to a plain-http address, which is refused (10.3760/cma.j.cn112137-20231008-00670): that
    // the DOI is registered can still be learned. An absence cannot: refuting an ISTIC DOI needs ISTIC's own answer too.
    const unanswered = asked.filter((_, index) => answers[index]?.kind === 'failed').map(({ id }) => id)
    for (const [id, answer] of await ask(registries.handle, unanswered)) if (answer.kind === 'found') note({ of: 'doi', id, provider: 'handle', answer })
    for (const [index, { id }] of asked.entries()) settle(id, { for: (queries[index] as { citation: Citation }).citation, answer: answers[index] as ChineseAnswer })
  }

  async function probe(ids: readonly Doi[]): Promise<void> {
    for (const [id, answer] of await ask(registries.handle, ids)) {
      note({ of: 'doi', id, provider: 'handle', answer })
      settle(id)
    }
  }

  rounds().then(() => { for (const id of open.keys()) settle(id) }, (error: unknown) => { for (const state of open.values()) state.reject(error) })
  return promises
}

interface Query<Id extends string> { readonly id: Id; readonly cited?: Citation }

async function askAll<Id extends string, Value>(source: { lookup(queries: readonly Query<Id>[], options: LookupOptions): Promise<ReadonlyMap<Id, Answer<Value>>> }, queries: readonly Query<Id>[], options: LookupOptions): Promise<ReadonlyMap<Id, Answer<Value>>> {
  if (queries.length === 0) return new Map()
  const distinct = [...new Map(queries.map((query) => [query.id, query])).values()]
  return source.lookup(distinct, options)
}

function valueOf<Value>(answer: Answer<Value> | '' | undefined): Value | undefined {
  return answer && answer.kind === 'found' ? answer.value : undefined
}
