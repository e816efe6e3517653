import type { Comparison } from '../model/check.ts'
import type { WorkDates } from '../model/work.ts'

const YEAR = /(?<!\d)(1[0-9]{3}|2[0-9]{3})(?!\d)/g

/** Years that a text names: `2019a`, `c2010`, `[1998]`, `2019/2020`, full-width digits. */
export function yearsOf(text: string): number[] {
  return [...text.normalize('NFKC').matchAll(YEAR)].map((match) => Number(match[1]))
}

/**
 * A cited year against every date of the record (print, online, issued, posted, others; never created or deposited, which
 * a Work does not carry). Any of them is equal. `detail` of a difference lists the record's years; `score` is the
 * distance in years. `publishedElsewhere`: the record is a preprint and the citation names a venue that published it.
 * `inIssue`: the record places the work in a paginated issue; where it dates it only by its appearance online, the issue may be of the next year.
 */
export function compareYear(cited: string, dates: WorkDates, publishedElsewhere = false, inIssue = false): Comparison {
  const citedYears = yearsOf(cited)
  if (citedYears.length === 0) return { relation: 'declined', rule: 'year.no-number' }
  const main = [dates.print, dates.online, dates.issued, dates.posted].flatMap((date) => (date === undefined ? [] : yearsOf(date).slice(0, 1)))
  const further = [dates.updated, ...(dates.other ?? [])].flatMap((date) => (date === undefined ? [] : yearsOf(date).slice(0, 1)))
  if (main.length + further.length === 0) return { relation: 'declined', rule: 'year.no-date' }
  if (citedYears.some((year) => main.includes(year))) return citedYears.length === 1 ? { relation: 'equal', rule: 'year.exact', score: 0 } : { relation: 'variant', rule: 'year.range', score: 0 }
  if (citedYears.some((year) => further.includes(year))) return { relation: 'variant', rule: 'year.other-date', score: 0 }
  const all = [...main, ...further]
  const distance = Math.min(...citedYears.map((year) => Math.min(...all.map((date) => Math.abs(year - date)))))
  const detail = `record: ${[...new Set(all)].sort((a, b) => a - b).join(', ')}`
  if (publishedElsewhere && citedYears.every((year) => year > Math.min(...all))) {
    if (distance === 1) return { relation: 'variant', rule: 'year.published-after-preprint', score: distance, detail }
    if (distance <= 5) return { relation: 'declined', rule: 'year.published-version', detail }
  }
  const { online, print, issued } = dates
  if (inIssue && online !== undefined && print === undefined && (issued ?? online).slice(0, 4) === online.slice(0, 4) && citedYears.every((year) => year === Number(online.slice(0, 4)) + 1)) return { relation: 'declined', rule: 'year.issue-undated', detail }
  return { relation: 'differs', rule: distance === 1 ? 'year.off-by-one' : 'year.other', score: distance, detail }
}
