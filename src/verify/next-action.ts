import { isExistenceCheck, isFault, isLookupFailure, type Check } from '../model/check.ts'
import { isGraveNotice, NOTICE_TYPES } from '../model/notice.ts'
import type { VerifiedItem } from '../model/item.ts'
import { detailIn } from '../messages/details.ts'
import { comparedNothing } from './assess.ts'
import { message, type Language } from '../messages/message.ts'
import { quoted } from '../messages/quoted.ts'

/** The one line that tells the reader of an item what to do now; the gravest thing first. Values of the record are quoted and cut. */
export function nextAction(item: Omit<VerifiedItem, 'nextAction'>, language: Language): string {
  const say = message.bind(undefined, language)
  if (item.input.invalid) return say('next.invalid', { detail: detailIn(language, item.input.invalid.detail) })
  if (item.identity === 'other-work') return say('next.other-work', { title: quoted(item.resolved?.title ?? '') })
  const row = item.chinese?.checklistRow
  if (row) return say(row.priority === 'P0' ? 'next.refuted' : 'next.checklist', { priority: row.priority, code: row.reason_code, action: row.human_action })
  if (item.notFound) return say('next.not-found', { asked: asked(item.checks) })
  const [notice] = item.notices.filter(isGraveNotice).sort((a, b) => NOTICE_TYPES.indexOf(a.type) - NOTICE_TYPES.indexOf(b.type))
  if (notice) return say('next.retracted', { type: say(`cli.notice.${notice.type}`), date: notice.date ? `, ${notice.date}` : '' })
  const differing = item.checks.filter((check) => check.type === 'metadata-match' && (check.status === 'warn' || check.status === 'fail'))
  if (differing.length > 0) return say('next.differs', { fields: differing.map((check) => check.field).join(', ') })
  if (item.lookupError) return say(item.status === 'unchecked' ? 'next.lookup-error' : 'next.partly-undecided', { failures: failures(item.checks, language) })
  const faults = item.checks.filter(isFault)
  if (faults.length > 0) return say('next.fault', { fields: faults.map((check) => check.field ?? item.input.key).join(', ') })
  if (item.checks.some((check) => check.type === 'version-match' && check.status === 'warn')) return say('next.versions-disagree')
  if (item.duplicateOf !== undefined) return say('next.duplicate', { key: item.duplicateOf })
  const candidate = item.suggestions?.[0]
  if (candidate) return say('next.suggested', { identifier: Object.values(candidate.identifiers)[0] ?? quoted(candidate.title) })
  if (item.checks.some((check) => check.status === 'skipped' && check.reason === 'no_identifier')) {
    const unreadable = item.input.citation.unreadable?.find(({ kind }) => kind !== 'isbn' && kind !== 'issn')
    if (unreadable) return say('next.unreadable', { kind: unreadable.kind.toUpperCase(), value: quoted(unreadable.value) })
    return say(item.suggestions === undefined ? 'next.no-identifier' : 'next.no-candidates')
  }
  if (comparedNothing(item.input.citation, item.checks) || item.checks.some((check) => check.status === 'skipped' && check.reason === 'agency_no_metadata')) return say('next.no-metadata', { agency: item.registrationAgency ?? 'doi.org' })
  return say(item.checks.some((check) => check.type === 'metadata-match' && check.status === 'pass') ? 'next.ok' : 'next.exists')
}

function asked(checks: readonly Check[]): string {
  const named = checks.filter((check) => isExistenceCheck(check) && check.reason === 'not_found').flatMap((check) => (check.detail ?? '').replace(/^asked: /, '').split(', '))
  return [...new Set(named)].filter(Boolean).join(', ')
}

function failures(checks: readonly Check[], language: Language): string {
  return [...new Set(checks.flatMap((check) => (check.status === 'skipped' && isLookupFailure(check.reason) ? [`${check.provider ?? message(language, 'cli.lookup')} ${check.reason}${check.detail ? ` (${detailIn(language, check.detail)})` : ''}`] : [])))].join('; ')
}
