import type { Comparison } from '../model/check.ts'
import type { PersonName } from '../model/citation.ts'
import { foldTransliteration } from './fold.ts'
import { nameForm, type NameForm } from './name-form.ts'
import { compareName, type NameRelation } from './name.ts'
import { readingKeys } from './pinyin.ts'
import { scriptOf } from './script.ts'

/** A list of authors as one side gives it. */
export interface NameList {
  readonly names: readonly PersonName[]
  /** The list ends in others / et al. / 等: names after it are not claimed to be absent. */
  readonly truncated?: boolean
  /** The list's order is known to be the registrant's own sorting where it is alphabetical. */
  readonly sorted?: boolean
}

interface Match { readonly cited: number; readonly record: number; readonly relation: NameRelation }

const PRESENT: ReadonlySet<NameRelation['relation']> = new Set(['equal', 'variant', 'given', 'misspelt'])

/**
 * Compares two author lists position by position. An added, dropped, replaced or misspelt author, another given name
 * and another order are differences; forms of one name, bodies that only one side lists, and what et al. leaves out are
 * not. `score` is the share of cited family names that the record has, wherever they stand.
 */
export function compareAuthors(citedAsGiven: NameList, recordAsGiven: NameList): Comparison {
  const cited = withoutEtAl(citedAsGiven)
  const record = withoutEtAl(recordAsGiven)
  const a = formsOf(cited.names)
  const b = formsOf(record.names)
  if (a.length === 0 || b.length === 0) return { relation: 'declined', rule: 'authors.empty' }
  if (isUnsplitList(cited.names, b.length) || isUnsplitList(record.names, a.length)) return { relation: 'declined', rule: 'authors.unsplit' }
  const pieces = [piecesOf(cited.names, b.length), piecesOf(record.names, a.length)] as const
  if (pieces[0] ?? pieces[1]) {
    const split = compareAuthors({ ...cited, names: pieces[0] ?? cited.names }, { ...record, names: pieces[1] ?? record.names })
    if (split.relation !== 'differs') return { ...split, rule: 'authors.unsplit' }
  }
  const matches = align(a, b)
  const matched = new Set(matches.map((match) => match.cited))
  const taken = new Set(matches.map((match) => match.record))
  const scripts = [...new Set(b.map(scriptOfName))]
  const declined = a.flatMap((form, i) => { const script = scriptOfName(form); return !matched.has(i) && scripts.some((other) => other !== script && (other === 'han' || script === 'han' || (other !== undefined && script !== undefined))) ? [i] : [] })
  // More names in another script than the record has left are not all its people.
  const isRoom = matched.size === 0 || record.truncated === true || declined.length <= b.length - taken.size
  if (declined.length > 0 && isRoom && declined.length + matched.size === a.length) return { relation: 'declined', rule: [...a, ...b].some((form) => form.kind === 'han') ? 'authors.han-and-latin' : 'authors.other-script' }
  const score = Math.round((matches.filter((match) => PRESENT.has(match.relation.relation)).length / a.length) * 1000) / 1000

  // A collaboration cited for the people it is made of, or the other way round.
  const isBodyForMembers = (bodies: readonly NameForm[], people: readonly NameForm[]): boolean => bodies.every(isBody) && people.some((form) => !isBody(form)) && people.length > bodies.length
  if (isBodyForMembers(a, b) || isBodyForMembers(b, a)) {
    if (matches.length === Math.min(a.length, b.length)) return { relation: 'variant', rule: 'authors.body-for-members', score }
    if (![...a, ...b].some((form) => !isBody(form)) || (a.every(isBody) ? b : a).every((form) => !isBody(form))) return { relation: 'declined', rule: 'authors.body-for-members' }
  }

  const persons = matches.length > 0
  // A registrant known to sort the authors shows who they are, not in which order they stood; any other alphabetical list is an order like any other.
  const sortedRecord = record.sorted === true && isAlphabetical(b) && !isAlphabetical(matches.map((match) => b[match.record] as NameForm))
  const added = [...a.keys()].filter((i) => !matched.has(i) && !(persons && a[i]?.kind === 'body'))
  const reach = cited.truncated === true && sortedRecord ? 0 : cited.truncated === true ? lastReached(matches, a.length, b.length) : b.length
  const dropped = [...b.keys()].filter((j) => !taken.has(j) && j < reach && !(persons && b[j]?.kind === 'body'))
  // A record cut short says nothing about who follows its last name.
  const extra = record.truncated === true ? added.filter((i) => matches.some((match) => match.cited > i)) : added
  const show = (forms: readonly NameForm[], list: readonly number[]): string => list.slice(0, 5).map((i) => forms[i]?.display ?? '').join('; ') + (list.length > 5 ? '; …' : '')
  const detail = [extra.length > 0 ? `only cited: ${show(a, extra)}` : '', dropped.length > 0 ? `only in the record: ${show(b, dropped)}` : ''].filter((s) => s !== '').join(' | ')
  if (extra.length > 0 || dropped.length > 0) {
    const rule = extra.length === 0 ? 'authors.dropped' : dropped.length === 0 ? 'authors.added' : matches.length === 0 ? 'authors.other' : 'authors.replaced'
    return { relation: 'differs', rule, score, detail }
  }
  const turned = matches.some((match, i) => i > 0 && match.record < (matches[i - 1]?.record ?? -1))
  if (turned && !sortedRecord) return { relation: 'differs', rule: 'authors.order', score }
  const wrong = matches.find((match) => match.relation.relation === 'misspelt') ?? matches.find((match) => match.relation.relation === 'given')
  if (wrong) {
    const pair = `cited: ${a[wrong.cited]?.display ?? ''} | record: ${b[wrong.record]?.display ?? ''}`
    return { relation: 'differs', rule: wrong.relation.relation === 'given' ? 'authors.given-name' : 'authors.misspelt', score, detail: pair }
  }
  if (turned) return { relation: 'variant', rule: 'authors.record-alphabetical', score }
  if (cited.truncated === true && b.length > a.length) return { relation: 'variant', rule: 'authors.et-al', score }
  if (a.length !== b.length) return { relation: 'variant', rule: 'authors.body-left-out', score }
  const variant = matches.find((match) => match.relation.relation === 'variant')
  return variant ? { relation: 'variant', rule: `authors.${variant.relation.rule.replace(/^name\./, '')}`, score } : { relation: 'equal', rule: 'authors.exact', score }
}

/** A group, also where BibTeX has taken its last word for a family name (`ATLAS Collaboration` without braces). */
function isBody(form: NameForm): boolean {
  return form.kind === 'body' || (form.kind === 'person' && /^(?:collaboration|consortium|group|team|organi[sz]ation|committee|society|association|investigators|initiative|network)$/.test(form.families[0] ?? ''))
}

function formsOf(names: readonly PersonName[]): NameForm[] {
  return names.map(nameForm).filter((form) => form.words.length > 0 && !/^(?:others|etal|et al|anonymous|anon)$/.test(form.words.join(' ')))
}

const ET_AL = /[\s,;]*\bet\.?\s*al\b\.?$|^et\.?\s*al\.?[\s,;]+/i

/** `Chang, Chia-Yu et al.` as one name: the mark that a list is cut short, left in its last name. */
function withoutEtAl(list: NameList): NameList {
  const last = list.names.at(-1)
  const marked = last && (['family', 'given', 'literal', 'particle'] as const).find((part) => ET_AL.test(last[part] ?? '') || /^et\.?\s*al\.?$/i.test(last[part] ?? ''))
  if (last === undefined || marked === undefined) return list
  const { [marked]: text = '', ...rest } = last
  const name = text.replace(ET_AL, '').replace(/^et\.?\s*al\.?$/i, '').trim()
  return { ...list, names: [...list.names.slice(0, -1), ...(name === '' && Object.keys(rest).length === 0 ? [] : [name === '' ? rest : { ...rest, [marked]: name }])], truncated: true }
}

/** The pieces of one name with a single comma, `Barry Becker, Ronny Kohavi`, `张三,李四`: two people, or one with family name first. */
function piecesOf(names: readonly PersonName[], otherCount: number): PersonName[] | undefined {
  const [name] = names
  if (names.length !== 1 || otherCount !== 2 || name === undefined) return undefined
  const pieces = (name.literal ?? [name.family, name.given].filter(Boolean).join(', ')).split(/\s*,\s*/)
  return pieces.length === 2 && pieces.every((piece) => /\S\s\S|^\p{Script=Han}{2,}$/u.test(piece)) ? pieces.map((literal) => ({ literal })) : undefined
}

/** Several people in one unsplit name (`A. Example and B. Sample`, as some DataCite creators): who they are cannot be told apart. */
function isUnsplitList(names: readonly PersonName[], otherCount: number): boolean {
  const text = names.length === 1 ? names[0]?.literal ?? (names[0]?.given === undefined ? names[0]?.family : undefined) : undefined
  return text !== undefined && otherCount > 1 && /;|\s(?:and|&|und|et)\s|,[^,]*,/.test(text) && nameForm({ literal: text.replace(/\s(?:and|&|und|et)\s|[;,]/g, ' ') }).words.length >= 3
}

function isAlphabetical(forms: readonly NameForm[]): boolean {
  return forms.every((form, i) => i === 0 || (forms[i - 1]?.families[0] ?? '') <= (form.families[0] ?? ''))
}

/** The script of a name; `han` also for one that only holds Han characters among others. */
function scriptOfName(form: NameForm): string | undefined {
  return form.kind === 'han' ? 'han' : scriptOf(form.display)
}

/** With et al. the names given are the first ones; a last name that is the record's last may stand after a gap (`A, B, … Z`). */
function lastReached(matches: readonly Match[], citedCount: number, recordCount: number): number {
  const records = matches.map((match) => match.record)
  const last = matches.at(-1)
  if (last && last.cited === citedCount - 1 && last.record === recordCount - 1 && records.length > 1) records.pop()
  return Math.max(-1, ...records) + 1
}

/** Pairs cited names with record names: same place first, then by family name, then neighbours that are left over. Each is used once. */
function align(a: readonly NameForm[], b: readonly NameForm[]): Match[] {
  const pairOf = new Map<number, Match>()
  const taken = new Set<number>()
  const take = (cited: number, record: number, relation: NameRelation): void => { pairOf.set(cited, { cited, record, relation }); taken.add(record) }
  const good = (relation: NameRelation): boolean => relation.relation === 'equal' || relation.relation === 'variant'
  for (const [i, form] of a.entries()) {
    const other = b[i]
    if (other === undefined) break
    const relation = compareName(form, other)
    if (good(relation)) take(i, i, relation)
  }
  if (pairOf.size < a.length) {
    const index = indexOf(b)
    for (const wanted of [good, (relation: NameRelation) => relation.relation === 'given']) {
      for (const [i, form] of a.entries()) {
        if (pairOf.has(i)) continue
        let best: { record: number; relation: NameRelation } | undefined
        for (const record of candidates(form, index, i)) {
          if (taken.has(record)) continue
          const relation = compareName(form, b[record] as NameForm)
          if (wanted(relation) && (best === undefined || Math.abs(record - i) < Math.abs(best.record - i))) best = { record, relation }
        }
        if (best) take(i, best.record, best.relation)
      }
    }
    pairNeighbours(a, b, pairOf, taken, take)
  }
  return [...pairOf.values()].sort((x, y) => x.cited - y.cited)
}

/** Names left over between the same two matched neighbours are compared once more: a letter or a form may differ. */
function pairNeighbours(a: readonly NameForm[], b: readonly NameForm[], pairOf: ReadonlyMap<number, Match>, taken: ReadonlySet<number>, take: (cited: number, record: number, relation: NameRelation) => void): void {
  let next = 0
  for (const [i, form] of a.entries()) {
    const match = pairOf.get(i)
    if (match) { next = Math.max(next, match.record + 1); continue }
    for (let j = next; j < b.length && j < next + 3; j++) {
      if (taken.has(j)) break
      const relation = compareName(form, b[j] as NameForm)
      if (relation.relation !== 'differs' && relation.relation !== 'declined') { take(i, j, relation); next = j + 1; break }
    }
  }
}

const CANDIDATES = 48

function indexOf(forms: readonly NameForm[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [position, form] of forms.entries()) {
    for (const key of keysOf(form)) {
      const list = index.get(key)
      if (list) list.push(position)
      else index.set(key, [position])
    }
  }
  return index
}

function keysOf(form: NameForm): Set<string> {
  const keys = new Set<string>()
  for (const family of form.families) { keys.add(family); keys.add(foldTransliteration(family)); for (const key of readingKeys(family)) keys.add(key) }
  for (const part of form.familyParts) if (part.length > 2) keys.add(part)
  if (form.kind === 'person') { keys.add(`given ${form.given.join('')}`); keys.add(`all ${form.sorted}`) }
  if (form.turned) for (const family of form.turned.families) keys.add(family)
  keys.delete('')
  return keys
}

/** The keys under which another name may be this one: the same family name; family and given name exchanged, but never the given name alone, which many share. */
function soughtKeys(form: NameForm): Set<string> {
  const keys = keysOf(form)
  if (form.kind === 'person') {
    keys.delete(`given ${form.given.join('')}`)
    keys.add(form.given.join(''))
    for (const family of form.families) keys.add(`given ${family}`)
  }
  keys.delete('')
  return keys
}

function candidates(form: NameForm, index: ReadonlyMap<string, readonly number[]>, near: number): Set<number> {
  const found = new Set<number>()
  for (const key of soughtKeys(form)) {
    const list = index.get(key)
    if (!list) continue
    let low = 0
    let high = list.length
    while (low < high) { const middle = (low + high) >> 1; if ((list[middle] ?? 0) < near) low = middle + 1; else high = middle }
    for (let k = Math.max(0, low - CANDIDATES / 2); k < Math.min(list.length, low + CANDIDATES / 2); k++) found.add(list[k] ?? 0)
  }
  return found
}
