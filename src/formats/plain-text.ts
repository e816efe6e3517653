import type { CitationInput } from '../model/input.ts'
import { identifiersOf } from '../identifiers/detect.ts'
import { findIdentifiers } from '../identifiers/find.ts'
import { LineIndex } from './line-index.ts'

/** The identifiers in running text or Markdown, each once, at its first place; a remark says on which lines it stands again. */
export function readPlainText(text: string, file: string): CitationInput[] {
  const lines = new LineIndex(text)
  const first = new Map<string, { readonly input: CitationInput; readonly again: number[] }>()
  for (const found of findIdentifiers(text)) {
    const line = lines.lineOf(found.start)
    const id = `${found.kind}:${found.value}`
    const known = first.get(id)
    if (known !== undefined) {
      if (known.input.source?.line !== line && known.again.at(-1) !== line) known.again.push(line)
      continue
    }
    const source = { file, line, endLine: lines.lineOf(Math.max(found.start, found.end - 1)), start: found.start, end: found.end }
    first.set(id, { input: { key: found.value, kind: 'text', citation: { identifiers: identifiersOf(found) }, raw: text.slice(found.start, found.end), source }, again: [] })
  }
  return [...first.values()].map(({ input, again }) => (again.length === 0 ? input : { ...input, remarks: [`named again on line ${again.join(', ')}`] }))
}
