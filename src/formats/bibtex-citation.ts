import type { Citation } from '../model/citation.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import { personNames } from './bibtex-names.ts'
import type { BibtexValues } from './bibtex-values.ts'
import { citedIdentifiers, type IdentifierPlaces } from './cited-identifiers.ts'
import { cslTypeOfBibtex } from './type-table.ts'

/** Which BibTeX fields carry each cited field, the first present one counts; `cite_fix` edits that one. */
export const BIBTEX_FIELDS = {
  title: ['title'],
  authors: ['author'],
  year: ['date', 'year'],
  volume: ['volume'],
  issue: ['number', 'issue'],
  pages: ['pages'],
  articleNumber: ['eid', 'articleno', 'article-number', 'articlenumber'],
  publisher: ['publisher', 'school', 'institution', 'organization'],
  location: ['address', 'location', 'venue'],
  isbn: ['isbn'],
  issn: ['issn'],
} as const

const IN_BOOK: ReadonlySet<string> = new Set(['paper-conference', 'chapter', 'entry-encyclopedia'])
const WHOLE: ReadonlySet<string> = new Set(['book', 'thesis', 'report', 'pamphlet', 'patent', 'standard', 'periodical'])

/** The fields that may hold the venue of an entry, in the order in which they count. Empty where an entry of the type has none. */
export function venueFields(type: string): readonly string[] {
  const csl = cslTypeOfBibtex(type)
  if (WHOLE.has(csl)) return []
  if (IN_BOOK.has(csl)) return ['booktitle', 'journaltitle', 'journal', 'eventtitle']
  return ['journaltitle', 'journal', 'booktitle', 'eventtitle']
}

/** A parsed entry as a citation: CSL type, plain Unicode values, identifiers from wherever they stand. */
export function bibtexCitation(values: BibtexValues): { readonly citation: Citation; readonly remarks: readonly string[] } {
  const get = (...names: readonly string[]): string | undefined => names.map((name) => values.fields.get(name)?.text).find((text) => text !== undefined && text !== '')
  const type = thesisAware(values.type, get('type'))
  const authors = personNames(values.fields.get('author')?.creators ?? [])
  const editors = personNames(values.fields.get('editor')?.creators ?? [])
  const venueField = venueFields(values.type).find((name) => get(name) !== undefined)
  const venue = venueField === undefined ? undefined : withSubtitle(get(venueField)!, get(venueField === 'booktitle' ? 'booksubtitle' : 'journalsubtitle'))
  const title = withSubtitle(get('title') ?? '', get('subtitle'))
  const date = get('date')
  const year = date === undefined ? get('year') : (/-?\d{4}(?!\d)/.exec(date)?.[0] ?? date)
  const periodical = venueField === 'journal' || venueField === 'journaltitle'
  const issue = periodical || IN_BOOK.has(type) === false && !WHOLE.has(type) ? get('number') ?? get('issue') : undefined
  const ids = citedIdentifiers(identifierPlaces(values))
  const plain = {
    title: title === '' ? undefined : title, year, venue, volume: get('volume'), issue, pages: get('pages'), articleNumber: get(...BIBTEX_FIELDS.articleNumber),
    // `organization` and `institution` of an article are its authors' (CNKI).
    publisher: type.startsWith('article') ? get('publisher') : get(...BIBTEX_FIELDS.publisher), location: get(...BIBTEX_FIELDS.location), url: cleanLink(raw(values, 'url')),
  }
  const citation: Citation = {
    type,
    ...(authors.names.length > 0 ? { authors: authors.names } : {}),
    ...(authors.truncated ? { authorsTruncated: true } : {}),
    ...(editors.names.length > 0 ? { editors: editors.names } : {}),
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined && value !== '')),
    ...(ids.isbn.length > 0 ? { isbn: ids.isbn } : {}),
    ...(ids.issn.length > 0 ? { issn: ids.issn } : {}),
    identifiers: ids.identifiers,
    ...(ids.unreadable.length > 0 ? { unreadable: ids.unreadable } : {}),
  }
  return { citation, remarks: ids.remarks }
}

/** `@misc{..., type = {PhD thesis}}` and the like. */
function thesisAware(bibtexType: string, typeField: string | undefined): string {
  const csl = cslTypeOfBibtex(bibtexType)
  return csl === 'document' && /thesis|dissertation/i.test(typeField ?? '') ? 'thesis' : csl
}

function withSubtitle(title: string, subtitle: string | undefined): string {
  if (subtitle === undefined || subtitle === '' || title === '') return title || (subtitle ?? '')
  return /[:?!.–—]$/.test(title) ? `${title} ${subtitle}` : `${title}: ${subtitle}`
}

function raw(values: BibtexValues, name: string): string | undefined {
  return values.inherited.has(name) ? undefined : values.fields.get(name)?.raw
}

/** A verbatim value: braces, `\url{}` and TeX escapes off; spaces of broken lines too. */
export function cleanLink(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  let s = text.replace(/\\href\s*\{([^{}]*)\}\s*\{[^{}]*\}/g, '$1').replace(/\\(?:url|path|texttt|nolinkurl)\s*\{([^{}]*)\}/g, '$1')
  s = s.replace(/\{?\$?\\(?:textless|lt)\b(?:\{\})?\$?\}?/g, '<').replace(/\{?\$?\\(?:textgreater|gt)\b(?:\{\})?\$?\}?/g, '>').replace(/\{?\\textunderscore\b\s*(?:\{\})?\}?/g, '_').replace(/\$([<>_])\$/g, '$1').replace(/\\(?:textasciitilde|string)\b\s*(?:\{\})?/g, '')
  s = s.replace(/\\-/g, '').replace(/\\([_&%#$~{}])/g, '$1').replace(/(?<!\\)[{}]/g, '').replace(/[\r\n]+\s*/g, '').trim()
  return s === '' ? undefined : s
}

function identifierPlaces(values: BibtexValues): IdentifierPlaces {
  const link = (...names: readonly string[]): string | undefined => names.map((name) => cleanLink(raw(values, name))).find((text) => text !== undefined)
  const eprint = link('eprint')
  const system = (link('eprinttype', 'archiveprefix', 'archive') ?? '').toLowerCase()
  const isArxiv = system.startsWith('arxiv') || (system === '' && eprint !== undefined && (parseArxivId(eprint) !== undefined || /^\s*arxiv/i.test(eprint)))
  // Exports of old papers put the archive (`hep-th`) beside the bare number.
  const oldStyle = eprint !== undefined && /^\d{7}(?:v\d+)?$/.test(eprint) ? parseArxivId(`${isArxiv ? (link('primaryclass') ?? '') : system}/${eprint}`) : undefined
  const isEprint = (...names: readonly string[]): boolean => names.includes(system)
  const places = {
    doi: link('doi') ?? (isEprint('doi') ? eprint : undefined),
    pmid: link('pmid', 'pubmed', 'pubmedid') ?? (isEprint('pubmed', 'pmid') ? eprint : undefined),
    pmcid: link('pmcid', 'pmc') ?? (isEprint('pmcid', 'pmc', 'pubmedcentral') ? eprint : undefined),
    arxiv: link('arxiv', 'arxivid') ?? (oldStyle !== undefined ? oldStyle.id : isArxiv ? eprint : undefined),
    isbn: values.fields.get('isbn')?.text,
    issn: values.fields.get('issn')?.text,
  }
  const urls = [...values.fields.keys()].filter((name) => /^(?:url|ee|link|biburl|bdsk-url-\d|opturl|howpublished|note|eprint|doi-url)$/.test(name)).map((name) => link(name))
    .flatMap((text) => text?.match(/https?:\/\/\S+|^(?:dx\.)?doi\.org\/\S+/g) ?? [])
  const notes = ['note', 'howpublished', 'addendum', 'journal', 'journaltitle', 'booktitle', 'volume', 'number', 'pages', 'eid', 'publisher', 'institution'].filter((name) => !values.inherited.has(name))
    .map((name) => cleanLink(values.fields.get(name)?.raw)).filter((text) => text !== undefined)
  return { ...Object.fromEntries(Object.entries(places).filter(([, value]) => value !== undefined)), urls, notes } as IdentifierPlaces
}
