import { oneLine, pageRange, withoutSuffix, type ExportItem } from './export-item.ts'
import { bibtexTypeOf } from './item-type.ts'
import type { Creator } from './item.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * BibTeX for Zotero's import: the entry's head alone on its line and one field a line (a `%` in a one-line entry hides it from Zotero), texts
 * escaped, DOIs and addresses as they are, no `note` (it would become a note). UTF-8, LF. What BibTeX cannot carry is in the report.
 */
export function exportBibtex(items: readonly ExportItem[]): string {
  return items.map(entry).join('\n')
}

function entry(item: ExportItem): string {
  const { values, itemType, creators } = item
  const type = bibtexTypeOf(itemType)
  const people = (kind: string): string | undefined => creators.filter((creator) => (creator.creatorType === 'author') === (kind === 'author')).map(nameText).join(' and ') || undefined
  const date = /^(\d{4})(?:-(\d{2}))?/.exec(values.year ?? '')
  const month = date?.[2] === undefined ? undefined : MONTHS[Number(date[2]) - 1]
  const publisherField = type === 'techreport' ? 'institution' : type === 'phdthesis' ? 'school' : 'publisher'
  const venueField = type === 'article' ? 'journal' : type === 'inproceedings' || type === 'incollection' ? 'booktitle' : undefined
  const arxiv = /^arXiv:(.+)$/i.exec(values.number ?? '')?.[1]
  const [start, end] = values.pages === undefined ? [] : pageRange(values.pages)
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['title', braced(values.title)], ['author', wrapped(people('author'))], ['editor', wrapped(people('editor'))],
    ...(venueField === undefined ? [] : [[venueField, braced(values.venue)] as const]),
    ['year', braced(date?.[1] ?? values.year)], ['month', month], ['volume', braced(values.volume)], ['number', braced(type === 'techreport' ? values.number : values.issue)],
    ['pages', start === undefined ? undefined : `{${end === undefined ? escaped(start) : `${start}--${end}`}}`],
    [publisherField, type === 'article' ? undefined : braced(values.publisher)], ['address', type === 'article' ? undefined : braced(values.place)],
    ['howpublished', itemType === 'preprint' ? braced(values.publisher) : undefined],
    ['eprint', braced(arxiv)], ['archiveprefix', arxiv === undefined ? undefined : '{arXiv}'],
    ['issn', braced(values.issn)], ['isbn', braced(values.isbn)], ['doi', verbatim(values.doi)], ['url', verbatim(values.url)], ['language', braced(values.language)], ['abstract', braced(values.abstract)],
    // Tags are split at commas and semicolons when they are read.
    ['keywords', braced(item.tags.length === 0 ? undefined : item.tags.join(', '))],
  ]
  return `@${type}{${item.key},\n${fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = ${value},\n`])).join('')}}\n`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '\\&', '%': '\\%', _: '\\_', '#': '\\#', $: '\\$', '{': '\\{', '}': '\\}',
  // Zotero's importer understands no command for either: a look-alike is what comes through.
  '\\': '\u2216', '~': '\u223c',
}

function escaped(text: string): string {
  return oneLine(text).replace(/[&%_#${}\\~]/g, (c) => ESCAPES[c] as string)
}

const braced = (text: string | undefined): string | undefined => (text === undefined || oneLine(text) === '' ? undefined : `{${escaped(text)}}`)
const wrapped = (text: string | undefined): string | undefined => (text === undefined ? undefined : `{${text}}`)

/** A DOI or an address: no escaping, but nothing that would end the field. */
function verbatim(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const clean = oneLine(text).replaceAll('\\', '%5C')
  return `{${isBalanced(clean) ? clean : clean.replace(/[{}]/g, encodeURIComponent)}}`
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const c of text) {
    if (c === '{') depth++
    else if (c === '}' && --depth < 0) return false
  }
  return depth === 0
}

function nameText(creator: Creator): string {
  if (creator.name !== undefined) return `{{${escaped(creator.name)}}}`
  const [given, suffix] = withoutSuffix(creator.firstName)
  const part = (text: string): string => (/,|\band\b/i.test(text) ? `{${escaped(text)}}` : escaped(text))
  return [creator.lastName, suffix, given].filter((text) => text !== undefined).map(part).join(', ')
}
