import type { CitationInput } from '../model/input.ts'
import { identifiersOf } from '../identifiers/detect.ts'
import { findIdentifiers } from '../identifiers/find.ts'
import { readGbt7714 } from './gbt7714.ts'
import { LineIndex } from './line-index.ts'

/**
 * The references after GB/T 7714 in running text or Markdown, and the identifiers outside them, in the order of the text. Each identifier
 * comes once, at its first place or in its reference; a remark says on which lines it stands again.
 */
export function readPlainText(text: string, file: string): CitationInput[] {
  const lines = new LineIndex(text)
  const first = new Map<string, { readonly input: CitationInput; readonly again: number[] }>()
  const references = readGbt7714(text, file)
  const known = references.map((input) => ({ input, again: [] as number[] }))
  for (const reference of known) for (const [kind, value] of Object.entries(reference.input.citation.identifiers)) if (!first.has(`${kind}:${value}`)) first.set(`${kind}:${value}`, reference)
  let next = 0
  for (const found of findIdentifiers(text)) {
    while (next < references.length && (references[next]?.source?.end ?? 0) <= found.start) next++
    if (found.start >= (references[next]?.source?.start ?? Infinity)) continue
    const line = lines.lineOf(found.start)
    const id = `${found.kind}:${found.value}`
    const seen = first.get(id)
    if (seen !== undefined) {
      if (seen.input.source?.line !== line && seen.again.at(-1) !== line) seen.again.push(line)
      continue
    }
    const source = { file, line, endLine: lines.lineOf(Math.max(found.start, found.end - 1)), start: found.start, end: found.end }
    first.set(id, { input: { key: found.value, kind: 'text', citation: { identifiers: identifiersOf(found) }, raw: text.slice(found.start, found.end), source }, again: [] })
  }
  const all = [...new Set([...known, ...first.values()])].sort((a, b) => (a.input.source?.start ?? 0) - (b.input.source?.start ?? 0))
  return all.map(({ input, again }) => (again.length === 0 ? input : { ...input, remarks: [`named again on line ${again.join(', ')}`] }))
}
