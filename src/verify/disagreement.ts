import { FIELDS, type Citation, type Field } from '../model/citation.ts'
import type { Work } from '../model/work.ts'
import { checksOf, type CheckSettings } from './checks.ts'

/**
 * The fields in which two authorities' records of one work contradict each other: no value of the first passes against the second. Another
 * spelling, or a field that either lacks, is no contradiction.
 */
export function contradictions(first: Work, second: Work, settings: CheckSettings): ReadonlySet<Field> {
  const whole = checksOf(citationOf(first), second, settings).checks
  const open = new Set(whole.flatMap((check) => (check.relation === 'differs' ? [check.field as Field] : [])))
  for (const reading of [...datesOf(first).map((year) => ({ year })), ...venuesOf(first).map((venue) => ({ venue }))]) {
    for (const check of checksOf({ ...citationOf(first), ...reading }, second, settings).checks) {
      if (check.field !== undefined && check.field in reading && check.relation !== 'differs') open.delete(check.field as Field)
    }
  }
  return new Set(FIELDS.filter((field) => open.has(field)))
}

/** The record as somebody would cite it who has nothing else. */
function citationOf({ type, title, subtitle, authors, authorsTruncated, editors, volume, issue, pages, articleNumber, publisher, locations, isbn, issn, ...rest }: Work): Citation {
  const place = locations?.length === 1 ? locations[0] : undefined
  const [year] = datesOf(rest)
  const [venue] = venuesOf(rest)
  const cited = {
    type, title: title && [title, subtitle].filter(Boolean).join(': '), authors, authorsTruncated, editors, year, venue, volume, issue,
    pages, articleNumber: pages === undefined ? articleNumber : undefined, publisher, location: place, isbn, issn,
  }
  return { ...(Object.fromEntries(Object.entries(cited).filter(([, value]) => value !== undefined)) as Omit<Citation, 'identifiers'>), identifiers: {} }
}

function datesOf({ dates: { print, issued, online, posted } }: Pick<Work, 'dates'>): readonly string[] {
  return [...new Set([print, issued, online, posted].flatMap((date) => (date === undefined ? [] : [date.slice(0, 4)])))]
}

function venuesOf({ venues = [], shortVenues = [], event }: Pick<Work, 'venues' | 'shortVenues' | 'event'>): readonly string[] {
  return [...venues, ...shortVenues, ...(event === undefined ? [] : [event])]
}
