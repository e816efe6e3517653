import { VERSION } from '../../model/config.ts'
import type { Summary } from '../../model/item.ts'
import type { Assessed } from '../assessment.ts'
import { toCsl } from './csl.ts'

export const REPORT_SCHEMA = 'cite-verify/report@1'
export const TOOL = { name: 'dsh-cite-verify', version: VERSION } as const

/** What is known of a run when all of its items have been added. Times are ISO 8601. */
export interface Run {
  readonly startedAt: string
  readonly finishedAt: string
  readonly summary: Summary
  /** Requests sent per host. */
  readonly requests: Readonly<Record<string, number>>
  readonly offline: boolean
  /** Cut short by the user: entries may be missing. */
  readonly interrupted: boolean
  /** What stands right under the headline, each once: what a missing setting costs. */
  readonly costs: readonly string[]
  /** Remarks on the run as a whole: files, ignore file, store. */
  readonly notes: readonly string[]
}

/** Takes the items of a run in input order and writes a report. `add` and `end` resolve when the text has been taken. */
export interface ReportWriter {
  add(entry: Assessed): Promise<void> | void
  end(run: Run): Promise<void>
}

/** Takes text, or bytes of UTF-8. */
export type Write = (text: string | Uint8Array) => Promise<void>

/** An item as the JSON report has it (schemas/report.schema.json). What the ignore file accepted is said in `warnings`. */
export function reportItem(entry: Assessed): object {
  const { item } = entry
  const { source, invalid } = item.input
  const remarks = [...(item.input.remarks ?? []).filter((remark) => !item.warnings.includes(remark)), ...entry.ignored.map((accepted) => `accepted by the ignore file${accepted.field === undefined ? '' : ` (${accepted.field})`}: ${accepted.reason}`)]
  return {
    key: item.input.key,
    ...(source ? { source: { file: source.file, line: source.line, endLine: source.endLine } } : {}),
    citation: { raw: item.input.raw, csl: toCsl(item.input) },
    ok: item.ok, status: item.status, notFound: item.notFound, lookupError: item.lookupError, identity: item.identity,
    ...(item.registrationAgency === undefined ? {} : { registrationAgency: item.registrationAgency }),
    ...(item.resolved ? { resolved: item.resolved } : {}),
    checks: item.checks, notices: item.notices,
    ...(item.suggestions ? { suggestions: item.suggestions } : {}),
    ...(item.chinese ? { chinese: item.chinese } : {}),
    ...(item.local_zotero_match ? { local_zotero_match: item.local_zotero_match } : {}),
    ...(item.duplicate ? { duplicate: true } : {}),
    ...(item.duplicateOf === undefined ? {} : { duplicateOf: item.duplicateOf }),
    ...(item.evidenceId === undefined ? {} : { evidenceId: item.evidenceId }),
    ...(item.recordPath === undefined ? {} : { recordPath: item.recordPath }),
    nextAction: item.nextAction,
    warnings: [...item.warnings, ...remarks],
    ...(invalid ? { error: { code: invalid.code, detail: invalid.detail } } : {}),
  }
}
