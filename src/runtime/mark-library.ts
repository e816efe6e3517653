import type { CiteConfig } from '../model/config.ts'
import type { VerifiedItem } from '../model/item.ts'
import { message } from '../messages/message.ts'

/**
 * Marks the items whose work stands in the local Zotero library, by the identifiers as cited and those of the record. Loads and asks
 * nothing unless `include` is true; a Zotero that cannot be read is one warning, never a failure.
 */
export async function markLibrary(items: readonly VerifiedItem[], options: { readonly include: boolean; readonly config: CiteConfig; readonly signal: AbortSignal }): Promise<{ readonly marked: readonly VerifiedItem[]; readonly warnings: readonly string[] }> {
  if (!options.include || options.signal.aborted) return { marked: items, warnings: [] }
  const [{ localZoteroMatch }, { createZoteroReader }] = await Promise.all([import('../zotero/local-match.ts'), import('./zotero.ts')])
  const citations = items.map(({ input, resolved, identity }) => ({ ...input.citation, identifiers: { ...(identity === 'other-work' ? {} : resolved?.identifiers), ...input.citation.identifiers } }))
  const { matches, warnings } = await localZoteroMatch(citations, { include: true, reader: () => createZoteroReader(options.config), signal: options.signal })
  return {
    marked: items.map((item, index) => { const match = matches[index]; return match ? { ...item, local_zotero_match: match } : item }),
    warnings: warnings.map((code) => message(options.config.language, 'verify.zotero-unread', { code })),
  }
}
