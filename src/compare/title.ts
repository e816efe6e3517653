import type { Comparison } from '../model/check.ts'
import { compareCjkTitle } from './cjk.ts'
import { hasHan, squeeze } from './fold.ts'
import { plainText } from './markup.ts'
import { areInTwoScripts } from './script.ts'
import { spellingKeys, titleWords } from './title-words.ts'

/** The titles of a record: the main one, a subtitle that the registry keeps apart, others under which the work is known. */
export interface RecordTitles {
  readonly title?: string
  readonly subtitle?: string
  readonly alternativeTitles?: readonly string[]
}

const RETRACTED_MARK = /^\s*[[(]?\s*(?:retracted|withdrawn|removed|temporary removal|article retracted|article withdrawn)(?:\s+(?:article|chapter|paper|publication))?\s*[\])]?\s*[:.\-–—]?\s+|\s*[[(](?:retracted|withdrawn)(?:\s+(?:article|chapter|paper))?[\])]\s*$/i
/** What registries add to the titles of special issues: the section's label and who edits it (`Editorial [Hot Topic: … (Guest Editor: …)]`). */
const SECTION_LABEL = /\s?\((?:guest|executive|special issue|section|thematic issue)\s+editors?\s*:[^()]*\)|(^|[[(])\s?hot topic\s?:?\s/gi
/** `(3rd ed.)`, `, Second Edition`, `: revised edition` at the end of a title. */
const EDITION = /[\s,;:.–—-]*[([]?\s*\b(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|international|student|global)\s+(?:edition|edn|ed)\b\.?\s*[)\]]?\s*\.?$/i
/** What may follow a complete title: everything up to it is the title without its subtitle. */
const SUBTITLE_BREAK = /\s*[:;?!]["'”’»]*\s+|\s+[-–—‐−]+\s+|—|[.]\s+(?=\S)|\s+[([](?=[^()[\]]{3,}[)\]]\s*$)|\s*\/\s+|:(?=\S)/gu
/** Tails that name another part or another kind of work, so that the title without them is another title. */
const OTHER_WORK = /^[\s(["]*(?:(?:part|pt|vol|volume|chapter|section|book)\.?\s(?:\d|[ivxlc]+\b|one|two|three|four|five|[a-z]\b)|(?:no\.?|number)\s*\d|supplement|suppl|appendix|erratum|corrigendum|correction|retraction|(?:reply|response|comment|commentary|rejoinder|discussion)(?:\s(?:to|on|of|by)\b|[.:)\]]|$)|(?:review|abstract)[.)\]]*$|(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?:[\s.:)\]]|$)|\d{1,3}(?:[\s.:)\]]|$)|\d+[.)\]]*$)/i

/**
 * Relation of a cited title to the titles of a record. Markup, case, punctuation, accents and English spelling are form
 * (equal or variant); a subtitle that one side leaves out, a bracketed translation, a RETRACTED mark are variants; one
 * content word more, less or other is a difference, however long the title. Han titles go by the exact rule. Symmetric;
 * score is the share of words in common (1 = the same words).
 */
export function compareTitle(cited: string, record: RecordTitles | string): Comparison {
  const titles = typeof record === 'string' ? [record] : recordTitles(record)
  let best: Comparison | undefined
  for (const [index, title] of titles.entries()) {
    const found = declinedAcrossScripts(comparePair(cited, title), cited, title)
    // The main title alone stands for the whole only where the citation gives no subtitle: with another one it is another title.
    if (index > 0 && found.rule === 'title.subtitle-left-out' && title.length < cited.length) continue
    const comparison = index === 0 || found.relation === 'differs' || found.relation === 'declined' ? found : { ...found, relation: 'variant' as const, rule: index === 1 && typeof record !== 'string' && record.subtitle !== undefined ? 'title.subtitle-left-out' : found.relation === 'equal' ? 'title.alternative' : found.rule }
    // Where the main title could be compared, one in another script decides nothing.
    if (index > 0 && comparison.relation === 'declined' && best?.relation === 'differs') continue
    if (best === undefined || rank(comparison) < rank(best) || (rank(comparison) === rank(best) && (scoreOf(comparison) > scoreOf(best)))) best = comparison
    if (rank(best) === 0) break
  }
  return best ?? { relation: 'declined', rule: 'title.empty' }
}

function declinedAcrossScripts(comparison: Comparison, cited: string, record: string): Comparison {
  return comparison.relation === 'differs' && areInTwoScripts(plainText(cited), plainText(record)) ? { relation: 'declined', rule: 'title.other-script', detail: 'one title is in another script' } : comparison
}

const ORDER = { equal: 0, variant: 1, declined: 2, differs: 3 } as const
function rank(comparison: Comparison): number { return ORDER[comparison.relation] }
function scoreOf(comparison: Comparison): number { return comparison.relation === 'declined' ? 0 : comparison.score ?? 0 }

function recordTitles(record: RecordTitles): string[] {
  const main = record.title ?? ''
  const subtitle = record.subtitle
  const list = subtitle === undefined || subtitle === '' ? [main] : [`${main.replace(/[\s:]+$/, '')}: ${subtitle}`, main]
  return [...list, ...(record.alternativeTitles ?? [])].filter((title) => title.trim() !== '')
}

function comparePair(citedRaw: string, recordRaw: string): Comparison {
  if (citedRaw === recordRaw && citedRaw.trim() !== '') return { relation: 'equal', rule: 'title.exact', score: 1 }
  const cited = plainText(citedRaw)
  const record = plainText(recordRaw)
  if (hasHan(cited) || hasHan(record)) return compareHan(cited, record)
  const a = titleWords(cited)
  const b = titleWords(record)
  if (a.length === 0 || b.length === 0) return { relation: 'declined', rule: 'title.empty' }
  const same = sameWords(a, b)
  if (same !== undefined) return { relation: same === 'title.form' ? 'equal' : 'variant', rule: same, score: 1 }
  for (const [left, right, rule] of pairings(cited, record)) {
    if (sameWords(titleWords(left), titleWords(right)) !== undefined) return { relation: 'variant', rule, score: 1 }
  }
  if (leavesSubtitleOut(cited, record, a, b)) return { relation: 'variant', rule: 'title.subtitle-left-out', score: 1 }
  return difference(a, b)
}

function compareHan(cited: string, record: string): Comparison {
  const whole = compareCjkTitle(cited, record)
  if (whole.relation === 'equal' || whole.relation === 'variant') return whole
  for (const [left, right, rule] of pairings(cited, record)) {
    const part = compareCjkTitle(left, right)
    if (part.relation === 'equal' || part.relation === 'variant') return { relation: 'variant', rule, score: 1 }
  }
  return whole
}

function sameWords(a: readonly string[], b: readonly string[]): string | undefined {
  if (a.length === 0 || b.length === 0) return undefined
  if (squeeze(a) === squeeze(b)) return 'title.form'
  const [english, transliterated] = spellingKeys(a)
  const [english2, transliterated2] = spellingKeys(b)
  if (english !== '' && (english === english2 || transliterated === transliterated2)) return 'title.spelling'
  return undefined
}

/** Other readings of the two titles: without a retraction mark, without or within a bracketed translation. */
function pairings(cited: string, record: string): (readonly [string, string, string])[] {
  const pairs: (readonly [string, string, string])[] = []
  const plainCited = cited.replace(RETRACTED_MARK, '')
  const plainRecord = record.replace(RETRACTED_MARK, '')
  if (plainCited !== cited || plainRecord !== record) pairs.push([plainCited, plainRecord, 'title.retraction-mark'])
  const [unlabelledCited, unlabelledRecord] = [plainCited.replace(SECTION_LABEL, '$1'), plainRecord.replace(SECTION_LABEL, '$1')]
  if (unlabelledCited !== plainCited || unlabelledRecord !== plainRecord) pairs.push([unlabelledCited, unlabelledRecord, 'title.section-label'])
  // The edition of a book is not in its title; two editions are two books, whose titles are compared whole.
  const [bareCited, bareRecord] = [plainCited.replace(EDITION, ''), plainRecord.replace(EDITION, '')]
  if ((bareCited === plainCited) !== (bareRecord === plainRecord)) pairs.push([bareCited, bareRecord, 'title.edition'])
  const left = [plainCited, ...translations(plainCited)]
  const right = [plainRecord, ...translations(plainRecord)]
  for (const [i, x] of left.entries()) for (const [j, y] of right.entries()) {
    // What both sides put in brackets proves nothing: it may be the journal (`Corrigendum to … [Journal 5 (2020) 1–9]`); nor does `Editorial` before them.
    const samePart = left.length === 3 && right.length === 3 && i === j && i > 0
    if (i + j > 0 && !(samePart && (i === 2 || titleWords(x).length < 3))) pairs.push([x, y, 'title.translation'])
  }
  return pairs
}

/** `Original [Translation]` gives both; `[Translation].` (PubMed) gives what the brackets hold. */
function translations(title: string): string[] {
  const match = /^(.*?)\s*\[([^[\]]+)\]\s*\.?$/.exec(title)
  if (!match) return []
  const [, outside = '', inside = ''] = match
  if (outside.trim() === '') return [inside]
  return inside.trim().split(/\s+/).length >= 3 || hasHan(outside) || hasHan(inside) ? [outside, inside] : []
}

/** True when the shorter title is the longer one up to a place where a subtitle can begin. */
function leavesSubtitleOut(cited: string, record: string, a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, record] : [b, cited]
  const key = squeeze(short)
  const [spelling, transliterated] = spellingKeys(short)
  let length = 0
  for (const part of headings(long)) {
    // Headings grow; comparing each with its letters only keeps this linear for any sane title.
    length = part.head.length
    if (length < key.length / 3 || length > key.length * 8 + 64) continue
    const words = titleWords(part.head)
    if (words.length === 0 || OTHER_WORK.test(part.tail)) continue
    if (squeeze(words) === key) return true
    const keys = spellingKeys(words)
    if (spelling !== '' && (keys[0] === spelling || keys[1] === transliterated)) return true
  }
  return false
}

function headings(title: string): { readonly head: string; readonly tail: string }[] {
  const list: { head: string; tail: string }[] = []
  for (const match of title.matchAll(SUBTITLE_BREAK)) {
    const end = match.index + (/^\s*[?!]/.test(match[0]) ? match[0].trimEnd().length : 0)
    if (match.index > 0) list.push({ head: title.slice(0, end), tail: title.slice(match.index + match[0].length) })
    if (list.length === 24) break
  }
  return list
}

function difference(a: readonly string[], b: readonly string[]): Comparison {
  const counts = new Map<string, number>()
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) + 1)
  const added: string[] = []
  for (const word of a) {
    const left = counts.get(word) ?? 0
    if (left > 0) counts.set(word, left - 1)
    else added.push(word)
  }
  const dropped = [...counts].flatMap(([word, count]) => Array.from({ length: count }, () => word))
  const common = a.length - added.length
  const score = (2 * common) / (a.length + b.length)
  const rule = added.length === 0 && dropped.length === 0 ? 'title.word-order' : score < 0.5 ? 'title.other' : dropped.length === 0 ? 'title.word-added' : added.length === 0 ? 'title.word-dropped' : 'title.word-replaced'
  const name = (words: readonly string[]): string => words.slice(0, 6).join(', ') + (words.length > 6 ? ', …' : '')
  const detail = [added.length > 0 ? `cited: ${name(added)}` : '', dropped.length > 0 ? `record: ${name(dropped)}` : ''].filter((s) => s !== '').join('; ')
  return { relation: 'differs', rule, score: Math.round(score * 1000) / 1000, ...(detail === '' ? {} : { detail }) }
}
