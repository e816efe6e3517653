import type { Reference } from './reference.ts'
import { yearOf } from './reference.ts'
import { distinctTags } from './tags.ts'
import { versionOf } from './match.ts'
import { haveOtherAuthors, relateTitles, titleKey } from './title-match.ts'

/** Two records of one call that are one work. Indexes are the caller's. */
export interface DuplicateNote {
  readonly kept: number
  readonly dropped: number
  readonly basis: 'doi' | 'pmid' | 'arxiv' | 'title_year'
}

/** Joins records of one work: the first is kept, its blank fields are filled from the later ones, tags are united. */
export function joinDuplicates(references: readonly Reference[]): { readonly references: readonly Reference[]; readonly log: readonly DuplicateNote[] } {
  const kept: Reference[] = []
  const log: DuplicateNote[] = []
  for (const reference of references) {
    const at = kept.findIndex((other) => basisOf(other, reference) !== undefined)
    const first = kept[at]
    const namesake = kept.find((other) => sharedId(other, reference) !== undefined && titlesClash(other, reference))
    if (first === undefined) kept.push(namesake === undefined ? reference : { ...reference, warnings: [...reference.warnings, `same_${sharedId(namesake, reference)}_as_${namesake.index}`] })
    else {
      log.push({ kept: first.index, dropped: reference.index, basis: basisOf(first, reference) as DuplicateNote['basis'] })
      kept[at] = joined(first, reference)
    }
  }
  return { references: kept, log }
}

function basisOf(a: Reference, b: Reference): DuplicateNote['basis'] | undefined {
  const shared = sharedId(a, b)
  // one of the two bears the other's identifier: dropping it would lose a work
  if (shared !== undefined && titlesClash(a, b)) return undefined
  if (shared === 'doi' || shared === 'pmid') return shared
  // a preprint and its journal article are two items, also where both name the arXiv id
  const [ours, theirs] = [a, b].map(({ doi, arxiv }) => versionOf(doi === undefined ? [] : [doi], arxiv))
  if (ours !== undefined && theirs !== undefined && ours !== theirs) return undefined
  if (shared !== undefined) return shared
  if ((['doi', 'pmid', 'arxiv'] as const).some((name) => a[name] !== undefined && b[name] !== undefined)) return undefined
  const key = titleKey(a.values.title ?? '')
  if (key === '' || key !== titleKey(b.values.title ?? '') || haveOtherAuthors(a.creators, b.creators)) return undefined
  const [one, other] = [yearOf(a.values.year), yearOf(b.values.year)]
  return one === undefined || other === undefined || one === other ? 'title_year' : undefined
}

function sharedId(a: Reference, b: Reference): 'doi' | 'pmid' | 'arxiv' | undefined {
  return (['doi', 'pmid', 'arxiv'] as const).find((name) => a[name] !== undefined && a[name] === b[name])
}

function titlesClash(a: Reference, b: Reference): boolean {
  return a.values.title !== undefined && b.values.title !== undefined && relateTitles(a.values.title, b.values.title) === 'clash'
}

function joined(first: Reference, later: Reference): Reference {
  const { doi, pmid, arxiv, documentType, provider } = { ...later, ...first }
  return {
    ...first, values: { ...later.values, ...first.values }, tags: distinctTags([...first.tags, ...later.tags]),
    creators: first.creators.length > 0 ? first.creators : later.creators, unsplit: first.creators.length > 0 ? first.unsplit : later.unsplit,
    ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }),
    ...(documentType === undefined ? {} : { documentType }), ...(provider === undefined ? {} : { provider }),
  }
}
