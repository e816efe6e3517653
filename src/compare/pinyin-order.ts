import type { NameForm } from './name-form.ts'
import { areSyllableInitials, isPinyin, surnameReadings } from './pinyin.ts'

interface Reading { readonly family: string; readonly spelt?: string; readonly initials?: string }

/** One spelling of ü, which is written lü, lue, lv and lyu; the plain u of many sources is the same. */
function foldUmlaut(word: string): string {
  return word.replace(/([ln])v/g, '$1u').replace(/lyu|^nyu/g, (syllable) => `${syllable[0]}u`)
}

function readingOf(family: string, given: readonly string[], glued?: readonly string[]): Reading | undefined {
  const joined = foldUmlaut(given.join(''))
  const letters = glued?.join('') ?? (given.every((word) => word.length === 1) || /^[^aeiouy]{2,3}$/.test(joined) ? given.join('') : '')
  // No syllable begins with i, u or v.
  const initials = /^[a-hj-tw-z]{1,3}$/.test(letters) ? letters : undefined
  const spelt = isPinyin(joined) ? joined : undefined
  if (!isPinyin(foldUmlaut(family)) || (spelt === undefined && initials === undefined)) return undefined
  return { family, ...(spelt === undefined ? {} : { spelt }), ...(initials === undefined ? {} : { initials }) }
}

/** A name with its first word as the family name: `Cui Hong Xia`, `LV X H`, which others take for one called Xia, or H. */
function familyFirst(form: NameForm): Reading | undefined {
  const [family = '', ...given] = form.words
  return form.kind === 'person' && form.given.length > 0 && given.length > 0 && given.length <= 3 ? readingOf(family, given) : undefined
}

function asSplit(form: NameForm): Reading | undefined {
  return form.kind === 'person' && form.given.length > 0 ? readingOf(form.families[0] ?? '', form.given, form.glued) : undefined
}

/** Whether the given names agree: spelt alike, or the initials of the syllables, or the first of them where one side has no more. */
function givenAgrees(a: Reading, b: Reading): 'spelt' | 'initials' | undefined {
  if (a.spelt !== undefined && a.spelt === b.spelt) return 'spelt'
  if (a.initials !== undefined && b.initials !== undefined && (a.initials === b.initials || a.initials === b.initials[0] || b.initials === a.initials[0])) return 'initials'
  const fits = (initials: string | undefined, spelt: string | undefined): boolean => initials !== undefined && spelt !== undefined && (initials === spelt[0] || areSyllableInitials(initials, spelt))
  return fits(a.initials, b.spelt) || fits(b.initials, a.spelt) ? 'initials' : undefined
}

function agrees(a: Reading, b: Reading): boolean {
  const given = givenAgrees(a, b)
  if (given === undefined) return false
  if (foldUmlaut(a.family) === foldUmlaut(b.family)) return true
  const readings = surnameReadings(a.family, b.family)
  return readings === 'rare' || (readings === 'common' && given === 'spelt' && (a.spelt ?? '').length > 2)
}

/**
 * Whether two names in pinyin are one when at least one of them is read with its first word as the family name: the
 * family names are the same or readings of one surname, and the given names agree in full or by the initials of their
 * syllables. Stricter than names that are split: a word that one side lacks is a difference.
 */
export function isPinyinFamilyFirst(a: NameForm, b: NameForm): boolean {
  const [x, y, x1, y1] = [familyFirst(a), familyFirst(b), asSplit(a), asSplit(b)]
  return ([[x, y1], [x1, y], [x, y]] as const).some(([one, other]) => one !== undefined && other !== undefined && agrees(one, other))
}
