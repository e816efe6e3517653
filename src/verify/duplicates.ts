import type { Identifiers } from '../model/identifiers.ts'
import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import type { VerifiedItem } from '../model/item.ts'

/**
 * Marks every item that names a work which an earlier item already names, also across kinds of identifier (the DOI and the PMID of one
 * work, through the record that was found). It keeps `fail` if it failed and is otherwise raised to `warn`. A preprint and the published
 * version of one work are not a duplicate: both get a note. Returns new items in the same order, and the number of duplicates.
 */
export function markDuplicates(items: readonly VerifiedItem[]): { readonly items: readonly VerifiedItem[]; readonly duplicates: number } {
  const firstWith = new Map<string, VerifiedItem>()
  let duplicates = 0
  const marked = items.map((item) => {
    const names = namesOf(item)
    const first = names.map((name) => firstWith.get(name)).find((known) => known !== undefined)
    for (const name of names) if (!firstWith.has(name)) firstWith.set(name, first ?? item)
    if (!first) return item
    duplicates++
    const status = item.status === 'fail' ? 'fail' : 'warn'
    return { ...item, ok: false, status, duplicate: true, duplicateOf: first.input.key } satisfies VerifiedItem
  })
  return { items: marked.map((item) => withVersionNote(item, firstWith)), duplicates }
}

function namesOf(item: VerifiedItem): string[] {
  const own = keysOf(item.input.citation.identifiers)
  // A record of another work must not tie two entries together: only its own identifiers as cited do.
  return item.identity === 'other-work' || !item.resolved ? own : [...new Set([...own, ...keysOf(item.resolved.identifiers)])]
}

function keysOf(identifiers: Identifiers): string[] {
  const arxiv = identifiers.arxiv ?? (identifiers.doi && arxivIdOfDoi(identifiers.doi))
  return [
    ...(identifiers.doi && !arxivIdOfDoi(identifiers.doi) ? [`doi:${identifiers.doi}`] : []),
    ...(identifiers.pmid ? [`pmid:${identifiers.pmid}`] : []),
    ...(identifiers.pmcid ? [`pmcid:${identifiers.pmcid}`] : []),
    ...(arxiv ? [`arxiv:${arxiv}`] : []),
  ]
}

function withVersionNote(item: VerifiedItem, firstWith: ReadonlyMap<string, VerifiedItem>): VerifiedItem {
  for (const link of item.resolved?.sameWork ?? []) {
    const other = keysOf(link.identifiers).map((name) => firstWith.get(name)).find((known) => known !== undefined && known.input !== item.input)
    if (other) return { ...item, warnings: [...item.warnings, `another version of this work is cited as ${other.input.key} (${link.relation})`] }
  }
  return item
}
