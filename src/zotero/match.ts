import type { ArxivId, Doi, Pmid } from '../model/identifiers.ts'
import { isPreprintDoi } from './item-type.ts'
import { identifiersOfItem, type Creator, type ZoteroItem } from './item.ts'
import { haveOtherAuthors, relateTitles, titleKey } from './title-match.ts'

export type MatchBasis = 'doi' | 'pmid' | 'arxiv' | 'title_year' | 'related_version'

/** What is looked for in the library. */
export interface Wanted {
  readonly doi?: Doi
  readonly pmid?: Pmid
  readonly arxiv?: ArxivId
  readonly title?: string
  /** Four digits. */
  readonly year?: string
  readonly creators?: readonly Creator[]
}

export interface ItemMatch {
  readonly item: ZoteroItem
  readonly basis: MatchBasis
  readonly confidence: 1 | 0.85 | 0.5
}

const ORDER: readonly MatchBasis[] = ['doi', 'pmid', 'arxiv', 'title_year', 'related_version']

/** How one item is what is wanted; undefined when it is not. An item that only cites the DOI is none. */
export function matchItem(wanted: Wanted, item: ZoteroItem): ItemMatch | undefined {
  const ids = identifiersOfItem(item)
  if (wanted.doi !== undefined && ids.dois.includes(wanted.doi)) return { item, basis: 'doi', confidence: 1 }
  if (wanted.pmid !== undefined && ids.pmid === wanted.pmid) return { item, basis: 'pmid', confidence: 1 }
  if (wanted.arxiv !== undefined && ids.arxiv === wanted.arxiv) return { item, basis: 'arxiv', confidence: 1 }
  const key = titleKey(wanted.title ?? '')
  if (key === '' || key !== titleKey(item.fields['title'] ?? '') || haveOtherAuthors(wanted.creators ?? [], item.creators)) return undefined
  // A preprint and its journal article are two items, whatever they are known by.
  if (isOtherVersion(wanted, item)) return { item, basis: 'related_version', confidence: 0.5 }
  // Two different DOIs are two registered works.
  const otherDoi = wanted.doi !== undefined && ids.dois.length > 0
  const otherPmid = wanted.pmid !== undefined && ids.pmid !== undefined
  const otherArxiv = wanted.arxiv !== undefined && ids.arxiv !== undefined
  if (otherDoi || otherPmid || otherArxiv) return undefined
  if (wanted.year !== undefined && item.year !== undefined && wanted.year !== item.year) return undefined
  return { item, basis: 'title_year', confidence: 0.85 }
}

/** True when one side is known as a preprint and the other as a published work: by a DOI, by an arXiv identifier without one, by the item's type. */
export function isOtherVersion(wanted: Wanted, item: ZoteroItem): boolean {
  const ids = identifiersOfItem(item)
  const theirs = versionOf(ids.dois, ids.arxiv) ?? (item.itemType === 'preprint' ? 'preprint' : undefined)
  const ours = versionOf(wanted.doi === undefined ? [] : [wanted.doi], wanted.arxiv)
  return ours !== undefined && theirs !== undefined && ours !== theirs
}

/** What identifiers say a work is: any other DOI than a preprint server's stands for the published work. undefined: they do not say. */
export function versionOf(dois: readonly Doi[], arxiv: ArxivId | undefined): 'preprint' | 'published' | undefined {
  if (dois.some((doi) => !isPreprintDoi(doi))) return 'published'
  return dois.length > 0 || arxiv !== undefined ? 'preprint' : undefined
}

/** The match as a write has to take it: an arXiv identifier that both sides name leads to the work, but a journal article is not written over its preprint. */
export function forWriting(wanted: Wanted, match: ItemMatch): ItemMatch {
  return match.basis === 'arxiv' && isOtherVersion(wanted, match.item) ? { ...match, basis: 'related_version', confidence: 0.5 } : match
}

/** The items that are what is wanted, all of the strongest basis there is: a title is not asked where an identifier has answered. */
export function bestMatches(wanted: Wanted, items: readonly ZoteroItem[]): readonly ItemMatch[] {
  const found = items.flatMap((item) => matchItem(wanted, item) ?? [])
  const basis = ORDER.find((candidate) => found.some((match) => match.basis === candidate))
  return found.filter((match) => match.basis === basis)
}

/** True when a DOI names one work here and, by its title, quite another in the library. */
export function titlesClash(wanted: Wanted, item: ZoteroItem): boolean {
  return wanted.title !== undefined && item.fields['title'] !== undefined && relateTitles(wanted.title, item.fields['title']) === 'clash'
}
