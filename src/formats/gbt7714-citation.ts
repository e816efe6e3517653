import type { Citation } from '../model/citation.ts'
import { citedIdentifiers } from './cited-identifiers.ts'
import { isNameList, parseGbt7714Names } from './gbt7714-names.ts'

/** Type letters (GB/T 7714-2015, annex B) and their CSL types: of a work, and of a part of one (`[C]//`). */
const TYPES: Readonly<Record<string, readonly [whole: string, part: string]>> = {
  J: ['article-journal', 'article-journal'], M: ['book', 'chapter'], C: ['book', 'paper-conference'], G: ['book', 'chapter'], N: ['article-newspaper', 'article-newspaper'], D: ['thesis', 'thesis'], R: ['report', 'report'],
  P: ['patent', 'patent'], S: ['standard', 'standard'], EB: ['webpage', 'webpage'], DB: ['dataset', 'dataset'], DS: ['dataset', 'dataset'], CP: ['software', 'software'], CM: ['map', 'map'], A: ['document', 'chapter'], Z: ['document', 'document'],
}
/** `[J]`, `[J/OL]`, `［Ｊ］` after folding. */
export const TYPE_MARK = /\\?\[\s*(EB|DB|DS|CP|CM|[JMCGNDRPSAZ])(?:\s*\/\s*(?:OL|CD|MT|DK|BD))?\s*\\?\]/

/** Full-width forms and Chinese punctuation as ASCII, one character for one, so that places stay the same. */
export function foldPunctuation(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replaceAll('。', '.').replaceAll('、', ',').replaceAll('\u3000', ' ').replace(/[〔【]/g, '[').replace(/[〕】]/g, ']').replace(/[〜∼]/g, '~')
}

/** Parts that stand for "not known": place and publisher. */
const UNKNOWN = /\[\s*(?:S\.\s?l\.|s\.\s?n\.|出版地不详|出版者不详)\s*\]\s*/gi
const ACCESSED = /\[\s*\d{4}\s*[-–—./]\s*\d{1,2}(?:\s*[-–—./]\s*\d{1,2})?\s*\]/g
const URL = /(?:https?:\/\/|www\.)[^\s，。；]+/gi
const DOI = /(?<![\w/])doi\s*(?:[:=]\s*|(?<=\s)(?=10\.|http))(?:https?:\/\/\S*?(?=10\.))?(\S+)/i
/** Identifiers with their names, and what an English reference says of its language, behind the pages. */
const LABELLED = /(?<![\w/])(?:(?:CSTR|PMCID|EDN)\s*:|PMID\s*:?)\s*[\w.:/-]*\w/gi
const LANGUAGE = /[\s.,;]*[([]\s*in (?:Chinese|English)\b[^)\]]*[)\]]/gi

/**
 * One reference of a list after GB/T 7714, without its number: who, title, type mark, and where it appeared. Undefined where no type mark
 * stands. What a form leaves open stays absent; wave dashes of page ranges become hyphens, `第…卷` and `第…期` their numbers.
 */
export function parseGbt7714(reference: string): Citation | undefined {
  const folded = foldPunctuation(reference)
  const mark = TYPE_MARK.exec(folded)
  const letter = mark?.[1]
  if (mark === null || letter === undefined) return undefined
  const { authors, title } = headOf(reference.slice(0, mark.index))
  const tail = folded.slice(mark.index + mark[0].length)
  const part = partOf(tail)
  const [whole, partial] = TYPES[letter] ?? ['document', 'document']
  const bare = strip(part ?? tail)
  const place = letter === 'J' ? journalOf(bare) : letter === 'N' ? newspaperOf(bare) : part !== undefined ? containerOf(bare) : imprintOf(bare, letter)
  const urls = [...folded.matchAll(URL)].map(([url]) => url.replace(/[.,;)\]]+$/, ''))
  const doi = DOI.exec(tail)?.[1]?.replace(/[.,;]+$/, '')
  const ids = citedIdentifiers({ urls, notes: [folded], ...(doi === undefined ? {} : { doi }) })
  const url = urls.find((found) => !/doi\.org/i.test(found))
  return present({
    type: part === undefined ? whole : partial,
    title: letter === 'P' ? title.replace(/\s*[:：]\s*(?:[^:：]*[:：]\s*)?[A-Z]{0,2}\d[\d.X]+$/, '') : title,
    ...(authors.names.length > 0 ? { authors: authors.names } : {}),
    ...(authors.truncated ? { authorsTruncated: true } : {}),
    ...place,
    ...(url === undefined ? {} : { url }),
    identifiers: ids.identifiers,
    ...(ids.unreadable.length > 0 ? { unreadable: ids.unreadable } : {}),
  })
}

/** Names end at the first full stop that is none of an initial, an abbreviation or a number. Without one the whole is the title. */
function headOf(text: string): { readonly authors: ReturnType<typeof parseGbt7714Names>; readonly title: string } {
  const folded = foldPunctuation(text)
  for (let at = folded.indexOf('.'); at >= 0; at = folded.indexOf('.', at + 1)) {
    const [left, right] = [folded.slice(0, at), folded.slice(at + 1)]
    const isInside = /^\s*[,;]/.test(right) || /^\s*(?:-?[A-Z]\.)+(?=[\s,;]|\p{Script=Han}|$)/u.test(right) || /^\s*(?:Jr|et al|等)\b/.test(right) || (/\d$/.test(left) && /^\d/.test(right)) || /^(?:[A-Z]\.)*[A-Z]$/.test(left.trim())
    if (isInside || right.trim() === '') continue
    return isNameList(left) ? { authors: parseGbt7714Names(text.slice(0, at)), title: tidy(text.slice(at + 1)) } : { authors: NOBODY, title: tidy(text) }
  }
  return { authors: NOBODY, title: tidy(text) }
}

const NOBODY = { names: [], truncated: false } as const
const tidy = (text: string): string => text.replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}(?=\s|$)/g, '').replace(/\s+/g, ' ').trim()

/** What follows `//`, or the older `[A]. 见: ...[C].`: the work that it is a part of. */
function partOf(tail: string): string | undefined {
  const slashes = /^\s*\/\/\s*(.*)$/s.exec(tail)
  if (slashes) return slashes[1]
  const second = TYPE_MARK.exec(tail)
  return second && second.index > 0 ? tail.replace(/^\s*\.?\s*(?:见|In)\s*:?\s*/i, '') : undefined
}

function strip(text: string): string {
  return tidy(text.replace(TYPE_MARK, '').replace(DOI, '').replace(URL, '').replace(LABELLED, '').replace(LANGUAGE, '').replace(ACCESSED, '').replace(/[*]/g, '').replace(/\bD\.\s?C\.?(?=\s*[:,])/g, 'DC')).replace(/^[\s.,;]+/, '').replace(/[\s.,;]+$/, '')
}

const year = String.raw`(?<year>[12]\d{3})\s*年?[a-z]?`
const dated = new RegExp(String.raw`^(?<venue>.+?)\s*[,.;\s]\s*${year}(?:\s*\((?<early>[^)]*)\))?(?:\s*[,;]\s*(?<volume>[^,:;()]*?)\s*(?:\((?<issue>[^)]*)\))?)?(?:\s*[:,]\s*(?<pages>[^:]+))?$`)
const undated = new RegExp(String.raw`^(?<venue>.+?)\s*,\s*(?<volume>第?\s*\d+\s*卷?)\s*(?:\((?<issue>[^)]*)\))?(?:\s*[:,]\s*(?<pages>[^:]+))?$`)

type Place = Partial<Pick<Citation, 'venue' | 'year' | 'volume' | 'issue' | 'pages' | 'publisher' | 'location' | 'editors'>>

function journalOf(text: string): Place {
  // A periodical as a whole: its years stand where a journal's title would.
  if (/^[12]\d{3}\s*[,(]/.test(text)) return { year: text.slice(0, 4) }
  const found = (dated.exec(text) ?? undated.exec(text))?.groups
  if (!found) return present({ venue: text })
  return present({ venue: tidy(found['venue'] ?? ''), year: found['year'], volume: numbered(found['volume']), issue: numbered(found['issue'] ?? found['early']), pages: pagesOf(found['pages']) })
}

function newspaperOf(text: string): Place {
  const found = /^(?<venue>.+?)\s*,\s*(?<year>[12]\d{3})(?:\s*[-–—.]\s*\d{1,2}){0,2}\s*(?:\((?<pages>[^)]*)\))?/.exec(text)?.groups
  return present({ venue: found?.['venue'] ?? text, year: found?.['year'], pages: pagesOf(found?.['pages']) })
}

/** `北京: 人民教育出版社, 1985: 90-99` behind edition, translators and the like. */
function imprintOf(text: string, letter: string): Place {
  const known = text.replace(UNKNOWN, '\u0001')
  const end = /(?:^|[,.;\s(])(?<year>[12]\d{3})(?:\s*[-–—.]\s*\d{1,2}){0,2}\)?\s*(?::\s*(?<pages>[^:]+))?$/.exec(known)
  const pagesOnly = end ? undefined : /:\s*(?<pages>\d+(?:\s*[-–—~]\s*\d+)?)$/.exec(known)
  const rest = known.slice(0, (end ?? pagesOnly)?.index ?? known.length).replace(/[\s,.;]+$/, '')
  const imprint = /(?:^|[.]\s*)(?<location>[^.:]*?)\s*:\s*(?<publisher>[^:]*)$/.exec(rest)?.groups ?? /(?:^|[.]\s*)(?<location>[^.:]*?)\s*:\s*(?<publisher>.*)$/.exec(rest)?.groups
  const isPatent = letter === 'P'
  return present({
    location: isPatent ? undefined : clean(imprint?.['location']), publisher: isPatent ? undefined : clean(imprint?.['publisher']),
    year: end?.groups?.['year'], pages: pagesOf(end?.groups?.['pages'] ?? pagesOnly?.groups?.['pages']),
  })
}

/** `编者. 书名. 地: 社, 年: 页`: as an imprint, with the container before it. */
function containerOf(text: string): Place {
  const imprint = imprintOf(text, '')
  const known = text.replace(UNKNOWN, '\u0001')
  const cut = /^(?<container>.*?)(?:\.\s*[^.:]*:\s*[^:]*|,?\s*)?,?\s*(?:[12]\d{3})?\s*(?::\s*[^:]*)?$/s
  const before = imprint.publisher === undefined && imprint.location === undefined ? cut.exec(known)?.groups?.['container'] ?? known : known.slice(0, imprintStart(known))
  const { authors, title } = headOf(before.replaceAll('\u0001', ''))
  const areEditors = authors.names.length > 0 && (/\p{Script=Han}/u.test(before) || authors.names.every((name) => name.given !== undefined))
  const venue = areEditors ? title : tidy(before.replaceAll('\u0001', ''))
  return present({ ...imprint, venue: venue.replace(/[\s,.;]+$/, ''), ...(areEditors ? { editors: authors.names } : {}) })
}

/** Where `地: 社` begins: behind the last full stop that has a colon after it and no other stop in between. */
function imprintStart(text: string): number {
  const match = /\.\s*[^.:]*:\s*(?:[^:.]|\.(?!\s))*(?::\s*[^:]*)?$/.exec(text)
  return match?.index ?? text.length
}

const clean = (text: string | undefined): string | undefined => text?.replaceAll('\u0001', '').replace(/^[\s,.;]+|[\s,.;]+$/g, '').trim()
const numbered = (text: string | undefined): string | undefined => text?.trim().replace(/^第\s*(.+?)\s*[卷期]$/u, '$1').replace(/[卷期]$/u, '').trim()
/** A full stop and a space end the pages: what follows is a remark, or the reference once more in English. */
const pagesOf = (text: string | undefined): string | undefined => text?.trim().replace(/\.\s+\S.*$/s, '').replace(/^(?:pp?\.\s*)/i, '').replace(/^第\s*(.+?)\s*页$/u, '$1').replace(/\s*~\s*/g, '-').replace(/[\s.,;]+$/, '')

function present<T extends object>(value: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined && member !== '')) as T
}
