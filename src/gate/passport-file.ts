import type { Document, ParsedNode, YAMLMap } from 'yaml'
import { canonicalJson } from '../base/canonical-json.ts'
import { CiteError } from '../base/cite-error.ts'
import type { PassportData, PassportExamination } from './verify-passport.ts'

const SUMMARY = 'citation_verification_summary'
const OBSERVATIONS = 'citation_verification_observations'
/** Texts that look like numbers to YAML: `arxiv_id: 2401.10000` would lose its zeros. */
const TEXT_KEYS = ['citation_key', 'title', 'doi', 'arxiv_id', 'venue', 'source_pointer'] as const

/** A passport as read: its data, and the way to a copy of its text with new rows. */
export interface PassportFile {
  readonly data: PassportData
  /** The text with the two arrays put in; every other byte stays (comments, key order, quoting) unless the file's form does not allow it. */
  withExamination(examination: PassportExamination): Promise<string>
}

/** Reads a passport in YAML or JSON (JSON is read as the YAML it is). Throws CiteError INVALID_INPUT, with line and column, when the text is neither or no mapping. */
export async function readPassport(text: string, name: string): Promise<PassportFile> {
  const yaml = await import('../formats/yaml.ts')
  const parse = (source: string): Document<ParsedNode> => yaml.parseDocument(source, { prettyErrors: true }) as Document<ParsedNode>
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const document = parse(body)
  const [error] = document.errors
  if (error) throw new CiteError('INVALID_INPUT', `${name} is no passport: ${error.message.split('\n')[0] ?? error.code}`)
  if (!yaml.isMap(document.contents)) throw new CiteError('INVALID_INPUT', `${name} is no passport: a mapping with literature_corpus is expected`)
  keepTexts(document, yaml)
  let data: PassportData
  try {
    data = document.toJS() as PassportData
  } catch (cause) {
    throw new CiteError('INVALID_INPUT', `${name} is no passport: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  return {
    data,
    async withExamination(examination) {
      const wanted = { ...data, [SUMMARY]: examination.citation_verification_summary, [OBSERVATIONS]: examination.citation_verification_observations }
      const spliced = splice(body, document, examination, (value) => yaml.stringify(value, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 }))
      const again = spliced === undefined ? undefined : parse(spliced)
      if (spliced !== undefined && again && again.errors.length === 0) {
        keepTexts(again, yaml)
        if (sameData(again, wanted)) return spliced
      }
      // an odd form (a flow mapping in block indentation, a key in quotes): the library writes it, comments and order kept
      const copy = document.clone()
      copy.set(SUMMARY, copy.createNode(examination.citation_verification_summary))
      copy.set(OBSERVATIONS, copy.createNode(examination.citation_verification_observations))
      try {
        return copy.toString({ lineWidth: 0 })
      } catch (cause) {
        throw new CiteError('INVALID_INPUT', `${name}: its rows hold something that the rest of the passport refers to (${cause instanceof Error ? cause.message : String(cause)})`, { cause })
      }
    },
  }
}

/** Gives scalars that are texts by their key the text that was written. */
function keepTexts(document: Document<ParsedNode>, yaml: typeof import('../formats/yaml.ts')): void {
  const corpus = document.get('literature_corpus', true)
  if (!yaml.isSeq(corpus)) return
  for (const entry of corpus.items) {
    if (!yaml.isMap(entry)) continue
    for (const key of TEXT_KEYS) {
      const node = entry.get(key, true)
      if (yaml.isScalar(node) && typeof node.value !== 'string' && node.value !== null && node.source !== undefined) node.value = node.source
    }
  }
}

function sameData(document: Document<ParsedNode>, data: unknown): boolean {
  try {
    return canonicalJson(document.toJS()) === canonicalJson(data)
  } catch {
    return false
  }
}

/** The text with both pairs replaced where they stand, or added at the end; undefined where the form gives no place for that. */
function splice(text: string, document: Document<ParsedNode>, examination: PassportExamination, stringify: (value: unknown) => string): string | undefined {
  const root = document.contents as unknown as YAMLMap.Parsed
  let result = text
  const values: readonly (readonly [string, unknown])[] = [[SUMMARY, examination.citation_verification_summary], [OBSERVATIONS, examination.citation_verification_observations]]
  const placed = values.map(([key, value]) => ({ key, value, pair: root.items.find((pair) => pair.key && 'value' in pair.key && pair.key.value === key) }))
  if (root.flow) return spliceFlow(text, root, placed)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const block = (key: string, value: unknown): string => stringify({ [key]: value }).replace(/\n/g, eol)
  const edits = placed.flatMap(({ key, value, pair }) => {
    const start = pair?.key.range[0]
    const end = pair?.value?.range?.[1]
    return start === undefined || end === undefined ? [] : [{ start, end: endOfRows(text, end), text: block(key, value) }]
  }).sort((a, b) => b.start - a.start)
  if (edits.some(({ start }) => start > 0 && text[start - 1] !== '\n')) return undefined
  for (const edit of edits) result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  const added = placed.filter(({ pair }) => !pair).map(({ key, value }) => block(key, value)).join('')
  if (added === '') return result
  const marker = /(?:^|\n)\.\.\.\s*$/.exec(result)
  const head = marker ? result.slice(0, marker.index + 1) : result
  return `${head}${head === '' || head.endsWith('\n') ? '' : eol}${added}${marker ? result.slice(marker.index + 1) : ''}`
}

/** Just behind the line break after the value (a comment on that line goes with it). */
function endOfRows(text: string, end: number): number {
  if (end > 0 && text[end - 1] === '\n') return end
  const next = text.indexOf('\n', end)
  return next < 0 ? text.length : next + 1
}

/** JSON and other flow mappings: members replaced in place, or added before the closing brace in the indentation of the first member. */
function spliceFlow(text: string, root: YAMLMap.Parsed, placed: readonly { readonly key: string; readonly value: unknown; readonly pair: YAMLMap.Parsed['items'][number] | undefined }[]): string | undefined {
  const first = root.items[0]?.key.range[0]
  const indent = first === undefined ? '  ' : /(?:^|\n)([ \t]*)$/.exec(text.slice(0, first))?.[1]
  const json = (value: unknown): string => (indent === undefined ? JSON.stringify(value) : JSON.stringify(value, null, indent || 2).replace(/\n/g, `\n${indent}`))
  let result = text
  const edits = placed.flatMap(({ value, pair }) => {
    const range = pair?.value?.range
    return range ? [{ start: range[0], end: range[1], text: json(value) }] : []
  }).sort((a, b) => b.start - a.start)
  const close = root.range[1] - 1
  if (text[close] !== '}') return undefined
  const added = placed.filter(({ pair }) => !pair).map(({ key, value }) => `${JSON.stringify(key)}: ${json(value)}`)
  if (added.length > 0) {
    const before = text.slice(0, close).trimEnd()
    const gap = text.slice(before.length, close)
    const lead = root.items.length === 0 || before.endsWith(',') ? '' : ','
    const separator = indent === undefined ? ' ' : `\n${indent}`
    result = `${before}${lead}${added.map((member) => `${separator}${member}`).join(',')}${gap === '' && indent !== undefined ? '\n' : gap}${text.slice(close)}`
  }
  for (const edit of edits) result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  return result
}
