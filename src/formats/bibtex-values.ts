import type { Creator, Entry } from '@retorquere/bibtex-parser'
import type { BibEntry, BibField } from './bibtex-scan.ts'
import { COMMAND_TEXT, SILENT_COMMANDS } from './latex-commands.ts'
import { splitNames } from './bibtex-names.ts'

export interface BibtexValue {
  /** Plain Unicode: LaTeX undone, markup taken off. */
  readonly text: string
  /** As written after macros and `#` are resolved, without outer delimiters. */
  readonly raw: string
  readonly creators?: readonly Creator[]
}

/** What an entry says, in values. */
export interface BibtexValues {
  readonly key: string
  readonly type: string
  readonly fields: ReadonlyMap<string, BibtexValue>
  readonly inherited: ReadonlySet<string>
  readonly remarks: readonly string[]
  /** The library could not read it. */
  readonly error?: string
}

/** `@string` definitions by lower-case name; values are raw LaTeX. */
export type Macros = ReadonlyMap<string, string>

/** Macros that the standard styles define: months, and the journals of plain.bst. */
const STANDARD: Macros = new Map(Object.entries({
  jan: 'January', feb: 'February', mar: 'March', apr: 'April', may: 'May', jun: 'June', jul: 'July', aug: 'August', sep: 'September', oct: 'October', nov: 'November', dec: 'December',
  acmcs: 'ACM Computing Surveys', acta: 'Acta Informatica', cacm: 'Communications of the ACM', ibmjrd: 'IBM Journal of Research and Development', ibmsj: 'IBM Systems Journal',
  ieeese: 'IEEE Transactions on Software Engineering', ieeetc: 'IEEE Transactions on Computers', ieeetcad: 'IEEE Transactions on Computer-Aided Design of Integrated Circuits',
  ipl: 'Information Processing Letters', jacm: 'Journal of the ACM', jcss: 'Journal of Computer and System Sciences', scp: 'Science of Computer Programming', sicomp: 'SIAM Journal on Computing',
  tocs: 'ACM Transactions on Computer Systems', tods: 'ACM Transactions on Database Systems', tog: 'ACM Transactions on Graphics', toms: 'ACM Transactions on Mathematical Software',
  toois: 'ACM Transactions on Office Information Systems', toplas: 'ACM Transactions on Programming Languages and Systems', tcs: 'Theoretical Computer Science',
}))

/** Fields whose LaTeX is undone by the library; all others are identifiers, links and numbers, or are not compared. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'title', 'subtitle', 'booktitle', 'booksubtitle', 'journal', 'journaltitle', 'journalsubtitle', 'shortjournal', 'series', 'eventtitle', 'author', 'editor', 'bookauthor', 'year', 'date', 'volume', 'number', 'issue',
  'pages', 'eid', 'articleno', 'article-number', 'publisher', 'school', 'institution', 'organization', 'address', 'location', 'venue',
])
const NAME_FIELDS: ReadonlySet<string> = new Set(['author', 'editor', 'bookauthor'])
const IGNORED: ReadonlySet<string> = new Set(['abstract', 'file', 'keywords', 'annote', 'annotation', 'review', 'comment', 'groups', 'owner', 'timestamp', 'mendeley-tags', 'mendeley-groups'])
/** Values of these characters alone mean themselves in LaTeX. */
const PLAIN = /^[A-Za-z0-9 .,:;/()+\-\u00c0-\u024f]*$/

/**
 * Values of scanned entries. The library reads the text fields of the whole list in one call; when it reports an error, each entry is read
 * on its own, so that a bad one costs only itself (`error`). Unknown LaTeX commands are dropped, their arguments kept, with a remark.
 */
export async function readValues(text: string, entries: readonly BibEntry[], macros: Macros): Promise<BibtexValues[]> {
  const prepared = entries.map((entry) => prepare(text, entry, macros))
  const parse = await loadParser()
  const whole = parse(prepared.map((entry, i) => bibtexOf(entry, i)).join('\n'))
  if (whole.errors.length === 0 && whole.entries.length === entries.length) return prepared.map((entry, i) => assemble(entry, whole.entries[i]!, whole.unknown.get(whole.entries[i]!.key)))
  return prepared.map((entry) => readAlone(entry, parse))
}

/** A name of too many parts costs the name list (not compared, said so), any other error the entry. */
function readAlone(entry: Prepared, parse: (input: string) => Parsed): BibtexValues {
  const alone = parse(bibtexOf(entry, 0))
  const errors = alone.errors.filter((error) => !NAME_ERROR.test(error))
  if (errors.length > 0 || alone.entries.length !== 1) return { ...assemble(entry, undefined, undefined), error: errors[0]?.replace(/^@e0: /, '') ?? 'the entry could not be read' }
  const values = assemble(entry, alone.entries[0]!, alone.unknown.get('e0'))
  const bad = alone.errors.length === 0 ? [] : [...values.fields.keys()].filter((name) => NAME_FIELDS.has(name) && values.fields.get(name)!.creators?.some((creator) => creator.suffix !== undefined))
  const fields = new Map(values.fields)
  for (const name of bad) fields.set(name, { raw: fields.get(name)!.raw, text: fields.get(name)!.text })
  return { ...values, fields, remarks: [...values.remarks, ...bad.map((name) => `${name} cannot be split into people (too many commas in one name) and is not compared`)] }
}

const NAME_ERROR = /unexpected \d+-part name/

interface Parsed {
  readonly entries: readonly Entry[]
  readonly errors: readonly string[]
  /** Unknown commands by entry key. */
  readonly unknown: ReadonlyMap<string, ReadonlySet<string>>
}

let parser: Promise<(input: string) => Parsed> | undefined

/** The library is 570 kB: it is loaded with the first BibTeX entry, not with the package. */
function loadParser(): Promise<(input: string) => Parsed> {
  parser ??= import('@retorquere/bibtex-parser').then(({ parse }) => (input: string): Parsed => {
    const unknown = new Map<string, Set<string>>()
    const library = parse(input, {
      sentenceCase: false,
      caseProtection: false,
      applyCrossRef: false,
      removeOuterBraces: ['title', 'subtitle', 'booktitle', 'booksubtitle', 'series', 'eventtitle', 'journal', 'journaltitle'],
      unsupported: (node, tex, entry) => {
        if (node.type !== 'macro') return tex
        const known = COMMAND_TEXT[node.content]
        if (known !== undefined || SILENT_COMMANDS.has(node.content)) return known ?? ''
        unknown.set(entry.key, (unknown.get(entry.key) ?? new Set()).add(`\\${node.content}`))
        return ''
      },
    })
    return { entries: library.entries, errors: library.errors.map((error) => showAngles(firstLine(error.error))), unknown }
  })
  return parser
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.replace(/ at line \d+, column \d+.*$/, '').slice(0, 200)
}

interface Prepared {
  readonly key: string
  readonly type: string
  readonly raws: ReadonlyMap<string, string>
  readonly remarks: readonly string[]
}

/** Characters of a value that the library gets to read. The longest real author list, of 5,154 people, has 100,000; the library's time grows with the square. */
const LONGEST = 150_000

function prepare(text: string, entry: BibEntry, macros: Macros): Prepared {
  const raws = new Map<string, string>()
  const remarks: string[] = []
  for (const field of entry.fields) {
    if (IGNORED.has(field.name)) continue
    if (raws.has(field.name)) { remarks.push(`field ${field.name} is given twice; the first one counts`); continue }
    const resolved = resolveValue(text, field, macros)
    for (const name of resolved.undefinedMacros) remarks.push(`line ${entry.line + lines(text, entry.start, field.valueSpan.start)}: the macro ${name} of field ${field.name} is not defined`)
    // BibTeX itself leaves such a value empty; what the macro's name says is no claim of the citation
    if (resolved.undefinedMacros.length > 0) continue
    if (resolved.raw.length > LONGEST && needsLibrary(field.name, resolved.raw)) { remarks.push(`${field.name} is longer than ${LONGEST} characters and is not read`); continue }
    if (NAME_FIELDS.has(field.name)) {
      const names = splitNames(resolved.raw)
      if (names.remark !== undefined) remarks.push(`${field.name}: ${names.remark}`)
      raws.set(field.name, names.value)
    } else raws.set(field.name, resolved.raw)
  }
  return { key: entry.key, type: entry.type, raws, remarks }
}

/** The value of a field with macros and `#` resolved, without outer delimiters. An undefined macro stands for its own name. */
export function resolveValue(text: string, field: BibField, macros: Macros): { readonly raw: string; readonly undefinedMacros: readonly string[] } {
  const undefinedMacros: string[] = []
  const raw = field.pieces.map((piece) => {
    const inner = text.slice(piece.inner.start, piece.inner.end)
    if (piece.kind !== 'macro') return inner
    const value = macros.get(inner.toLowerCase()) ?? STANDARD.get(inner.toLowerCase())
    if (value === undefined) undefinedMacros.push(inner)
    return value ?? inner
  }).join('')
  return { raw, undefinedMacros }
}

/** The entry's text fields under a key of ours: the library knows fewer key characters than BibTeX does. */
function bibtexOf(entry: Prepared, index: number): string {
  let out = `@${/^[a-z]+$/.test(entry.type) ? entry.type : 'misc'}{e${index}`
  for (const [name, raw] of entry.raws) if (needsLibrary(name, raw)) out += `,\n${name} = {${hideAngles(raw)}}`
  return `${out}\n}`
}

/**
 * The library prints `<` and `>` as TeX's oldest font does, as `¡` and `¿`; in a bibliography they are relations or the HTML of a
 * registry's export (`<i>in vivo</i>`). It gets characters in their place that no text has.
 */
function hideAngles(raw: string): string {
  return raw.replaceAll('<', '\ufdd0').replaceAll('>', '\ufdd1')
}

function showAngles(text: string): string {
  return text.replaceAll('\ufdd0', '<').replaceAll('\ufdd1', '>')
}

function showAnglesOf(creator: Creator): Creator {
  return Object.fromEntries(Object.entries(creator).map(([part, value]) => [part, typeof value === 'string' ? showAngles(value) : value]))
}

function needsLibrary(name: string, raw: string): boolean {
  return TEXT_FIELDS.has(name) && raw.trim() !== '' && (NAME_FIELDS.has(name) || !PLAIN.test(raw))
}

function assemble(entry: Prepared, parsed: Entry | undefined, unknown: ReadonlySet<string> | undefined): BibtexValues {
  const fields = new Map<string, BibtexValue>()
  for (const [name, raw] of entry.raws) {
    if (raw.trim() === '') continue
    const value = (parsed?.fields as Record<string, unknown> | undefined)?.[name]
    if (NAME_FIELDS.has(name) && Array.isArray(value)) fields.set(name, { raw, text: raw, creators: (value as Creator[]).map(showAnglesOf) })
    else if (typeof value === 'string') fields.set(name, { raw, text: plainText(showAngles(value)) })
    else if (Array.isArray(value)) fields.set(name, { raw, text: plainText(showAngles(value.join(' and '))) })
    else fields.set(name, { raw, text: needsLibrary(name, raw) ? raw : plainText(raw.replace(/-{2,3}/g, '–')) })
  }
  const remarks = unknown === undefined ? entry.remarks : [...entry.remarks, `unknown LaTeX ${[...unknown].join(' ')} was left out`]
  return { key: entry.key, type: entry.type, fields, inherited: new Set(), remarks }
}

const SUPERSCRIPT: Readonly<Record<string, string>> = { 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹', '-': '⁻', '−': '⁻', '+': '⁺' }

/**
 * Takes off markup: what the library makes of LaTeX (`\emph`, `\textsubscript`) and what a registry's export holds. Joins broken lines.
 * Raised digits stay raised, so that `10<sup>12</sup>` does not become 1012.
 */
export function plainText(text: string): string {
  return text.replace(/<sup>\s*([-−+]?\d{1,9}[-−+]?)\s*<\/sup>/gi, (_, raised: string) => raised.replace(/[-−+\d]/g, (c) => SUPERSCRIPT[c] ?? c)).replace(/<\/?(?:i|b|sc|nc|sup|sub|code|p|br|li|ul|pre|a|span|enquote|blockquote|h\d)(?:\s[^<>]*)?>/gi, '').replace(/\s+/g, ' ').trim().normalize('NFC')
}

function lines(text: string, start: number, end: number): number {
  return text.slice(start, end).split(/\r\n|\n|\r/).length - 1
}

/** Errors that the library reports for an entry as it is written, all of its fields included. Undefined macros and unknown commands are none. */
export async function libraryErrors(text: string, entry: BibEntry): Promise<string[]> {
  const { parse } = await import('@retorquere/bibtex-parser')
  // Under a key of ours, as in bibtexOf.
  const library = parse(`@${entry.type}${entry.close === '}' ? '{' : '('}k,${text.slice(entry.bodyStart, entry.end)}`, { sentenceCase: false, caseProtection: false, applyCrossRef: false, unsupported: 'ignore' })
  const errors = library.errors.map((error) => firstLine(error.error)).filter((error) => !error.startsWith('Unresolved @string'))
  return errors.length === 0 && library.entries.length !== 1 ? ['the entry could not be read'] : errors
}
