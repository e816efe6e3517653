import { diffArrays } from 'diff'

/** A replacement of `[start, end)` of the old text (UTF-16 code units). */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Lines of context around a change, as diff -u and git have it. */
const CONTEXT = 3

/** One line of the diff's body; `old` and `new` count lines from 0. */
interface Line { readonly mark: ' ' | '-' | '+'; readonly text: string; readonly old: number; readonly new: number }

/** The text after the edits, which don't overlap; everything between them keeps every character. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of inOrder(edits)) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return [...parts, text.slice(at)].join('')
}

/**
 * A unified diff that `git apply` and `patch -p1` accept: line ends are kept as they are, a missing last line end is marked, and only
 * the lines of the edits are compared, so that a long file costs no more than a short one. '' when the edits change nothing.
 */
export function unifiedDiff(text: string, edits: readonly Edit[], name: string): string {
  const oldLines = linesOf(text)
  const starts = offsetsOf(oldLines)
  const changes: Line[][] = []
  let shift = 0
  for (const { first, last, edits: group } of lineRegions(starts, text.length, inOrder(edits))) {
    const from = starts[first] as number
    const before = oldLines.slice(first, last)
    const after = linesOf(applyEdits(before.join(''), group.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }))))
    const lines = compareLines(before, after, first, first + shift)
    if (lines.some((line) => line.mark !== ' ')) changes.push(lines)
    shift += after.length - before.length
  }
  const body = changes.flatMap((lines) => lines.filter((line) => line.mark !== ' '))
  if (body.length === 0) return ''
  const label = /\s/.test(name) ? `${name}\t` : name
  return `--- a/${label}\n+++ b/${label}\n${hunks(oldLines, body).join('')}`
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((a, b) => a.start - b.start)
}

/** Lines with their ends; the last one may have none. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

function offsetsOf(lines: readonly string[]): number[] {
  let at = 0
  return [...lines.map((line) => { const start = at; at += line.length; return start }), at]
}

/** Edits gathered by the whole lines that they touch. */
function lineRegions(starts: readonly number[], length: number, edits: readonly Edit[]): { first: number; last: number; edits: Edit[] }[] {
  const regions: { first: number; last: number; edits: Edit[] }[] = []
  for (const edit of edits) {
    const first = lineAt(starts, edit.start)
    const last = edit.end >= length ? starts.length - 1 : lineAt(starts, Math.max(edit.start, edit.end - 1)) + 1
    const open = regions.at(-1)
    if (open && first < open.last) {
      open.last = Math.max(open.last, last)
      open.edits.push(edit)
    } else regions.push({ first, last, edits: [edit] })
  }
  return regions
}

/** The line that holds an offset, by bisection. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = Math.max(0, starts.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function compareLines(before: readonly string[], after: readonly string[], oldAt: number, newAt: number): Line[] {
  const lines: Line[] = []
  for (const part of diffArrays([...before], [...after])) {
    for (const text of part.value) {
      lines.push({ mark: part.added ? '+' : part.removed ? '-' : ' ', text, old: oldAt, new: newAt })
      if (!part.added) oldAt++
      if (!part.removed) newAt++
    }
  }
  return lines
}

/** Changed lines with their context, changes that share context in one hunk. */
function hunks(oldLines: readonly string[], changed: readonly Line[]): string[] {
  const groups: Line[][] = []
  for (const line of changed) {
    const before = groups.at(-1)?.at(-1)
    if (before && line.old - before.old - (before.mark === '-' ? 1 : 0) <= 2 * CONTEXT) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  return groups.map((group) => {
    const head = group[0] as Line
    const from = Math.max(0, head.old - CONTEXT)
    const body: string[] = []
    let old = from
    const keepTo = (line: number): void => { for (; old < line && old < oldLines.length; old++) body.push(printed(' ', oldLines[old] as string)) }
    for (const line of group) {
      keepTo(line.old)
      body.push(printed(line.mark, line.text))
      if (line.mark === '-') old++
    }
    keepTo(old + CONTEXT)
    const added = group.filter((line) => line.mark === '+').length
    const removed = group.length - added
    const oldCount = old - from
    return `@@ -${range(from, oldCount)} +${range(head.new - (head.old - from), oldCount + added - removed)} @@\n${body.join('')}`
  })
}

/** GNU diff's form: a count of 1 is left out, and an empty range names the line before it. */
function range(from: number, count: number): string {
  return count === 1 ? String(from + 1) : `${count === 0 ? from : from + 1},${count}`
}

function printed(mark: Line['mark'], text: string): string {
  return text.endsWith('\n') ? mark + text : `${mark}${text}\n\\ No newline at end of file\n`
}
