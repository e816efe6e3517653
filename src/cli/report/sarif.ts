import { sha256 } from '../../base/sha256.ts'
import { FIELDS } from '../../model/citation.ts'
import { message, type Language } from '../../messages/message.ts'
import { TOOL, type ReportWriter, type Run, type Write } from './document.ts'
import type { Assessed } from '../assessment.ts'
import { findingsOf, type Finding } from './finding.ts'
import { plainText } from './plain-text.ts'

const RULES: readonly { readonly id: string; readonly text: string; readonly level: 'error' | 'warning' | 'note' }[] = [
  ...FIELDS.map((field) => ({ id: `cite/${field}-differs`, text: `The cited ${field} differs from the record's.`, level: 'warning' as const })),
  { id: 'cite/identifier-differs', text: 'The identifiers of one citation name different works.', level: 'warning' },
  { id: 'cite/not-found', text: 'Every registry that was asked answered, and none has a record of the identifier. This says nothing about whether the work exists.', level: 'warning' },
  { id: 'cite/other-work', text: 'The identifier belongs to another work than the one that is described.', level: 'error' },
  { id: 'cite/retracted', text: 'The record carries a retraction, withdrawal, removal or expression of concern.', level: 'error' },
  { id: 'cite/lookup-failed', text: 'A look-up failed, so the question is undecided.', level: 'note' },
  { id: 'cite/invalid-entry', text: 'The entry could not be read.', level: 'error' },
  { id: 'cite/duplicate', text: 'The work is cited by an earlier entry already.', level: 'warning' },
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
          tool: { driver: { name: TOOL.name, version: TOOL.version, informationUri: 'https://www.npmjs.com/package/dsh-cite-verify', rules: RULES.map(({ id, text, level }) => ({ id, shortDescription: { text }, defaultConfiguration: { level } })) } },
          invocations: [{ executionSuccessful: !run.interrupted, startTimeUtc: run.startedAt, endTimeUtc: run.finishedAt, ...(run.notes.length === 0 ? {} : { toolExecutionNotifications: run.notes.map((text) => ({ level: 'note', message: { text: plainText(text) } })) }) }],
          columnKind: 'utf16CodeUnits',
          results,
        }],
      }
      await write(`${JSON.stringify(log, null, 2)}\n`)
    },
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
      partialFingerprints: { 'citeVerify/v1': fingerprint(rule, source?.file ?? '', key, `${finding.subject}|${finding.cited ?? ''}`) },
    }
  }

  /** A finding that the ignore file accepts is still listed, as suppressed (SARIF 3.27.23). */
  function acceptedResults(entry: Assessed, accepted: { readonly field?: string; readonly reason: string }): Result[] {
    const whole: Assessed = { ...entry, checks: entry.item.checks, notFound: entry.item.notFound, duplicate: entry.item.duplicate === true, ignored: [] }
    const standing = new Set(findingsOf(language, entry).map((finding) => `${finding.rule}|${finding.why}`))
    const wanted: Readonly<Record<string, string>> = { retraction: 'cite/retracted', 'not-found': 'cite/not-found', duplicate: 'cite/duplicate', identifier: 'cite/identifier-differs' }
    return findingsOf(language, whole)
      .filter((finding) => finding.rule !== undefined && finding.weight !== 'undecided' && !standing.has(`${finding.rule}|${finding.why}`))
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
