import type { BibField, Span, ValuePiece } from './bibtex-scan.ts'

export interface BibBody {
  readonly key: string
  readonly bodyStart: number
  readonly fields: readonly BibField[]
  /** Offset after the closing delimiter; absent when the body breaks the syntax. */
  readonly end?: number
  readonly problem?: { readonly at: number; readonly detail: string }
}

/** A second line start `@word{key,` within an entry can only be a swallowed entry. */
const NEXT_ENTRY = /@[ \t]*(?:[A-Za-z]+[ \t]*[{(][ \t]*[^\s{}(),="#%]*[ \t]*,|(?:string|preamble|comment)[ \t]*[{(])/iy
/** `, year = {` within a value: the brace that should have closed it is missing, even where a stray one balances the count. */
const SWALLOWED = /,\s*(author|editor|title|booktitle|journal|journaltitle|year|date|month|volume|number|issue|pages|doi|url|publisher|address|series|isbn|issn|eprint|archiveprefix|abstract|keywords)\s*=\s*["{]/i

/**
 * Reads an entry's body from after its opening delimiter. A backslash takes the next character with it (`\"` and `\}` do not close),
 * as biber and @retorquere/bibtex-parser read it; where that breaks, braces are counted plainly, as BibTeX does (`file = {C:\}`).
 */
export function scanBody(text: string, from: number, guard: '}' | ')', type: string): BibBody {
  const limit = swallowedEntry(text, from)
  const escaped = new BodyScan(text, guard, limit, true).read(from, type)
  if (escaped.problem === undefined) return escaped
  const plain = new BodyScan(text, guard, limit, false).read(from, type)
  return plain.problem === undefined ? plain : escaped
}

/** Offset of the next line start `@word{key,`, or the text's end: no value may run over it. */
export function swallowedEntry(text: string, from: number): number {
  for (let at = text.indexOf('@', from); at !== -1; at = text.indexOf('@', at + 1)) {
    let before = at - 1
    while (before >= from && (text[before] === ' ' || text[before] === '\t')) before--
    if (before >= 0 && text[before] !== '\n' && text[before] !== '\r') continue
    NEXT_ENTRY.lastIndex = at
    if (NEXT_ENTRY.test(text)) return at
  }
  return text.length
}

class Break extends Error {
  readonly at: number
  constructor(at: number, detail: string) {
    super(detail)
    this.at = at
  }
}

class BodyScan {
  private readonly text: string
  private readonly guard: '}' | ')'
  private readonly limit: number
  private readonly escapes: boolean
  private pos = 0

  constructor(text: string, guard: '}' | ')', limit: number, escapes: boolean) {
    this.text = text
    this.guard = guard
    this.limit = limit
    this.escapes = escapes
  }

  read(from: number, type: string): BibBody {
    this.pos = from
    let key = ''
    let bodyStart = from
    const fields: BibField[] = []
    try {
      if (type === 'preamble') this.value('preamble')
      else if (type === 'string') fields.push(this.field())
      else {
        key = this.key()
        bodyStart = this.pos
        this.fields(fields)
      }
      this.blank()
      if (this.text[this.pos] !== this.guard) throw new Break(this.pos, this.missing(fields.at(-1)))
      return { key, bodyStart, fields, end: this.pos + 1 }
    } catch (error) {
      if (!(error instanceof Break)) throw error
      return { key, bodyStart, fields, problem: { at: Math.min(error.at, this.text.length), detail: error.message } }
    }
  }

  /** White space and `%` comments to the line's end. */
  private blank(): void {
    for (;;) {
      const c = this.text.charCodeAt(this.pos)
      if (c === 37) {
        while (this.pos < this.text.length && this.text[this.pos] !== '\n' && this.text[this.pos] !== '\r') this.pos++
      } else if (c === 32 || (c >= 9 && c <= 13) || c === 0xa0 || c === 0x3000 || c === 0xfeff) this.pos++
      else return
    }
  }

  private key(): string {
    this.blank()
    const start = this.pos
    const stop = this.guard === ')' ? /[,={}"\r\n)]|$/g : /[,={}"\r\n]|$/g
    stop.lastIndex = start
    const end = stop.exec(this.text)!.index
    this.pos = end
    this.blank()
    const c = this.text[this.pos]
    const key = this.text.slice(start, end).trim()
    if (c === ',') { this.pos++; return key }
    if (c === this.guard) return key
    if (c === '=') { this.pos = start; return '' }
    if (this.pos >= this.text.length) throw new Break(start, 'the entry is cut off after its key')
    throw new Break(start, key === '' ? 'the entry has no key' : `no comma after the key ${key}`)
  }

  private fields(into: BibField[]): void {
    for (;;) {
      this.blank()
      while (this.text[this.pos] === ',') { this.pos++; this.blank() }
      if (this.text[this.pos] === this.guard) return
      if (this.pos >= this.limit) throw new Break(into.at(-1)?.nameSpan.start ?? this.pos, this.missing(into.at(-1)))
      into.push(this.field())
      this.blank()
      const c = this.text[this.pos]
      if (c === ',' || c === this.guard) continue
      // Where the entry runs into the next one or the end, the mistake is at the last field, not there.
      throw new Break(this.pos >= this.limit ? into.at(-1)!.nameSpan.start : this.pos, this.missing(into.at(-1)))
    }
  }

  private field(): BibField {
    this.blank()
    const start = this.pos
    const name = /[^\s=,{}"#%()@]+/y
    name.lastIndex = start
    const match = name.exec(this.text)
    if (match === null) throw new Break(start, `a field name was expected, not ${JSON.stringify(this.text[start] ?? 'the end')}`)
    this.pos += match[0].length
    const nameSpan = { start, end: this.pos }
    this.blank()
    if (this.text[this.pos] !== '=') throw new Break(start, `no = after ${JSON.stringify(match[0].slice(0, 40))}`)
    this.pos++
    const pieces = this.value(match[0])
    return { name: match[0].toLowerCase(), nameSpan, valueSpan: { start: pieces[0]!.start, end: pieces.at(-1)!.end }, pieces }
  }

  private value(name: string): ValuePiece[] {
    const pieces: ValuePiece[] = []
    for (;;) {
      this.blank()
      pieces.push(this.piece(name))
      this.blank()
      if (this.text[this.pos] !== '#') return pieces
      this.pos++
    }
  }

  private piece(name: string): ValuePiece {
    const start = this.pos
    const c = this.text[start]
    if (c === '{' || c === '"') {
      const inner: Span = { start: start + 1, end: this.closing(start, c === '{' ? '}' : '"', name) }
      this.pos = inner.end + 1
      const swallowed = SWALLOWED.exec(this.text.slice(inner.start, inner.end))
      if (swallowed !== null) throw new Break(start, `the value of ${name} swallows ${swallowed[1]}: its closing ${c === '{' ? 'brace' : 'quote'} is missing`)
      return { kind: c === '{' ? 'braced' : 'quoted', start, end: this.pos, inner }
    }
    const bare = /[^\s,#{}()"=%@]+/y
    bare.lastIndex = start
    const match = bare.exec(this.text)
    if (match === null) throw new Break(start, `the value of ${name} is missing`)
    this.pos += match[0].length
    return { kind: /^\d+$/.test(match[0]) ? 'number' : 'macro', start, end: this.pos, inner: { start, end: this.pos } }
  }

  /** Offset of the delimiter that closes the one at `open`. */
  private closing(open: number, close: string, name: string): number {
    let depth = 0
    const stop = /[\\{}"]/g
    stop.lastIndex = open + 1
    for (let match = stop.exec(this.text); match !== null && match.index < this.limit; match = stop.exec(this.text)) {
      const c = match[0]
      if (c === '\\') { if (this.escapes) stop.lastIndex++ }
      else if (c === close && depth <= 0) return match.index
      else if (c === '{') depth++
      else if (c === '}') depth--
    }
    const swallowed = SWALLOWED.exec(this.text.slice(open + 1, this.limit))
    const what = swallowed === null ? '' : `; it swallows ${swallowed[1]}`
    throw new Break(open, `the value of ${name} is not closed${what}`)
  }

  private missing(last: BibField | undefined): string {
    const found = this.pos >= this.text.length ? 'the end of the file' : this.pos >= this.limit ? 'the next entry' : JSON.stringify(this.text.slice(this.pos, this.pos + 12).split(/[\r\n]/)[0])
    return `a comma or the closing ${this.guard === '}' ? 'brace' : 'parenthesis'} was expected${last === undefined ? '' : ` after ${last.name}`}, not ${found}`
  }
}
