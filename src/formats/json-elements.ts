import type { Span } from './bibtex-scan.ts'

/** Ranges of the objects in the first array of objects of a valid JSON text (or of the text's one object): JSON.parse gives no places. */
export function jsonElements(text: string): Span[] {
  const spans: Span[] = []
  const stack: string[] = []
  let listDepth: number | undefined
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    if (c === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++
    } else if (c === '[' || c === '{') {
      if (c === '{' && listDepth === undefined && stack.at(-1) === '[') listDepth = stack.length
      if (c === '{' && stack.length === listDepth) start = i
      stack.push(c)
    } else if (c === ']' || c === '}') {
      stack.pop()
      if (c === '}' && stack.length === listDepth) spans.push({ start, end: i + 1 })
      else if (listDepth !== undefined && stack.length < listDepth) return spans
    }
  }
  return spans
}
