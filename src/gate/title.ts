import { normalizeCjkTitle } from '../compare/cjk.ts'
import { hasHan } from '../compare/fold.ts'
import { plainText } from '../compare/markup.ts'
import { compareTitle } from '../compare/title.ts'
import type { Work } from '../model/work.ts'
import { GENERIC_TITLES } from './generic-titles.ts'
import { sequenceRatio } from './sequence-ratio.ts'

/** Least similarity at which a record's title may be the cited one. */
export const SIMILAR_FROM = 0.7

const PUNCTUATION = /[!-/:-@[-`{-~]/g
/** `R.A.G.` as one word; a single `D.` is an initial and stays. */
const DOTTED = /(?<![\p{L}\p{N}_])(?:\p{L}\.){2,}/gu

/** Lower case, ASCII punctuation as spaces, white space collapsed. */
export function baseTitle(title: string): string {
  return title.toLowerCase().replace(PUNCTUATION, ' ').split(/\s+/).filter((word) => word !== '').join(' ')
}

/** baseTitle after the dots within dotted acronyms have gone. */
export function acronymTitle(title: string): string {
  return baseTitle(title.replace(DOTTED, (run) => run.replaceAll('.', '')))
}

/** True when nothing of the title is left to be compared: such a title is like no other, also not like another empty one. */
export function isEmptyTitle(title: string): boolean {
  return (hasHan(title) ? normalizeCjkTitle(title) : baseTitle(title)) === ''
}

/**
 * Similarity from 0 to 1, on the base forms and on the acronym forms, whichever is higher; 1 for Han titles in the same normal form;
 * 0 where either is empty. Depends on the order of its arguments as difflib does: the cited title is the first.
 */
export function titleSimilarity(cited: string, record: string): number {
  if (isEmptyTitle(cited) || isEmptyTitle(record)) return 0
  if (hasHan(cited) && hasHan(record) && normalizeCjkTitle(cited) === normalizeCjkTitle(record)) return 1
  const base = sequenceRatio(baseTitle(cited), baseTitle(record))
  const [a, b] = [acronymTitle(cited), acronymTitle(record)]
  return a === baseTitle(cited) && b === baseTitle(record) ? base : Math.max(base, sequenceRatio(a, b))
}

/**
 * The same title but for case, ASCII punctuation and dotted acronyms. Titles with Han characters go by their normal form alone, in
 * which case and signs (`ER+`, `4.5%`) stay. Empty titles equal nothing.
 */
export function isExactTitle(cited: string, record: string): boolean {
  if (isEmptyTitle(cited) || isEmptyTitle(record)) return false
  if (hasHan(cited) || hasHan(record)) return hasHan(cited) && hasHan(record) && normalizeCjkTitle(cited) === normalizeCjkTitle(record)
  return baseTitle(cited) === baseTitle(record) || acronymTitle(cited) === acronymTitle(record)
}

/** True for titles that many works carry (`Editorial`, `编者按`): a search for one proves nothing. */
export function isGenericTitle(title: string): boolean {
  return GENERIC_TITLES.has(baseTitle(title)) || (hasHan(title) && GENERIC_TITLES.has(normalizeCjkTitle(title)))
}

/** The titles under which a record is known: as it stands, with its subtitle, its alternatives; freed from markup. */
function titlesOf(work: Work): readonly string[] {
  const main = work.title ?? ''
  return [main, ...(work.subtitle && main !== '' ? [`${main}: ${work.subtitle}`] : []), ...(work.alternativeTitles ?? [])].map(plainText).filter((title) => title !== '')
}

/**
 * Whether the record that an identifier leads to carries the cited title. `undecided` where the two cannot be compared (no title on
 * a side, or titles in different scripts): neither a match nor another work.
 */
export function recordCarriesTitle(cited: string, work: Work): 'yes' | 'no' | 'undecided' {
  const title = plainText(cited)
  const titles = titlesOf(work)
  if (isEmptyTitle(title) || titles.every(isEmptyTitle)) return 'undecided'
  if (titles.some((other) => isExactTitle(title, other))) return 'yes'
  // the ratio says nothing about Han titles (the same one in full-width forms 0.58, an unrelated one 0.51): the exact rule alone decides there
  if (!hasHan(title) && titles.some((other) => !hasHan(other) && titleSimilarity(title, other) >= SIMILAR_FROM)) return 'yes'
  const { relation } = compareTitle(title, work)
  return relation === 'equal' || relation === 'variant' ? 'yes' : relation === 'declined' ? 'undecided' : 'no'
}

/** Whether none of a record's titles is the cited one by the rules of field comparison, similar as they may be: one replaced word can make another work of it. */
export function hasOtherTitle(cited: string, work: Work): boolean {
  const title = plainText(cited)
  return !titlesOf(work).some((other) => isExactTitle(title, other)) && compareTitle(title, work).relation === 'differs'
}

/**
 * Exact title or nothing: of the candidates of a search, those with a title that is similar AND exactly the cited one; the cited year
 * breaks ties. A generic or empty cited title finds nothing.
 */
export function findExactTitle(cited: string, year: string | undefined, candidates: readonly Work[]): Work | undefined {
  const title = plainText(cited)
  if (isGenericTitle(title) || isEmptyTitle(title)) return undefined
  let best: { readonly work: Work; readonly score: number } | undefined
  for (const work of candidates) {
    for (const other of titlesOf(work)) {
      const similarity = titleSimilarity(title, other)
      if (similarity < SIMILAR_FROM || !isExactTitle(title, other)) continue
      const score = similarity + (year !== undefined && yearOf(work) === year ? 0.05 : 0)
      if (best === undefined || score > best.score) best = { work, score }
    }
  }
  return best?.work
}

/** The year that stands for a record: issued, then print, then online, then posted. */
function yearOf({ dates }: Work): string | undefined {
  return (dates.issued ?? dates.print ?? dates.online ?? dates.posted)?.slice(0, 4)
}
