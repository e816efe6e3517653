import type { Identifiers } from '../model/identifiers.ts'
import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import type { CitationInput } from '../model/input.ts'
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
  return { items: withVersionNotes(marked, firstWith), duplicates }
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

const INVERSE = { 'is-preprint-of': 'has-preprint', 'has-preprint': 'is-preprint-of', 'is-version-of': 'has-version', 'has-version': 'is-version-of' } as const

/** A registry often links from one side only (arXiv names the published DOI): the other entry is told too. */
function withVersionNotes(items: readonly VerifiedItem[], firstWith: ReadonlyMap<string, VerifiedItem>): VerifiedItem[] {
  const notes = new Map<CitationInput, Map<CitationInput, string>>()
  const note = (of: CitationInput, other: CitationInput, relation: string): void => {
    const own = notes.get(of) ?? new Map<CitationInput, string>()
    notes.set(of, own)
    if (!own.has(other)) own.set(other, `another version of this work is cited as ${other.key} (${relation})`)
  }
  for (const item of items) {
    for (const link of item.resolved?.sameWork ?? []) {
      const other = keysOf(link.identifiers).map((name) => firstWith.get(name)).find((known) => known !== undefined && known.input !== item.input)
      if (other === undefined || item.duplicate || item.identity === 'other-work') continue
      note(item.input, other.input, link.relation)
      note(other.input, item.input, INVERSE[link.relation])
    }
  }
  return items.map((item) => { const own = notes.get(item.input); return own ? { ...item, warnings: [...item.warnings, ...own.values()] } : item })
}
