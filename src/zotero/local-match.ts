import type { Citation } from '../model/citation.ts'
import type { VerifiedItem } from '../model/item.ts'
import type { ZoteroBackend } from './backend.ts'
import { selectUri } from './item.ts'
import type { LibraryFinder } from './library-finder.ts'
import type { ItemMatch, MatchBasis, Wanted } from './match.ts'
import type { ZoteroCode } from './problem.ts'
import { creatorOfPerson } from './reference.ts'

/** Said of a work that stands in the local library too. The work itself stays as it was found. */
export interface LocalZoteroMatch {
  readonly item_key: string
  readonly match_basis: MatchBasis
  /** 1 for an identifier, 0.85 for an equal title, 0.5 for another version of the work. */
  readonly match_confidence: number
  readonly select_uri: string
  readonly in_trash: false
  /** How many items match, where it is more than one; the first is named. */
  readonly candidates?: number
}

export interface LocalMatches {
  /** One for each citation, in order. */
  readonly matches: readonly (LocalZoteroMatch | undefined)[]
  /** At most one: why the library was not read. Never a failure of anything else. */
  readonly warnings: readonly ZoteroCode[]
}

/** A library that can be asked for works: what createZoteroReader gives. */
export interface ZoteroReader {
  readonly backend: ZoteroBackend
  readonly finder: LibraryFinder
  /** As in the settings. */
  readonly library: string
}

/**
 * Which citations are in the local Zotero library. Sends nothing unless `include` is exactly true. A library that cannot be read is one
 * warning and no match, never an error. Rejects only with the signal's reason.
 */
export async function localZoteroMatch(citations: readonly Matchable[], options: { readonly include: unknown; readonly reader: () => ZoteroReader; readonly signal: AbortSignal }): Promise<LocalMatches> {
  const none = (): undefined[] => citations.map(() => undefined)
  if (options.include !== true || citations.length === 0) return { matches: none(), warnings: [] }
  const { finder, library } = options.reader()
  const found = await finder.find(citations.map(wantedOf), options.signal)
  if (!found.ok) return { matches: none(), warnings: [found.problem.code] }
  return { matches: found.value.map((matches) => matchOf(matches, library)), warnings: [] }
}

/** What of a citation is looked for. */
export type Matchable = Pick<Citation, 'identifiers'> & Partial<Pick<Citation, 'title' | 'year' | 'authors'>>

/** A verified citation with the identifiers that its registry added, and the registry's title where it cites none. */
export function matchableOf({ input: { citation }, resolved, identity }: Pick<VerifiedItem, 'input' | 'resolved' | 'identity'>): Matchable {
  // The record of another work says nothing about the one that was cited.
  const record = identity === 'other-work' ? undefined : resolved
  const title = citation.title ?? record?.title
  const authors = citation.authors ?? record?.authors
  const year = citation.year ?? record?.dates.print ?? record?.dates.issued ?? record?.dates.online
  return { identifiers: { ...record?.identifiers, ...citation.identifiers }, ...(title === undefined ? {} : { title }), ...(authors === undefined ? {} : { authors }), ...(year === undefined ? {} : { year }) }
}

function wantedOf(citation: Matchable): Wanted {
  const { doi, pmid, arxiv } = citation.identifiers
  const year = /(?<!\d)\d{4}(?!\d)/.exec(citation.year ?? '')?.[0]
  return {
    ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }),
    ...(citation.title === undefined ? {} : { title: citation.title }), ...(year === undefined ? {} : { year }),
    ...(citation.authors === undefined ? {} : { creators: citation.authors.map((person) => creatorOfPerson(person, 'author')) }),
  }
}

/** The marker of the matches of one work. */
export function matchOf(matches: readonly ItemMatch[], library: string): LocalZoteroMatch | undefined {
  const first = matches[0]
  if (first === undefined) return undefined
  return {
    item_key: first.item.key, match_basis: first.basis, match_confidence: first.confidence, select_uri: selectUri(library, first.item.key), in_trash: false,
    ...(matches.length > 1 ? { candidates: matches.length } : {}),
  }
}
