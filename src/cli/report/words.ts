import { isFault, type Check } from '../../model/check.ts'
import type { Notice } from '../../model/notice.ts'
import { detailIn } from '../../messages/details.ts'
import { MESSAGES, message, type Language, type MessageKey } from '../../messages/message.ts'
import type { Assessed } from '../assessment.ts'
import { absences, failedLookups } from '../assessment.ts'
import { plainText } from './plain-text.ts'

const has = (key: string): key is MessageKey => key in MESSAGES

/** The rule that decided, in plain words, from the longest prefix of its name that has words; the detail of the check follows. */
export function ruleInWords(language: Language, check: Check): string {
  const name = check.rule ?? check.field ?? (check.type === 'version-match' ? 'version' : '')
  const parts = name.split(/(?=[.-])/)
  for (let n = parts.length; n >= 0; n--) {
    const key = n === 0 ? 'rule' : `rule.${parts.slice(0, n).join('')}`
    if (has(key)) return message(language, key)
  }
  return message(language, 'rule')
}

/** What a check is about, as the first column of a line: the field's name, or what was asked. */
export function subjectOf(language: Language, check: Check): string {
  if (check.type === 'retraction') return message(language, 'cli.notice')
  if (check.type === 'version-match') return message(language, 'cli.identifier')
  if (check.type === 'doi-exists' || check.field?.endsWith('-exists')) return message(language, check.status === 'skipped' && check.reason !== 'not_found' ? 'cli.lookup' : 'cli.existence')
  const key = `cli.field.${check.field}`
  return has(key) ? message(language, key) : message(language, 'cli.lookup')
}

/** `crossref: rate_limited (HTTP 429)` of a look-up that failed. */
export function failureInWords(language: Language, check: Check): string {
  return `${isFault(check) ? subjectOf(language, check) : check.provider ?? '?'}: ${check.status === 'skipped' ? check.reason : check.status}${check.detail === undefined ? '' : ` (${plainText(detailIn(language, check.detail), 120)})`}`
}

/** One line about an editorial notice: type, date, the notice's DOI, who says so. */
export function noticeInWords(language: Language, notice: Notice): string {
  const type = message(language, `cli.notice.${notice.type}`)
  if (notice.direction === 'this-is-notice') return message(language, 'cli.notice.is-notice', { type })
  return message(language, 'cli.notice.line', {
    type, source: plainText(notice.source, 40), date: notice.date === undefined ? '' : `, ${plainText(notice.date, 20)}`, doi: notice.doi === undefined ? '' : `, ${plainText(notice.doi, 120)}`,
  })
}

/** What needs attention about an entry, in a few words: `year, pages`, `same work as smith2020`, `handle: no such record`. */
export function whatInWords(language: Language, entry: Assessed): string {
  const { item, checks } = entry
  const parts: string[] = []
  if (item.input.invalid) return item.input.invalid.code
  if (entry.attention === 'other-work') parts.push(message(language, 'cli.what.other-work'))
  else parts.push(...new Set(checks.filter((check) => check.type === 'metadata-match' && (check.status === 'fail' || check.status === 'warn')).map((check) => subjectOf(language, check))))
  if (checks.some((check) => check.type === 'version-match' && check.status === 'warn')) parts.push(message(language, 'cli.what.identifier'))
  parts.push(...new Set(checks.filter((check) => check.type === 'retraction' && check.status === 'warn').map((check) => (check.notice ? message(language, `cli.notice.${check.notice.type}`) : message(language, 'cli.notice')))))
  if (entry.notFound) parts.push(message(language, 'cli.what.no-record', { asked: [...new Set(absences(checks).map((check) => check.provider ?? '?'))].join(', ') }))
  if (entry.duplicate) parts.push(duplicateInWords(language, entry))
  if (item.lookupError || checks.some(isFault)) parts.push(...new Set(failedLookups(checks).map((check) => `${isFault(check) ? subjectOf(language, check) : check.provider ?? '?'}: ${check.status === 'skipped' ? check.reason : ''}`)))
  if (parts.length === 0 && entry.attention === 'no-identifier') parts.push(message(language, 'cli.what.no-identifier'))
  if (parts.length === 0 && entry.attention === 'no-metadata') parts.push(message(language, 'cli.what.no-metadata'))
  return parts.join(', ')
}

/** Of which entry this one is a duplicate. Two entries may have one key: then naming it would say nothing. */
export function duplicateInWords(language: Language, { item }: Assessed): string {
  const { duplicateOf = '', input } = item
  return duplicateOf === input.key ? message(language, 'cli.what.duplicate-key') : message(language, 'cli.what.duplicate', { key: plainText(duplicateOf, 60) })
}

/** The item's next action in the command line's words: what the tools call cite_fix is a command here. */
export function nextActionOf(entry: Assessed): string {
  return plainText(entry.item.nextAction.replaceAll('cite_fix', '`cite-verify fix`'), 600)
}
