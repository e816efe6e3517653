import { isGraveNotice } from '../../model/notice.ts'
import { detailIn } from '../../messages/details.ts'
import { message, type Language } from '../../messages/message.ts'
import { absences, failedLookups, type Assessed } from '../assessment.ts'
import { plainText } from './plain-text.ts'
import { duplicateInWords, failureInWords, noticeInWords, ruleInWords, subjectOf } from './words.ts'

/** One line of a report about one entry. Values are plain data: already stripped and cut. */
export interface Finding {
  /** SARIF rule id; information for people only has none. */
  readonly rule?: string
  readonly weight: 'fail' | 'warn' | 'undecided' | 'info'
  readonly subject: string
  readonly cited?: string
  readonly record?: string
  readonly why: string
}

/** Everything that a report says about an entry beside its heading, the gravest first. */
export function findingsOf(language: Language, entry: Assessed): readonly Finding[] {
  const say = message.bind(undefined, language)
  const { item, checks } = entry
  const { invalid } = item.input
  if (invalid) return [{ rule: 'cite/invalid-entry', weight: 'undecided', subject: invalid.code, why: plainText(detailIn(language, invalid.detail)) }]
  const findings: Finding[] = []
  if (entry.attention === 'other-work') {
    findings.push({ rule: 'cite/other-work', weight: 'fail', subject: say('cli.identifier'), ...both(item.input.citation.title, item.resolved?.title), why: say('cli.what.other-work') })
  }
  for (const check of checks) {
    if (check.status !== 'fail' && check.status !== 'warn') continue
    const weight = check.status
    // The line about the identifier shows both titles already.
    if (entry.attention === 'other-work' && check.field === 'title') continue
    if (check.type === 'retraction') findings.push({ rule: 'cite/retracted', weight, subject: subjectOf(language, check), why: check.notice ? noticeInWords(language, check.notice) : plainText(detailIn(language, check.detail ?? '')) })
    else {
      const rule = check.type === 'metadata-match' && check.field !== undefined ? `cite/${check.field}-differs` : 'cite/identifier-differs'
      const why = ruleInWords(language, check) + (check.detail === undefined || check.detail === `record: ${check.record}` ? '' : `; ${plainText(detailIn(language, check.detail))}`)
      findings.push({ rule, weight, subject: subjectOf(language, check), ...both(check.cited, check.record), why })
    }
  }
  if (entry.notFound) {
    const missing = absences(checks)
    const asked = [...new Set(missing.map((check) => check.provider ?? '?'))].join(', ')
    const cited = Object.values(item.input.citation.identifiers).join(', ')
    findings.push({ rule: 'cite/not-found', weight: 'warn', subject: say('cli.existence'), cited: plainText(cited, 120), why: say('cli.what.no-record', { asked }) })
  }
  for (const check of failedLookups(checks)) findings.push({ rule: 'cite/lookup-failed', weight: 'undecided', subject: subjectOf(language, check), why: failureInWords(language, check) })
  findings.push(...chineseFindings(language, entry))
  if (entry.duplicate) findings.push({ rule: 'cite/duplicate', weight: 'warn', subject: say('cli.duplicate'), why: duplicateInWords(language, entry) })
  for (const notice of item.notices) if (!isGraveNotice(notice)) findings.push({ weight: 'info', subject: say('cli.notice'), why: noticeInWords(language, notice) })
  for (const candidate of item.suggestions ?? []) findings.push({ weight: 'info', subject: say('cli.candidate'), why: candidateInWords(language, candidate) })
  for (const warning of item.warnings) findings.push({ weight: 'info', subject: say('cli.note'), why: plainText(detailIn(language, warning)) })
  for (const remark of item.input.remarks ?? []) if (!item.warnings.includes(remark)) findings.push({ weight: 'info', subject: say('cli.note'), why: plainText(detailIn(language, remark)) })
  for (const accepted of entry.ignored) findings.push({ weight: 'info', subject: say('cli.ignored'), why: `${accepted.field === undefined ? '' : `${accepted.field}: `}${plainText(accepted.reason)}` })
  return findings
}

/** Pending where a person has to look and no registry has contradicted the citation; else the outcome, for information. */
function chineseFindings(language: Language, { item: { chinese, registrationAgency }, checklistRow: row }: Assessed): Finding[] {
  if (chinese?.code === undefined) return []
  if (row && row.priority !== 'P0') return [{ rule: 'cite/pending-human-check', weight: 'undecided', subject: message(language, 'cli.checklist'), why: `${row.priority} ${row.reason_code}: ${plainText(row.human_action, 600)}` }]
  return [{ weight: 'info', subject: message(language, 'cli.outcome'), why: [row?.priority, chinese.code, registrationAgency && plainText(registrationAgency, 40)].filter(Boolean).join(' ') }]
}

function both(cited: string | undefined, record: string | undefined): { cited?: string; record?: string } {
  return { ...(cited === undefined ? {} : { cited: plainText(cited) }), ...(record === undefined ? {} : { record: plainText(record) }) }
}

function candidateInWords(language: Language, candidate: NonNullable<Assessed['item']['suggestions']>[number]): string {
  const names = candidate.authors.slice(0, 3).join(', ') + (candidate.authors.length > 3 ? ', …' : '')
  const parts = [Object.values(candidate.identifiers)[0] ?? '', `"${candidate.title}"`, names, candidate.year ?? ''].filter((part) => part !== '')
  return `${plainText(parts.join(', '))} (${message(language, `cli.strength.${candidate.strength}`)})`
}
