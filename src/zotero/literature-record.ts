import type { Identifiers } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { plain } from './item.ts'
import { keepInline } from './inline-markup.ts'
import type { Hit, LiteratureSourceName } from './literature-sources.ts'
import type { LocalZoteroMatch } from './local-match.ts'
import { creatorOfPerson, yearOf } from './reference.ts'
import { haveOtherAuthors, titleKey } from './title-match.ts'

/** A search result: one work as the first source gave it, blanks filled from the others, with every source that has it. Texts are the sources' own words. */
export interface LiteratureRecord {
  readonly title: string
  readonly authors: readonly string[]
  readonly year?: number
  readonly doi: string
  readonly pmid?: string
  readonly arxiv?: string
  readonly url: string
  readonly abstract: string
  readonly venue: string
  readonly document_type: string
  readonly provider: LiteratureSourceName
  readonly source_id: string
  readonly source_type: 'external_index'
  readonly sources: readonly { readonly provider: LiteratureSourceName; readonly source_id: string }[]
  readonly local_zotero_match?: LocalZoteroMatch
}

const MOST_AUTHORS = 100
const LONGEST_ABSTRACT = 2_000
/** Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const RANK_CONSTANT = 60

interface Merged { record: LiteratureRecord; readonly ids: Identifiers[]; readonly work: Work; score: number }

/** Joins the hits of all sources: identifiers first, then equal title and year; best ranked first, by reciprocal rank fusion. */
export function mergeHits(lists: readonly { readonly source: LiteratureSourceName; readonly hits: readonly Hit[] }[]): readonly { readonly record: LiteratureRecord; readonly work: Work }[] {
  const merged: Merged[] = []
  for (const { source, hits } of lists) {
    hits.forEach((hit, rank) => {
      const score = 1 / (RANK_CONSTANT + rank + 1)
      const same = merged.find((other) => isSameWork(other, hit.work))
      if (same === undefined) merged.push({ record: recordOf(hit, source), ids: [hit.work.identifiers], work: hit.work, score })
      else {
        same.record = joined(same.record, recordOf(hit, source))
        same.ids.push(hit.work.identifiers)
        same.score += score
      }
    })
  }
  return merged.sort((a, b) => b.score - a.score).map(({ record, work }) => ({ record, work }))
}

function isSameWork(merged: Merged, work: Work): boolean {
  const { doi, pmid, arxiv } = work.identifiers
  const known = (name: 'doi' | 'pmid' | 'arxiv'): readonly string[] => merged.ids.flatMap((ids) => ids[name] ?? [])
  if ((doi !== undefined && known('doi').includes(doi)) || (pmid !== undefined && known('pmid').includes(pmid))) return true
  // A preprint and its journal version have two DOIs and stay two results.
  if (doi !== undefined && known('doi').length > 0) return false
  if (arxiv !== undefined && known('arxiv').includes(arxiv)) return true
  const key = titleKey(merged.work.title ?? '')
  const people = (of: Work) => (of.authors ?? []).map((person) => creatorOfPerson(person, 'author'))
  return key !== '' && key === titleKey(work.title ?? '') && yearOfWork(merged.work) === yearOfWork(work) && !haveOtherAuthors(people(merged.work), people(work))
}

const yearOfWork = ({ dates }: Work): string | undefined => yearOf(dates.issued ?? dates.print ?? dates.online ?? dates.posted)

function recordOf({ work, sourceId, url, abstract }: Hit, provider: LiteratureSourceName): LiteratureRecord {
  const { doi, pmid, arxiv } = work.identifiers
  const year = yearOfWork(work)
  return {
    title: plain(keepInline(work.title ?? '')),
    authors: (work.authors ?? []).slice(0, MOST_AUTHORS).map((person) => { const creator = creatorOfPerson(person, 'author'); return plain(creator.name ?? `${creator.lastName}, ${creator.firstName}`) }),
    ...(year === undefined ? {} : { year: Number(year) }),
    doi: doi ?? '', ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }),
    url: url ?? (doi !== undefined ? `https://doi.org/${doi}` : pmid !== undefined ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : ''),
    abstract: [...plain(abstract ?? '')].slice(0, LONGEST_ABSTRACT).join(''),
    venue: plain(work.venues?.[0] ?? ''), document_type: work.type === 'article' ? 'preprint' : work.type ?? '',
    provider, source_id: sourceId, source_type: 'external_index', sources: [{ provider, source_id: sourceId }],
  }
}

function joined(first: LiteratureRecord, other: LiteratureRecord): LiteratureRecord {
  const { year, pmid, arxiv } = { ...other, ...first }
  return {
    ...first, ...(year === undefined ? {} : { year }), ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }),
    doi: first.doi || other.doi, url: first.url || other.url, abstract: first.abstract || other.abstract, venue: first.venue || other.venue, document_type: first.document_type || other.document_type,
    authors: first.authors.length > 0 ? first.authors : other.authors, sources: [...first.sources, ...other.sources],
  }
}
