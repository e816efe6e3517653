import type { SourceRange } from '../model/input.ts'

/** A record of a line-tagged format: values by tag, in file order. */
export interface TaggedRecord {
  readonly raw: string
  readonly source: SourceRange
  readonly lines: readonly { readonly tag: string; readonly value: string }[]
  /** First value of the first tag that has one. */
  first(...tags: readonly string[]): string | undefined
  all(...tags: readonly string[]): readonly string[]
}

interface Rules {
  /** Groups: 1 the tag, 2 the value. */
  readonly line: RegExp
  /** A tag that opens a record even without a separator before it. */
  readonly opens: string
  readonly closes?: string
  /** True when an untagged line goes on with the value before it. */
  readonly continues: (line: string) => boolean
}

/** Splits a line-tagged text into records, with lines and offsets. Text outside records is passed over. */
export function taggedRecords(text: string, file: string, rules: Rules): TaggedRecord[] {
  const records: TaggedRecord[] = []
  let current: { start: number; line: number; lines: { tag: string; value: string }[] } | undefined
  let end = 0
  let endLine = 0
  const close = (): void => {
    if (current !== undefined && current.lines.length > 0) records.push(record(text, { file, line: current.line, endLine, start: current.start, end }, current.lines))
    current = undefined
  }
  let at = 0
  let number = 0
  for (const whole of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    number++
    const line = whole.replace(/[\r\n]+$/, '').replace(/^\ufeff/, '')
    const match = rules.line.exec(line)
    if (match !== null) {
      const tag = match[1]!.trim()
      if (tag === rules.opens) close()
      if (tag === rules.closes) { if (current !== undefined) { end = at + line.length; endLine = number } close() }
      else {
        if (current === undefined && tag === rules.opens) current = { start: at, line: number, lines: [] }
        current?.lines.push({ tag, value: (match[2] ?? '').trim() })
      }
    } else if (current !== undefined && rules.continues(line)) {
      const last = current.lines.at(-1)!
      last.value = `${last.value} ${line.trim()}`.trim()
    }
    if (current !== undefined && line.trim() !== '') { end = at + whole.trimEnd().length; endLine = number }
    at += whole.length
  }
  close()
  return records
}

function record(text: string, source: SourceRange, lines: TaggedRecord['lines']): TaggedRecord {
  const all = (...tags: readonly string[]): string[] => lines.filter((line) => tags.includes(line.tag) && line.value !== '').map((line) => line.value)
  return { raw: text.slice(source.start, source.end), source, lines, all, first: (...tags) => tags.map((tag) => all(tag)[0]).find((value) => value !== undefined) }
}
