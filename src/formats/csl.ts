import { CiteError } from '../base/cite-error.ts'
import type { PersonName } from '../model/citation.ts'
import type { CitationInput } from '../model/input.ts'
import { buildCitation } from './build-citation.ts'
import { jsonElements } from './json-elements.ts'
import { LineIndex } from './line-index.ts'
import { isOthers } from './personal-name.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * The items of CSL-JSON: an array, one item, or an object whose `items` or `references` is the array. Names with particles, dates as
 * `date-parts`, `raw` or `literal`. Throws CiteError INVALID_INPUT when the text is no JSON or holds no item.
 */
export function readCsl(text: string, file: string): CitationInput[] {
  const items = itemsOf(parse(text, file))
  if (items.length === 0 || !items.some(isItem)) {
    if (Array.isArray(items) && items.length === 0 && /^\s*\ufeff?\s*\[\s*\]\s*$/.test(text)) return []
    throw new CiteError('INVALID_INPUT', `${file} is JSON, but not CSL-JSON: no item has a title, an identifier or authors`)
  }
  const spans = places(text, items.length)
  const lines = new LineIndex(text)
  return items.map((item, i) => {
    const span = spans[i]
    const source = span === undefined ? undefined : { file, line: lines.lineOf(span.start), endLine: lines.lineOf(span.end - 1), start: span.start, end: span.end }
    const raw = span === undefined ? JSON.stringify(item) : text.slice(span.start, span.end)
    return { ...cslInput(item, i + 1), raw, ...(source === undefined ? {} : { source }) }
  })
}

/** One CSL item as an input; what is no item comes as `invalid`. */
export function cslInput(item: unknown, count = 1): CitationInput {
  const raw = JSON.stringify(item)
  if (!isItem(item)) return { key: `item-${count}`, kind: 'csl', citation: { identifiers: {} }, raw, invalid: { code: 'INVALID_INPUT', detail: `item ${count} has no title, identifier or authors` } }
  const text = (...names: readonly string[]): string | undefined => names.map((name) => asText(item[name])).find((value) => value !== undefined)
  const authors = people(item['author'])
  const note = text('note')
  const type = text('type')
  const built = buildCitation({
    type: type === 'article' ? 'article' : type,
    title: text('title'),
    authors: authors.names,
    authorsTruncated: authors.truncated,
    editors: people(item['editor']).names,
    year: year(item['issued']) ?? text('year'),
    venue: type === 'book' || type === 'thesis' || type === 'report' ? undefined : text('container-title', 'event-title', 'event'),
    volume: text('volume'),
    issue: text('issue'),
    pages: text('page', 'page-first'),
    articleNumber: text('article-number'),
    publisher: text('publisher'),
    location: text('publisher-place', 'event-place'),
    url: text('URL', 'url'),
  }, {
    doi: text('DOI', 'doi'),
    pmid: text('PMID', 'pmid'),
    pmcid: text('PMCID', 'pmcid'),
    arxiv: text('arxiv', 'arXiv') ?? (/^arxiv$/i.test(text('archive') ?? '') ? text('archive_location') : undefined),
    urls: [text('URL', 'url')].filter((url) => url !== undefined),
    notes: [note, text('number'), text('container-title'), text('publisher')].filter((value) => value !== undefined),
    isbn: texts(item['ISBN']).join('; '),
    issn: texts(item['ISSN']).join('; '),
  })
  const key = asText(item['id']) ?? asText(item['citation-key']) ?? built.citation.identifiers.doi ?? `item-${count}`
  return { key, kind: 'csl', citation: built.citation, raw, ...(built.remarks.length > 0 ? { remarks: built.remarks } : {}) }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new CiteError('INVALID_INPUT', `${file} is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function itemsOf(root: unknown): readonly unknown[] {
  if (Array.isArray(root)) return root
  if (!isRecord(root)) return []
  for (const name of ['items', 'references']) if (Array.isArray(root[name])) return root[name]
  const values = Object.values(root)
  return !isItem(root) && values.length > 0 && values.every(isItem) ? values : [root]
}

function places(text: string, count: number): readonly ({ readonly start: number; readonly end: number } | undefined)[] {
  const first = text.search(/[^\s\ufeff]/)
  const spans = jsonElements(text)
  if (count === 1 && text[first] === '{' && spans.length !== 1) return [{ start: first, end: text.trimEnd().length }]
  return spans.length === count ? spans : []
}

function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isItem(value: unknown): value is Item {
  return isRecord(value) && ['title', 'DOI', 'doi', 'PMID', 'PMCID', 'author', 'URL'].some((name) => value[name] !== undefined)
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  return Array.isArray(value) ? value.flatMap(texts) : []
}

/** First text of a value: Crossref's own JSON gives titles as arrays. */
function asText(value: unknown): string | undefined {
  return texts(value)[0]
}

function people(value: unknown): { readonly names: readonly PersonName[]; readonly truncated: boolean } {
  const names: PersonName[] = []
  let truncated = false
  for (const person of Array.isArray(value) ? value : []) {
    const name = typeof person === 'string' ? { literal: person } : isRecord(person) ? personName(person) : undefined
    if (name === undefined) continue
    if (isOthers(name.literal ?? (name.given === undefined ? name.family : '') ?? '')) truncated = true
    else names.push(name)
  }
  return { names, truncated }
}

function personName(person: Item): PersonName | undefined {
  const family = asText(person['family'])
  const given = asText(person['given'])
  const particle = [asText(person['dropping-particle']), asText(person['non-dropping-particle'])].filter((part) => part !== undefined).join(' ')
  const suffix = asText(person['suffix'])
  const literal = asText(person['literal']) ?? asText(person['name'])
  if (family === undefined) return (literal ?? given) === undefined ? undefined : { literal: (literal ?? given)! }
  return { family, ...(given === undefined ? {} : { given }), ...(particle === '' ? {} : { particle }), ...(suffix === undefined ? {} : { suffix }) }
}

function year(issued: unknown): string | undefined {
  if (typeof issued === 'string' || typeof issued === 'number') return fourDigits(String(issued))
  if (!isRecord(issued)) return undefined
  const parts: unknown = issued['date-parts']
  const first: unknown = Array.isArray(parts) && Array.isArray(parts[0]) ? parts[0][0] : undefined
  const given = asText(first) ?? asText(issued['raw']) ?? asText(issued['literal']) ?? asText(issued['year'])
  return given === undefined ? undefined : fourDigits(given)
}

function fourDigits(text: string): string {
  return /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? text
}
