import { plainText } from './markup.ts'

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ĸ: 'k', ə: 'e', ʻ: '', ʼ: '', ʹ: '', ʺ: '' }
const GREEK_NAMES: Readonly<Record<string, string>> = {
  α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', ι: 'iota', κ: 'kappa', λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', ο: 'omicron', π: 'pi', ρ: 'rho', σ: 'sigma', ς: 'sigma', τ: 'tau', υ: 'upsilon', φ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega',
}
/** Hyphens, dashes and minus signs, which Unicode has many of. */
const DASHES = /[\u00ad\u02d7\u058a\u2010-\u2015\u2043\u207b\u208b\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g

/**
 * One form of a letter for comparison: no case, no accents of Latin, Greek and Cyrillic letters, compatibility forms
 * undone, every dash `-`, Greek letters by name. Marks of other scripts stay: there they are part of the letter.
 */
export function foldLetters(text: string): string {
  let s = text.replace(/[™℠®©]|\u00ad|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').replace(DASHES, '-')
  s = s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[ßæøœłđðþıħŋŧĸəʻʼʹʺ]/g, (c) => LETTERS[c] ?? c)
  return s.replace(DASHES, '-')
}

/** foldLetters of a text freed from markup, with Greek letters written out (`TNF-α` is `tnf-alpha`). */
export function foldText(text: string): string {
  return foldLetters(plainText(text)).replace(/[α-ω]/g, (c) => GREEK_NAMES[c] ?? c)
}

/** The letter and digit runs of a folded text. Apostrophes inside a word do not split it (`people's`, `o'neil`). */
export function foldWords(text: string): string[] {
  return foldText(text).replace(/(?<=[\p{L}\p{N}])['’‘`´ʹ](?=\p{L})/gu, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** Words without the spaces between them: `data base` and `database`, `nf-kappa b` and `nf kappab` are one. Digits never run together. */
export function squeeze(words: readonly string[]): string {
  return words.map((word, i) => (i > 0 && /\p{N}$/u.test(words[i - 1] ?? '') && /^\p{N}/u.test(word) ? `_${word}` : word)).join('')
}

/** Transliteration that drops the sign and the one that writes it out are one: ü/ue/u, ö/oe/o, ä/ae/a, å/aa/a. */
export function foldTransliteration(folded: string): string {
  return folded.replace(/([aou])e/g, '$1').replace(/aa/g, 'a')
}

/** True when the text holds a Han character (the exact rule for Chinese titles applies). */
export function hasHan(text: string): boolean {
  return /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/.test(text)
}

/** Difference of two words in single letters (insert, drop, replace, swap neighbours), or 2 when it is more than one. */
export function letterDistance(a: string, b: string): 0 | 1 | 2 {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > 1) return 2
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const restA = a.slice(start, a.length - end)
  const restB = b.slice(start, b.length - end)
  if (restA.length <= 1 && restB.length <= 1) return 1
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0] ? 1 : 2
}
