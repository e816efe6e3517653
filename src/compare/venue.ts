import type { Comparison } from '../model/check.ts'
import { squeeze } from './fold.ts'
import { plainText } from './markup.ts'
import { areInTwoScripts } from './script.ts'
import { isAbbreviation, isCutWord, isSectionLetter, STOP_WORDS } from './venue-abbreviation.ts'
import { areTwoEditions } from './venue-edition.ts'
import { readings, withoutMeetingTail } from './venue-readings.ts'
import { areOneNumbering, isSeries, staysOutside } from './venue-series.ts'
import { APART, ORGANISERS, SERIALS, VENUE_TABLE } from './venue-table.ts'
import { conferenceWords, contentWords, isConference, isPreprintServer, SPONSORS, venueWords } from './venue-words.ts'

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
  if (citedIsSeries ? names.some((name) => mayStandIn(name, cited) || areOneNumbering(cited, name)) : names.some(isSeries) && !knownToDiffer(cited, names)) return { relation: 'declined', rule: 'venue.series-only' }
  return best ?? { relation: 'declined', rule: 'venue.none' }
}

const ORDER = { equal: 0, variant: 1, declined: 2, differs: 3 } as const
const scoreOf = (comparison: Comparison): number => (comparison.relation === 'declined' ? 0 : comparison.score ?? 0)

const idsOf = (name: string): readonly string[] | undefined => seriesId(venueWords(plainText(name)), plainText(name))

/** A meeting whose proceedings may be a volume of the series. */
function mayStandIn(name: string, series: string): boolean {
  const words = venueWords(plainText(name))
  const ids = idsOf(name)
  return (isConference(words) || (ids?.some((id) => !SERIALS.has(id)) ?? false)) && !(apart(words) === '' && staysOutside(ids, series))
}

/** A volume of a book series bears a title of its own, which need not be the conference's name; but two known conferences are two, and some never appear in a series. */
function knownToDiffer(cited: string, names: readonly string[]): boolean {
  const ids = idsOf(cited)
  if (apart(venueWords(plainText(cited))) === '' && names.filter(isSeries).every((series) => staysOutside(ids, series))) return true
  return ids !== undefined && names.some((name) => !isSeries(name) && idsOf(name) !== undefined)
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
  if (areTwoEditions(cited, record)) return { relation: 'differs', rule: 'venue.edition', score: 0 }
  const hosted = compareHosted(cited, record)
  if (hosted !== undefined) return hosted
  if (isOwnAcronym(cited, record, b) || isOwnAcronym(record, cited, a)) return variant('acronym')
  const pair = [acronymToken(cited), acronymToken(record)] as const
  if (pair[0] !== undefined && pair[1] !== undefined) return areOneAcronym(pair[0], pair[1]) ? variant('acronym') : { relation: 'differs', rule: 'venue.other', score: 0 }
  const left = readings(cited)
  const right = readings(record)
  if (areApartAlike(a, b)) {
    for (const [i, x] of left.entries()) for (const [j, y] of right.entries()) {
      if (x.cut && y.cut) continue
      if (x.cut || y.cut ? isAbbreviationOf(x.cut ? y.words : x.words, x.cut ? x.words : y.words) || isSectionOf(x.cut ? x.words : y.words, x.cut ? y.words : x.words) : sameOrCut(x.words, y.words)) return variant(i + j === 0 ? 'abbreviation' : 'part-left-out')
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
  return [...new Set(words.flatMap((word) => (APART.has(word) ? [word.replace(/s$/, '')] : isWorkshopAcronym(word) ? ['workshop'] : [])))].sort().join(' ')
}

/** `CVPRW`, `ICCVW`: the workshops of a conference of the table. */
function isWorkshopAcronym(word: string): boolean {
  return word.endsWith('w') && ACRONYM_ID.has(word.slice(0, -1))
}

/** Both or neither are side events, and of the season where both name one (AAAI's spring and fall symposia). */
function areApartAlike(a: readonly string[], b: readonly string[]): boolean {
  const season = (words: readonly string[]): string | undefined => (words.some((word) => word.startsWith('symposi')) ? words.find((word) => word === 'spring' || word === 'summer' || word === 'fall') : undefined)
  const seasons = [season(a), season(b)].filter((name) => name !== undefined)
  return apart(a) === apart(b) && new Set(seasons).size < 2
}

/** `BioNLP@ACL`, `Tiny Papers @ ICLR 2023`, `Workshop on ... (@ACL 2024)`: a side event and the conference that it is held at. */
function hostedEvent(text: string): { readonly event: string; readonly host: string } | undefined {
  const match = /^(.*[^\s(])\s*\(?@\s*([A-Z][A-Za-z]*[A-Z][A-Za-z/&-]*(?:[\s'’]*\d{2,4})?)\)?$/.exec(text.trim())
  return match ? { event: match[1] ?? '', host: match[2] ?? '' } : undefined
}

/** A side event is not the conference that it is held at; its own name is enough, and `Workshop at X` beside an acronym cannot be told. */
function compareHosted(cited: string, record: string): Comparison | undefined {
  const a = hostedEvent(cited)
  const b = hostedEvent(record)
  if (a === undefined && b === undefined) return undefined
  const own = compareVenueNames(a?.event ?? cited, b?.event ?? record)
  const other = a === undefined ? cited : record
  if (a !== undefined && b !== undefined) return own.relation !== 'differs' && compareVenueNames(a.host, b.host).relation === 'differs' ? { relation: 'differs', rule: 'venue.other', score: 0 } : own
  if (own.relation !== 'differs') return variant('host-left-out')
  const words = venueWords(other)
  const host = a?.host ?? b?.host ?? ''
  if (!apart(words).includes('workshop') || !(seriesId(venueWords(host), host) ?? [host.toLowerCase()]).some((id) => words.includes(id) || seriesId(words, other)?.includes(id))) return own
  const subject = conferenceWords(words).filter((word) => !APART.has(word) && word !== host.toLowerCase())
  return subject.length === 0 ? variant('workshop') : { relation: 'declined', rule: 'venue.workshop-name' }
}

/** A name that is nothing but an acronym, without year and `Proc. of`. */
function acronymToken(text: string): string | undefined {
  const token = bareToken(text)
  return /^[A-Z][A-Za-z0-9&/+-]{1,11}$/.test(token) && /[A-Z].*[A-Z]/.test(token) && token.replace(/[^A-Za-z]/g, '').length <= 9 ? token : undefined
}

function bareToken(text: string): string {
  return withoutMeetingTail(text).trim().replace(/^in:?\s+(?=\S)/i, '').replace(/[\s'’]*(?:19|20)?\d\d$/, '').replace(/^(?:proc(?:eedings|s?\.)?\s+(?:of\s+)?(?:the\s+)?)/i, '')
}

/** An acronym is no abbreviation of a longer one (`ICML`, `ICMLA`); of a joint conference either part names it (`ACL/IJCNLP`). */
function areOneAcronym(a: string, b: string): boolean {
  const x = a.toLowerCase()
  const y = b.toLowerCase()
  if (ACRONYM_ID.has(x) && ACRONYM_ID.get(x) === ACRONYM_ID.get(y)) return true
  const parts = (token: string): string[] => token.split(/[/&+-]/).filter((part) => part.length >= 3 && part !== 'ieee' && part !== 'acm')
  return x.replace(/\W/g, '') === y.replace(/\W/g, '') || (/[/-]/.test(x + y) && [x, ...parts(x)].some((part) => part === y || parts(y).includes(part)))
}

/** The acronym in brackets behind a workshop's name, or its initials, name that workshop (`SLT`: Spoken Language Technology Workshop). */
function isOwnAcronym(short: string, full: string, words: readonly string[]): boolean {
  const bare = bareToken(short).replace(/\s+workshop$/i, '')
  const token = bare.toLowerCase()
  if (!/^[a-z][a-z0-9&/+-]{1,11}$/.test(token) || ACRONYM_ID.has(token) || apart(words) !== 'workshop') return false
  return /[([]\s*([A-Za-z0-9&/-]+)[\s'’]*(?:\d{2,4})?\s*[)\]]\s*$/.exec(full)?.[1]?.toLowerCase() === token || (token.endsWith('w') && conferenceWords(words).map((word) => word[0]).join('') === token) || (token.length >= 4 && !SPONSORS.has(token) && /[A-Z].*[A-Z]/.test(bare) && standsAlone(bare, full))
}

/** `Phys. Rev. B: Condens. Matter` up to its section letter, for `Physical Review B`. */
function isSectionOf(cut: readonly string[], whole: readonly string[]): boolean {
  return isSectionLetter(cut, cut.length - 1) && cut.at(-1) === whole.at(-1) && isAbbreviation(cut, whole)
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
  return x.length === y.length && x.length > 1 && x.every((word, i) => (isSectionLetter(x, i) || isSectionLetter(y, i) ? word === y[i] : isCutWord(word, y[i] ?? '') || isCutWord(y[i] ?? '', word)))
}

const ACRONYM_ID = new Map(VENUE_TABLE.flatMap((row) => row.acronyms.map((acronym) => [acronym, row.id] as const)))
const TITLE_ID = VENUE_TABLE.flatMap((row) => row.titles.map((title) => ({ id: row.id, words: title.split(' ') }))).sort((x, y) => y.words.length - x.words.length)

/** The conference or journal of the table that a name names: by acronym (`CVPR`, `Proc. of CVPR 2021`, `(CVPR)`) or by title. */
function seriesId(words: readonly string[], text: string): readonly string[] | undefined {
  const compact = bareToken(text).toLowerCase()
  const direct = ACRONYM_ID.get(compact)
  if (direct !== undefined) return [direct]
  const core = conferenceWords(words)
  if (core.length === 0) return undefined
  const ids = new Set<string>()
  const loose = core.filter((word) => !/^(?:in|track|main|volume|long|short|papers?|conference|demos?)$/.test(word))
  if (loose.length <= 3 && !loose.some((word) => PERIODICAL.test(word))) {
    for (const word of loose) {
      const id = ACRONYM_ID.get(word) ?? (isWorkshopAcronym(word) ? ACRONYM_ID.get(word.slice(0, -1)) : undefined)
      if (id !== undefined && (loose.length === 1 || (!SERIALS.has(id) && (!ORGANISERS.has(word) || loose.every((other) => ACRONYM_ID.has(other)))))) ids.add(id)
    }
  }
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
  const frame = serial ? SERIAL_FRAME : FRAME
  const before = list.slice(0, at).filter((word) => !frame.test(word))
  const after = list.slice(at + words.length).filter((word) => !frame.test(word))
  if (serial) return before.length === 0 && after.length === 0
  return before.length <= 1 && (after.length === 0 || words.length >= 3)
}

const FRAME = /^(?:\d+.*|\d*(?:st|nd|rd|th)|proceedings?|proc|procs|annual|international|intl|national|conference|conf|symposium|symp|joint|ieee|cvf|acm|sigkdd|sigact|sigplan|sigir|sigmod|chi|aaai|rsj|usenix|siam|first|second|third|\p{L}+(?:teenth|ieth|enth|ighth|ninth|fifth|fourth|sixth|seventh)|twenty|thirty|forty|fifty|sixty|volume|vol|long|short|papers?|main|track|human|language|technologies|system|demonstrations|student|research|advances|meeting|part|[ivx]+|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)$/u

/** Words that make a periodical of an organisation's or a meeting's acronym (`SIGMOD Record`, `VLDB Journal`). */
const PERIODICAL = /^(?:journal|record|forum|explorations|newsletter|notices|magazine|bulletin|letters|reviews?|transactions|trans|play|news)$/
const SERIAL_FRAME = /^(?:\d+.*|ieee|acm|siam|volume|vol)$/

function indexOfSequence(list: readonly string[], words: readonly string[]): number {
  for (let i = 0; i + words.length <= list.length; i++) if (words.every((word, k) => sameWord(list[i + k] ?? '', word))) return i
  return -1
}

function sameWord(a: string, b: string): boolean {
  return a === b || (a.length >= 3 && b.startsWith(a)) || (a.length >= 3 && a.length >= b.length - 2 && a.startsWith(b) && a.length - b.length <= 1 && a.endsWith('s')) || (a.length >= 4 && isCutWord(a, b))
}

/** `short` is an acronym that the other name spells: in brackets, as a word of its own before or after `conference`, or by its initials. */
function acronymOf(short: string, words: readonly string[], full: string): boolean {
  // `IEEE BigData`, `IEEE Big Data`: the bracket's acronym behind its sponsor.
  const token = bareToken(short).replace(/^(?:IEEE(?:\/(?:ACM|CVF|RSJ))?|ACM)\s+(?=\S)/, '').replace(/^(\p{Lu}\p{L}{1,5}) (?=\p{Lu}\p{L}{1,5}$)/u, '$1')
  if (!/^[A-Za-z][A-Za-z0-9&/+-]{1,11}$/.test(token) || words.length < 2) return false
  const acronym = token.toLowerCase().replace(/[^a-z0-9]/g, '')
  // `(ICCV)`, `- ICML '05`, `— ICANN'97`
  for (const match of full.matchAll(/[([]\s*([^()[\]]+?)[\s'’]*(?:\d{2,4})?\s*[)\]]|\s[-–—]\s+([A-Z][A-Za-z-]+)[\s'’]*\d{2,4}$/g)) if ((match[1] ?? match[2] ?? '').toLowerCase().replace(/[^a-z0-9]/g, '') === acronym) return true
  if (!/[A-Z].*[A-Z]/.test(token)) return false
  const core = conferenceWords(words)
  const initials = (list: readonly string[]): string => list.map((word) => word[0] ?? '').join('')
  const kept = words.filter((word) => !/^\d/.test(word))
  // `UIST`: Symposium on User Interface Software and Technology; `HRI`: International Conference on Human-Robot Interaction.
  const subject = core.filter((word) => !/^(?:international|conference|symposium)$/.test(word))
  if (acronym.length >= 3 && isConference(words) && initials(subject) === acronym) return true
  if ([core, contentWords(kept), kept, contentWords(words)].some((list) => list.length >= 2 && initials(list) === acronym)) return true
  // The society that holds a conference is not its name (`AAAI Conference on Web and Social Media`).
  return isConference(words) && acronym.length >= 3 && !ORGANISERS.has(acronym) && standsAlone(token, full)
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

function overlap(a: readonly string[], b: readonly string[]): number {
  const x = new Set(a.filter((word) => !STOP_WORDS.has(word)))
  const y = new Set(b.filter((word) => !STOP_WORDS.has(word)))
  let common = 0
  for (const word of x) if (y.has(word)) common++
  return x.size + y.size === 0 ? 0 : Math.round((2000 * common) / (x.size + y.size)) / 1000
}
