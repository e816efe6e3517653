import { detailIn } from '../messages/details.ts'
import { message, type Language } from '../messages/message.ts'
import type { CitationArguments } from './tools/parameters.ts'
import type { FixValue, VerifyValue } from './tools/values.ts'
import { bare, quote } from './quote.ts'

type Check = VerifyValue['checks'][number]
type Notice = VerifyValue['notices'][number]
type Suggestion = NonNullable<VerifyValue['suggestions']>[number]
/** What cite_verify and cite_fix both know of a citation. */
type Findings = Pick<VerifyValue, 'status' | 'notFound' | 'lookupError' | 'identity' | 'resolved' | 'checks' | 'notices' | 'suggestions' | 'evidenceId' | 'nextAction' | 'warnings'>

/** A call in one short line: the identifier, the entry's key, or the title. Pure. */
export function titleOfCall(args: CitationArguments): string {
  const key = /@\w+\s*[{(]\s*([^\s,]+)/.exec(args.bibtex ?? '')?.[1]
  const named = (prefix: string, id = ''): string => (id.trim() === '' ? '' : `${prefix}${id}`)
  const names = [args.doi, named('PMID ', args.pmid), named('arXiv ', args.arxiv), key, args.title, args.citation]
  return bare(names.find((name) => name !== undefined && name.trim() !== '') ?? 'citation', 80)
}

/** What the model reads of one verification: the finding and what stayed undecided first, then each difference with both values. */
export function renderVerify(subject: string, value: VerifyValue, language: Language): string {
  return lines([
    `${quote(subject, 80)} ${headline(value, language)}`,
    ...findings(value, language),
    value.registrationAgency === undefined ? undefined : message(language, 'tool.agency', { agency: bare(value.registrationAgency, 40) }),
    ...chineseLines(value, language),
    value.local_zotero_match === undefined ? undefined : message(language, 'tool.zotero', { key: bare(value.local_zotero_match.item_key, 20), basis: bare(value.local_zotero_match.match_basis, 30) }),
    ...closing(value, language),
  ])
}

/** The Chinese resolver's outcome, the steps that led to it, and where a person has to look, what to do and where. */
function chineseLines({ chinese, nextAction }: VerifyValue, language: Language): string[] {
  if (chinese === undefined) return []
  const steps = chinese.attempts.map(({ stage, outcome, detail }) => `${stage}=${bare(outcome, 60)}${detail === undefined ? '' : ` (${bare(detail, 120)})`}`).join(', ')
  const row = chinese.checklistRow
  return [
    chinese.code === undefined ? message(language, 'tool.chinese.undecided') : message(language, row === null ? 'tool.chinese.outcome' : 'tool.chinese.row', { code: chinese.code, priority: row?.priority ?? '' }),
    ...(steps === '' ? [] : [message(language, 'tool.chinese.steps', { steps })]),
    ...(chinese.needs === undefined ? [] : [message(language, 'tool.chinese.needs', { needs: chinese.needs })]),
    ...(row === null || nextAction.includes(row.human_action) ? [] : [message(language, 'tool.chinese.by-hand', { action: bare(row.human_action, ACTION) })]),
    ...(row === null || row.verification_urls.length === 0 ? [] : [message(language, 'tool.chinese.links', { links: row.verification_urls.map((url) => bare(url, 300)).join(' ') })]),
  ]
}

/** Longest text of what to do next, in characters: the longest of our own with a title in it. */
export const ACTION = 600

/** What the model reads of cite_fix: whether there is a change, each change, the entry. The entry is the text to use and is given whole. */
export function renderFix(subject: string, value: FixValue, language: Language): string {
  const changes = value.diffs.map((diff) => message(language, 'tool.fix.change', {
    field: bare(diff.field, 40), old: diff.old === undefined ? message(language, 'tool.fix.absent') : quote(diff.old), new: quote(diff.new), rule: bare(diff.rule, 60),
  }))
  return lines([
    changes.length === 0 ? message(language, 'tool.fix.none') : message(language, 'tool.fix.some', { count: changes.length }),
    ...changes,
    `${quote(subject, 80)} ${headline(value, language)}`,
    ...findings(value, language),
    ...closing(value, language),
    ...(changes.length === 0 ? [] : [message(language, 'tool.fix.entry'), value.bibtex]),
  ])
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n')
}

/** The finding in one sentence. A failed look-up is named as such before anything else can be read into it. */
export function headline(value: Findings, language: Language): string {
  const status = value.status
  const compared = value.checks.filter((check) => check.type === 'metadata-match' && check.status !== 'skipped')
  const differ = compared.filter((check) => check.status === 'warn' || check.status === 'fail').length
  const provider = value.resolved?.provider
  if (provider !== undefined) {
    const parameters = { status, provider, differ, compared: compared.length, agree: compared.length - differ }
    const found = compared.length === 0 ? 'tool.exists' : differ > 0 ? 'tool.differs' : 'tool.agrees'
    return [
      message(language, found, parameters),
      value.identity === 'other-work' ? message(language, 'tool.other.work') : '',
      value.lookupError ? message(language, 'tool.partly.failed') : '',
    ].filter(Boolean).join(' ')
  }
  if (value.notFound) return message(language, 'tool.not.found', { status, providers: providersOf(value.checks, 'not_found') })
  if (value.lookupError) return message(language, 'tool.lookup.failed', { status })
  if (value.checks.some((check) => check.status === 'pass')) return message(language, 'tool.exists.no.record', { status })
  return message(language, 'tool.unchecked', { status })
}

/** The providers whose check was skipped for this reason, each once. */
export function providersOf(checks: readonly Check[], reason: string): string {
  return [...new Set(checks.filter((check) => check.reason === reason).map((check) => check.provider ?? nameOf(check)))].join(', ')
}

/** What a check is about: its field, or its type where it has none. */
export function nameOf(check: Check): string {
  return check.field ?? (check.reason === 'no_identifier' ? 'identifier' : check.type)
}

function findings(value: Findings, language: Language): (string | undefined)[] {
  const skipped = value.checks.filter((check) => check.status === 'skipped')
  const absent = skipped.filter((check) => check.reason === 'not_found')
  const undecided = skipped.filter((check) => check.reason !== 'not_found')
  const differences = value.checks.filter((check) => (check.status === 'warn' || check.status === 'fail') && check.type !== 'retraction')
  const variants = value.checks.filter((check) => check.status === 'pass' && check.relation === 'variant')
  const equal = value.checks.filter((check) => check.status === 'pass' && check.relation === 'equal')
  return [
    ...section(message(language, 'tool.absent'), absent.map((check) => skippedLine(check, language))),
    ...section(message(language, 'tool.undecided'), undecided.map((check) => skippedLine(check, language))),
    ...section(message(language, 'tool.differences'), differences.map((check) => differenceLine(check, language))),
    ...section(message(language, 'tool.notices'), value.notices.map((notice) => noticeLine(notice, language))),
    value.resolved === undefined ? undefined : recordLine(value.resolved, language),
    variants.length === 0 ? undefined : message(language, 'tool.variants', { fields: variants.map((check) => `${nameOf(check)} (${check.rule ?? 'variant'})`).join(', ') }),
    equal.length === 0 ? undefined : message(language, 'tool.equal', { fields: [...new Set(equal.map(nameOf))].join(', ') }),
    ...section(message(language, 'tool.suggestions'), (value.suggestions ?? []).map(suggestionLine)),
  ]
}

function closing(value: Findings, language: Language): (string | undefined)[] {
  return [
    ...section(message(language, 'tool.warnings'), value.warnings.slice(0, 10).map((warning) => `- ${bare(detailIn(language, warning), 300)}`)),
    value.evidenceId === undefined ? undefined : message(language, 'tool.evidence', { id: value.evidenceId }),
    message(language, 'tool.next', { action: bare(value.nextAction, ACTION) }),
  ]
}

function section(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows]
}

/** `- year [warn]: cited "2019", record "2020" (rule)`. */
export function differenceLine(check: Check, language: Language): string {
  return message(language, 'tool.difference', {
    field: nameOf(check), status: check.status, cited: quote(check.cited ?? ''), record: quote(check.record ?? ''),
    rule: check.rule === undefined ? '' : ` (${check.rule})`,
  }) + (check.detail === undefined ? '' : ` ${quote(detailIn(language, check.detail))}`)
}

function skippedLine(check: Check, language: Language): string {
  const who = check.provider === undefined ? '' : ` (${check.provider})`
  return `- ${nameOf(check)}${who}: ${check.reason ?? ''}${check.detail === undefined ? '' : ` ${quote(detailIn(language, check.detail))}`}`
}

function noticeLine(notice: Notice, language: Language): string {
  const more = [notice.doi, notice.date].filter((part) => part !== undefined).map((part) => `, ${bare(part, 100)}`).join('')
  return message(language, notice.direction === 'about-this' ? 'tool.notice.about' : 'tool.notice.is', { type: notice.type, source: bare(notice.source, 40), more })
}

function suggestionLine(candidate: Suggestion): string {
  const identifiers = Object.entries(candidate.identifiers).map(([kind, id]) => `${kind}:${bare(id, 120)}`).join(' ')
  const when = candidate.year === undefined ? '' : ` ${bare(candidate.year, 10)}`
  return `- ${candidate.strength}: ${identifiers} ${quote(candidate.title)} ${quote(candidate.authors.slice(0, 4).join('; '), 120)}${when} [${candidate.provider}]`
}

function recordLine(work: NonNullable<VerifyValue['resolved']>, language: Language): string {
  const authors = (work.authors ?? []).map((person) => person.literal ?? [person.particle, person.family].filter((part) => part !== undefined).join(' '))
  const shown = authors.slice(0, 6).join('; ') + (authors.length > 6 ? `; … (${authors.length})` : '')
  const year = (work.dates.issued ?? work.dates.print ?? work.dates.online ?? work.dates.posted ?? '').slice(0, 4)
  const parts = [work.title, shown, year, work.venues?.[0]].filter((part) => part !== undefined && part !== '').map((part) => quote(part as string))
  return `${message(language, 'tool.record', { provider: work.provider })} ${parts.join(', ')}`
}
