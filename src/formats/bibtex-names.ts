import type { Creator } from '@retorquere/bibtex-parser'
import type { PersonName } from '../model/citation.ts'
import { splitHanNames } from './han-names.ts'

const SUFFIX = /^(?:jr|sr|esq|ph\.?d|m\.?d|i{1,3}|iv|vi{0,3}|\d(?:st|nd|rd|th)|0\d{3})\.?$/i
const OTHERS = /^(?:others|et\.?\s*al\.?|and others|u\.\s?a\.|等人?|\.\.\.|…)$/i
/** `A. Smith et al.` in a name field, where BibTeX wants `and others`: it would take `al.` for a family name, or drop it. */
const TYPED_ET_AL = /(?<=\S)(?:,?\s+and)*[,\s~]+(?:et\.?[\s~]+al\b\.?|\\(?:emph|text(?:it|sl))\s*\{\s*et\.?[\s~]+al\b\.?\s*\}\.?|\{\s*(?:\\(?:it|em|itshape)\b\s*)?et\.?[\s~]+al\b\.?\s*\}\.?)\s*$/i
const TRAILING_ET_AL = /[,\s]+et\.?\s*al\.?$|\s*等人?$/i

export interface NameList {
  readonly names: readonly PersonName[]
  readonly truncated: boolean
}

/** People and bodies of a parsed name field. A name that is braced as a whole is a body (`literal`), since nobody split it. */
export function personNames(creators: readonly Creator[]): NameList {
  const names: PersonName[] = []
  let truncated = false
  for (const creator of creators) {
    const whole = [creator.firstName, creator.prefix, creator.lastName, creator.name].filter((part) => part !== undefined).join(' ').trim()
    if (whole === '' || OTHERS.test(whole)) { truncated ||= whole !== ''; continue }
    if (TRAILING_ET_AL.test(whole)) truncated = true
    const name = personName(creator)
    if (name !== undefined) names.push(name)
  }
  return { names, truncated }
}

function personName(creator: Creator): PersonName | undefined {
  const part = (text: string | undefined): string | undefined => {
    const clean = text?.replace(TRAILING_ET_AL, '').replace(/<\/?[a-z]+[^<>]*>/gi, '').replace(/\s+/g, ' ').trim().normalize('NFC')
    return clean === '' ? undefined : clean
  }
  let given = part(creator.firstName)
  let family = part(creator.lastName)
  let suffix = part(creator.suffix)
  let particle = part(creator.prefix)
  const literal = part(creator.name)
  if (family === undefined) {
    const only = literal ?? given
    return only === undefined ? undefined : { literal: only }
  }
  // A single letter behind initials is one of them (`López N I`).
  if (suffix === undefined && given !== undefined && SUFFIX.test(family) && given.includes(' ') && !(family.length === 1 && /\s\p{L}\.?$/u.test(given))) {
    // `John Smithe Jr.` without a comma: BibTeX takes the last word for the family name.
    suffix = family
    const cut = given.lastIndexOf(' ')
    family = given.slice(cut + 1)
    given = part(given.slice(0, cut))
  }
  if (given !== undefined && suffix !== undefined && SUFFIX.test(given) && !SUFFIX.test(suffix)) [given, suffix] = [suffix, given]
  if (particle === undefined && given !== undefined && /^\p{Ll}[\p{Ll}'’. ]*$/u.test(given) && !/^\p{Ll}\.?$/u.test(given)) { particle = given; given = undefined }
  return { family, ...(given === undefined ? {} : { given }), ...(particle === undefined ? {} : { particle }), ...(suffix === undefined ? {} : { suffix }) }
}

/**
 * A name list that separates people by commas or semicolons instead of `and` (`Smith, J., Doe, A.`; `Ann Smith, Bo Doe, Cy Roe`) is put right
 * before the names are read, with a remark: BibTeX takes it for one name of too many parts and drops people.
 */
export function splitNames(field: string): { readonly value: string; readonly remark?: string } {
  const han = splitHanNames(field)
  if (han) return { value: han.join(' and '), remark: 'people are separated by punctuation or spaces instead of "and"' }
  const pieces = topLevel(field, /\s*,\s*/y)
  // `Smith J, Doe A, et al` is a list by commas, which is split below.
  const byCommas = pieces.length > 2 && !/\sand\s/i.test(field) && splitPeople(pieces) !== undefined
  const raw = byCommas ? field : field.replace(TYPED_ET_AL, ' and others')
  const people = topLevel(raw, /\s+and\s+/iy)
  if (people.some((person) => topLevel(person, /,/y).length > 3)) {
    // `Doe, J.andRoe, R.` and `Doe, J. | Roe, R.`, as some exporters write.
    const glued = raw.replace(/(?<=[.\p{Ll}])and(?=\p{Lu}\S*[,\s])|\s*\|\s*/gu, ' and ')
    if (glued !== raw && !topLevel(glued, /\s+and\s+/iy).some((person) => topLevel(person, /,/y).length > 3)) return { value: glued, remark: 'people are not separated by " and " with spaces around it' }
  }
  if (people.length === 1 && topLevel(raw, /;\s*/y).length > 1 && !/&#?\w+;/.test(raw)) {
    return { value: topLevel(raw, /;\s*/y).map((name) => name.trim()).filter((name) => name !== '').join(' and '), remark: 'people are separated by semicolons instead of "and"' }
  }
  let changed = false
  const value = people.map((person) => {
    const parts = topLevel(person, /\s*,\s*/y).map((part) => part.trim()).filter((part) => part !== '')
    const list = parts.length < 3 || parts.some((part) => /=/.test(part)) || (parts.length === 3 && parts.some((part) => SUFFIX.test(part))) ? undefined : splitPeople(parts)
    if (list === undefined) return person
    changed = true
    return list.join(' and ')
  }).join(' and ')
  return changed ? { value, remark: 'people are separated by commas instead of "and"' } : { value: raw }
}

function splitPeople(parts: readonly string[]): string[] | undefined {
  const initials = /^(?:\p{Lu}[.\s-]*){1,4}$/u
  const last = parts.at(-1)!
  const trimmed = OTHERS.test(last) ? parts.slice(0, -1) : parts
  const tail = trimmed.length === parts.length ? [] : ['others']
  if (trimmed.length % 2 === 0 && trimmed.every((part, i) => (i % 2 === 1) === initials.test(part))) {
    return [...trimmed.filter((_, i) => i % 2 === 0).map((family, i) => `${family}, ${trimmed[2 * i + 1]}`), ...tail]
  }
  if (trimmed.every((part) => /\s/.test(part) && !initials.test(part))) return [...trimmed, ...tail]
  return undefined
}

/** Splits at a separator outside braces. `separator` is sticky. */
function topLevel(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '\\') { i++; continue }
    if (c === '{') depth++
    else if (c === '}') depth--
    else if (depth === 0) {
      separator.lastIndex = i
      const match = separator.exec(text)
      if (match === null) continue
      parts.push(text.slice(start, i))
      start = i + match[0].length
      i = start - 1
    }
  }
  return [...parts, text.slice(start)]
}
