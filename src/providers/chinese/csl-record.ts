import { parseJson, UnparsableBody } from '../../base/json.ts'
import { parseDoi } from '../../identifiers/doi.ts'
import type { Work } from '../../model/work.ts'
import { asObject, asText, compact, type JsonObject } from '../json-field.ts'
import { UNNAMED } from '../lookup.ts'
import type { ParsedAnswer } from '../provider.ts'

/**
 * ISTIC's record as far as it can be trusted. Names are for display alone (whole names in `given`, pinyin beside Han), so they are
 * no `authors` and are never compared; `pages` is often the first page only.
 */
export interface IsticRecord extends Work {
  readonly displayAuthors?: readonly string[]
}

/**
 * The CSL-JSON that doi.org gives for an ISTIC DOI. The record is under the DOI that it names, in lower case, or under UNNAMED; a 404 of
 * whatever body is doi.org's "not found". Throws UnparsableBody where a field has a shape that the format does not allow.
 */
export function parseIstic(bytes: Uint8Array, status: number): ParsedAnswer<IsticRecord> {
  if (status === 404) return { found: new Map(), absent: new Set(), rest: 'absent' }
  const root = asObject(parseJson(bytes))
  if (status !== 200 || !root) throw new UnparsableBody(`the answer (${status}) is not a CSL record`)
  const echo = root['DOI']
  if (echo !== undefined && echo !== null && (typeof echo !== 'string' || echo.trim() === '')) throw new UnparsableBody('the record\'s DOI is no text')
  const named = typeof echo === 'string' ? echo.trim().toLowerCase() : undefined
  return { found: new Map([[named ?? UNNAMED, workOfCsl(root, named)]]), absent: new Set(), rest: 'unknown' }
}

function workOfCsl(root: JsonObject, named: string | undefined): IsticRecord {
  const doi = named === undefined ? undefined : parseDoi(named)
  const venue = textOrOne(root, 'container-title')
  const year = yearOf(root['issued'])
  return compact<IsticRecord>({
    provider: 'istic',
    identifiers: doi === undefined ? {} : { doi },
    type: asText(root['type']),
    title: textOrOne(root, 'title'),
    displayAuthors: authorsOf(root['author']),
    dates: year === undefined ? {} : { issued: year },
    venues: venue === undefined ? [] : [venue],
    volume: textOrNumber(root, 'volume'),
    issue: textOrNumber(root, 'issue'),
    pages: textOrNumber(root, 'page'),
  })
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

function textOrOne(root: JsonObject, name: string): string | undefined {
  const value = root[name]
  const text: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (isAbsent(value)) return undefined
  if (typeof text !== 'string') throw new UnparsableBody(`the record's ${name} is neither a text nor one text in a list`)
  return asText(text)
}

function textOrNumber(root: JsonObject, name: string): string | undefined {
  const value = root[name]
  if (isAbsent(value)) return undefined
  if (typeof value !== 'string' && !Number.isInteger(value)) throw new UnparsableBody(`the record's ${name} is neither a text nor a whole number`)
  return asText(value)
}

/** First number of `issued.date-parts`; an empty list is "no date". */
function yearOf(issued: unknown): string | undefined {
  if (isAbsent(issued)) return undefined
  const date = asObject(issued)
  const parts = date?.['date-parts']
  if (!date || !(isAbsent(parts) || Array.isArray(parts))) throw new UnparsableBody('the record\'s date is no CSL date')
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined
  if (first === undefined) return undefined
  if (!Array.isArray(first)) throw new UnparsableBody('the record\'s date is no CSL date')
  if (first.length === 0) return undefined
  const year: unknown = first[0]
  const text = typeof year === 'number' ? String(year) : year
  if (typeof text !== 'string' || !/^[12]\d{3}$/.test(text)) throw new UnparsableBody('the record\'s year is none')
  return text
}

function authorsOf(authors: unknown): readonly string[] {
  if (isAbsent(authors)) return []
  if (!Array.isArray(authors)) throw new UnparsableBody('the record\'s authors are no list')
  return authors.flatMap((entry: unknown) => {
    const name = asObject(entry)
    const parts = [name?.['given'], name?.['family']]
    if (!name || !parts.every((part) => isAbsent(part) || typeof part === 'string')) throw new UnparsableBody('an author of the record is no name')
    const text = asText(parts.filter(Boolean).join(' '))
    return text === undefined ? [] : [text]
  })
}
