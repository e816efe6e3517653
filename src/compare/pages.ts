import type { Comparison } from '../model/check.ts'
import { foldText } from './fold.ts'
import { romanNumber } from './volume.ts'

interface PageRange { readonly first: string; readonly last?: string }

/** Pages as ranges: dashes, `pp.`, `123+`, `123ff`, roman numerals and abbreviated last pages undone; undefined when the text gives none. */
export function parsePages(text: string): PageRange[] | undefined {
  // `345～351`, `第345-351页` and `345-351+360` are how Chinese lists and CNKI write pages; a plain ~ is TeX's space elsewhere.
  const plain = text.normalize('NFKC').replace(/(?<=\d)\s*[~〜∼]\s*(?=\d)/g, '-').replace(/第/g, ' ').replace(/(?<=\d)\s*\+\s*(?=\d)/g, ',')
  let s = foldText(plain).replace(/(?:^|(?<=[\s,;]))(?:(?:pages?|pp?|seiten?)\.?\s*|s\.\s+)(?=[\d\sivxlc])/g, ' ').replace(/页|頁/g, ' ').trim()
  if (/^\d+\s*(?:p|pp|pages|seiten|s)\.?$/.test(s) || /^(?:n\/?a(?:\s*-+\s*n\/?a)?|-+|none|unknown|in press|no pagination|no-no|online|to appear|forthcoming)$/.test(s)) return undefined
  s = s.replace(/\s*-+\s*(?:>\s*)?/g, '-').replace(/(?<=\w)\s+to\s+(?=\w)/g, '-')
  const ranges: PageRange[] = []
  for (const piece of s.split(/[,;&]|\band\b/)) {
    const match = /^\s*([\p{L}\d.:/#]+?)(?:-([\p{L}\d.:/#]+))?\s*(?:\+|ff?\.?)?\s*$/u.exec(piece.replace(/(?<=\d)\s+(?=[a-z]\b)/g, ''))
    if (!match) continue
    const first = pageNumber(match[1] ?? '')
    const last = match[2] === undefined ? undefined : fullLast(first, pageNumber(match[2]))
    ranges.push(last === undefined || last === first ? { first } : { first, last })
  }
  return ranges.length === 0 ? undefined : ranges
}

function pageNumber(text: string): string {
  const bare = text.replace(/[.#]+$|^[.#]+/g, '')
  if (/^\d+$/.test(bare)) return bare.replace(/^0+(?=\d)/, '')
  return romanNumber(bare) === undefined ? bare.replace(/(?<=^[a-z]{1,3})0+(?=\d)/, '') : `r${romanNumber(bare)}`
}

/** `12-5` ends on 15, `e101-9` on e109, `S12-S5` on S15; a last page that is not shorter is taken as it stands. */
function fullLast(first: string, last: string): string {
  const a = /^(.*?)(\d+)$/.exec(first)
  const b = /^(.*?)(\d+)$/.exec(last)
  if (!a || !b) return last
  const [, prefix = '', digits = ''] = a
  const [, prefix2 = '', digits2 = ''] = b
  if (prefix2 !== '' && prefix2 !== prefix) return last
  if (digits2.length >= digits.length) return prefix + digits2
  return prefix + digits.slice(0, digits.length - digits2.length) + digits2
}

const bareNumber = (page: string): string => page.replace(/^[a-z]+(?=\d)/, '')

/**
 * Cited pages against the record's pages, or its article number where it has one. `12-5` is `12-15`, every dash is one,
 * `e123` is `123`; the first page alone is a variant; a placeholder (`1-1`, `n/a-n/a`) is not comparable.
 */
export function comparePages(cited: string, record: { readonly pages?: string; readonly articleNumber?: string }): Comparison {
  const citedRanges = parsePages(cited)
  if (citedRanges === undefined) return { relation: 'declined', rule: 'pages.no-number' }
  const recordRanges = record.pages === undefined ? undefined : parsePages(record.pages)
  const article = record.articleNumber === undefined ? undefined : bareNumber(pageNumber(foldText(record.articleNumber).replace(/^(?:article|art|paper|no|id)\W*/, '').replace(/\s+/g, '')))
  const [citedFirst] = citedRanges
  const names = (range: PageRange | undefined): string => bareNumber(range?.first ?? '')
  if (article !== undefined && (names(citedFirst) === article || names(citedFirst).split(/[:.]/)[0] === article)) return { relation: 'variant', rule: 'pages.article-number' }
  if (recordRanges === undefined) {
    // One number against an article number is the same claim; a range counts pages within the article.
    const single = citedRanges.length === 1 && citedFirst?.last === undefined && citedFirst?.first !== '1'
    return article !== undefined && article !== '' && single ? { relation: 'differs', rule: 'pages.other-article-number' } : { relation: 'declined', rule: 'pages.other-numbering' }
  }
  const [recordFirst] = recordRanges
  if (citedFirst === undefined || recordFirst === undefined) return { relation: 'declined', rule: 'pages.no-number' }
  const show = (ranges: readonly PageRange[]): string => ranges.map((range) => `${range.first}-${range.last ?? range.first}`).join(',')
  if (show(citedRanges) === show(recordRanges)) return cited.trim() === record.pages?.trim() ? { relation: 'equal', rule: 'pages.exact' } : { relation: 'variant', rule: 'pages.form' }
  if (isPlaceholder(recordRanges) || isPlaceholder(citedRanges)) return { relation: 'declined', rule: 'pages.placeholder' }
  const bare = (ranges: readonly PageRange[]): string => ranges.map((range) => `${bareNumber(range.first)}-${bareNumber(range.last ?? range.first)}`).join(',')
  if (bare(citedRanges) === bare(recordRanges) && prefixesAgree(citedFirst.first, recordFirst.first)) return { relation: 'variant', rule: 'pages.prefix' }
  if (citedRanges.length === 1 && recordRanges.length === 1 && (citedFirst.last === undefined) !== (recordFirst.last === undefined) && names(citedFirst) === names(recordFirst) && prefixesAgree(citedFirst.first, recordFirst.first)) return { relation: 'variant', rule: 'pages.first-page-only' }
  if (citedRanges.length !== recordRanges.length && show([citedFirst]) === show([recordFirst])) return { relation: 'variant', rule: 'pages.first-range-only' }
  if (citedRanges.length !== recordRanges.length && isWhole(citedRanges, recordRanges) && prefixesAgree(citedFirst.first, recordFirst.first)) return { relation: 'variant', rule: 'pages.whole-range' }
  // `113:1-113:12` and `1-12` with article 113: each article counted from 1.
  const within = (ranges: readonly PageRange[]): string => ranges.map((range) => `${range.first.replace(/^\w+[:.]/, '')}-${(range.last ?? range.first).replace(/^\w+[:.]/, '')}`).join(',')
  if (/[:.]/.test(citedFirst.first + recordFirst.first) && within(citedRanges) === within(recordRanges) && citedFirst.last !== undefined) return { relation: 'variant', rule: 'pages.within-article' }
  // `103:1-103:12` of the article 103, which the other side names alone.
  const inArticle = (range: PageRange, article: PageRange): boolean => article.last === undefined && range.last !== undefined && [range.first, range.last].every((page) => /^[:.]\d+$/.test(page.slice(article.first.length)) && page.startsWith(article.first))
  if (inArticle(citedFirst, recordFirst) || inArticle(recordFirst, citedFirst)) return { relation: 'variant', rule: 'pages.within-article' }
  return { relation: 'differs', rule: names(citedFirst) === names(recordFirst) ? 'pages.last-page' : 'pages.other' }
}

/** One side gives an article in pieces (`345-351,360`), the other its first page alone or from the first to the last (`345`, `345-360`). */
function isWhole(a: readonly PageRange[], b: readonly PageRange[]): boolean {
  const [pieces, whole] = a.length > b.length ? [a, b] : [b, a]
  const [only] = whole
  const end = pieces.at(-1)
  return whole.length === 1 && only?.first === pieces[0]?.first && (only?.last === undefined || only.last === (end?.last ?? end?.first))
}

/** `1-1` and `1` stand in early-access records (IEEE) until the pages are known. */
function isPlaceholder(ranges: readonly PageRange[]): boolean {
  return ranges.length === 1 && (ranges[0]?.first === '1' || ranges[0]?.first === '0') && (ranges[0].last === undefined || ranges[0].last === ranges[0].first)
}

/** `e123` and `123` agree, `S123` and `L123` do not. */
function prefixesAgree(a: string, b: string): boolean {
  const prefix = (page: string): string => /^[a-z]+(?=\d)/.exec(page)?.[0] ?? ''
  return prefix(a) === prefix(b) || ((prefix(a) === '' || prefix(b) === '') && !/^[rs]/.test(prefix(a) + prefix(b)))
}
