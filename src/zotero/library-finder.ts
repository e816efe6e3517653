import { hasHan } from '../compare/fold.ts'
import { plainText } from '../compare/markup.ts'
import type { ItemQuery, ZoteroBackend } from './backend.ts'
import { identifiersOfItem, type ZoteroItem } from './item.ts'
import { bestMatches, type ItemMatch, type Wanted } from './match.ts'
import { done, type Outcome } from './problem.ts'
import { titleKey } from './title-match.ts'

/** Up to so many works are asked for one by one; for more the library is read once. */
const ONE_BY_ONE = 10
const PAGE = 500
const LEAST_PAGE = 10
const CANDIDATES = 50
/** Items read at most into the index: 100 pages. */
const MOST_ITEMS = 50_000

/** Finds works in the library. What it answers for equal questions stays the same until the library changes. */
export interface LibraryFinder {
  /** The matches of each work, in order; trashed items only where asked for. */
  find(wanted: readonly Wanted[], signal: AbortSignal, options?: { readonly includeTrashed?: boolean }): Promise<Outcome<readonly (readonly ItemMatch[])[]>>
}

interface Index { readonly identity: string | undefined; readonly version: number; readonly items: ReadonlyMap<string, ZoteroItem> }

/** Asks per identifier and title for a few works; reads the library once, and then only what changed, for many. */
export function createLibraryFinder(backend: ZoteroBackend): LibraryFinder {
  let index: Index | undefined

  async function refreshed(signal: AbortSignal): Promise<Outcome<Index>> {
    const status = await backend.status(signal)
    const identity = backend.identity()
    // Without a server id nothing says that it is still the same library.
    const base = index !== undefined && identity !== undefined && index.identity === identity && status.canRead ? index : undefined
    const items = new Map(base?.items)
    let version = base?.version ?? 0
    let changed = 0
    let size = PAGE
    for (let start = 0; start < MOST_ITEMS;) {
      const page = await backend.items({ limit: size, start, includeTrashed: true, ...(base === undefined ? {} : { since: base.version }) }, signal)
      // Items with thousands of creators: fewer at once.
      if (!page.ok && page.problem.tooLarge && size > LEAST_PAGE) {
        size = Math.ceil(size / 5)
        continue
      }
      if (!page.ok) return page
      for (const item of page.value.items) items.set(item.key, item)
      changed += page.value.received
      version = page.value.version
      start += page.value.received
      if (page.value.received === 0 || start >= page.value.total) break
    }
    if (base !== undefined && version !== base.version) {
      // `since` names what was changed, not what was erased.
      const kept = await backend.versions(signal)
      if (!kept.ok) return kept
      for (const key of items.keys()) if (!kept.value.has(key)) items.delete(key)
    }
    index = base !== undefined && changed === 0 && version === base.version ? base : { identity: backend.identity(), version, items }
    return done(index)
  }

  async function candidates(wanted: Wanted, signal: AbortSignal, includeTrashed: boolean): Promise<Outcome<readonly ZoteroItem[]>> {
    const items = new Map<string, ZoteroItem>()
    const ask = async (query: Pick<ItemQuery, 'q' | 'mode'>): Promise<Outcome<readonly ZoteroItem[]>> => {
      const page = await backend.items({ ...query, limit: CANDIDATES, ...(includeTrashed ? { includeTrashed } : {}) }, signal)
      if (!page.ok) return page
      for (const item of page.value.items) items.set(item.key, item)
      return done([...items.values()])
    }
    for (const id of [wanted.doi, wanted.pmid, wanted.arxiv]) {
      if (id === undefined) continue
      // The default mode never sees the DOI field.
      const found = await ask({ q: id, mode: 'everything' })
      if (!found.ok || bestMatches(wanted, found.value).length > 0) return found
    }
    const words = titleQuery(wanted.title ?? '')
    return words === '' ? done([...items.values()]) : ask({ q: words })
  }

  return {
    async find(wanted, signal, { includeTrashed = false } = {}) {
      const pick = (items: readonly ZoteroItem[], work: Wanted): readonly ItemMatch[] => bestMatches(work, includeTrashed ? items : items.filter((item) => !item.inTrash))
      if (wanted.length > ONE_BY_ONE) {
        const whole = await refreshed(signal)
        if (!whole.ok) return whole
        const items = [...whole.value.items.values()]
        const byKey = indexed(items)
        return done(wanted.map((work) => pick(byKey(work), work)))
      }
      const all: (readonly ItemMatch[])[] = []
      for (const work of wanted) {
        const found = await candidates(work, signal, includeTrashed)
        if (!found.ok) return found
        all.push(pick(found.value, work))
      }
      return done(all)
    },
  }
}

/** Items by what they can be found under, so that a long list is not compared with a whole library pair by pair. */
function indexed(items: readonly ZoteroItem[]): (wanted: Wanted) => readonly ZoteroItem[] {
  const under = new Map<string, ZoteroItem[]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = under.get(key)
      if (group) group.push(item)
      else under.set(key, [item])
    }
  }
  return (wanted) => {
    const keys = [wanted.doi, wanted.pmid && `pmid ${wanted.pmid}`, wanted.arxiv && `arxiv ${wanted.arxiv}`, wanted.title && `title ${titleKey(wanted.title)}`]
    return [...new Set(keys.flatMap((key) => (key === undefined ? [] : under.get(key) ?? [])))]
  }
}

function keysOf(item: ZoteroItem): readonly string[] {
  const ids = identifiersOfItem(item)
  const title = titleKey(item.fields['title'] ?? '')
  return [...ids.dois, ...(ids.pmid === undefined ? [] : [`pmid ${ids.pmid}`]), ...(ids.arxiv === undefined ? [] : [`arxiv ${ids.arxiv}`]), ...(title === '' ? [] : [`title ${title}`])]
}

/**
 * What to search a title by: its six longest words without punctuation, since each has to occur in the stored title and punctuation counts
 * (`platform: governance` misses `Platform Governance`); of a Han title its longest run, at most twelve characters.
 */
export function titleQuery(title: string): string {
  const clean = plainText(title)
  if (hasHan(clean)) return longest(clean.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu) ?? [], 1).map((run) => [...run].slice(0, 12).join(''))[0] ?? ''
  const words = clean.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const chosen = new Set(longest([...new Set(words)], 6))
  return [...new Set(words)].filter((word) => chosen.has(word)).join(' ')
}

function longest(words: readonly string[], count: number): readonly string[] {
  return [...words].sort((a, b) => b.length - a.length).slice(0, count)
}
