import type { Comparison } from '../model/check.ts'
import { parseIsbn, parseIssn } from '../identifiers/isbn.ts'

function compareNumbers(field: 'isbn' | 'issn', cited: readonly string[], record: readonly string[], parse: (text: string) => string | undefined): Comparison {
  const read = (texts: readonly string[]): string[] => texts.map(parse).filter((value) => value !== undefined)
  const a = read(cited)
  const b = read(record)
  if (b.length === 0) return { relation: 'declined', rule: `${field}.record-unreadable` }
  if (a.length === 0) return { relation: 'differs', rule: `${field}.check-digit`, detail: 'the check digit does not fit' }
  if (a.some((value) => b.includes(value))) return { relation: 'equal', rule: `${field}.exact` }
  return { relation: 'differs', rule: `${field}.other` }
}

/** ISBNs as ISBN-13 digits (ISBN-10 converted): one in common is equal. A cited number whose check digit is wrong differs. */
export function compareIsbn(cited: readonly string[], record: readonly string[]): Comparison {
  return compareNumbers('isbn', cited, record, parseIsbn)
}

/** ISSNs: one in common is equal (a serial has one for each medium). */
export function compareIssn(cited: readonly string[], record: readonly string[]): Comparison {
  return compareNumbers('issn', cited, record, parseIssn)
}
