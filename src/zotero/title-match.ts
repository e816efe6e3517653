import { foldLetters, hasHan } from '../compare/fold.ts'
import { plainText } from '../compare/markup.ts'
import { compareTitle } from '../compare/title.ts'
import { titleWords } from '../compare/title-words.ts'
import type { Creator } from './item.ts'

/** A title's letters and digits, markup, case, width and Latin accents apart: two titles are the same when these are equal. '' for a title without any. */
export function titleKey(title: string): string {
  return (foldLetters(plainText(title)).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join('')
}

/** The title without what follows its first colon or dash. */
const heading = (title: string): string => title.split(/\s*[:：]\s+|：|\s+[-–—]\s+/)[0] ?? title

/**
 * Whether two titles can be the same work's: `same` when they are equal up to form or a subtitle, `clash` when less than half of the
 * words of the longer agree (a subtitle on either side aside), else `near`.
 */
export function relateTitles(one: string, other: string): 'same' | 'near' | 'clash' {
  const { relation } = compareTitle(one, other)
  if (relation === 'equal' || relation === 'variant') return 'same'
  const pairs = [[one, other], [heading(one), other], [one, heading(other)], [heading(one), heading(other)]] as const
  return Math.max(...pairs.map(([a, b]) => overlap(a, b))) < 0.5 ? 'clash' : 'near'
}

/** Shared tokens over the larger token set; characters where a title is Han. */
function overlap(one: string, other: string): number {
  const isHan = hasHan(one) || hasHan(other)
  const tokens = (title: string): ReadonlySet<string> => new Set(isHan ? [...titleKey(title)] : titleWords(title))
  const [a, b] = [tokens(one), tokens(other)]
  const larger = Math.max(a.size, b.size)
  return larger === 0 ? 1 : [...a].filter((token) => b.has(token)).length / larger
}

/** True when both sides name people in Latin letters and no family name is on both: then an equal title is a coincidence (`Editorial`, `Introduction`). */
export function haveOtherAuthors(one: readonly Creator[], other: readonly Creator[]): boolean {
  const names = (creators: readonly Creator[]): string[] => creators.map((creator) => foldLetters(creator.lastName ?? creator.name).replace(/[^\p{L}\s]/gu, ' ').trim()).filter((name) => name !== '')
  const [a, b] = [names(one), names(other)]
  if (a.length === 0 || b.length === 0 || [...a, ...b].some((name) => !/^[\p{Script=Latin}\s]+$/u.test(name))) return false
  // A single-field name holds the family name somewhere.
  return !a.some((left) => b.some((right) => left === right || ` ${left} `.includes(` ${right} `) || ` ${right} `.includes(` ${left} `)))
}
