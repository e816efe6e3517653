import { detailIn } from '../messages/details.ts'
import { message, type Language } from '../messages/message.ts'
import type { ExportAnswer } from './export-answer.ts'
import type { ZoteroStatus } from './backend.ts'
import type { Creator } from './item.ts'
import type { LibraryHits } from './library-search.ts'
import type { LiteratureAnswer } from './literature-search.ts'
import type { LocalRecord } from './local-record.ts'
import type { LiteratureRecord } from './literature-record.ts'
import type { RecordPlan } from './plan.ts'
import type { UpsertAnswer } from './upsert-answer.ts'

const MOST_LINES = 200
const EXCERPT = 200

/** How a shell shows text from outside: cleaned of what could steer a model or a terminal, and cut. */
export interface Wording {
  readonly language: Language
  /** In quotes. */
  quote(text: string, limit?: number): string
  /** Without. */
  bare(text: string, limit?: number): string
}

/** What a reader gets of each answer. Titles, tags and abstracts come from outside: they stand in quotes. */
export function renderStatus(value: ZoteroStatus, { language, bare }: Wording): string {
  const version = value.zoteroVersion === undefined ? '' : ` ${bare(value.zoteroVersion, 40)}`
  return [`Zotero${version}: ${value.status}${value.code === undefined ? '' : ` (${value.code})`}`, message(language, 'zotero.status.can', { read: String(value.canRead), write: String(value.canWrite), needs: value.canRead ? value.writeNeeds : '-' }), detailIn(language, value.help)].join('\n')
}

/** What the model reads of a library search: how many, then a line each, cut to length. */
export function renderHits(value: LibraryHits, { language, quote, bare }: Wording): string {
  return cut([
    message(language, value.complete ? 'zotero.search.all' : 'zotero.search.some', { count: value.records.length, total: value.total }),
    message(language, 'zotero.untrusted'), ...value.warnings.map((warning) => `! ${warning}`), ...value.records.map((record) => recordLine(record, { language, quote, bare })),
  ], language)
}

/** What the model reads of a literature search: who answered and who failed, then a line each. */
export function renderLiterature(value: LiteratureAnswer, { language, quote, bare }: Wording): string {
  return cut([
    message(language, 'zotero.literature.head', { count: value.results.length, successful: value.providers.successful.join(', ') || '-', failed: value.providers.failed.join(', ') || '-' }),
    message(language, 'zotero.untrusted'), ...value.warnings.map((warning) => `! ${warning}`), ...value.results.map((record) => recordLine(record, { language, quote, bare })),
  ], language)
}

function recordLine(record: LiteratureRecord | LocalRecord, { language, quote, bare }: Wording): string {
  const who = record.authors.length === 0 ? '' : ` ${quote(`${record.authors.slice(0, 3).join('; ')}${record.authors.length > 3 ? '; …' : ''}`, 120)}`
  const year = record.year === undefined ? '' : ` ${record.year}`
  const where = 'zotero' in record ? ` [zotero ${record.zotero.item_key}]` : ` [${record.sources.map(({ provider }) => provider).join(', ')}]`
  const match = 'local_zotero_match' in record && record.local_zotero_match !== undefined ? ` ${message(language, 'zotero.in-library', { key: record.local_zotero_match.item_key, basis: record.local_zotero_match.match_basis })}` : ''
  return `- ${quote(record.title, EXCERPT)}${who}${year}${record.doi === '' ? '' : ` doi:${bare(record.doi, 120)}`}${where}${match}`
}

/** What the model reads of a plan or of what was written: the counts, then each record with its changes. */
export function renderUpsert(value: UpsertAnswer, { language, quote, bare }: Wording): string {
  const count = (status: RecordPlan['status']): number => value.results.filter((result) => result.status === status).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged'), skipped: count('skipped'), conflict: count('conflict'), failed: count('failed') }
  return cut([
    // of a plan and of a whole write the next line says it in words
    ...(value.error === undefined && (value.status === 'dry_run' || value.status === 'ok') ? [] : [`${value.status}${value.error === undefined ? '' : `: ${value.error.code}: ${bare(value.error.detail, 300)}`}`]),
    message(language, value.dry_run ? 'zotero.upsert.planned' : 'zotero.upsert.done', counts),
    ...(value.collection === undefined ? [] : [value.dry_run ? message(language, 'zotero.upsert.collection', { path: quote(value.collection.path, 120), missing: value.collection.missing.length }) : message(language, 'zotero.upsert.into', { path: quote(value.collection.path, 120) })]),
    ...(value.dry_run && value.import_files === undefined ? [message(language, 'zotero.upsert.requests', { requests: value.requests_needed, authorization: value.authorization })] : []),
    ...(value.receipt === undefined ? [] : [message(language, 'zotero.upsert.receipt', { receipt: value.receipt })]),
    ...(value.dry_run && value.requests_needed > 1 && value.authorization === 'prompt' ? [message(language, 'zotero.upsert.always', { requests: value.requests_needed })] : []),
    ...value.results.flatMap((result) => resultLines(result, { language, quote, bare })),
    ...(value.external_verification_attempted ? [message(language, 'zotero.sent')] : []),
    ...(value.import_files === undefined ? [] : [message(language, 'zotero.upsert.files', { names: value.import_files.map(({ name }) => name).join(', ') })]),
    message(language, 'zotero.report.registry'),
  ], language)
}

function resultLines(result: RecordPlan, { language, quote, bare }: Wording): string[] {
  const shown = (value: unknown, limit = 120): string => quote(typeof value === 'string' ? value : namesOf(value), limit)
  const { crossref } = result.verification
  const why = result.error === undefined ? '' : ` ${result.error.code}: ${bare(result.error.detail, 200)}`
  const notes = [...result.warnings, ...crossref.advisories, ...(crossref.hint === undefined ? [] : [crossref.hint])]
  return [
    `${result.index}. ${quote(result.title, 120)} ${message(language, `zotero.record.${result.status}`)}${result.item_key === undefined ? '' : ` ${result.item_key}`}${result.match_basis === undefined ? '' : ` (${result.match_basis})`}, ${message(language, `zotero.crossref.${crossref.status}`)}${notes.length === 0 ? '' : ` [${notes.join(', ')}]`}${why}`,
    ...crossref.conflicts.map((conflict) => `   ${conflict.field}: ${quote(conflict.incoming, 120)} / crossref ${quote(conflict.crossref, 120)}`),
    // a new item's fields have no old values: one line says them all
    ...(result.status === 'created' ? [`   ${bare(result.item_type, 40)}: ${Object.entries(result.patch).filter(([field]) => field !== 'title').map(([field, change]) => `${bare(field, 40)} ${shown(change.new, 60)}`).join(', ') || '-'}`]
      : Object.entries(result.patch).map(([field, change]) => `   ${bare(field, 40)}: ${shown(change.old)} -> ${shown(change.new)}`)),
    ...(crossref.filled_fields.length === 0 || result.status !== 'created' ? [] : [`   ${message(language, 'zotero.crossref.gave', { fields: crossref.filled_fields.join(', ') })}`]),
    ...(result.tags_added.length === 0 ? [] : [`   + ${result.tags_added.map((tag) => quote(tag, 60)).join(' ')}`]),
  ]
}

/** `Smith, Alex; WHO` of creators. */
function namesOf(value: unknown): string {
  return Array.isArray(value) ? (value as readonly Creator[]).map((creator) => creator.name ?? `${creator.lastName}, ${creator.firstName}`).join('; ') : JSON.stringify(value)
}

/** What the model reads of an export: the files, and how many records are confirmed. */
export function renderExport(value: ExportAnswer, { language }: Wording): string {
  const { verified, conflict, unverified, unavailable } = value.counts
  return [
    message(language, 'zotero.export.head', { records: value.records, verified, conflict, unverified, unavailable }),
    ...value.files.map((file) => ('text' in file ? `--- ${file.name}\n${file.text}` : `- ${file.name}`)),
    ...(value.external_verification_attempted ? [message(language, 'zotero.sent')] : []),
  ].join('\n')
}

function cut(lines: readonly string[], language: Language): string {
  if (lines.length <= MOST_LINES) return lines.join('\n')
  return [...lines.slice(0, MOST_LINES), message(language, 'tool.batch.cut', { count: lines.length - MOST_LINES })].join('\n')
}
