import { foldLetters } from '../compare/fold.ts'
import { parseDoi } from '../identifiers/doi.ts'
import type { ItemQuery, ZoteroBackend } from './backend.ts'
import { collectionPaths, resolvePath } from './collection-path.ts'
import { identifiersOfItem, type ZoteroItem } from './item.ts'
import { titleQuery } from './library-finder.ts'
import { localRecord, type LocalRecord } from './local-record.ts'
import { done, type Outcome } from './problem.ts'

export interface LibraryQuery {
  readonly doi?: string
  readonly title?: string
  /** Words anywhere in titles, creators and years. */
  readonly query?: string
  readonly citekey?: string
  readonly creator?: string
  readonly yearFrom?: number
  readonly yearTo?: number
  readonly tag?: string
  readonly collectionPath?: string
  readonly limit: number
}

export interface LibraryHits {
  readonly records: readonly LocalRecord[]
  /** Every match is here: nothing was cut off by the limit or left unseen. */
  readonly complete: boolean
  /** Elements that Zotero found before the local conditions. */
  readonly total: number
  readonly warnings: readonly string[]
}

const PAGE = 100
const MOST_SCANNED = 1_000
export const MOST_RESULTS = 200

/** Between 1 and 200; `fallback` where no number is given. */
export function boundedLimit(limit: unknown, fallback: number): number {
  const wanted = typeof limit === 'number' && Number.isFinite(limit) ? Math.floor(limit) : fallback
  return Math.min(MOST_RESULTS, Math.max(1, wanted))
}

/** Searches the library: Zotero narrows, the exact conditions are checked here. Nothing is sent for a collection that does not exist but the list of collections. */
export async function searchLibrary(backend: ZoteroBackend, library: string, query: LibraryQuery, signal: AbortSignal): Promise<Outcome<LibraryHits>> {
  const collections = await backend.collections(signal)
  if (!collections.ok) return collections
  const warnings: string[] = []
  let collection: string | undefined
  if (query.collectionPath !== undefined && query.collectionPath.trim() !== '') {
    const resolved = resolvePath(query.collectionPath, collections.value)
    if (!resolved.ok) return resolved
    if (resolved.value.missing.length > 0) return done({ records: [], complete: true, total: 0, warnings: ['collection_not_found'] })
    collection = resolved.value.key
  }
  const text = textOf(query)
  const asked: Omit<ItemQuery, 'limit' | 'start'> = { ...text, ...(query.tag === undefined ? {} : { tag: query.tag }), ...(collection === undefined ? {} : { collection }) }
  const paths = collectionPaths(collections.value)
  const records: LocalRecord[] = []
  let total = 0
  let start = 0
  let isEnd = false
  let isCut = false
  while (!isEnd && start < MOST_SCANNED && records.length < query.limit) {
    const page = await backend.items({ ...asked, start, limit: PAGE }, signal)
    if (!page.ok) return page
    total = page.value.total
    for (const item of page.value.items) {
      if (!isWanted(item, query)) continue
      if (records.length < query.limit) records.push(localRecord(item, library, paths))
      else isCut = true
    }
    start += page.value.received
    isEnd = page.value.received === 0 || start >= total
  }
  if (!isEnd && records.length < query.limit) warnings.push('zotero_search_cut')
  return done({ records, complete: isEnd && !isCut, total, warnings })
}

function textOf(query: LibraryQuery): Pick<ItemQuery, 'q' | 'mode'> {
  const doi = parseDoi(query.doi ?? '')
  if (query.doi !== undefined) return { q: doi ?? query.doi, mode: 'everything' }
  // Citation keys are a field only from Zotero 9 on; before, a line of Extra.
  if (query.citekey !== undefined) return { q: query.citekey, mode: 'everything' }
  const words = query.title !== undefined ? titleQuery(query.title) : query.query?.replace(/[\p{P}\p{S}]+/gu, ' ').replace(/\s+/g, ' ').trim()
  const q = [words, query.creator?.replace(/\p{P}+/gu, ' ').trim()].filter((part) => part !== undefined && part !== '').join(' ')
  return q === '' ? {} : { q }
}

function isWanted(item: ZoteroItem, query: LibraryQuery): boolean {
  const year = item.year === undefined ? undefined : Number(item.year)
  if (query.yearFrom !== undefined && (year === undefined || year < query.yearFrom)) return false
  if (query.yearTo !== undefined && (year === undefined || year > query.yearTo)) return false
  if (query.doi !== undefined) return identifiersOfItem(item).dois.some((doi) => doi === parseDoi(query.doi as string))
  if (query.citekey !== undefined) return identifiersOfItem(item).citekey === query.citekey
  if (query.creator !== undefined) {
    const words = foldLetters(query.creator).match(/[\p{L}\p{N}\p{M}'-]+/gu) ?? []
    return item.creators.some((creator) => words.every((word) => foldLetters(creator.name ?? `${creator.firstName} ${creator.lastName}`).includes(word)))
  }
  return true
}
