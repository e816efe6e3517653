import type { BibtexValues } from './bibtex-values.ts'

/** biblatex manual, appendix B: what a child takes from its `crossref` parent under another name. */
const RENAMED: readonly { readonly children: readonly string[]; readonly parents: readonly string[]; readonly fields: Readonly<Record<string, string>> }[] = [
  { children: ['inbook', 'bookinbook', 'suppbook'], parents: ['book', 'mvbook', 'collection', 'mvcollection', 'proceedings', 'reference'], fields: { booktitle: 'title', booksubtitle: 'subtitle', bookauthor: 'author', author: 'author' } },
  { children: ['incollection', 'inproceedings', 'conference', 'inreference', 'suppcollection'], parents: ['book', 'mvbook', 'collection', 'mvcollection', 'proceedings', 'mvproceedings', 'reference', 'mvreference'], fields: { booktitle: 'title', booksubtitle: 'subtitle' } },
  { children: ['article', 'suppperiodical'], parents: ['periodical'], fields: { journaltitle: 'title', journalsubtitle: 'subtitle' } },
]

/**
 * Never taken from a crossref parent. `title` and `subtitle` name the parent itself; identifiers, pages and links of the parent are those
 * of the whole volume (biber does hand a parent's `doi` down; looked up for the child it would name another work).
 */
const NOT_INHERITED: ReadonlySet<string> = new Set([
  'title', 'subtitle', 'titleaddon', 'shorttitle', 'doi', 'url', 'ee', 'eprint', 'eprinttype', 'archiveprefix', 'primaryclass', 'pmid', 'pmcid', 'arxiv', 'arxivid', 'pages', 'eid',
  'note', 'howpublished', 'addendum', 'author', 'crossref', 'xref', 'xdata', 'ids', 'options', 'entryset', 'related', 'label', 'sortkey', 'presort', 'execute',
])

/**
 * The values of an entry with what its `xdata` entries and its `crossref` parent give where it has no value of its own.
 * `inherited` names those fields: they stand in another entry, so an edit never touches them. Chains are followed once (a cycle ends).
 */
export function withInherited(own: BibtexValues, find: (key: string) => BibtexValues | undefined, seen: ReadonlySet<string> = new Set()): BibtexValues {
  const fields = new Map(own.fields)
  const inherited = new Set(own.inherited)
  const take = (field: string, value: BibtexValues['fields'] extends ReadonlyMap<string, infer V> ? V : never): void => {
    if (fields.has(field)) return
    fields.set(field, value)
    inherited.add(field)
  }
  const parent = (key: string): BibtexValues | undefined => {
    const lower = key.toLowerCase()
    const found = seen.has(lower) || lower === own.key.toLowerCase() ? undefined : find(lower)
    return found === undefined ? undefined : withInherited(found, find, new Set([...seen, own.key.toLowerCase(), lower]))
  }
  for (const key of (own.fields.get('xdata')?.text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '')) {
    for (const [field, value] of parent(key)?.fields ?? []) take(field, value)
  }
  const crossref = own.fields.get('crossref')?.text.trim() ?? ''
  const from = crossref === '' ? undefined : parent(crossref)
  if (from !== undefined) {
    const renamed = RENAMED.find((row) => row.children.includes(own.type) && row.parents.includes(from.type))?.fields ?? {}
    for (const [field, source] of Object.entries(renamed)) {
      const value = from.fields.get(source)
      if (value !== undefined) take(field, value)
    }
    for (const [field, value] of from.fields) if (!NOT_INHERITED.has(field)) take(field, value)
  }
  return { ...own, fields, inherited }
}
