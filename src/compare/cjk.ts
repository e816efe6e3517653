import type { Comparison } from '../model/check.ts'
import { hasHan } from './fold.ts'

const WRAPPERS: readonly (readonly [string, string])[] = [['《', '》'], ['「', '」'], ['『', '』'], ['【', '】'], ['“', '”'], ['‘', '’']]
const HAN = '[\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]'
const SPACE_AFTER_HAN = new RegExp(`(?<=${HAN})\\s+`, 'g')
const SPACE_BEFORE_HAN = new RegExp(`\\s+(?=${HAN})`, 'g')

/**
 * Normal form of a title with Han characters: full-width ASCII narrowed, trailing full stops and one enclosing pair of
 * quotes dropped (repeatedly), spaces beside Han characters dropped. Case, other punctuation and the choice of
 * Simplified or Traditional characters stay: they are part of the title.
 */
export function normalizeCjkTitle(title: string): string {
  let s = title.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ').trim()
  for (;;) {
    const before = s
    s = s.replace(/[。.]+$/, '').trim()
    const pair = WRAPPERS.find(([open, close]) => s.startsWith(open) && s.endsWith(close) && s.length >= 2 && closesOnlyAtEnd(s, open, close))
    if (pair) s = s.slice(1, -1).trim()
    if (s === before) break
  }
  return s.replace(/\s+/g, ' ').trim().replace(SPACE_AFTER_HAN, '').replace(SPACE_BEFORE_HAN, '')
}

/** `《A》和《B》` is not enclosed: the first bracket closes before the end. */
function closesOnlyAtEnd(s: string, open: string, close: string): boolean {
  let depth = 0
  for (let i = 0; i < s.length; i++) {
    if (s[i] === open) depth++
    else if (s[i] === close && --depth === 0) return i === s.length - 1
  }
  return false
}

/** Titles of which at least one holds Han characters: equal after normalisation or different, never a ratio; a title in another script is not comparable. */
export function compareCjkTitle(cited: string, record: string): Comparison {
  const a = normalizeCjkTitle(cited)
  const b = normalizeCjkTitle(record)
  if (a === '' || b === '') return { relation: 'declined', rule: 'title.empty' }
  if (a === b) return cited === record ? { relation: 'equal', rule: 'title.exact', score: 1 } : { relation: 'variant', rule: 'title.cjk-form', score: 1 }
  if (!hasHan(a) || !hasHan(b)) return { relation: 'declined', rule: 'title.other-script', detail: 'one title is in another script' }
  return { relation: 'differs', rule: 'title.cjk-exact', score: 0 }
}
