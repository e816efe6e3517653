import { detailIn } from '../messages/details.ts'
import { message, type Language } from '../messages/message.ts'
import type { BatchValue } from './tools/values.ts'
import { bare, quote } from './quote.ts'
import { ACTION, differenceLine, nameOf, providersOf } from './render.ts'

type Item = BatchValue['items'][number]

/** The harness cuts a tool's text at 50,000 bytes; what is said beyond this budget would push the table's tail out. */
const BYTE_BUDGET = 45_000
/** Remarks shown of one item; the structured value has all. */
const MOST_REMARKS = 3
/** Up to so many items each has its row; beyond, the rows of those that agree are joined in one line. */
const ROWS_OF_ALL = 60

/** What the model reads of a batch: the counts, the table of verdicts, then each difference and each next action, within BYTE_BUDGET. */
export function renderBatch(value: BatchValue, language: Language): string {
  const { summary } = value
  const undecided = value.items.filter((item) => item.status === 'unchecked' && !item.notFound).length
  const all = value.items.length <= ROWS_OF_ALL
  const agreed = value.items.flatMap((item, index) => (item.status === 'ok' ? [index + 1] : []))
  const rows = value.items.flatMap((item, index) => (all || item.status !== 'ok' ? [row(item, index, language)] : []))
  const head = [
    message(language, 'tool.batch.head', { ...summary, undecided }) + (summary.lookupErrors === 0 ? '' : ` ${message(language, 'tool.batch.failed', { count: summary.lookupErrors })}`),
    ...value.warnings.slice(0, 10).map((warning) => `! ${bare(detailIn(language, warning), 300)}`),
    message(language, 'tool.batch.columns'),
  ]
  const tail = all || agreed.length === 0 ? [] : [message(language, 'tool.batch.ok', { indices: ranges(agreed) })]
  const details = value.items.flatMap((item, index) => detailLines(item, index, language))
  const next = value.items.flatMap((item, index) => (item.status === 'ok' && !item.chinese?.checklistRow ? [] : [nextLine(item, index)]))
  return withinBudget([...head, ...tail, ...rows, ...details, ...(next.length === 0 ? [] : [message(language, 'tool.batch.next'), ...next])], language)
}

function row(item: Item, index: number, language: Language): string {
  return `${index + 1} | ${bare(item.key, 60)} | ${item.status} | ${finding(item, language)}`
}

/** What to do about one item; a checklist row's links beside it. */
function nextLine(item: Item, index: number): string {
  const links = item.chinese?.checklistRow?.verification_urls ?? []
  return [`${index + 1}. ${bare(item.nextAction, item.chinese === undefined ? 240 : ACTION)}`, ...links.map((url) => bare(url, 300))].join(' ')
}

/** The finding of one item in a few words: what it is not, before what it is. */
function finding(item: Item, language: Language): string {
  if (item.error !== undefined) return `${item.error.code}: ${quote(detailIn(language, item.error.detail), 160)}`
  const parts: string[] = []
  if (item.notFound) parts.push(message(language, 'tool.batch.not.found', { providers: providersOf(item.checks, 'not_found') }))
  if (item.lookupError) parts.push(message(language, 'tool.batch.lookup.failed', { reasons: reasonsOf(item) }))
  if (item.identity === 'other-work') parts.push(message(language, 'tool.batch.other.work', { title: quote(item.resolved?.title ?? '', 120) }))
  const differing = item.checks.filter((check) => check.status === 'warn' || check.status === 'fail').map(nameOf)
  if (differing.length > 0) parts.push([...new Set(differing)].join(', '))
  if (item.chinese?.code !== undefined) parts.push([item.chinese.code, item.chinese.checklistRow?.priority, item.registrationAgency === undefined ? undefined : bare(item.registrationAgency, 40)].filter((part) => part !== undefined).join(' '))
  if (parts.length === 0 && item.status === 'unchecked') parts.push(message(language, 'tool.batch.undecided', { reasons: reasonsOf(item) }))
  if (item.duplicateOf !== undefined) parts.push(message(language, 'tool.batch.duplicate', { key: bare(item.duplicateOf, 60) }))
  return parts.join('; ')
}

function reasonsOf(item: Item): string {
  return [...new Set(item.checks.flatMap((check) => (check.reason === undefined || check.reason === 'not_found' ? [] : [check.reason])))].join(', ')
}

function detailLines(item: Item, index: number, language: Language): string[] {
  const differing = item.checks.filter((check) => (check.status === 'warn' || check.status === 'fail') && check.type !== 'retraction')
  const notices = item.notices.map((notice) => `${notice.type}/${notice.direction}${notice.doi === undefined ? '' : ` ${bare(notice.doi, 100)}`} (${bare(notice.source, 40)})`)
  // An item that could not be read says so in its row, a store that refused in the head.
  const remarks = item.error === undefined ? item.warnings.filter((warning) => !warning.startsWith('STORE_ERROR')) : []
  return [
    ...differing.map((check) => `${index + 1}. ${differenceLine(check, language).slice(2)}`),
    ...notices.map((notice) => `${index + 1}. ${notice}`),
    ...remarks.slice(0, MOST_REMARKS).map((remark) => `${index + 1}. ! ${bare(detailIn(language, remark), 200)}`),
  ]
}

/** `1-3, 5, 8-9`. */
function ranges(numbers: readonly number[]): string {
  const out: [number, number][] = []
  for (const n of numbers) {
    const last = out.at(-1)
    if (last?.[1] === n - 1) last[1] = n
    else out.push([n, n])
  }
  return out.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

function withinBudget(text: readonly string[], language: Language): string {
  const kept: string[] = []
  let bytes = 0
  for (const line of text) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > BYTE_BUDGET) break
    kept.push(line)
  }
  if (kept.length < text.length) kept.push(message(language, 'tool.batch.cut', { count: text.length - kept.length }))
  return kept.join('\n')
}
