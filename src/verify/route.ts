import type { Citation } from '../model/citation.ts'
import type { ArxivId, Doi, Pmid } from '../model/identifiers.ts'
import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import { doiPrefix } from '../identifiers/doi.ts'
import type { Answer, LookupOptions } from '../providers/provider.ts'
import type { Attempt, Registries, Trail } from './trail.ts'

/** Agencies whose DOIs Crossref's own look-up answers; doi.org has spelled it both ways. */
const isCrossref = (agency: string): boolean => /^crossref$/i.test(agency)
const isDataCite = (agency: string): boolean => /^datacite$/i.test(agency)

export interface RouteOptions extends LookupOptions {
  readonly secondOpinion: boolean
}

/**
 * Asks, for many citations at once, every registry that is responsible for their identifiers, in rounds: Crossref, PubMed and
 * arXiv first; the registration agency for what Crossref did not answer; then DataCite, a single Crossref GET, or the Handle System.
 * Returns one trail per citation, in input order. A Crossref miss never ends the search; a failed look-up never counts as a miss.
 */
export async function route(citations: readonly Citation[], registries: Registries, options: RouteOptions): Promise<readonly Trail[]> {
  const converted = await askAll(registries.idConverter, citations.flatMap((c) => (c.identifiers.pmcid && !c.identifiers.pmid ? [{ id: c.identifiers.pmcid, cited: c }] : [])), options)
  const pmidOf = (c: Citation): Pmid | undefined => c.identifiers.pmid ?? valueOf(c.identifiers.pmcid && converted.get(c.identifiers.pmcid))?.pmid

  const [dois, pubmed, arxiv, openalex] = await Promise.all([
    routeDois(citations, registries, options),
    askAll(registries.pubmed, citations.flatMap((c) => { const id = pmidOf(c); return id ? [{ id, cited: c }] : [] }), options),
    askAll(registries.arxiv, citations.flatMap((c) => { const id = arxivIdOf(c); return id ? [{ id, cited: c }] : [] }), options),
    options.secondOpinion ? askAll(registries.openalex, citations.flatMap((c) => (c.identifiers.doi ? [{ id: c.identifiers.doi, cited: c }] : [])), options) : new Map<Doi, never>(),
  ])

  return citations.map((citation) => {
    const trail: Attempt[] = []
    const { doi, pmcid } = citation.identifiers
    if (doi) {
      const arxivOfDoi = arxivIdOfDoi(doi)
      const answer = arxivOfDoi && arxiv.get(arxivOfDoi)
      if (answer) trail.push({ of: 'doi', id: doi, provider: 'arxiv', answer })
      trail.push(...(dois.get(doi) ?? []))
      const second = openalex.get(doi)
      if (second) trail.push({ of: 'doi', id: doi, provider: 'openalex', answer: second })
    }
    const conversion = pmcid && converted.get(pmcid)
    if (pmcid && conversion) trail.push({ of: 'pmcid', id: pmcid, provider: 'id-converter', answer: conversion })
    const pmid = pmidOf(citation)
    const pubmedAnswer = pmid && pubmed.get(pmid)
    if (pmid && pubmedAnswer) trail.push({ of: 'pmid', id: pmid, provider: 'pubmed', answer: pubmedAnswer })
    const arxivId = citation.identifiers.arxiv
    const arxivAnswer = arxivId && arxiv.get(arxivId)
    if (arxivId && arxivAnswer && !(doi && arxivIdOfDoi(doi) === arxivId)) trail.push({ of: 'arxiv', id: arxivId, provider: 'arxiv', answer: arxivAnswer })
    return trail
  })
}

/** The arXiv look-ups of a citation: its own identifier, or the one inside an arXiv DOI. When both are there and differ, the DOI's is asked in routeDois' place. */
function arxivIdOf(citation: Citation): ArxivId | undefined {
  return citation.identifiers.arxiv ?? (citation.identifiers.doi && arxivIdOfDoi(citation.identifiers.doi))
}

async function routeDois(citations: readonly Citation[], registries: Registries, options: RouteOptions): Promise<ReadonlyMap<Doi, readonly Attempt[]>> {
  const cited = new Map<Doi, Citation>()
  for (const c of citations) if (c.identifiers.doi && !cited.has(c.identifiers.doi)) cited.set(c.identifiers.doi, c)
  const trails = new Map<Doi, Attempt[]>([...cited.keys()].map((doi) => [doi, []]))
  const add = (attempt: Attempt & { of: 'doi' }): void => { trails.get(attempt.id)?.push(attempt) }
  const query = (id: Doi): { id: Doi; cited?: Citation } => { const c = cited.get(id); return c ? { id, cited: c } : { id } }

  // An arXiv DOI whose citation also names another arXiv id: the id's own look-up answers for the citation, this one for the DOI.
  const doubled = [...cited].filter(([doi, c]) => arxivIdOfDoi(doi) && c.identifiers.arxiv && c.identifiers.arxiv !== arxivIdOfDoi(doi)).map(([doi]) => doi)
  const first = [...cited.keys()].filter((doi) => !arxivIdOfDoi(doi))
  const [crossref, extra] = await Promise.all([
    askAll(registries.crossref, first.map(query), options),
    askAll(registries.arxiv, doubled.map((doi) => ({ id: arxivIdOfDoi(doi) as ArxivId })), options),
  ])
  for (const doi of doubled) { const answer = extra.get(arxivIdOfDoi(doi) as ArxivId); if (answer) add({ of: 'doi', id: doi, provider: 'arxiv', answer }) }
  for (const [id, answer] of crossref) add({ of: 'doi', id, provider: 'crossref', answer })

  const open = first.filter((doi) => crossref.get(doi)?.kind !== 'found')
  if (open.length === 0) return trails
  const agencies = await askAll(registries.doiAgency, [...new Set(open.map(doiPrefix))].map((id) => ({ id })), options)
  const handle: Doi[] = []
  const datacite: Doi[] = []
  const single: Doi[] = []
  for (const doi of open) {
    const agency = agencies.get(doiPrefix(doi))
    if (agency) add({ of: 'doi', id: doi, provider: 'doi-agency', answer: agency })
    const name = valueOf(agency)?.agency
    const missed = crossref.get(doi)?.kind === 'not-found'
    if (name !== undefined && isDataCite(name)) datacite.push(doi)
    else if (name !== undefined && isCrossref(name)) { if (missed) single.push(doi) } // a failed Crossref look-up stays a failure: the Handle System holds no metadata
    else handle.push(doi) // no agency, another agency, or an agency that could not be learned
  }
  const [second, again] = await Promise.all([
    askAll(registries.datacite, datacite.map(query), options),
    askAll(registries.crossrefSingle, single.map(query), options),
  ])
  for (const [id, answer] of second) { add({ of: 'doi', id, provider: 'datacite', answer }); if (answer.kind === 'not-found') handle.push(id) }
  for (const [id, answer] of again) { add({ of: 'doi', id, provider: 'crossref', answer }); if (answer.kind === 'not-found') handle.push(id) }
  const registrations = await askAll(registries.handle, handle.map((id) => ({ id })), options)
  for (const [id, answer] of registrations) add({ of: 'doi', id, provider: 'handle', answer })
  return trails
}

async function askAll<Id extends string, Value>(
  source: { lookup(queries: readonly { readonly id: Id; readonly cited?: Citation }[], options: LookupOptions): Promise<ReadonlyMap<Id, Answer<Value>>> },
  queries: readonly { readonly id: Id; readonly cited?: Citation }[],
  options: LookupOptions,
): Promise<ReadonlyMap<Id, Answer<Value>>> {
  if (queries.length === 0) return new Map()
  const distinct = [...new Map(queries.map((query) => [query.id, query])).values()]
  return source.lookup(distinct, options)
}

function valueOf<Value>(answer: Answer<Value> | '' | undefined): Value | undefined {
  return answer && answer.kind === 'found' ? answer.value : undefined
}

