import type { CitationInput } from '../model/input.ts'
import { foldPunctuation, parseGbt7714, TYPE_MARK } from './gbt7714-citation.ts'
import { LineIndex } from './line-index.ts'

/** A reference in a text: where it stands, its number if it has one, and the text behind the number. */
export interface Gbt7714Reference {
  readonly number?: string
  readonly start: number
  readonly end: number
  /** White space and line ends within are single spaces; a line end between Han characters is none. */
  readonly text: string
}

/** `[1]`, `［1］`, `〔1〕`, `【1】`, `\[1\]`, `[^1]:`, `1.`, `1、`, `(1)` at a line's start, behind list or quote signs. */
const NUMBER = /^[\s>*+-]*(?:\\?[[［〔【]\^?\s*(\d{1,4})\s*\\?[\]］〕】]:?|(\d{1,4})\s*[.．、)）](?!\d)|[(（](\d{1,4})[)）])\s*/
/** What may follow a type mark: the full stop of the standard, a container, or the end. */
const AFTER_MARK = /^\s*(?:[.,;:]|\/\/|\[|\(|$)/
const LONGEST = 2_000
const LONGEST_HEAD = 800

/**
 * The references after GB/T 7714 in a text: numbered or one a paragraph, wrapped lines joined. Only what holds a type mark (`[J]`, `[M/OL]`,
 * `［Ｃ］`) in its place counts, so that prose and lists of other styles are left alone.
 */
export function findGbt7714(text: string): Gbt7714Reference[] {
  const found: Gbt7714Reference[] = []
  let block: { start: number; end: number; hasMark: boolean } | undefined
  const flush = (): void => {
    const reference = block && block.hasMark ? referenceOf(text, block.start, block.end) : undefined
    if (reference) found.push(reference)
    block = undefined
  }
  let at = 0
  for (const line of text.split(/(?<=\n)/)) {
    const hasMark = TYPE_MARK.test(foldPunctuation(line))
    if (line.trim() === '') flush()
    else {
      if (block === undefined || NUMBER.test(line) || (hasMark && block.hasMark)) { flush(); block = { start: at, end: at, hasMark: false } }
      block.end = at + line.trimEnd().length
      block.hasMark ||= hasMark
    }
    at += line.length
  }
  flush()
  return found
}

function referenceOf(text: string, start: number, end: number): Gbt7714Reference | undefined {
  if (end - start > LONGEST) return undefined
  const written = text.slice(start, end)
  const lead = NUMBER.exec(written)
  const body = written.slice(lead?.[0].length ?? 0)
  const folded = foldPunctuation(body)
  const mark = TYPE_MARK.exec(folded)
  if (mark === null || mark.index === 0 || mark.index > LONGEST_HEAD || !AFTER_MARK.test(folded.slice(mark.index + mark[0].length))) return undefined
  const number = lead?.[1] ?? lead?.[2] ?? lead?.[3]
  const from = start + (/\S/.exec(written)?.index ?? 0)
  return { ...(number === undefined ? {} : { number }), start: from, end, text: body.replace(/(?<=\p{Script=Han})[ \t>]*\r?\n[ \t>]*(?=\p{Script=Han})/gu, '').replace(/\s+/g, ' ').trim() }
}

/** The references of a text as inputs; the key is the number as written (`[1]`), else a counter. */
export function readGbt7714(text: string, file: string): CitationInput[] {
  const lines = new LineIndex(text)
  return findGbt7714(text).flatMap((reference, index) => {
    const citation = parseGbt7714(reference.text)
    if (citation === undefined) return []
    const { start, end } = reference
    return [{ key: `[${reference.number ?? index + 1}]`, kind: 'gbt7714' as const, citation, raw: text.slice(start, end), source: { file, line: lines.lineOf(start), endLine: lines.lineOf(Math.max(start, end - 1)), start, end } }]
  })
}

/** One reference given as text (a tool's argument); undefined where it is none. */
export function readGbt7714Reference(text: string): CitationInput | undefined {
  const [input, ...others] = readGbt7714(text, 'reference')
  if (input === undefined || others.length > 0) return undefined
  const { source: _source, ...rest } = input
  return rest
}
