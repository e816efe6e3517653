import type { PersonName } from '../model/citation.ts'
import { foldLetters, foldWords, hasHan } from './fold.ts'
import { plainText } from './markup.ts'

const PARTICLES: ReadonlySet<string> = new Set(['van', 'von', 'vom', 'zu', 'zum', 'zur', 'de', 'del', 'della', 'delle', 'dello', 'degli', 'dei', 'di', 'da', 'das', 'do', 'dos', 'du', 'des', 'der', 'den', 'dem', 'het', 't', 'ten', 'ter', 'te', 'la', 'le', 'las', 'los', 'lo', 'el', 'al', 'bin', 'ibn', 'ben', 'abu', 'bint', 'af', 'av', 'and', 'y', 'e', 'und', 'op', 'in', 'st', 'saint', 'san', 'santa', 'mac', 'mc', 'o', 'd', 'l', 'ap'])
const SUFFIXES: ReadonlySet<string> = new Set(['jr', 'sr', 'junior', 'senior', 'ii', 'iii', 'iv', 'filho', 'neto', 'md', 'phd', 'msc', 'bsc', 'mba', 'mph', 'frcp', 'frcs', 'facp', 'esq', 'dr', 'prof', '2nd', '3rd', '1st'])
const BODY = /\b(?:group|groups|consortium|collaboration|committee|commission|association|society|institute|institut|organi[sz]ation|university|universit\w+|team|network|investigators?|initiative|project|program(?:me)?|task force|working party|council|department|ministry|agency|foundation|corporation|corp|inc|ltd|gmbh|llc|company|laborator(?:y|ies)|cent(?:er|re)|board|bureau|office|college|academy|federation|union|panel|study|trial|registry|community|developers|contributors|authors|trialists|service|authority|administration|survey|bank|party|alliance|partners(?:hip)?|forum|conference|hospital)\b/i

/** Greek and Cyrillic letters that look like Latin ones and stand among them by mistake (`Κita`, `Pοlyzos`, 10.1007/s00432-008-0373-7). */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(['ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN', 'ΟO', 'ΡP', 'ΤT', 'ΥY', 'ΧX', 'αa', 'ιi', 'κk', 'οo', 'ρp', 'νv', 'АA', 'ВB', 'ЕE', 'КK', 'МM', 'НH', 'ОO', 'РP', 'СC', 'ТT', 'УY', 'ХX', 'аa', 'еe', 'оo', 'рp', 'сc', 'уy', 'хx', 'іi', 'ІI', 'јj'].map((pair) => [pair[0] ?? '', pair[1] ?? '']))

function withoutLookalikes(text: string): string {
  if (!/[Α-ωА-яІіј]/.test(text)) return text
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => (/[A-Za-z]/.test(word) ? word.replace(/[Α-ωА-яІіј]/g, (letter) => LOOKALIKES[letter] ?? letter) : word))
}

/** A name prepared for comparison: everything folded, several readings of its parts kept side by side. */
export interface NameForm {
  readonly kind: 'person' | 'body' | 'han'
  /** Readings of the family name without spaces and hyphens: with and without particle, last part alone for unsplit names. The first is the main one. */
  readonly families: readonly string[]
  /** Parts of a compound family name (`garcia`, `marquez`). */
  readonly familyParts: readonly string[]
  readonly given: readonly string[]
  /** Letters of a given name that may be initials run together (`ME`, `J-P`). */
  readonly glued?: readonly string[]
  /** All words of the name in alphabetical order: one for every order of writing. */
  readonly sorted: string
  readonly words: readonly string[]
  readonly display: string
  /** The name was not split into family and given. */
  readonly unsplit: boolean
  /** Another reading: the initials stand in the family name's place. */
  readonly turned?: NameForm
}

/** How a name is shown in a check: `Family, Given` or the literal. */
export function formatName(name: PersonName): string {
  if (name.literal !== undefined) return name.literal
  const family = [name.particle, name.family].filter(Boolean).join(' ')
  return [family, [name.given, name.suffix].filter(Boolean).join(', ')].filter((part) => part !== '').join(', ')
}

/** Comparison form of one name. Suffixes (Jr., III), degrees and homonym numbers (DBLP's 0001) are left out on both sides. */
export function nameForm(name: PersonName): NameForm {
  const display = formatName(name)
  const raw = plainText([name.particle, name.family, name.given, name.literal].filter(Boolean).join(' '))
  if (hasHan(raw)) return hanForm(name, display)
  if (name.literal !== undefined && name.family === undefined && name.given === undefined) return literalForm(plainText(name.literal), display)
  if (name.family === undefined || name.family === '') return literalForm(plainText([name.given, name.literal].filter(Boolean).join(' ')), display)
  if ((name.given === undefined || name.given === '') && name.particle === undefined && BODY.test(name.family) && name.family.trim().includes(' ')) return bodyForm(plainText(name.family), display)
  const form = personForm([name.particle ?? '', name.family].join(' ').trim(), name.given ?? '', display, false)
  // `João Ferreira Melo Júnior`, of which BibTeX takes the last word for the family name.
  const words = (name.given ?? '').trim().split(/\s+/)
  if (SUFFIXES.has(foldLetters(name.family)) && words.length > 1 && (words.at(-1) ?? '').length > 2) return { ...form, turned: personForm(words.at(-1) ?? '', words.slice(0, -1).join(' '), display, false) }
  if (!mayStandInitialsFirst(name)) return form
  const [, family = name.given ?? '', initials = ''] = /^(.*\p{L}{2,})((?:\s\p{Lu}\.?)+)$/u.exec(name.given ?? '') ?? []
  return { ...form, turned: personForm(family, `${initials} ${name.family}`, display, false) }
}

/**
 * `Kountouras J` and `Polyzos SA`, which BibTeX reads as the given name Kountouras of one called J: capitals alone in the family's place beside
 * whole words may be initials (or a short family name in capitals, `KIM, Jihn`).
 */
function mayStandInitialsFirst(name: PersonName): boolean {
  if (name.particle !== undefined) return false
  const [family = '', given = ''] = [name.family, name.given]
  // `YANG T`, `WANG X F` (GB/T 7714): one letter, or letters that make no syllable, are no family name; nor are a few beside a long word.
  if (/^\p{Lu}[\p{Lu}'’]+(?:[-‐\s]\p{Lu}{2,})*(?:\s\p{Lu}\.?)*$/u.test(given)) return /^\p{Lu}(?:[.-]{0,2}\p{Lu})*\.?$/u.test(family) && (family.replace(/\P{L}/gu, '').length < 2 || /[.-]/.test(family) || !/[AEIOU]/.test(family) || (/^\S{4,}/.test(given) && family.length < 4))
  return /^\p{Lu}\.?(?:[\s-]?\p{Lu}\.?){0,4}$/u.test(family) && /^(?:\p{Ll}[\p{Ll}'’]*\s)*\p{Lu}[\p{L}'’]*\p{Ll}\p{L}*(?:[-‐\s]\p{L}?\p{Ll}\p{L}*)*(?:\s(?:Jr|Sr|I{2,3}|IV)\.?)?$/u.test(given)
}

function cleanWords(text: string): string[] {
  return foldWords(withoutLookalikes(text).replace(/(?<=\p{L})['’‘`´ʹ](?=\p{L})/gu, '')).filter((word) => !/^\d+$/.test(word))
}

function personForm(familyText: string, givenText: string, display: string, unsplit: boolean): NameForm {
  const family = withoutSuffix(cleanWords(plainText(familyText)))
  let given = withoutSuffix(cleanWords(plainText(givenText)))
  // `Cruz, Maria de la`: particles that end the given name belong to the family name.
  let moved: string[] = []
  while (given.length > 1 && PARTICLES.has(given.at(-1) ?? '') && (given.at(-1) ?? '').length > 1 && /(?:^|\s)\p{Ll}+\.?\s*$/u.test(lastWord(givenText, moved.length))) { moved = [given.at(-1) ?? '', ...moved]; given = given.slice(0, -1) }
  const whole = [...moved, ...family]
  let start = 0
  while (start < whole.length - 1 && PARTICLES.has(whole[start] ?? '')) start++
  const core = whole.slice(start)
  const families = [...new Set([core.join(''), whole.join(''), ...(unsplit ? [] : [family.join('')])])].filter((f) => f !== '')
  const words = [...given, ...whole]
  const letters = plainText(givenText).normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  const glued = isGluedInitials(letters) ? [...foldLetters(letters)] : undefined
  return { kind: 'person', families, familyParts: core, given, ...(glued ? { glued } : {}), sorted: [...words].sort().join(' '), words, display, unsplit }
}

/** `JA`, also with small letters of particles and hyphenated names among them (`ESd`, `Wt`), as long as it can be no name. */
function isGluedInitials(letters: string): boolean {
  return /^\p{Lu}{2,6}$/u.test(letters) || /^\p{Lu}\p{Lu}\p{L}{1,2}$/u.test(letters) || /^\p{Lu}[^aeiouy\P{Ll}]{1,2}$/u.test(letters) || /^\p{Lu}{2,4}[dev]\p{Lu}{1,2}$/u.test(letters)
}

function lastWord(text: string, skip: number): string {
  const list = text.trim().split(/\s+/)
  return ` ${list[list.length - 1 - skip] ?? ''}`
}

function withoutSuffix(words: string[]): string[] {
  let list = words
  while (list.length > 1 && SUFFIXES.has(list.at(-1) ?? '')) list = list.slice(0, -1)
  return list.length > 1 && (list[0] === 'dr' || list[0] === 'prof') ? list.slice(1) : list
}

/** An unsplit name: `Family, Given`, `Given Family`, `Family AB`, a mononym or a body. */
function literalForm(text: string, display: string): NameForm {
  const trimmed = text.trim()
  const comma = trimmed.split(',')
  if (!BODY.test(trimmed) && comma.length === 2 && (comma[0] ?? '').trim() !== '') return personForm(comma[0] ?? '', comma[1] ?? '', display, false)
  const words = trimmed.split(/\s+/)
  if (BODY.test(trimmed) || words.length > 5 || words.length === 1 || /\d|&|\bfor\b|\bof the\b/i.test(trimmed)) return bodyForm(trimmed, display)
  const last = words.at(-1) ?? ''
  // PubMed's form: `Smith JA`.
  if (/^\p{Lu}{1,3}$/u.test(last) && !/^\p{Lu}+$/u.test(words[0] ?? '')) return personForm(words.slice(0, -1).join(' '), last, display, false)
  let tail = words.length - 1
  while (tail > 1 && SUFFIXES.has((words[tail] ?? '').toLowerCase().replace(/\W/g, ''))) tail--
  let start = tail
  while (start > 1 && PARTICLES.has(foldLetters(words[start - 1] ?? '')) && /^\p{Ll}/u.test(words[start - 1] ?? '')) start--
  return personForm(words.slice(start, tail + 1).join(' '), words.slice(0, start).join(' '), display, true)
}

function bodyForm(text: string, display: string): NameForm {
  const words = foldWords(text).filter((word) => !['the', 'of', 'for', 'and', 'on', 'in', 'behalf'].includes(word))
  return { kind: 'body', families: [words.join('')], familyParts: words, given: [], sorted: [...words].sort().join(' '), words, display, unsplit: true }
}

function hanForm(name: PersonName, display: string): NameForm {
  const whole = (name.literal ?? `${name.family ?? ''}${name.given ?? ''}`).normalize('NFKC').replace(/[\s,，、·•.]/g, '')
  const swapped = `${name.given ?? ''}${name.family ?? ''}`.normalize('NFKC').replace(/[\s,，、·•.]/g, '')
  return { kind: 'han', families: [...new Set([whole, swapped])].filter((f) => f !== ''), familyParts: [], given: [], sorted: [...whole].sort().join(''), words: [whole], display, unsplit: true }
}
