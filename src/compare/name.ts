import { foldTransliteration, letterDistance } from './fold.ts'
import type { NameForm } from './name-form.ts'
import { isNickname } from './nicknames.ts'
import { isPinyinFamilyFirst } from './pinyin-order.ts'
import { areSyllableInitials, surnameReadings } from './pinyin.ts'

/** Relation of two names. `misspelt`: the family names differ in one letter; `given`: same family name, another given name. */
export interface NameRelation {
  readonly relation: 'equal' | 'variant' | 'misspelt' | 'given' | 'differs' | 'declined'
  readonly rule: string
}

const DIFFERS: NameRelation = { relation: 'differs', rule: 'name.other' }

/** Compares two prepared names, symmetrically; where they differ as they stand, with the initials in the other place. */
export function compareName(a: NameForm, b: NameForm): NameRelation {
  const plain = compareReading(a, b)
  if (plain.relation === 'equal' || plain.relation === 'variant' || (a.turned === undefined && b.turned === undefined)) return plain
  const readings = [[a.turned, b], [a, b.turned]] as const
  for (const [x, y] of readings) if (x && y && ['equal', 'variant'].includes(compareReading(x, y).relation)) return { relation: 'variant', rule: 'name.initials-first' }
  return readings.map(([x, y]) => (x && y ? compareReading(x, y) : plain)).find((relation) => plain.relation === 'differs' && relation.relation !== 'differs') ?? plain
}

function compareReading(a: NameForm, b: NameForm): NameRelation {
  if (a.kind === 'han' || b.kind === 'han') {
    if (a.kind !== b.kind) return { relation: 'declined', rule: 'name.han-and-latin' }
    if (a.families[0] === b.families[0]) return { relation: 'equal', rule: 'name.exact' }
    return a.families.some((f) => b.families.includes(f)) ? { relation: 'variant', rule: 'name.han-order' } : DIFFERS
  }
  if (a.kind === 'body' || b.kind === 'body') return compareBody(a, b)
  if (a.sorted === b.sorted) return a.families[0] === b.families[0] ? { relation: 'equal', rule: 'name.exact' } : { relation: 'variant', rule: 'name.order' }
  const family = familyRelation(a, b)
  if (family !== undefined) {
    const given = givenRelation(a, b)
    if (given === 'other' && (sameWordsGlued(a, b) || isPinyinFamilyFirst(a, b))) return { relation: 'variant', rule: 'name.order' }
    if (given === 'other') return { relation: 'given', rule: 'name.given-other' }
    return given === 'equal' && family === 'name.family' ? { relation: 'equal', rule: 'name.exact' } : { relation: 'variant', rule: given === 'equal' ? family : `name.given-${given}` }
  }
  if (sameWordsGlued(a, b)) return { relation: 'variant', rule: 'name.split' }
  if (swapped(a, b) || isPinyinFamilyFirst(a, b) || sameWordsByInitials(a, b)) return { relation: 'variant', rule: 'name.order' }
  const [x = '', y = ''] = [a.families[0], b.families[0]]
  if (Math.min(x.length, y.length) >= 4 && letterDistance(x, y) === 1 && givenRelation(a, b) !== 'other') return { relation: 'misspelt', rule: 'name.family-misspelt' }
  return DIFFERS
}

function familyRelation(a: NameForm, b: NameForm): string | undefined {
  if (a.families[0] === b.families[0]) return 'name.family'
  if (a.families.some((f) => b.families.includes(f))) return 'name.particle'
  if (a.families.some((f) => b.families.some((g) => foldTransliteration(f) === foldTransliteration(g)))) return 'name.transliteration'
  // A Chinese surname that is read in two ways (单 as Shan and Dan).
  if (a.given.length > 0 && b.given.length > 0) {
    const readings = surnameReadings(a.families[0] ?? '', b.families[0] ?? '')
    const given = givenRelation(a, b)
    if ((readings === 'rare' && given !== 'other') || (readings === 'common' && a.given.join('').length > 2 && a.given.join('') === b.given.join(''))) return 'name.surname-reading'
  }
  // A compound family name of which one side gives one half (`Garcia Marquez` / `Garcia`), or gives the other half as given name.
  const [short, long] = a.familyParts.length <= b.familyParts.length ? [a, b] : [b, a]
  if (short.familyParts.length < long.familyParts.length && short.familyParts.length > 0) {
    const key = short.familyParts.join('')
    const parts = long.familyParts
    if (key.length >= 3 && (parts.slice(0, short.familyParts.length).join('') === key || parts.slice(-short.familyParts.length).join('') === key) && givenRelation(a, b) !== 'other') return 'name.compound'
  }
  return undefined
}

/** The same letters in the same or the turned order of words, however they are split (`Wei-Ning`, `Weining`). */
function sameWordsGlued(a: NameForm, b: NameForm): boolean {
  const whole = a.words.join('')
  return whole === b.words.join('') && whole.length > 3
}

/** `H. Rahmath P` and `Rahmath P, Haseena`: an initial stands in the family name, and the words are the same in some order, whole or by their initials. */
function sameWordsByInitials(a: NameForm, b: NameForm): boolean {
  if (a.words.length !== b.words.length || a.words.length < 3 || ![...a.familyParts, ...b.familyParts].some((part) => part.length === 1)) return false
  const left = [...b.words]
  let whole = 0
  for (const word of [...a.words].sort((x, y) => y.length - x.length)) {
    const at = left.indexOf(word) >= 0 ? left.indexOf(word) : left.findIndex((other) => word[0] === other[0] && (word.length === 1 || other.length === 1))
    if (at < 0) return false
    if (left[at] === word && word.length > 2) whole++
    left.splice(at, 1)
  }
  return whole > 0
}

/** Family and given name exchanged, initials allowed (`Zhang Wei` / `Wei Zhang`). */
function swapped(a: NameForm, b: NameForm): boolean {
  const givenA = a.given.join('')
  const givenB = b.given.join('')
  if (givenA === '' || givenB === '') return false
  return b.families.includes(givenA) && (a.families.includes(givenB) || (givenB.length === 1 && (a.families[0] ?? '').startsWith(givenB)))
    || (a.families.includes(givenB) && givenA.length === 1 && (b.families[0] ?? '').startsWith(givenA))
    || (b.families.includes(givenA) && areSyllableInitials(givenB, a.families[0] ?? '')) || (a.families.includes(givenB) && areSyllableInitials(givenA, b.families[0] ?? ''))
}

type Given = 'equal' | 'left-out' | 'initials' | 'partly' | 'nickname' | 'spelling' | 'middle-other' | 'other'

function givenRelation(a: NameForm, b: NameForm): Given {
  if (a.given.length === 0 || b.given.length === 0) return 'left-out'
  const joined = a.given.join('')
  const joined2 = b.given.join('')
  if (joined === joined2) return 'equal'
  if (foldTransliteration(joined) === foldTransliteration(joined2)) return 'spelling'
  const plain = wordwise(a.given, b.given)
  if (plain !== 'other') return plain
  for (const [x, y] of [[a.glued ?? a.given, b.glued ?? b.given], [a.glued ?? a.given, b.given], [a.given, b.glued ?? b.given]] as const) {
    if (x === a.given && y === b.given) continue
    const glued = wordwise(x, y)
    if (glued !== 'other') return glued
  }
  if (a.given.some((word) => word.length > 2 && b.given.includes(word))) return 'partly'
  // `Li Erran Li` is `Li Li` to some registries: the one given name that a side gives is one of the other's.
  if ([[a.given, b.given], [b.given, a.given]].some(([one = [], all = []]) => one.length === 1 && (one[0] ?? '').length > 1 && all.includes(one[0] ?? ''))) return 'partly'
  // `Xuan-Phi` is cited as `XP`, `Xuanphi` or `X.`; a word that begins the other's joined given name is a shortening.
  if (joined.startsWith(joined2) || joined2.startsWith(joined)) return 'partly'
  return 'other'
}

/** Word against word from the front: equal words, initials, shortenings, nicknames; what one side lacks is left out. */
function wordwise(a: readonly string[], b: readonly string[]): Given {
  const [first, other] = [a[0] ?? '', b[0] ?? '']
  const start = givenWord(first, other)
  if (start === 'other') return 'other'
  let worst: Given = start
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let at = 1
  for (const word of short.slice(1)) {
    const index = long.findIndex((candidate, i) => i >= at && givenWord(word, candidate) !== 'other')
    if (index < 0) { worst = 'middle-other'; break }
    if (givenWord(word, long[index] ?? '') !== 'equal') worst = givenWord(word, long[index] ?? '')
    at = index + 1
  }
  return worst === 'equal' ? 'partly' : worst
}

function givenWord(a: string, b: string): Given {
  if (a === b) return 'equal'
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 'initials' : 'other'
  if (isNickname(a, b)) return 'nickname'
  if (foldTransliteration(a) === foldTransliteration(b)) return 'spelling'
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.startsWith(short)) return 'nickname'
  let common = 0
  while (common < short.length && short[common] === long[common]) common++
  if (common >= 3 && short.length - common <= 2) return 'nickname'
  return short.length >= 5 && letterDistance(a, b) === 1 ? 'spelling' : 'other'
}

function compareBody(a: NameForm, b: NameForm): NameRelation {
  const [x = '', y = ''] = [a.words.join(''), b.words.join('')]
  if (x === '' || y === '') return DIFFERS
  if (x === y) return { relation: 'equal', rule: 'name.exact' }
  // `FennerMartin`: a name whose separator was lost, family name first.
  if (a.kind !== b.kind && gluedFamilyFirst(a) === gluedFamilyFirst(b)) return { relation: 'variant', rule: 'name.separator-lost' }
  if (a.sorted === b.sorted) return { relation: 'variant', rule: 'name.order' }
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words]
  if (short.every((word) => long.includes(word)) && (short.length > 1 || (short[0] ?? '').length > 1)) return { relation: 'variant', rule: 'name.body-shortened' }
  // An acronym on either side: `WHO` for `World Health Organization`, `KDG Work Group` for `Kidney Disease Group (KDG) ... Work Group`.
  const initials = long.map((word) => word[0]).join('')
  const [acronym = ''] = short
  if (short.length === 1 && acronym.length >= 2 && (initials === acronym || isSubsequence(acronym, initials))) return { relation: 'variant', rule: 'name.body-acronym' }
  return DIFFERS
}

function gluedFamilyFirst(form: NameForm): string {
  return form.kind === 'person' ? `${form.familyParts.join('')}${form.given.join('')}` : form.words.join('')
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length && short.length >= 3 && short[0] === long[0]
}
