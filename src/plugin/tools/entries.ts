import type { Citation, PersonName } from '../../model/citation.ts'
import type { CitationInput } from '../../model/input.ts'

/** The entries of a BibTeX text. The parser is loaded here, at the first entry, and not when the plugin is mounted. */
export async function entriesOf(text: string): Promise<readonly CitationInput[]> {
  const { readBibtex } = await import('../../formats/bibtex.ts')
  const entries: CitationInput[] = []
  for await (const slice of readBibtex(text, 'bibtex')) entries.push(...slice)
  return entries
}

/** A BibTeX entry that says what the citation says, for fields that were given without an entry. */
export function entryText(citation: Citation): string {
  const { doi, pmid, arxiv } = citation.identifiers
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', citation.authors === undefined ? undefined : [...citation.authors.map(nameText), ...(citation.authorsTruncated === true ? ['others'] : [])].join(' and ')],
    ['title', citation.title], ['journal', citation.venue], ['year', citation.year], ['volume', citation.volume], ['number', citation.issue],
    ['pages', citation.pages], ['eid', citation.articleNumber], ['publisher', citation.publisher], ['address', citation.location],
    ['isbn', citation.isbn?.[0]], ['issn', citation.issn?.[0]], ['doi', doi], ['pmid', pmid],
    ['eprint', arxiv], ['archiveprefix', arxiv === undefined ? undefined : 'arXiv'],
  ]
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${name === 'doi' ? value : escaped(value)}}`]))
  return `@${citation.venue === undefined ? 'misc' : 'article'}{citation,\n${lines.join(',\n')}\n}\n`
}

function nameText(name: PersonName): string {
  if (name.family === undefined) return name.literal ?? ''
  return [name.family, name.suffix, name.given].filter((part) => part !== undefined).join(', ')
}

/** Characters that TeX reads as commands stand for themselves; braces would end the field. */
function escaped(value: string): string {
  return value.replace(/[{}\\]/g, '').replace(/[&%$#_]/g, '\\$&')
}
