import { isExistenceCheck, isLookupFailure, type Check } from '../model/check.ts'
import { isGraveNotice } from '../model/notice.ts'
import type { VerifiedItem } from '../model/item.ts'
import { message, type Language } from '../messages/message.ts'

/** The one line that tells the reader of an item what to do now; the gravest thing first. Values of the record are quoted and cut. */
export function nextAction(item: Omit<VerifiedItem, 'nextAction'>, language: Language): string {
  const say = message.bind(undefined, language)
  if (item.input.invalid) return say('next.invalid', { detail: item.input.invalid.detail })
  if (item.identity === 'other-work') return say('next.other-work', { title: quote(item.resolved?.title ?? '') })
  if (item.notFound) return say('next.not-found', { asked: asked(item.checks) })
  const row = item.chinese?.checklistRow
  if (row && row.priority !== 'P0') return say('next.checklist', { priority: row.priority, code: row.reason_code, action: row.human_action })
  const notice = item.notices.find(isGraveNotice)
  if (notice) return say('next.retracted', { type: notice.type.replaceAll('_', ' '), date: notice.date ? `, ${notice.date}` : '' })
  const differing = item.checks.filter((check) => check.type === 'metadata-match' && (check.status === 'warn' || check.status === 'fail'))
  if (differing.length > 0) return say('next.differs', { fields: differing.map((check) => check.field).join(', ') })
  if (item.lookupError) return say(item.status === 'unchecked' ? 'next.lookup-error' : 'next.partly-undecided', { failures: failures(item.checks) })
  if (item.checks.some((check) => check.type === 'version-match' && check.status === 'warn')) return say('next.versions-disagree')
  if (item.duplicateOf !== undefined) return say('next.duplicate', { key: item.duplicateOf })
  const candidate = item.suggestions?.[0]
  if (candidate) return say('next.suggested', { identifier: Object.values(candidate.identifiers)[0] ?? quote(candidate.title) })
  if (item.checks.some((check) => check.status === 'skipped' && check.reason === 'no_identifier')) return say('next.no-identifier')
  if (item.checks.some((check) => check.status === 'skipped' && check.reason === 'agency_no_metadata')) return say('next.no-metadata', { agency: item.registrationAgency ?? 'doi.org' })
  return say(item.checks.some((check) => check.type === 'metadata-match' && check.status === 'pass') ? 'next.ok' : 'next.exists')
}

function asked(checks: readonly Check[]): string {
  const named = checks.filter((check) => isExistenceCheck(check) && check.reason === 'not_found').flatMap((check) => (check.detail ?? '').replace(/^asked: /, '').split(', '))
  return [...new Set(named)].filter(Boolean).join(', ')
}

function failures(checks: readonly Check[]): string {
  return [...new Set(checks.flatMap((check) => (check.status === 'skipped' && isLookupFailure(check.reason) ? [`${check.provider ?? 'look-up'} ${check.reason}${check.detail ? ` (${check.detail})` : ''}`] : [])))].join('; ')
}

function quote(text: string): string {
  // Control (Cc) and format (Cf: bidi, zero-width) characters of a provider's text never reach a terminal or a model
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/\s+/g, ' ').trim()
  return JSON.stringify(clean.length > 120 ? `${clean.slice(0, 119)}…` : clean)
}
