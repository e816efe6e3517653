import type { Comparison } from '../model/check.ts'
import { foldText } from './fold.ts'

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }
const MONTHS = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|spring|summer|autumn|fall|winter|january|february|march|april|june|july|august|september|october|november|december)(?:[-/ ].*)?$/

/** What stands for a number that was not yet given, in citations and in the records of articles ahead of their issue. `PP` is IEEE's. */
const NOT_YET = /^(?:(?:still )?(?:in|im) (?:press|print|druck)|n ?a|n ?d|tb[ad]|tbc|forthcoming|to (?:appear|be published)|accepted|submitted|unpublished|unknown|none|null|preprint|online(?: ?first)?|(?:only|published) online|early (?:access|view)|articles? in (?:press|advance)|(?:e?pub(?:lished)? )?(?:online )?ahead of print|(?:in )?advance(?: online| access)?(?: publication| articles?)?|pp)$/

/** Arabic number of a well-formed roman numeral in lower case, or undefined (`mix`, `iiii` and words are none). */
export function romanNumber(text: string): number | undefined {
  if (!/^m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text) || text === '') return undefined
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const value = ROMAN[text[i] ?? ''] ?? 0
    sum += value < (ROMAN[text[i + 1] ?? ''] ?? 0) ? -value : value
  }
  return sum
}

function parts(text: string): string[] {
  const s = foldText(text.replaceAll('_', ' ')).replace(/^\s*s\.?\s?i\.?\s*$/, ' special ').replace(/\b(?:volumes?|vols?|issues?|iss|numbers?|num|nos?|nr|heft|band|bd|tome|jahrgang|jg|article|art|id)\b\.?|№|第|卷|期|号|號/g, ' ').replace(/增刊|增/g, ' s ').replace(/[特专]刊|专辑|[特專]輯/g, ' special ').replace(/\b(?:supplement(?:ary|s)?|supplementum|suppl?)\b\.?/g, ' s ').replace(/\b(?:part|pt|teil)\b\.?/g, ' pt ').replace(/\bspecial issue\b|\bspec\b/g, ' special ')
  const words = s.match(/\p{L}+|\p{N}+/gu) ?? []
  return words.map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : String(romanNumber(word) ?? word)))
}

/** Volume, issue or article number: prefixes, leading zeros, roman numerals, `Suppl 1` for `S1`, `1-2` for `1/2` are form. */
function compareNumber(field: 'volume' | 'issue' | 'articleNumber', cited: string, record: string): Comparison {
  const a = parts(cited)
  const b = parts(record)
  if (a.length === 0 || b.length === 0) return { relation: 'declined', rule: `${field}.empty` }
  if (cited.trim() === record.trim()) return { relation: 'equal', rule: `${field}.exact` }
  if (a.join(' ') !== b.join(' ') && (isPlaceholder(cited) || isPlaceholder(record))) return { relation: 'declined', rule: `${field}.placeholder` }
  if (a.join(' ') === b.join(' ')) return { relation: 'variant', rule: `${field}.form` }
  if (field === 'issue' && (MONTHS.test(foldText(cited).trim()) || MONTHS.test(foldText(record).trim()))) return { relation: 'declined', rule: 'issue.by-season' }
  // `Special Issue` names no number.
  if (field === 'issue' && (a.join(' ') === 'special') !== (b.join(' ') === 'special')) return { relation: 'declined', rule: 'issue.special' }
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  // `12 Suppl 1` beside `12`, `S1` beside `1`, `5 Pt 2` beside `5`: the supplement or part is left out or stands in the other field.
  const left = long.slice(short.length)
  if (short.every((word, i) => word === long[i]) && (left[0] === 's' || left[0] === 'pt' || left[0] === 'special')) return { relation: 'variant', rule: `${field}.part-left-out` }
  if (field !== 'articleNumber' && isOneOfTwo(short, long)) return { relation: 'variant', rule: `${field}.one-of-two` }
  if (field === 'issue' && short.length === 1 && short[0] === 's' && long.length === 2 && long[0] === 's') return { relation: 'variant', rule: 'issue.part-left-out' }
  if (field !== 'volume' && long[0] === 's' && long.slice(1).join(' ') === short.join(' ')) return { relation: 'variant', rule: `${field}.supplement` }
  return { relation: 'differs', rule: `${field}.other` }
}

/** Words that claim no number. */
function isPlaceholder(text: string): boolean {
  return NOT_YET.test(foldText(text).replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
}

/** `3` beside the double issue `3-4`: either number is on its cover. */
function isOneOfTwo(short: readonly string[], long: readonly string[]): boolean {
  const [first = '', second = ''] = long
  return short.length === 1 && long.length === 2 && /^\d+$/.test(first) && Number(second) === Number(first) + 1 && long.includes(short[0] ?? '')
}

/** A cited volume against the record's. `abs/1706.03762` (DBLP's CoRR entries) is no volume; `12(3)` is read as volume 12. */
export function compareVolume(cited: string, record: string): Comparison {
  if (/^abs\/|arxiv/i.test(cited.trim()) || /^abs\/|arxiv/i.test(record.trim())) return { relation: 'declined', rule: 'volume.preprint' }
  // `Vol. 35, No. 4`, `LNCS 11211`, `139 of PMLR`: the issue and the series beside the number.
  const head = (text: string): string => text.replace(/^(\s*(?:vol(?:ume)?\.?\s*)?\d+)\s*,\s*(?:no|nr|issue|iss|number)\.?\s*[\w-]+\s*$/i, '$1').replace(/^\s*(?:LNCS|LNAI|LNBI|CCIS|PMLR|LIPIcs)\s+(?=\d)|\s+of\s+(?:PMLR|LNCS|LIPIcs)\s*$/, '').replace(/^(\s*[\p{L}.\s]*\d+)\s*\(\s*[\w\-–/ ]+\s*\)\s*$/u, '$1')
  const result = compareNumber('volume', head(cited), head(record))
  return result.relation === 'equal' && cited.trim() !== record.trim() ? { relation: 'variant', rule: 'volume.form' } : result
}

/** A cited issue against the record's. CNKI writes `Z1` for 增刊1. */
export function compareIssue(cited: string, record: string): Comparison {
  const result = compareNumber('issue', cited, record)
  if (result.relation !== 'differs' || /^\s*z\d+\s*$/i.test(cited) === /^\s*z\d+\s*$/i.test(record)) return result
  const supplement = (text: string): string => text.replace(/^\s*z(\d+)\s*$/i, 'S$1')
  const other = compareNumber('issue', supplement(cited), supplement(record))
  return other.relation === 'equal' || other.rule === 'issue.form' ? { relation: 'variant', rule: 'issue.form' } : result
}

/** Article or paper numbers: `e123`, `Article 123`, `#123`, `0123` are one form. */
export function compareArticleNumber(cited: string, record: string): Comparison {
  const result = compareNumber('articleNumber', cited, record)
  if (result.relation !== 'differs') return result
  const bare = (text: string): string => foldText(text).replace(/^(?:article|art|paper|no|id|e|#|[\s.:#-])+/, '').replace(/^0+/, '').replace(/\s+/g, '')
  return bare(cited) !== '' && bare(cited) === bare(record) ? { relation: 'variant', rule: 'articleNumber.form' } : result
}
