import { scanBody, swallowedEntry } from './bibtex-body.ts'

/** Half-open range of UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One operand of a `#` concatenation. `inner` is the content without delimiters. */
export interface ValuePiece extends Span {
  readonly kind: 'braced' | 'quoted' | 'number' | 'macro'
  readonly inner: Span
}

export interface BibField {
  /** Lower-case. */
  readonly name: string
  readonly nameSpan: Span
  /** From the first delimiter to the last one. */
  readonly valueSpan: Span
  readonly pieces: readonly ValuePiece[]
}

export interface BibProblem {
  readonly line: number
  readonly detail: string
}

interface BlockBase extends Span {
  readonly line: number
  readonly endLine: number
}
export interface BibEntry extends BlockBase {
  readonly kind: 'entry'
  /** Lower-case, without `@`. */
  readonly type: string
  /** Trimmed; '' where the entry has none. */
  readonly key: string
  /** Where fields begin: after the key's comma. */
  readonly bodyStart: number
  readonly close: '}' | ')'
  readonly fields: readonly BibField[]
  /** The entry breaks the syntax; what was read of it before the break is still in `fields`. */
  readonly problem?: BibProblem
}
export interface BibString extends BlockBase {
  readonly kind: 'string'
  readonly field?: BibField
  readonly problem?: BibProblem
}
export interface BibOther extends BlockBase {
  /** `junk`: what stands between entries, `%` comments included. */
  readonly kind: 'junk' | 'comment' | 'preamble'
}
export type BibBlock = BibEntry | BibString | BibOther

const OPENER = /@[ \t]*([^\s{}(),="#%@\\]+)\s*([{(])/y
/** A comment longer than this is taken for an unbalanced one: bounds the cost of many of them. */
const COMMENT_REACH = 4_000_000
/** `@article key,` without its brace: reported, not passed over. */
const NAKED = /@(article|book|booklet|inbook|incollection|inproceedings|conference|manual|mastersthesis|phdthesis|misc|proceedings|techreport|unpublished|online|thesis|report|collection|dataset|software)\b/iy

/**
 * Lossless scanner: yields blocks that tile the text (each starts where the one before ended), in order, one at a time, so that a long
 * file is never held as a tree. Syntax as BibTeX and biber read it; an entry that breaks it carries `problem`, and scanning goes on at its
 * balanced end or at the next line that starts with `@word{`, so that a broken entry costs only itself.
 */
export function* scanBibtex(text: string): Generator<BibBlock, void, undefined> {
  const eol = text.includes('\n') ? '\n' : '\r'
  let line = 1
  let pos = 0
  const close = (end: number): BlockBase => {
    const block = { start: pos, end, line, endLine: line }
    line += countLines(text, pos, end, eol)
    pos = end
    const atLineEnd = end > block.start && text[end - 1] === eol
    return { ...block, endLine: atLineEnd && line > block.line ? line - 1 : line }
  }
  while (pos < text.length) {
    const at = nextCommand(text, pos)
    if (at > pos) yield { kind: 'junk', ...close(at) }
    if (at >= text.length) return
    OPENER.lastIndex = at
    const opener = OPENER.exec(text)
    if (opener === null) {
      const word = nakedAt(text, at)
      const problem = { line, detail: `line ${line}: no opening brace after ${word}` }
      yield { kind: 'entry', type: word.slice(1).toLowerCase(), key: '', bodyStart: at, close: '}', fields: [], problem, ...close(swallowedEntry(text, at + 1)) }
      continue
    }
    const type = opener[1]!.toLowerCase()
    const bodyAt = at + opener[0].length
    if (type === 'comment') { yield { kind: 'comment', ...close(commentEnd(text, bodyAt - 1)) }; continue }
    const body = scanBody(text, bodyAt, opener[2] === '{' ? '}' : ')', type)
    const end = body.end ?? brokenEnd(text, bodyAt - 1)
    const told = body.problem === undefined ? {} : { problem: located(body.problem, line + countLines(text, at, body.problem.at, eol)) }
    if (type === 'string') {
      const field = body.fields[0]
      yield { kind: 'string', ...(field === undefined ? {} : { field }), ...told, ...close(end) }
    } else if (type === 'preamble') yield { kind: 'preamble', ...close(end) }
    else yield { kind: 'entry', type, key: body.key, bodyStart: body.bodyStart, close: opener[2] === '{' ? '}' : ')', fields: body.fields, ...told, ...close(end) }
  }
}

function located(problem: { readonly detail: string }, line: number): BibProblem {
  return { line, detail: `line ${line}: ${problem.detail}` }
}

function nakedAt(text: string, at: number): string {
  NAKED.lastIndex = at
  return NAKED.exec(text)?.[0] ?? '@'
}

/** Offset of the next `@` that opens something: not behind a `%` on its line, and followed by a word and a brace. */
function nextCommand(text: string, from: number): number {
  for (let at = text.indexOf('@', from); at !== -1; at = text.indexOf('@', at + 1)) {
    OPENER.lastIndex = at
    NAKED.lastIndex = at
    let lineStart = at
    while (lineStart > from && text[lineStart - 1] !== '\n' && text[lineStart - 1] !== '\r') lineStart--
    const before = text.slice(lineStart, at)
    if (before.includes('%')) continue
    if (OPENER.test(text)) { if (!/[\p{L}\p{N}.]$/u.test(before) || before.trim() === '') return at; continue }
    if (before.trim() === '' && NAKED.test(text)) return at
  }
  return text.length
}

/** A broken entry ends at its balanced delimiter, else where the next entry begins. */
function brokenEnd(text: string, open: number): number {
  const limit = swallowedEntry(text, open)
  return balancedEnd(text, open, limit) ?? limit
}

/** `@comment{...}` to its balanced brace, else to the end of the line (biber; BibTeX itself only skips the word). */
function commentEnd(text: string, open: number): number {
  const end = text[open] === '{' ? balancedEnd(text, open, Math.min(text.length, open + COMMENT_REACH)) : undefined
  if (end !== undefined) return end
  const eol = text.slice(open).search(/[\r\n]/)
  return eol === -1 ? text.length : open + eol
}

function balancedEnd(text: string, open: number, limit: number): number | undefined {
  const [up, down] = text[open] === '(' ? ['(', ')'] : ['{', '}']
  let depth = 0
  for (let i = open; i < limit; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === up) depth++
    else if (text[i] === down && --depth === 0) return i + 1
  }
  return undefined
}

function countLines(text: string, start: number, end: number, eol: string): number {
  let lines = 0
  for (let i = text.indexOf(eol, start); i !== -1 && i < end; i = text.indexOf(eol, i + 1)) lines++
  return lines
}
