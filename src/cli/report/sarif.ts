import { sha256 } from '../../base/sha256.ts'
import { FIELDS, type Field } from '../../model/citation.ts'
import { detailIn } from '../../messages/details.ts'
import { message, type Language, type MessageKey } from '../../messages/message.ts'
import { linkOf } from './checklist.ts'
import { TOOL, type ReportWriter, type Run, type Write } from './document.ts'
import type { Assessed } from '../assessment.ts'
import { findingsOf, type Finding } from './finding.ts'
import { plainText } from './plain-text.ts'

const RULES: readonly { readonly id: string; readonly text: MessageKey; readonly level: 'error' | 'warning' | 'note' }[] = [
  ...FIELDS.map((field) => ({ id: `cite/${field}-differs`, text: 'sarif.field-differs' as const, level: 'warning' as const })),
  { id: 'cite/identifier-differs', text: 'sarif.identifier-differs', level: 'warning' },
  { id: 'cite/not-found', text: 'sarif.not-found', level: 'warning' },
  { id: 'cite/other-work', text: 'sarif.other-work', level: 'error' },
  { id: 'cite/retracted', text: 'sarif.retracted', level: 'error' },
  { id: 'cite/lookup-failed', text: 'sarif.lookup-failed', level: 'note' },
  { id: 'cite/pending-human-check', text: 'sarif.pending-human-check', level: 'note' },
  { id: 'cite/invalid-entry', text: 'sarif.invalid-entry', level: 'error' },
  { id: 'cite/duplicate', text: 'sarif.duplicate', level: 'warning' },
]
const LEVEL = new Map(RULES.map((rule) => [rule.id, rule.level]))

interface Result { readonly [key: string]: unknown }

/**
 * SARIF 2.1.0 (OASIS, 27 March 2020), one result per finding. Fingerprints are made of rule, file, key and cited value, so that a
 * result keeps its name when the entry moves or the record changes.
 */
export function createSarifReport(write: Write, language: Language): ReportWriter {
  const results: Result[] = []
  const seen = new Map<string, number>()
  return {
    add(entry) {
      const findings = findingsOf(language, entry).filter((finding) => finding.rule !== undefined)
      // The differing fields of another work say one thing: the identifier is not this citation's.
      const other = findings.find((finding) => finding.rule === 'cite/other-work')
      for (const finding of other ? [other, ...findings.filter(({ rule }) => rule === 'cite/retracted' || rule === 'cite/lookup-failed' || rule === 'cite/duplicate')] : findings) results.push(resultOf(entry, finding))
      for (const accepted of entry.ignored) results.push(...acceptedResults(entry, accepted))
    },
    async end(run: Run) {
      const log = {
        $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
        version: '2.1.0',
        runs: [{
          tool: { driver: { name: TOOL.name, version: TOOL.version, informationUri: 'https://www.npmjs.com/package/dsh-cite-verify', rules: RULES.map(({ id, text, level }) => ({ id, shortDescription: { text: describe(id, text) }, defaultConfiguration: { level } })) } },
          invocations: [{ executionSuccessful: !run.interrupted, startTimeUtc: run.startedAt, endTimeUtc: run.finishedAt, ...(run.costs.length + run.notes.length === 0 ? {} : { toolExecutionNotifications: [...run.costs, ...run.notes].map((text) => ({ level: 'note', message: { text: plainText(detailIn(language, text)) } })) }) }],
          columnKind: 'utf16CodeUnits',
          results,
        }],
      }
      await write(`${JSON.stringify(log, null, 2)}\n`)
    },
  }

  function describe(id: string, text: MessageKey): string {
    const field = /^cite\/(\w+)-differs$/.exec(id)?.[1]
    return message(language, text, text === 'sarif.field-differs' ? { field: message(language, `cli.field.${field as Field}`) } : {})
  }

  function resultOf(entry: Assessed, finding: Finding): Result {
    const { source, key } = entry.item.input
    const rule = finding.rule as string
    const values = [finding.cited === undefined ? '' : `${message(language, 'cli.cited')} "${finding.cited}"`, finding.record === undefined ? '' : `${message(language, 'cli.record')} "${finding.record}"`].filter((value) => value !== '')
    const text = `${plainText(key, 60)}: ${finding.subject}: ${[...values, finding.why].join('; ')}`
    return {
      ruleId: rule, ruleIndex: RULES.findIndex(({ id }) => id === rule),
      level: finding.weight === 'fail' ? 'error' : (LEVEL.get(rule) ?? 'warning'),
      message: { text },
      ...(source ? { locations: [{ physicalLocation: { artifactLocation: { uri: toUri(source.file) }, region: regionOf(source) } }] } : {}),
      ...(entry.checklistRow ? { properties: { outcome: entry.checklistRow.reason_code, priority: entry.checklistRow.priority, verificationUrls: entry.checklistRow.verification_urls.map(linkOf) } } : {}),
      partialFingerprints: { 'citeVerify/v1': fingerprint(rule, source?.file ?? '', key, `${finding.subject}|${finding.cited ?? ''}`) },
    }
  }

  /** A finding that the ignore file accepts is still listed, as suppressed (SARIF 3.27.23). */
  function acceptedResults(entry: Assessed, accepted: { readonly field?: string; readonly reason: string }): Result[] {
    const whole: Assessed = { ...entry, checks: entry.item.checks, notFound: entry.item.notFound, duplicate: entry.item.duplicate === true, ignored: [], ...(entry.item.chinese?.checklistRow ? { checklistRow: entry.item.chinese.checklistRow } : {}) }
    const standing = new Set(findingsOf(language, entry).map((finding) => `${finding.rule}|${finding.why}`))
    const wanted: Readonly<Record<string, string>> = { retraction: 'cite/retracted', 'not-found': 'cite/not-found', duplicate: 'cite/duplicate', identifier: 'cite/identifier-differs', checklist: 'cite/pending-human-check' }
    return findingsOf(language, whole)
      .filter((finding) => finding.rule !== undefined && (finding.weight !== 'undecided' || finding.rule === 'cite/pending-human-check') && !standing.has(`${finding.rule}|${finding.why}`))
      .filter((finding) => accepted.field === undefined || finding.rule === (wanted[accepted.field] ?? `cite/${accepted.field}-differs`))
      .map((finding) => ({ ...resultOf(entry, finding), suppressions: [{ kind: 'external', justification: plainText(accepted.reason) }] }))
  }

  function fingerprint(...parts: readonly string[]): string {
    const name = parts.join('\n')
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return sha256(times === 1 ? name : `${name}\n${times}`)
  }
}

function regionOf(source: { readonly line: number; readonly endLine: number; readonly start: number; readonly end: number }): object {
  return { startLine: source.line, endLine: source.endLine, charOffset: source.start, charLength: source.end - source.start }
}

/** A relative reference or file URI of a path as it was given. */
function toUri(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map((part) => encodeURIComponent(part)).join('/')
  return /^[A-Za-z]%3A\//.test(path) ? `file:///${path.replace('%3A', ':')}` : path.startsWith('/') ? `file://${path}` : path
}
