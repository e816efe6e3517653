import type { CitationInput } from '../model/input.ts'
import { bibtexCitation } from './bibtex-citation.ts'
import { withInherited } from './bibtex-inherit.ts'
import { scanBibtex, type BibEntry } from './bibtex-scan.ts'
import { readValues, resolveValue, type BibtexValues } from './bibtex-values.ts'

/** Entries read at once: what bounds memory for a long file. */
export const SLICE = 500
/** Containers of data for other entries, not citations. */
const NOT_CITED: ReadonlySet<string> = new Set(['xdata', 'set', 'control', 'bibnote', 'jabref-meta'])

/**
 * The entries of a .bib text as citations, in file order, in slices of at most SLICE. A broken entry comes as `invalid`
 * (INVALID_BIBTEX, with its line) and the rest is read. `@string` holds from its definition on; `crossref` and `xdata` are followed.
 */
export async function* readBibtex(text: string, file: string): AsyncGenerator<CitationInput[], void, undefined> {
  const macros = new Map<string, string>()
  const parents = await readParents(text)
  let slice: BibEntry[] = []
  let count = 0
  const flush = async (): Promise<CitationInput[]> => {
    const entries = slice
    slice = []
    const values = await readValues(text, entries.filter((entry) => entry.problem === undefined), macros)
    const byEntry = new Map(entries.filter((entry) => entry.problem === undefined).map((entry, i) => [entry, values[i]!]))
    return entries.map((entry) => input(text, file, entry, byEntry.get(entry), parents, ++count))
  }
  for (const block of scanBibtex(text)) {
    if (block.kind === 'string' && block.field !== undefined && block.problem === undefined) {
      const { raw } = resolveValue(text, block.field, macros)
      const before = macros.get(block.field.name)
      if (before !== undefined && before !== raw && slice.length > 0) yield await flush()
      macros.set(block.field.name, raw)
    } else if (block.kind === 'entry' && !NOT_CITED.has(block.type)) {
      slice.push(block)
      if (slice.length >= SLICE) yield await flush()
    }
  }
  if (slice.length > 0) yield await flush()
}

function input(text: string, file: string, entry: BibEntry, values: BibtexValues | undefined, parents: ReadonlyMap<string, BibtexValues>, count: number): CitationInput {
  const base = {
    key: entry.key === '' ? `entry-${count}` : entry.key,
    kind: 'bibtex' as const,
    raw: text.slice(entry.start, entry.end),
    source: { file, line: entry.line, endLine: entry.endLine, start: entry.start, end: entry.end },
  }
  const problem = entry.problem?.detail ?? (values?.error === undefined ? undefined : `line ${entry.line}: ${values.error}`)
  if (problem !== undefined || values === undefined) return { ...base, citation: { identifiers: {} }, invalid: { code: 'INVALID_BIBTEX', detail: problem ?? 'the entry could not be read' } }
  const missing = ['crossref', 'xdata'].flatMap((field) => (values.fields.get(field)?.text ?? '').split(',').map((key) => key.trim())).filter((key) => key !== '' && !parents.has(key.toLowerCase()))
  const read = bibtexCitation(withInherited(values, (key) => parents.get(key)))
  const remarks = [...values.remarks, ...read.remarks, ...missing.map((key) => `the entry ${key}, from which this one inherits, is not in the file`), ...(entry.key === '' ? ['the entry has no key'] : [])]
  return { ...base, citation: read.citation, ...(remarks.length > 0 ? { remarks } : {}) }
}

/** Values of every entry that another one inherits from, by lower-case key; most files have none and are not read twice. */
async function readParents(text: string): Promise<Map<string, BibtexValues>> {
  const parents = new Map<string, BibtexValues>()
  if (!/\b(?:crossref|xdata)\s*=/i.test(text)) return parents
  const macros = new Map<string, string>()
  const wanted = new Set<string>()
  for (const block of scanBibtex(text)) {
    if (block.kind === 'string' && block.field !== undefined) macros.set(block.field.name, resolveValue(text, block.field, macros).raw)
    if (block.kind !== 'entry') continue
    for (const field of block.fields) {
      if (field.name !== 'crossref' && field.name !== 'xdata') continue
      for (const key of resolveValue(text, field, macros).raw.split(',')) wanted.add(key.trim().toLowerCase())
    }
  }
  const entries: BibEntry[] = []
  for (const block of scanBibtex(text)) if (block.kind === 'entry' && block.problem === undefined && wanted.has(block.key.toLowerCase())) entries.push(block)
  for (let i = 0; i < entries.length; i += SLICE) {
    for (const values of await readValues(text, entries.slice(i, i + SLICE), macros)) {
      const key = values.key.toLowerCase()
      if (!parents.has(key) && values.error === undefined) parents.set(key, values)
    }
  }
  return parents
}
