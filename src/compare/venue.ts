import type { Comparison } from '../model/check.ts'
import { squeeze } from './fold.ts'
import { plainText } from './markup.ts'
import { areInTwoScripts } from './script.ts'
import { isAbbreviation, isCutWord, STOP_WORDS } from './venue-abbreviation.ts'
import { APART, OUTSIDE_SERIES, SERIALS, SERIES, VENUE_TABLE } from './venue-table.ts'
import { conferenceWords, contentWords, isConference, isPreprintServer, splitBracket, venueWords } from './venue-words.ts'

/** The record's names of the container: full titles, short titles, the event, ISSNs. */
export interface RecordVenues {
  readonly venues?: readonly string[]
  readonly shortVenues?: readonly string[]
  readonly event?: string
  readonly issn?: readonly string[]
}

const SAME: Comparison = { relation: 'equal', rule: 'venue.exact', score: 1 }
const variant = (rule: string): Comparison => ({ relation: 'variant', rule: `venue.${rule}`, score: 1 })

/**
 * A cited venue against the record's. One ISSN in common is proof. Otherwise the titles are aligned word by word:
 * abbreviations and contractions both ways, acronyms, years, ordinals and sponsors of conferences, a left-out subtitle
 * of a journal are form; a content word that only one side has is a difference, so sister journals differ. A preprint
 * server is no venue, and a book series says nothing about the conference in it: both are declined.
 */
export function compareVenue(cited: string, record: RecordVenues, citedIssn: readonly string[] = []): Comparison {
  const names = [...(record.venues ?? []), ...(record.shortVenues ?? []), ...(record.event === undefined ? [] : [record.event])].filter((name) => name.trim() !== '')
  if (isPreprintServer(plainText(cited))) return { relation: 'declined', rule: 'venue.preprint-server' }
  if (names.length === 0) return { relation: 'declined', rule: 'venue.none' }
  let best: Comparison | undefined
  for (const name of names) {
    const comparison = compareVenueNames(cited, name)
    if (comparison.relation === 'equal') return comparison
    if (best === undefined || ORDER[comparison.relation] < ORDER[best.relation] || (comparison.relation === best.relation && scoreOf(comparison) > scoreOf(best))) best = comparison
  }
  if (best?.relation === 'variant') return best
  if (citedIssn.some((issn) => record.issn?.includes(issn))) return variant('issn')
  if (names.every((name) => isPreprintServer(plainText(name)))) return { relation: 'declined', rule: 'venue.preprint-record' }
  const citedIsSeries = isSeries(cited)
  if (citedIsSeries ? names.some((name) => isConference(venueWords(plainText(name)))) : names.some(isSeries) && !knownToDiffer(cited, names)) return { relation: 'declined', rule: 'venue.series-only' }
  return best ?? { relation: 'declined', rule: 'venue.none' }
}

const ORDER = { equal: 0, variant: 1, declined: 2, differs: 3 } as const
const scoreOf = (comparison: Comparison): number => (comparison.relation === 'declined' ? 0 : comparison.score ?? 0)

/** A volume of a book series bears a title of its own, which need not be the conference's name; but two known conferences are two, and some never appear in a series. */
function knownToDiffer(cited: string, names: readonly string[]): boolean {
  const words = venueWords(plainText(cited))
  if (apart(words) === '' && seriesId(words, cited)?.every((id) => OUTSIDE_SERIES.has(id))) return true
  return seriesId(venueWords(plainText(cited)), cited) !== undefined && names.some((name) => seriesId(venueWords(plainText(name)), name) !== undefined)
}

/** Relation of two names of serials, books or conferences; symmetric. */
export function compareVenueNames(citedRaw: string, recordRaw: string): Comparison {
  const cited = plainText(citedRaw)
  const record = plainText(recordRaw)
  const a = venueWords(cited)
  const b = venueWords(record)
  if (a.length === 0 || b.length === 0) return { relation: 'declined', rule: 'venue.empty' }
  if (squeeze(a) === squeeze(b)) return cited === record ? SAME : { relation: 'equal', rule: 'venue.form', score: 1 }
  if (squeeze(contentWords(a)) === squeeze(contentWords(b)) && contentWords(a).length > 0) return variant('stop-words')
  const left = readings(cited)
  const right = readings(record)
  if (apart(a) === apart(b)) {
    for (const [i, x] of left.entries()) for (const [j, y] of right.entries()) {
      if (x.cut && y.cut) continue
      if (x.cut || y.cut ? isAbbreviationOf(x.cut ? y.words : x.words, x.cut ? x.words : y.words) : sameOrCut(x.words, y.words)) return variant(i + j === 0 ? 'abbreviation' : 'part-left-out')
    }
    const ids = [seriesId(a, cited), seriesId(b, record)] as const
    if (ids[0] !== undefined && ids[1] !== undefined) {
      if (ids[0].some((id) => ids[1]?.includes(id))) return variant('acronym')
    } else if (acronymOf(cited, b, record) || acronymOf(record, a, cited)) return variant('acronym')
    for (const x of left) for (const y of right) if (!(x.cut && y.cut) && sameConference(x.words, y.words)) return variant('conference')
  }
  if (areInTwoScripts(cited, record)) return { relation: 'declined', rule: 'venue.other-script' }
  return { relation: 'differs', rule: 'venue.other', score: overlap(a, b) }
}

/** The words that set a side event apart (`workshops`, `findings`), one form each. */
function apart(words: readonly string[]): string {
  const season = words.some((word) => word.startsWith('symposi')) ? words.filter((word) => word === 'spring' || word === 'fall') : []
  return [...new Set([...words.filter((word) => APART.has(word)).map((word) => word.replace(/s$/, '')), ...season])].sort().join(' ')
}

/** `Science, New Series`, `Annals of Mathematics, Second Series`: the run of volumes, as JSTOR and mathematicians give it, not another serial. */
const RUN_TAIL = /\s+(?:new|second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th) series$/
/** The Royal Society of London, within the names of its journals. */
const ROYAL_SOCIETY = /\b(r(?:oyal)? soc(?:iety)?) (?:of )?lond(?:on)?\b/
const PLACE_TAIL = /\s+(?:of the\s+)?(?:u\s?s\s?a|usa|united states(?: of america)?|u\s?s|engl|england|london england|new york n\s?y|gt brit|oxf|lond|camb|basel|copenh|edinb|phila pa)$/
/** Where the rest of a serial's title may begin: `JAMA : the journal of ...`, `Physical review. E, Statistical ...`, `Taehan kanho. The Korean nurse`. */
const BREAK = /\s*[:=;]\s*|\s[-–—/]\s|(?<=\p{L}{4})\.\s+(?=\S+\s+\S|\p{L}{6})|(?<=(?:^|[.\s])(?:\p{Lu}|\d{1,2})),\s+|(?<=\b(?:Section|Series|Part|Sect\.|Ser\.)\s(?:\p{Lu}|\d{1,2}|[IVX]{1,4}))\s+(?=\p{L})/gu
/** Tails that make another serial of a title. */
const OTHER_SERIAL = /^\W*(?:supplement\w*|suppl|series|ser|section|part|new series|nova series|abstracts?|edition|ed|letters|reports?|online|library|workshops?|annual)\b/i

interface Reading { readonly words: readonly string[]; readonly cut: boolean }

/** A name whole, without its bracketed tail, without a place at the end; and, marked as cut, up to each place where a subtitle may begin. */
function readings(text: string): Reading[] {
  const whole = [text]
  const { head } = splitBracket(text)
  if (head !== text) whole.push(head)
  // `FOCI 2007 - IEEE Symposium on ...`: the acronym before the name.
  const named = /^[A-Z][A-Za-z0-9&/]{2,11}[\s'’]*(?:\d{2,4})?\s*(?:[-–—]\s|:\s)(.{12,})$/.exec(head)
  if (named) whole.push(named[1] ?? '')
  const list: Reading[] = whole.map((name) => ({ words: venueWords(name), cut: false }))
  for (const { words } of list.slice()) {
    const joined = words.join(' ')
    const shorter = joined.replace(RUN_TAIL, '').replace(PLACE_TAIL, '').replace(ROYAL_SOCIETY, '$1')
    if (shorter !== joined && (shorter.includes(' ') || RUN_TAIL.test(joined))) list.push({ words: shorter.split(' '), cut: false })
  }
  for (const name of whole) {
    for (const match of [...name.matchAll(BREAK)].slice(0, 6)) {
      const start = name.slice(0, match.index)
      if (start.length >= 3 && !OTHER_SERIAL.test(name.slice(match.index + match[0].length))) {
        list.push({ words: venueWords(start), cut: true })
        // `Biochimica et Biophysica Acta (BBA) - Biomembranes`
        const { head: bare } = splitBracket(start)
        if (bare !== start && bare.includes(' ')) list.push({ words: venueWords(bare), cut: true })
      }
    }
  }
  return list.filter(({ words }) => words.length > 0)
}

function isAbbreviationOf(short: readonly string[], full: readonly string[]): boolean {
  return squeeze(contentWords(short)) === squeeze(contentWords(full)) || isAbbreviation(short, full)
}

function sameOrCut(a: readonly string[], b: readonly string[]): boolean {
  return squeeze(contentWords(a)) === squeeze(contentWords(b)) || isAbbreviation(a, b) || isAbbreviation(b, a) || bothCut(a, b)
}

/** Two abbreviations of one title: word by word one is a cut of the other, whichever is longer. */
function bothCut(a: readonly string[], b: readonly string[]): boolean {
  const x = contentWords(a)
  const y = contentWords(b)
  return x.length === y.length && x.length > 1 && x.every((word, i) => isCutWord(word, y[i] ?? '') || isCutWord(y[i] ?? '', word))
}

const ACRONYM_ID = new Map(VENUE_TABLE.flatMap((row) => row.acronyms.map((acronym) => [acronym, row.id] as const)))
const TITLE_ID = VENUE_TABLE.flatMap((row) => row.titles.map((title) => ({ id: row.id, words: title.split(' ') }))).sort((x, y) => y.words.length - x.words.length)

/** The conference or journal of the table that a name names: by acronym (`CVPR`, `Proc. of CVPR 2021`, `(CVPR)`) or by title. */
function seriesId(words: readonly string[], text: string): readonly string[] | undefined {
  const compact = text.trim().toLowerCase().replace(/[\s'’]*(?:19|20)?\d\d$/, '')
  const direct = ACRONYM_ID.get(compact)
  if (direct !== undefined) return [direct]
  const core = conferenceWords(words)
  if (core.length === 0) return undefined
  const ids = new Set<string>()
  const loose = core.filter((word) => !/^(?:in|track|main|volume|long|short|papers?|conference|demos?)$/.test(word))
  for (const word of loose) { const id = loose.length <= 3 ? ACRONYM_ID.get(word) : undefined; if (id !== undefined && (loose.length === 1 || !SERIALS.has(id))) ids.add(id) }
  const bracket = /[([]\s*([A-Za-z][A-Za-z0-9&/-]{1,12})(?:[\s'’]*\d{2,4})?\s*[)\]]|:\s+([A-Z][A-Za-z0-9&/-]{1,12})(?:[\s'’]*\d{2,4})?\s*$/g
  for (const match of text.matchAll(bracket)) { const id = ACRONYM_ID.get((match[1] ?? match[2] ?? '').toLowerCase()); if (id !== undefined) ids.add(id) }
  const content = contentWords(words)
  const used = new Set<number>()
  for (const row of TITLE_ID) {
    for (const list of [content, core]) {
      const at = indexOfSequence(list, row.words)
      if (at < 0 || (list === content && [...row.words.keys()].every((k) => used.has(at + k)))) continue
      if (!fitsSeries(list, row.words, at, SERIALS.has(row.id))) continue
      if (list === content) for (const k of row.words.keys()) used.add(at + k)
      if (list === core && ids.size > 0) continue
      ids.add(row.id)
    }
  }
  return ids.size === 0 ? undefined : [...ids]
}

/** A title of the table stands for the name only when the rest of the name is frame (conference, proceedings, place, dates), not further subject words; a serial's name ends with its title. */
function fitsSeries(list: readonly string[], words: readonly string[], at: number, serial: boolean): boolean {
  const before = list.slice(0, at).filter((word) => !FRAME.test(word))
  const after = list.slice(at + words.length).filter((word) => !FRAME.test(word))
  if (serial) return before.length === 0 && after.length === 0
  return before.length <= 1 && (after.length === 0 || words.length >= 3)
}

const FRAME = /^(?:\d+.*|\d*(?:st|nd|rd|th)|proceedings?|proc|procs|annual|international|intl|national|conference|conf|symposium|symp|joint|ieee|cvf|acm|sigkdd|sigact|sigplan|sigir|sigmod|chi|aaai|rsj|usenix|siam|first|second|third|\p{L}+(?:teenth|ieth|enth|ighth|ninth|fifth|fourth|sixth|seventh)|twenty|thirty|forty|fifty|sixty|volume|vol|long|short|papers?|main|track|human|language|technologies|system|demonstrations|student|research|advances|meeting|part|[ivx]+|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)$/u

function indexOfSequence(list: readonly string[], words: readonly string[]): number {
  for (let i = 0; i + words.length <= list.length; i++) if (words.every((word, k) => sameWord(list[i + k] ?? '', word))) return i
  return -1
}

function sameWord(a: string, b: string): boolean {
  return a === b || (a.length >= 3 && b.startsWith(a)) || (a.length >= 3 && a.length >= b.length - 2 && a.startsWith(b) && a.length - b.length <= 1 && a.endsWith('s')) || (a.length >= 4 && isCutWord(a, b))
}

/** `short` is an acronym that the other name spells: in brackets, as a word of its own before or after `conference`, or by its initials. */
function acronymOf(short: string, words: readonly string[], full: string): boolean {
  const token = short.trim().replace(/[\s'’]*(?:19|20)?\d\d$/, '').replace(/^(?:proc(?:eedings|\.)?\s+(?:of\s+)?(?:the\s+)?)/i, '')
  if (!/^[A-Za-z][A-Za-z0-9&/+-]{1,11}$/.test(token) || !/[A-Z].*[A-Z]/.test(token)) return false
  const acronym = token.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (words.length < 2) return false
  for (const match of full.matchAll(/[([]\s*([^()[\]]+?)[\s'’]*(?:\d{2,4})?\s*[)\]]/g)) if ((match[1] ?? '').toLowerCase().replace(/[^a-z0-9]/g, '') === acronym) return true
  const core = conferenceWords(words)
  const initials = (list: readonly string[]): string => list.map((word) => word[0] ?? '').join('')
  const kept = words.filter((word) => !/^\d/.test(word))
  // `UIST`: Symposium on User Interface Software and Technology; `HRI`: International Conference on Human-Robot Interaction.
  const subject = core.filter((word) => !/^(?:international|conference|symposium)$/.test(word))
  if (acronym.length >= 3 && isConference(words) && initials(subject) === acronym) return true
  if ([core, contentWords(kept), kept, contentWords(words)].some((list) => list.length >= 2 && initials(list) === acronym)) return true
  return isConference(words) && acronym.length >= 3 && standsAlone(token, full)
}

/** The word stands somewhere in the text with no letter or digit beside it. */
function standsAlone(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + word.length, at + word.length + 2))) return true
  }
  return false
}

/** Two forms of one conference's name: the same core once years, ordinals, sponsors, `Proceedings of` are gone. */
function sameConference(a: readonly string[], b: readonly string[]): boolean {
  if (!isConference(a) && !isConference(b)) return false
  const x = conferenceWords(a)
  const y = conferenceWords(b)
  if (x.length < 2 || y.length < 2) return false
  return isAbbreviation(x, y) || isAbbreviation(y, x) || bothCut(x, y)
}

function isSeries(name: string): boolean {
  const words = contentWords(venueWords(plainText(name))).join(' ')
  return SERIES.some((series) => words === series || words.startsWith(`${series} `))
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const x = new Set(a.filter((word) => !STOP_WORDS.has(word)))
  const y = new Set(b.filter((word) => !STOP_WORDS.has(word)))
  let common = 0
  for (const word of x) if (y.has(word)) common++
  return x.size + y.size === 0 ? 0 : Math.round((2000 * common) / (x.size + y.size)) / 1000
}
