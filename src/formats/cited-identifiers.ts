import type { Citation } from '../model/citation.ts'
import type { ArxivId, Doi, Identifiers, Pmcid, Pmid } from '../model/identifiers.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import { doiOfUrl, parseDoi } from '../identifiers/doi.ts'
import { findIdentifiers } from '../identifiers/find.ts'
import { parseIsbn, parseIssn } from '../identifiers/isbn.ts'
import { parsePmcid, parsePmid } from '../identifiers/pmid.ts'

type Unreadable = NonNullable<Citation['unreadable']>[number]

/** Where identifiers may stand in a citation of any format, already as plain text. */
export interface IdentifierPlaces {
  readonly doi?: string
  readonly pmid?: string
  readonly pmcid?: string
  readonly arxiv?: string
  readonly urls: readonly string[]
  /** Free text (note, howpublished, journal): read only for kinds that no field gives. */
  readonly notes: readonly string[]
  readonly isbn?: string
  readonly issn?: string
}

export interface CitedIdentifiers {
  readonly identifiers: Identifiers
  readonly isbn: readonly string[]
  readonly issn: readonly string[]
  readonly unreadable: readonly Unreadable[]
  readonly remarks: readonly string[]
}

/**
 * Identifiers of one citation. The field made for a kind wins; then links; then notes, for kinds that nothing else gave. A value that is
 * none (`doi = {n/a}` aside) is listed in `unreadable` and never looked up.
 */
export function citedIdentifiers(places: IdentifierPlaces): CitedIdentifiers {
  const unreadable: Unreadable[] = []
  const remarks: string[] = []
  const read = <T>(kind: Unreadable['kind'], value: string | undefined, parse: (text: string) => T | undefined): T | undefined => {
    if (value === undefined || EMPTY.test(value)) return undefined
    const parsed = parse(value)
    if (parsed === undefined) unreadable.push({ kind, value })
    return parsed
  }
  const found: { doi?: Doi; pmid?: Pmid; pmcid?: Pmcid; arxiv?: ArxivId } = {}
  const set = <K extends keyof typeof found>(kind: K, value: (typeof found)[K]): void => {
    if (value !== undefined && found[kind] === undefined) found[kind] = value
  }
  set('doi', read('doi', places.doi, (text) => parseDoi(text) ?? doiOfUrl(text) ?? firstDoi(text, remarks)))
  set('pmid', read('pmid', places.pmid, parsePmid))
  set('pmcid', read('pmcid', places.pmcid, (text) => parsePmcid(text) ?? (/^\d+$/.test(text.trim()) ? parsePmcid(`PMC${text.trim()}`) : undefined)))
  set('arxiv', read('arxiv', places.arxiv, (text) => parseArxivId(text)?.id))
  for (const url of places.urls) {
    set('doi', doiOfUrl(url))
    for (const place of findIdentifiers(url)) if (place.kind !== 'doi') set(place.kind, place.value as never)
  }
  const settled = new Set(Object.keys(found))
  for (const note of places.notes) for (const place of findIdentifiers(note)) if (!settled.has(place.kind)) set(place.kind, place.value as never)
  const isbn = numbers('isbn', places.isbn, parseIsbn, parseIssn, unreadable)
  const issn = numbers('issn', places.issn, parseIssn, parseIsbn, unreadable)
  return { identifiers: found, isbn: union(isbn.own, issn.other), issn: union(issn.own, isbn.other), unreadable, remarks }
}

const EMPTY = /^\s*(?:n\.?\/?a\.?|none|null|undefined|unknown|tbd|-+|\?+)?\s*$/i

function firstDoi(text: string, remarks: string[]): Doi | undefined {
  const dois = findIdentifiers(text).filter((place) => place.kind === 'doi')
  if (dois.length > 1) remarks.push(`the doi field names several DOIs; the first one (${dois[0]!.value}) is checked`)
  return dois[0]?.value as Doi | undefined
}

const ISBN_SHAPE = /(?:97[89][\s–-]?)?(?:\d[\s–-]?){9}[\dXx]\b/g
const ISSN_SHAPE = /\b\d{4}[\s–-]?\d{3}[\dXx](?![\dXx–-])/g

/** Numbers of the field's own kind, and those of the other kind that exporters put there (Mendeley writes ISSNs into `isbn`). */
function numbers(kind: 'isbn' | 'issn', value: string | undefined, parse: Parse, parseOther: Parse, unreadable: Unreadable[]): { readonly own: string[]; readonly other: string[] } {
  if (value === undefined || EMPTY.test(value)) return { own: [], other: [] }
  const [shape, otherShape] = kind === 'isbn' ? [ISBN_SHAPE, ISSN_SHAPE] : [ISSN_SHAPE, ISBN_SHAPE]
  const matches = (text: string, pattern: RegExp, read: Parse): string[] => (text.match(pattern) ?? [text]).map(read).filter((number) => number !== undefined)
  const own: string[] = []
  const other: string[] = []
  for (const part of value.split(/\s*[;,/]\s*/).filter((text) => text !== '')) {
    const mine = matches(part, shape, parse)
    const theirs = mine.length > 0 ? [] : matches(part, otherShape, parseOther)
    own.push(...mine)
    other.push(...theirs)
    if (mine.length === 0 && theirs.length === 0) unreadable.push({ kind, value: part })
  }
  return { own, other }
}

type Parse = (text: string) => string | undefined

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])]
}
