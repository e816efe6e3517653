import type { Json } from '../base/canonical-json.ts'
import type { Citation, PersonName } from '../model/citation.ts'
import type { Identifiers } from '../model/identifiers.ts'

/** The cited fields in a record: CSL-JSON names where CSL has one. Text is NFC, so that both Unicode forms of one title get one id. */
export type CitedFields = { readonly [key: string]: Json }

/** Citation field <-> name in the record; one table for both directions. */
const NAMES = [
  ['type', 'type'], ['title', 'title'], ['authors', 'author'], ['authorsTruncated', 'authorsTruncated'], ['editors', 'editor'],
  ['year', 'year'], ['venue', 'container-title'], ['volume', 'volume'], ['issue', 'issue'], ['pages', 'page'],
  ['articleNumber', 'articleNumber'], ['publisher', 'publisher'], ['location', 'publisher-place'], ['isbn', 'ISBN'],
  ['issn', 'ISSN'], ['url', 'URL'], ['unreadable', 'unreadable'],
] as const satisfies readonly (readonly [keyof Citation, string])[]
const PERSON_NAMES = [
  ['family', 'family'], ['given', 'given'], ['particle', 'non-dropping-particle'], ['suffix', 'suffix'], ['literal', 'literal'],
] as const satisfies readonly (readonly [keyof PersonName, string])[]

/** Lists of names, in the words of either side. */
const PEOPLE = ['authors', 'editors', 'author', 'editor'] as const

export const CITED_NAMES: readonly string[] = NAMES.map(([, name]) => name)
export const PERSON_KEYS: readonly string[] = PERSON_NAMES.map(([, name]) => name)

type Table = readonly (readonly [from: string, to: string])[]
const reversed = (table: Table): Table => table.map(([from, to]) => [to, from])

/** What the citation claims, without its identifiers (they stand beside it in the record's subject). */
export function toCited(citation: Citation): CitedFields {
  return nfc(renamed(citation, NAMES, PERSON_NAMES)) as CitedFields
}

/** The citation that a record speaks of; the inverse of toCited up to Unicode form. */
export function fromCited(cited: CitedFields, identifiers: Identifiers): Citation {
  return { ...(renamed(cited, reversed(NAMES), reversed(PERSON_NAMES)) as Omit<Citation, 'identifiers'>), identifiers }
}

function renamed(source: object, table: Table, people: Table): Record<string, unknown> {
  const fields = renamedKeys(source, table)
  for (const key of PEOPLE) {
    if (Array.isArray(fields[key])) fields[key] = fields[key].map((person: object) => renamedKeys(person, people))
  }
  return fields
}

function renamedKeys(source: object, table: Table): Record<string, unknown> {
  const values = source as Record<string, unknown>
  return Object.fromEntries(table.filter(([from]) => values[from] !== undefined).map(([from, to]) => [to, values[from]]))
}

/** Unicode NFC in every string of a JSON value; values that are no JSON are passed on for canonicalJson to refuse. */
export function nfc(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(nfc)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nfc(item)]))
  return value
}
