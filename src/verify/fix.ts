import { isWhollyBraced, styleOf } from '../formats/bibtex-write.ts'
import { BIBTEX_FIELDS, venueFields } from '../formats/bibtex-citation.ts'
import { scanBibtex, type BibEntry, type BibField } from '../formats/bibtex-scan.ts'
import { libraryErrors } from '../formats/bibtex-values.ts'
import { doiOfUrl } from '../identifiers/doi.ts'
import type { Check } from '../model/check.ts'
import type { Field } from '../model/citation.ts'
import type { CitationInput } from '../model/input.ts'
import type { VerifiedItem } from '../model/item.ts'
import { recordValue } from './fix-values.ts'

/** One proposed change of a BibTeX entry. */
export interface FieldDiff {
  readonly field: string
  /** The value as it stands in the entry, without delimiters; absent when the field is added. */
  readonly old?: string
  /** The new value as it will stand in the entry, correct BibTeX. */
  readonly new: string
  readonly rule: string
  readonly evidenceId?: string
}

/** What cite_fix proposes for one entry. Never written to disk by this package unless the user names an output file. */
export interface Fix {
  readonly item: VerifiedItem
  /** The entry's text after the edits; equal to the given text when there is nothing to change. */
  readonly bibtex: string
  readonly diffs: readonly FieldDiff[]
  readonly warnings: readonly string[]
}

interface Edit extends FieldDiff {
  readonly start: number
  readonly end: number
  /** What replaces the range, delimiters included. */
  readonly text: string
}

/** How far around an entry its file's way of writing accents is looked for. */
const SURROUNDINGS = 20_000

/**
 * The smallest edit of an entry that makes it agree with the record it was verified against: only fields that differ, each in place, every
 * other byte kept. `text` is what the input's range points into. Nothing is changed (and a warning says why) for another work's record,
 * for sources that disagree, for inherited fields, and for an entry the library reports an error in (INVALID_BIBTEX).
 */
export async function proposeFix(text: string, input: CitationInput, item: VerifiedItem): Promise<Fix> {
  const raw = input.source === undefined ? input.raw : text.slice(input.source.start, input.source.end)
  const unchanged = (...warnings: readonly string[]): Fix => ({ item, bibtex: raw, diffs: [], warnings })
  if (input.kind !== 'bibtex') return unchanged()
  if (input.invalid !== undefined) return unchanged(`${input.invalid.code}: ${input.invalid.detail}`)
  const entry = scanned(raw)
  if (entry === undefined) return unchanged('INVALID_BIBTEX: the entry could not be read')
  const differing = item.checks.filter((check) => check.type === 'metadata-match' && check.relation === 'differs' && (check.status === 'warn' || check.status === 'fail'))
  if (differing.length === 0) return unchanged()
  const errors = await libraryErrors(raw, entry)
  if (errors.length > 0) return unchanged(`INVALID_BIBTEX: ${errors[0]}`)

  const warnings: string[] = []
  const edits = item.identity === 'other-work' ? otherWork(raw, entry, item, warnings) : agreeing(text, raw, input, entry, item, differing, warnings)
  if (edits.length === 0) return unchanged(...warnings)
  const bibtex = applied(raw, edits)
  const after = scanned(bibtex)
  if (after === undefined || (await libraryErrors(bibtex, after)).length > 0) return unchanged(...warnings, 'the corrected entry would not be readable BibTeX; nothing is proposed')
  return { item, bibtex, diffs: edits.map(diffOf), warnings }
}

function scanned(raw: string): BibEntry | undefined {
  const entries = [...scanBibtex(raw)].filter((block) => block.kind === 'entry')
  return entries.length === 1 && entries[0]!.problem === undefined ? entries[0] : undefined
}

/** The identifier names another work than the one cited: its data never overwrite the entry; the identifier itself may be the mistake. */
function otherWork(raw: string, entry: BibEntry, item: VerifiedItem, warnings: string[]): Edit[] {
  warnings.push('the identifier names another work than the one cited; its data were not taken over')
  const strong = (item.suggestions ?? []).filter((suggestion) => suggestion.strength === 'strong' && suggestion.identifiers.doi !== undefined)
  const dois = new Set(strong.map((suggestion) => suggestion.identifiers.doi))
  if (dois.size !== 1) {
    if (dois.size > 1) warnings.push(`several works match the cited title: ${[...dois].join(', ')}`)
    return []
  }
  const doi = strong[0]!.identifiers.doi!
  if (doi === item.input.citation.identifiers.doi) return []
  const about = { rule: 'identifier.of-cited-title', ...evidence(item) }
  const own = ownField(entry, ['doi'])
  if (own !== undefined) return [replaced(raw, own, doi, about)]
  const link = entry.fields.find((field) => field.name === 'url' && doiOfUrl(inner(raw, field)) !== undefined)
  if (link !== undefined) return [replaced(raw, link, `https://doi.org/${doi}`, about)]
  const last = entry.fields.at(-1)
  if (last === undefined) return []
  const lineStart = raw.lastIndexOf('\n', last.nameSpan.start) + 1
  const indent = /^[ \t]*/.exec(raw.slice(lineStart))![0]
  const gap = lineStart === 0 ? ' ' : `${raw.includes('\r\n') ? '\r\n' : '\n'}${indent}`
  return [{ field: 'doi', new: doi, ...about, start: last.valueSpan.end, end: last.valueSpan.end, text: `,${gap}doi = {${doi}}` }]
}

function agreeing(text: string, raw: string, input: CitationInput, entry: BibEntry, item: VerifiedItem, differing: readonly Check[], warnings: string[]): Edit[] {
  const work = item.resolved
  if (work === undefined) return []
  if (item.checks.some((check) => check.type === 'version-match' && check.status === 'warn')) {
    warnings.push('the identifiers of this entry name different works; nothing is changed before that is settled')
    return []
  }
  if (item.identity === 'undecided' && differing.some((check) => check.field === 'title' || check.field === 'authors')) {
    warnings.push('it is not certain that the record is the work cited; title and authors are not changed')
    differing = differing.filter((check) => check.field !== 'title' && check.field !== 'authors')
  }
  const start = input.source?.start ?? 0
  const style = styleOf(raw, text.slice(Math.max(0, start - SURROUNDINGS), start + raw.length + SURROUNDINGS))
  const hasSubtitle = entry.fields.some((field) => field.name === 'subtitle')
  return differing.flatMap((check) => {
    const field = check.field as Field
    const own = ownField(entry, fieldNames(field, entry, input))
    if (own === undefined) { warnings.push(`${field} differs, but stands in another entry (crossref, xdata) and is not changed here`); return [] }
    if (item.disputed?.includes(field)) { warnings.push(`${field} is not changed: the sources disagree`); return [] }
    if (check.provider !== undefined && check.provider !== work.provider) { warnings.push(`${field} differs from what ${check.provider} has (${JSON.stringify(check.record ?? '')}); the record of ${work.provider} does not settle it`); return [] }
    const written = recordValue(field, { name: own.name, raw: inner(raw, own), citation: input.citation, hasSubtitle }, work, style)
    if ('why' in written) { warnings.push(`${field} differs, but is not changed: ${written.why}`); return [] }
    const about = { rule: check.rule ?? `${field}.record`, ...evidence(item) }
    const edit = replaced(raw, own, written.value, about)
    const edits = edit.new === edit.old ? [] : [edit]
    const subtitle = field === 'title' && hasSubtitle && work.subtitle !== undefined ? ownField(entry, ['subtitle']) : undefined
    if (subtitle === undefined) return edits
    const second = recordValue('title', { name: 'subtitle', raw: inner(raw, subtitle), citation: input.citation, hasSubtitle }, { ...work, title: work.subtitle! }, style)
    if ('why' in second) return edits
    const more = replaced(raw, subtitle, second.value, about)
    return more.new === more.old ? edits : [...edits, more]
  })
}

function fieldNames(field: Field, entry: BibEntry, input: CitationInput): readonly string[] {
  if (field === 'venue') return venueFields(entry.type)
  if (field === 'authors') return input.citation.authors?.length ? ['author'] : ['editor']
  return BIBTEX_FIELDS[field]
}

/** The first of the names that the entry itself has with a value; it is the one that counted when the entry was read. */
function ownField(entry: BibEntry, names: readonly string[]): BibField | undefined {
  return names.map((name) => entry.fields.find((field) => field.name === name)).find((field) => field !== undefined && field.pieces.some((piece) => piece.inner.end > piece.inner.start))
}

/** A value as it stands, without the delimiters where it is one piece. */
function inner(raw: string, field: BibField): string {
  const [only, ...more] = field.pieces
  return only !== undefined && more.length === 0 ? raw.slice(only.inner.start, only.inner.end) : raw.slice(field.valueSpan.start, field.valueSpan.end)
}

/** Keeps the delimiters; a macro or a concatenation is replaced in this entry alone, its `@string` stays. */
function replaced(raw: string, field: BibField, value: string, about: { readonly rule: string; readonly evidenceId?: string }): Edit {
  const [only, ...more] = field.pieces
  const old = inner(raw, field)
  const kept = only !== undefined && more.length === 0 ? only.kind : 'macro'
  const wrapped = kept === 'braced' && isWhollyBraced(old) && !isWhollyBraced(value) && field.name !== 'author' && field.name !== 'editor' ? `{${value}}` : value
  const text = kept === 'number' && /^\d+$/.test(wrapped) ? wrapped : kept === 'quoted' ? `"${quotable(wrapped)}"` : `{${wrapped}}`
  return { field: field.name, old, new: text.startsWith('{') || text.startsWith('"') ? text.slice(1, -1) : text, ...about, start: field.valueSpan.start, end: field.valueSpan.end, text }
}

/** A quote outside braces would close a quoted value. */
function quotable(value: string): string {
  let depth = 0
  return value.replace(/\\.|[{}"]/gs, (token) => {
    if (token === '{') depth++
    else if (token === '}') depth--
    return token === '"' && depth === 0 ? '{"}' : token
  })
}

function applied(raw: string, edits: readonly Edit[]): string {
  return [...edits].sort((a, b) => b.start - a.start).reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), raw)
}

function evidence(item: VerifiedItem): { readonly evidenceId?: string } {
  return item.evidenceId === undefined ? {} : { evidenceId: item.evidenceId }
}

function diffOf({ field, old, new: value, rule, evidenceId }: Edit): FieldDiff {
  return { field, ...(old === undefined ? {} : { old }), new: value, rule, ...(evidenceId === undefined ? {} : { evidenceId }) }
}
