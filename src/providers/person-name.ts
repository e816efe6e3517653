import type { PersonName } from '../model/citation.ts'
import { compact } from './json-field.ts'

const SUFFIX = /^(?:jr|sr|ii|iii|iv|v|vi|2nd|3rd|4th|5th|junior|senior)\.?$/i
const BODY = /\b(?:collaborations?|consortium|consortia|group|team|committee|society|association|institute|university|network|project|panel|commission|organi[sz]ation|initiative|investigators|foundation|center|centre|agency|department|ministry|council|task force|working party|task ?force|study|laboratory|survey)\b/i
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * A name in reading order (`Peter H. N. de With`), divided as BibTeX divides it: the last word is the family name, lower-case
 * words before it its particle. Names of bodies, single words and names in Han or Hangul stay one literal.
 */
export function personOfText(text: string): PersonName {
  const s = text.trim()
  if (/^[^,]+,[^,]+$/.test(s) && !BODY.test(s)) return personOfInverted(s)
  const words = s.split(/\s+/)
  if (words.length < 2 || HAN.test(s) || BODY.test(s) || /[,;&/]|\band\b/.test(s)) return { literal: s }
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) as string) ? words.pop() : undefined
  const family = words.pop() as string
  let start = words.length
  while (start > 1 && /^[\p{Ll}'’]+$/u.test(words[start - 1] as string)) start--
  return compact<PersonName>({ family, given: words.slice(0, start).join(' ') || undefined, particle: words.slice(start).join(' ') || undefined, suffix })
}

/** `Family, Given` and `Family, Given, Jr.`; without a comma the whole is one literal. */
export function personOfInverted(text: string): PersonName {
  const parts = text.split(',').map((part) => part.trim()).filter(Boolean)
  const [family, given, third] = parts
  if (family === undefined || given === undefined || parts.length > 3) return { literal: text.trim() }
  if (third !== undefined) return SUFFIX.test(third) ? { family, given, suffix: third } : SUFFIX.test(given) ? { family, given: third, suffix: given } : { literal: text.trim() }
  return { family, given }
}

/** PubMed's `Hambrick GW Jr`: family name, glued initials, suffix. A name without initials is one literal. */
export function personOfInitials(text: string): PersonName {
  const words = text.trim().split(/\s+/)
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) as string) && /^[\p{Lu}-]+$/u.test(words.at(-2) as string) ? words.pop() : undefined
  const initials = words.at(-1) as string
  if (words.length < 2 || !/^\p{Lu}[\p{Lu}-]{0,4}$/u.test(initials)) return { literal: text.trim() }
  return compact<PersonName>({ family: words.slice(0, -1).join(' '), given: initials, suffix })
}
