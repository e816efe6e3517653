import { CiteError } from '../base/cite-error.ts'
import type { CitationInput } from '../model/input.ts'
import { detectIdentifier } from '../identifiers/detect.ts'
import { readBibtex, SLICE } from './bibtex.ts'
import { readCsl } from './csl.ts'
import { decodeText, type TextEncoding } from './decode.ts'
import { readIdentifierList } from './identifier-list.ts'
import { readNbib } from './nbib.ts'
import { readPlainText } from './plain-text.ts'
import { readRis } from './ris.ts'
import { unreadFormat } from './unread-formats.ts'

export const INPUT_FORMATS = ['bibtex', 'ris', 'nbib', 'csl', 'identifiers', 'text'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

export interface ReadOptions {
  /** File name as the user gave it; its ending decides between formats that look alike. */
  readonly name: string
  readonly format?: InputFormat
}

export interface OpenedCitations {
  readonly text: string
  readonly encoding: TextEncoding
  readonly format: InputFormat
  /** Remarks on the whole file (a guessed encoding). */
  readonly notes: readonly string[]
  /** The inputs in file order, at most 500 at a time. */
  readonly slices: AsyncGenerator<CitationInput[], void, undefined>
}

/** Decodes a file, tells its format and opens it for reading. Throws CiteError INVALID_INPUT for what is no text or no CSL-JSON, and for an export in a format that is not read (NoteExpress's own, .enw), unless a format is given. */
export function openCitations(bytes: Uint8Array, options: ReadOptions): OpenedCitations {
  const { text, encoding, note } = decodeText(bytes, options.name)
  const unread = options.format === undefined ? unreadFormat(text) : undefined
  if (unread !== undefined) throw new CiteError('INVALID_INPUT', `${options.name} is ${unread}, which is not read; export it as RIS or BibTeX`)
  const format = options.format ?? detectFormat(text, options.name)
  return { text, encoding, format, notes: note === undefined ? [] : [note], slices: readText(text, { ...options, format }) }
}

/** The citations of a file in slices of at most 500, so that a long one is never held as a whole; an encoding note becomes a remark of the first. */
export async function* readCitations(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<CitationInput[], void, undefined> {
  const { slices, notes } = openCitations(bytes, options)
  let first = notes.length > 0
  for await (const slice of slices) {
    yield first && slice.length > 0 ? [{ ...slice[0]!, remarks: [...notes, ...(slice[0]!.remarks ?? [])] }, ...slice.slice(1)] : slice
    first &&= slice.length === 0
  }
}

/** As readCitations, for text that is already decoded (a tool's argument, standard input). */
export async function* readText(text: string, options: ReadOptions): AsyncGenerator<CitationInput[], void, undefined> {
  const format = options.format ?? detectFormat(text, options.name)
  if (format === 'bibtex') { yield* readBibtex(text, options.name); return }
  const inputs = READERS[format](text, options.name)
  for (let i = 0; i < inputs.length; i += SLICE) yield inputs.slice(i, i + SLICE)
}

const READERS: Readonly<Record<Exclude<InputFormat, 'bibtex'>, (text: string, file: string) => CitationInput[]>> = {
  ris: readRis, nbib: readNbib, csl: readCsl, identifiers: readIdentifierList, text: readPlainText,
}

const BY_ENDING: Readonly<Record<string, InputFormat>> = {
  bib: 'bibtex', bibtex: 'bibtex', biblatex: 'bibtex', ris: 'ris', nbib: 'nbib', medline: 'nbib', json: 'csl', csljson: 'csl', md: 'text', markdown: 'text', tex: 'text', rst: 'text', qmd: 'text', rmd: 'text',
}

/** Format by content where it is unmistakable, else by the file's ending, else a list of identifiers if every line is one, else plain text. */
export function detectFormat(text: string, name: string): InputFormat {
  const head = text.slice(0, 20_000).replace(/^\ufeff/, '')
  const ending = BY_ENDING[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (ending === 'bibtex' || ending === 'text') return ending
  if (/^[ \t]*TY {1,2}- /m.test(head)) return 'ris'
  if (/^PMID ?- ?\d/m.test(head)) return 'nbib'
  if (/^\s*[[{]/.test(head) && !/^\s*\[[^\]\n"{]*\]\(/.test(head)) { if (ending === 'csl' || isJson(text)) return 'csl' }
  if (ending !== undefined) return ending
  if (/^\s*@[a-z]+\s*[{(]/im.test(head)) return 'bibtex'
  const lines = head.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')).slice(0, 200)
  const listed = lines.filter((line) => detectIdentifier(line) !== undefined).length
  return listed > 0 && listed >= lines.length * 0.6 ? 'identifiers' : 'text'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''))
    return true
  } catch {
    return false
  }
}

/** One BibTeX entry given as text (a tool's argument). Throws CiteError INVALID_BIBTEX when there is none, several, or a broken one. */
export async function readBibtexEntry(text: string): Promise<CitationInput> {
  const inputs: CitationInput[] = []
  for await (const slice of readBibtex(text, 'bibtex')) inputs.push(...slice)
  if (inputs.length === 0) throw new CiteError('INVALID_BIBTEX', 'no BibTeX entry (@type{key, ...}) in the text')
  const broken = inputs.find((input) => input.invalid !== undefined)
  if (broken !== undefined) throw new CiteError('INVALID_BIBTEX', broken.invalid!.detail)
  if (inputs.length > 1) throw new CiteError('INVALID_BIBTEX', `one entry was expected, ${inputs.length} were given`)
  return inputs[0]!
}
