import type { DuplicateNote } from './batch-duplicates.ts'
import { oneLine, type ExportItem } from './export-item.ts'
import { importedType } from './item-type.ts'
import { message, type Language } from '../messages/message.ts'

export const EXPORT_FORMATS = ['csl', 'ris', 'bibtex', 'rdf'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export interface ReportParts {
  readonly items: readonly ExportItem[]
  readonly formats: readonly ExportFormat[]
  /** Index to item key, where the library was asked. */
  readonly inLibrary: ReadonlyMap<number, string> | undefined
  readonly duplicates: readonly DuplicateNote[]
  readonly skipped: readonly { readonly index: number; readonly reason: string }[]
  readonly language: Language
}

export interface VerificationCounts {
  readonly verified: number
  readonly conflict: number
  /** No DOI, not asked, or not found. */
  readonly unverified: number
  readonly unavailable: number
}

/** How many records Crossref confirmed, contradicted, could not say anything about, or could not be asked about. */
export function countVerifications(items: readonly Pick<ExportItem, 'crossref'>[]): VerificationCounts {
  const count = (...statuses: readonly string[]): number => items.filter(({ crossref }) => statuses.includes(crossref.status)).length
  return { verified: count('verified'), conflict: count('conflict'), unverified: count('not_found', 'skipped'), unavailable: count('unavailable') }
}

const NAMES: Readonly<Record<ExportFormat, string>> = { csl: 'CSL-JSON', ris: 'RIS', bibtex: 'BibTeX', rdf: 'Zotero RDF' }

/** `zotero-import-report.md`: what was written, what was found out, what each format loses, how to import. Names no path and no collection. */
export function importReport({ items, formats, inLibrary, duplicates, skipped, language }: ReportParts): string {
  const counts = countVerifications(items)
  const say = message.bind(undefined, language)
  const conflicts = items.flatMap(({ index, crossref }) => crossref.conflicts.map((conflict) => `- ${index}: ${conflict.field}: "${cell(conflict.incoming)}" / Crossref "${cell(conflict.crossref)}"`))
  const left = [...duplicates.map(({ dropped, kept, basis }) => `- ${dropped}: ${say('zotero.report.duplicate', { kept, basis })}`), ...skipped.map(({ index, reason }) => `- ${index}: ${cell(reason)}`)]
  const local = inLibrary === undefined ? [] : ['', '## Already in your library', '', ...(inLibrary.size === 0 ? [`- ${say('zotero.report.none')}`] : [...inLibrary].map(([index, key]) => `- ${index}: zotero://select/library/items/${key}`))]
  return `${[
    '# Zotero Import Report', '', '## Export Summary', '',
    `- Records: ${items.length}`,
    ...(['csl', 'ris', 'bibtex'] as const).map((format) => `- ${NAMES[format]}: ${formats.includes(format) ? 'generated' : 'not requested'}`),
    ...(formats.includes('rdf') ? ['- Zotero RDF: generated'] : []),
    '', '## Verification Summary', '',
    `- Crossref verified: ${counts.verified}`, `- Metadata conflicts: ${counts.conflict}`, `- Unverified or no DOI: ${counts.unverified}`, `- Verification unavailable: ${counts.unavailable}`,
    '', say('zotero.report.registry'),
    ...local,
    '', '## Conflicts', '', ...(conflicts.length === 0 ? [`- ${say('zotero.report.none')}`] : conflicts),
    '', '## Skipped', '', ...(left.length === 0 ? [`- ${say('zotero.report.none')}`] : left),
    '', '## Losses by format', '', ...losses(items, formats, say),
    '', '## How to import', '', say('zotero.report.how'),
  ].join('\n')}\n`
}

function losses(items: readonly ExportItem[], formats: readonly ExportFormat[], say: (key: 'zotero.report.none' | 'zotero.report.loss.tags' | 'zotero.report.loss.type' | 'zotero.report.loss.split' | 'zotero.report.loss.day' | 'zotero.report.loss.sign', parameters?: Readonly<Record<string, string | number>>) => string): readonly string[] {
  const lines: string[] = []
  for (const format of formats) {
    const add = (text: string): void => void lines.push(`- ${NAMES[format]}: ${text}`)
    if (format === 'rdf') continue
    if (format === 'csl' && items.some(({ tags }) => tags.length > 0)) add(say('zotero.report.loss.tags'))
    for (const { index, itemType } of items) {
      const becomes = importedType(itemType, format)
      if (becomes !== itemType) add(say('zotero.report.loss.type', { index, from: itemType, to: becomes }))
    }
    for (const { index, tags } of items) {
      const split = tags.filter((tag) => (format === 'ris' ? /;/ : format === 'bibtex' ? /[,;]/ : /(?!)/).test(tag))
      for (const tag of split) add(say('zotero.report.loss.split', { index, tag: cell(tag) }))
    }
    if (format !== 'bibtex') continue
    for (const { index, values } of items) {
      if (/^\d{4}-\d{2}-\d{2}/.test(values.year ?? '')) add(say('zotero.report.loss.day', { index }))
      if ([values.title, values.venue, values.abstract].some((text) => /[\\~]/.test(text ?? ''))) add(say('zotero.report.loss.sign', { index }))
    }
  }
  return lines.length === 0 ? [`- ${say('zotero.report.none')}`] : lines
}

/** Text from outside within one line of Markdown. */
function cell(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>#|]/g, '\\$&').slice(0, 200)
}
