import type { CiteConfig } from '../model/config.ts'
import type { VerifiedItem } from '../model/item.ts'
import { message } from '../messages/message.ts'
import type { ZoteroReader } from '../zotero/local-match.ts'

/** Marks items whose work stands in the local Zotero library. A Zotero that cannot be read is one warning, never a failure. */
export type LibraryMarker = (items: readonly VerifiedItem[], options: { readonly include: boolean; readonly signal: AbortSignal }) => Promise<{ readonly marked: readonly VerifiedItem[]; readonly warnings: readonly string[] }>

/**
 * A marker for the library of the configuration; works are found by the identifiers as cited and those of the record, then by title
 * and year. Loads and asks nothing unless `include` is true. What was read of the library is kept for the next call, which then asks
 * for changes only.
 */
export function createLibraryMarker(config: Pick<CiteConfig, 'zotero' | 'language'>): LibraryMarker {
  let reader: ZoteroReader | undefined
  return async (items, { include, signal }) => {
    if (!include || signal.aborted) return { marked: items, warnings: [] }
    const [{ localZoteroMatch, matchableOf }, { createZoteroReader }] = await Promise.all([import('../zotero/local-match.ts'), import('./zotero.ts')])
    const { matches, warnings } = await localZoteroMatch(items.map(matchableOf), { include: true, reader: () => (reader ??= createZoteroReader(config)), signal })
    return {
      marked: items.map((item, index) => { const match = matches[index]; return match ? { ...item, local_zotero_match: match } : item }),
      warnings: warnings.map((code) => message(config.language, 'verify.zotero-unread', { code })),
    }
  }
}
