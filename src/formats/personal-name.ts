import type { PersonName } from '../model/citation.ts'

const SUFFIX = /^(?:jr|sr|i{1,3}|iv|v|\d(?:st|nd|rd|th))\.?$/i

/** True for what stands at a list's end in place of the people left out. */
export function isOthers(text: string): boolean {
  return /^(?:others|and others|et\.?\s*al\.?,?|等人?|…|\.\.\.)$/i.test(text.trim())
}

/**
 * A name of a tagged format (RIS, MEDLINE): `Family, Given, Suffix`; `Family AB` (initials behind); all else is a `literal`
 * (a body, a mononym), since these formats put a comma behind every family name.
 */
export function parseTaggedName(text: string): PersonName | undefined {
  const s = text.replace(/\s+/g, ' ').trim().replace(/[,;]$/, '')
  if (s === '') return undefined
  const [family, given, suffix] = s.split(/\s*,\s*/)
  if (given !== undefined && given !== '') {
    const swapped = SUFFIX.test(given) && suffix !== undefined && !SUFFIX.test(suffix)
    const [first, last] = swapped ? [suffix, given] : [given, suffix]
    return { ...particled(family!), given: first, ...(last === undefined || last === '' ? {} : { suffix: last }) }
  }
  const initials = /^(.+?) (\p{Lu}{1,3})(?: (Jr|Sr|2nd|3rd|[IV]{2,3}))?$/u.exec(s)
  if (initials !== null && !/\s\S+\s/.test(initials[1]!)) return { ...particled(initials[1]!), given: initials[2]!, ...(initials[3] === undefined ? {} : { suffix: initials[3] }) }
  return { literal: s }
}

function particled(family: string): { readonly family: string; readonly particle?: string } {
  const match = /^((?:\p{Ll}[\p{Ll}'’.]*\s+)+)(\p{Lu}.*)$/u.exec(family.trim())
  return match === null ? { family: family.trim() } : { particle: match[1]!.trim(), family: match[2]! }
}
