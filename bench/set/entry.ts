import { namesOf, type SeedName } from './record.ts'
import type { Seed } from './seeds.ts'

/** A BibTeX entry as a list of fields in the order written; values are raw BibTeX between the braces. */
export interface Entry { readonly type: string; readonly key: string; readonly fields: Readonly<Record<string, string>> }

const TYPES: Readonly<Record<string, string>> = { 'journal-article': 'article', article: 'article', 'proceedings-article': 'inproceedings', ConferencePaper: 'inproceedings', 'book-chapter': 'incollection', monograph: 'book', book: 'book', report: 'techreport', 'posted-content': 'misc', Dissertation: 'phdthesis', Software: 'misc', Dataset: 'misc', Text: 'misc', eprint: 'misc' }

/** Escapes what BibTeX reads as markup; leaves Unicode as it is. */
export const bibtexText = (s: string): string => s.replace(/[&%#_$]/g, (c) => `\\${c}`)
export const spaced = (initials: string): string => [...initials].map((c) => `${c}.`).join(' ')
export const givenFirst = (n: SeedName): string => (n.body ? `{${n.family}}` : /^[\p{Ll}]/u.test(n.family) || n.family.includes(' ') ? `${n.family}, ${n.given}` : `${n.given} ${n.family}`)
export const familyFirst = (n: SeedName): string => (n.body ? `{${n.family}}` : `${n.family}, ${n.given}`)

/** The names as somebody who copied the record would write them; PubMed's glued initials are spaced. */
export function citedNames(seed: Seed): SeedName[] {
  return namesOf(seed).map((n) => (seed.from === 'pubmed' && n.given ? { ...n, given: spaced(n.given) } : n))
}
export const fullTitle = (seed: Seed): string => (seed.from === 'pubmed' ? seed.title.replace(/\.$/, '') : seed.subtitle ? `${seed.title}: ${seed.subtitle}` : seed.title)

/** `403-10` -> `403-410`: the long form of an abbreviated page range. */
export function longPages(pages: string): string {
  const match = /^(\d+)-(\d+)$/.exec(pages)
  const [, first = '', last = ''] = match ?? []
  return match && last.length < first.length ? `${first}-${first.slice(0, first.length - last.length)}${last}` : pages
}

/** A right and complete entry for a seed, in the form that reference managers export. */
export function entryOf(seed: Seed): Entry {
  const type = TYPES[seed.type] ?? 'misc'
  const venue = seed.in?.split(' | ').at(-1)?.replace(/ \([A-Z][^()]*\)$/, (tail) => (seed.from === 'pubmed' ? '' : tail))
  const year = (seed.print ?? seed.date ?? seed.online ?? '').slice(0, 4)
  const fields: Record<string, string> = { title: bibtexText(fullTitle(seed)), author: citedNames(seed).map(givenFirst).join(' and ') }
  const put = (name: string, value: string | undefined): void => { if (value !== undefined) fields[name] = bibtexText(value) }
  if (type === 'article') put('journal', venue)
  else if (type === 'inproceedings' || type === 'incollection') put('booktitle', venue)
  else if (type === 'book') put('series', seed.in)
  fields.year = year
  put('volume', seed.v); put('number', seed.n)
  put('pages', (seed.pp ? longPages(seed.pp) : seed.art)?.replace('-', '--'))
  put(type === 'phdthesis' ? 'school' : type === 'techreport' ? 'institution' : 'publisher', seed.from === 'crossref' || seed.from === 'datacite' ? seed.pub : undefined)
  put('address', seed.from === 'crossref' ? seed.place : undefined)
  if (seed.isbn) fields.isbn = seed.isbn.split(' ')[0] ?? ''
  if (seed.from === 'arxiv') { fields.eprint = seed.arxiv ?? ''; fields.archiveprefix = 'arXiv' } else if (seed.from === 'pubmed') fields.pmid = seed.pmid ?? ''
  else fields.doi = seed.doi ?? ''
  return { type, key: seed.key, fields }
}

export function formatEntry(entry: Entry): string {
  return `@${entry.type}{${entry.key},\n${Object.entries(entry.fields).map(([name, value]) => `  ${name} = {${value}}`).join(',\n')}\n}`
}

/** The entry with some fields replaced, added (at the end) or, with undefined, left out. */
export function withFields(entry: Entry, changes: Readonly<Record<string, string | undefined>>): Entry {
  const fields: Record<string, string> = { ...entry.fields }
  for (const [name, value] of Object.entries(changes)) { if (value === undefined) delete fields[name]; else fields[name] = value }
  return { ...entry, fields }
}
