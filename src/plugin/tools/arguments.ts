import { CiteError, isCiteError, type CiteErrorCode } from '../../base/cite-error.ts'
import { parseArxivId } from '../../identifiers/arxiv.ts'
import { detectIdentifier, identifiersOf as toIdentifiers } from '../../identifiers/detect.ts'
import { parseDoi } from '../../identifiers/doi.ts'
import { parseIsbn, parseIssn } from '../../identifiers/isbn.ts'
import { parsePmid } from '../../identifiers/pmid.ts'
import type { Citation } from '../../model/citation.ts'
import type { Identifiers } from '../../model/identifiers.ts'
import type { CitationInput } from '../../model/input.ts'
import { toAuthors } from './authors.ts'
import { entriesOf, entryText } from './entries.ts'
import type { CitationArguments } from './parameters.ts'

/**
 * The one citation that the arguments of cite_verify describe: the fields of the entry or of the reference, overridden by the explicit
 * parameters. Throws INVALID_INPUT (nothing given, several entries, no reference), INVALID_BIBTEX, UNSUPPORTED_IDENTIFIER (an identifier of the wrong form).
 */
export async function toInput(called: CitationArguments): Promise<CitationInput> {
  const args = withoutBlanks(called)
  const given = fieldsOf(args)
  const identifiers = identifiersOf(args)
  if (args.bibtex !== undefined && args.citation !== undefined) throw new CiteError('INVALID_INPUT', 'give bibtex or citation, not both')
  if (args.bibtex !== undefined || args.citation !== undefined) {
    const entry = args.citation === undefined ? await oneEntry(args.bibtex ?? '') : await oneReference(args.citation)
    const { authorsTruncated, ...cited } = entry.citation
    return {
      ...entry,
      citation: {
        ...cited, ...(authorsTruncated === undefined || given.authors !== undefined ? {} : { authorsTruncated }), ...given,
        identifiers: { ...cited.identifiers, ...identifiers },
      },
    }
  }
  const citation: Citation = { ...given, identifiers }
  if (Object.keys(given).length === 0 && Object.keys(identifiers).length === 0) {
    throw new CiteError('INVALID_INPUT', 'give at least one of doi, pmid, arxiv, bibtex, citation, or the title with what else is cited')
  }
  const key = identifiers.doi ?? identifiers.pmid ?? identifiers.arxiv ?? given.title ?? 'citation'
  return { key, kind: Object.keys(given).length === 0 ? 'identifier' : 'fields', citation, raw: JSON.stringify(args) }
}

/** Models fill parameters that they do not use with empty text: that is not a value. */
function withoutBlanks(args: CitationArguments): CitationArguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => !(typeof value === 'string' && value.trim() === ''))) as CitationArguments
}

/** The only entry of a text. Throws INVALID_BIBTEX when there is none or it is broken, INVALID_INPUT when there are several. */
async function oneEntry(text: string): Promise<CitationInput> {
  const entries = await entriesOf(text)
  const [entry, second] = entries
  if (entry === undefined) throw new CiteError('INVALID_BIBTEX', 'bibtex holds no entry')
  if (second !== undefined) throw new CiteError('INVALID_INPUT', `bibtex holds ${entries.length} entries; give one, or call cite_batch with one entry per item`)
  if (entry.invalid !== undefined) throw new CiteError(entry.invalid.code, entry.invalid.detail)
  return entry
}

/** The reference after GB/T 7714 that a text is. Throws INVALID_INPUT where it is none, or several. The reader is loaded at the first one. */
async function oneReference(text: string): Promise<CitationInput> {
  const { readGbt7714Reference } = await import('../../formats/gbt7714.ts')
  const reference = readGbt7714Reference(text)
  if (reference === undefined) throw new CiteError('INVALID_INPUT', 'citation is not one reference after GB/T 7714: a type mark such as [J], [M] or [EB/OL] must follow the title')
  return reference
}

/** The identifier parameters in canonical form. Throws UNSUPPORTED_IDENTIFIER for a value that is none of its kind. */
function identifiersOf(args: CitationArguments): Identifiers {
  const doi = parsed('doi', args.doi, parseDoi, '10.1000/xyz123')
  const pmid = parsed('pmid', args.pmid, parsePmid, '12345678')
  const arxiv = parsed('arxiv', args.arxiv, (text) => parseArxivId(text)?.id, '2401.00001 or hep-th/9901001')
  return { ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }) }
}

function parsed<Id>(name: string, text: string | undefined, parse: (text: string) => Id | undefined, form: string): Id | undefined {
  if (text === undefined) return undefined
  const id = parse(text)
  if (id === undefined) throw new CiteError('UNSUPPORTED_IDENTIFIER', `${name} ${JSON.stringify(text.slice(0, 100))} is not of the form ${form}`)
  return id
}

type Fields = Omit<Citation, 'identifiers'>

/** The fields as cited. An ISBN or ISSN with a wrong check digit is kept as unreadable: said to the user, never compared. */
function fieldsOf(args: CitationArguments): Fields {
  const unreadable = [
    ...(args.isbn !== undefined && parseIsbn(args.isbn) === undefined ? [{ kind: 'isbn', value: args.isbn } as const] : []),
    ...(args.issn !== undefined && parseIssn(args.issn) === undefined ? [{ kind: 'issn', value: args.issn } as const] : []),
  ]
  const authors = args.authors === undefined ? undefined : toAuthors(args.authors)
  return {
    ...texts({
      title: args.title, year: args.year, venue: args.venue, pages: args.pages, volume: args.volume, issue: args.issue,
      articleNumber: args.articleNumber, publisher: args.publisher, location: args.location,
    }),
    ...authors,
    ...(args.isbn === undefined || parseIsbn(args.isbn) === undefined ? {} : { isbn: [args.isbn] }),
    ...(args.issn === undefined || parseIssn(args.issn) === undefined ? {} : { issn: [args.issn] }),
    ...(unreadable.length === 0 ? {} : { unreadable }),
  }
}

/** Values as text; a blank one was not cited. */
function texts<Key extends string>(values: Readonly<Record<Key, string | number | undefined>>): Partial<Record<Key, string>> {
  const rows = Object.entries<string | number | undefined>(values)
    .flatMap(([key, value]) => (value === undefined || String(value).trim() === '' ? [] : [[key, String(value).trim()]]))
  return Object.fromEntries(rows) as Partial<Record<Key, string>>
}

/** The items of cite_batch, one for one. An item that cannot be read becomes an invalid input that says why; nothing throws. */
export async function toInputs(items: readonly string[]): Promise<CitationInput[]> {
  return Promise.all(items.map((item, index) => (item.trimStart().startsWith('@') ? entryItem(item, index) : referenceOrIdentifier(item, index))))
}

async function referenceOrIdentifier(item: string, index: number): Promise<CitationInput> {
  if (!MARK.test(item)) return identifierItem(item, index)
  const { readGbt7714Reference } = await import('../../formats/gbt7714.ts')
  const reference = readGbt7714Reference(item)
  // References of one batch may all be numbered [1]; the place in the batch keeps them apart where the text has no number.
  return reference === undefined ? identifierItem(item, index) : { ...reference, key: NUMBERED.test(item) ? reference.key : `item ${index + 1}` }
}

/** Something in square brackets, of either width: only then can an item be a reference after GB/T 7714. */
const MARK = /[[［〔【]/
/** The reference's own number at its start. */
const NUMBERED = /^\s*(?:[[［〔【(（]\s*\d|\d{1,4}\s*[.．、)）])/

async function entryItem(item: string, index: number): Promise<CitationInput> {
  try {
    return await oneEntry(item)
  } catch (error) {
    if (!isCiteError(error)) throw error
    const key = /^\s*@\w+\s*[{(]\s*([^\s,{}()]+)/.exec(item)?.[1] ?? `item ${index + 1}`
    return invalidInput(key, 'bibtex', item, error.code, error.message.slice(error.code.length + 2))
  }
}

function identifierItem(item: string, index: number): CitationInput {
  const detected = detectIdentifier(item)
  if (detected !== undefined) return { key: detected.value, kind: 'identifier', citation: { identifiers: toIdentifiers(detected) }, raw: item }
  const detail = item.trim() === '' ? 'the item is empty' : `${JSON.stringify(item.trim().slice(0, 100))} is no DOI, PMID, PMCID, arXiv identifier, BibTeX entry or reference after GB/T 7714`
  return invalidInput(`item ${index + 1}`, 'identifier', item, item.trim() === '' ? 'INVALID_INPUT' : 'UNSUPPORTED_IDENTIFIER', detail)
}

function invalidInput(key: string, kind: CitationInput['kind'], raw: string, code: CiteErrorCode, detail: string): CitationInput {
  return { key, kind, citation: { identifiers: {} }, raw, invalid: { code, detail } }
}

export interface Fixable {
  /** The BibTeX text that the input's range points into. */
  readonly text: string
  readonly input: CitationInput
  readonly warnings: readonly string[]
}

/**
 * What cite_fix works on: the entry as given, looked up by explicit identifiers where there are any; without an entry, one written from
 * the given fields. Fields given beside an entry are not used (the entry's own fields are what is corrected) and a warning says so.
 */
export async function toFixable(called: CitationArguments): Promise<Fixable> {
  const args = withoutBlanks(called)
  const identifiers = identifiersOf(args)
  if (args.bibtex === undefined) {
    const { citation } = await toInput(args)
    const text = entryText(citation)
    return { text, input: await oneEntry(text), warnings: ['no bibtex was given: the entry was written from the given fields'] }
  }
  const entry = await oneEntry(args.bibtex)
  const unused = [...Object.keys(fieldsOf(args)), ...(args.citation === undefined ? [] : ['citation'])]
  return {
    text: args.bibtex,
    input: { ...entry, citation: { ...entry.citation, identifiers: { ...entry.citation.identifiers, ...identifiers } } },
    warnings: unused.length === 0 ? [] : [`not used, since the entry's own fields are corrected: ${unused.join(', ')}`],
  }
}
