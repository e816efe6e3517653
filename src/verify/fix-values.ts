import { foldWords } from '../compare/fold.ts'
import { plainText } from '../compare/markup.ts'
import { isWhollyBraced, protectWord, rawWords, type WriteStyle } from '../formats/bibtex-write.ts'
import type { Citation, Field } from '../model/citation.ts'
import type { Work } from '../model/work.ts'
import { writeNames } from './fix-names.ts'
import { printedText, unmarked, writeText } from './fix-text.ts'

/** What is being edited: the field as written, and what was read from it. */
export interface Edited {
  readonly name: string
  /** Without outer delimiters, macros as they stand. */
  readonly raw: string
  readonly citation: Citation
  /** The entry has a `subtitle` of its own. */
  readonly hasSubtitle: boolean
}

/** The record's value for a field, written as the entry would write it; a text for people where there is no single right value. */
export function recordValue(field: Field, edited: Edited, work: Work, style: WriteStyle): { readonly value: string } | { readonly why: string } {
  const { citation } = edited
  const text = (value: string | undefined): { readonly value: string } | { readonly why: string } => (value === undefined || value === '' ? { why: 'the record has no value of its own' } : { value: writeText(printedText(value), style) })
  switch (field) {
    case 'title': return work.title === undefined ? text(undefined) : { value: writeTitle(edited.raw, withoutFullStop(edited.hasSubtitle ? work.title : fullTitle(work, citation.title ?? ''), citation.title ?? ''), style) }
    case 'authors': {
      const people = work.authors?.length ? work.authors : work.editors
      if (!people?.length) return text(undefined)
      if (work.authorsTruncated) return { why: 'the record does not list all authors' }
      const names = edited.name === 'editor' ? citation.editors : citation.authors
      return { value: writeNames({ names: names ?? [], truncated: citation.authorsTruncated ?? false, raw: edited.raw }, people, style) }
    }
    case 'year': return writeDate(edited, work)
    case 'venue': return text(isAbbreviated(citation.venue ?? '') ? (work.shortVenues?.[0] ?? work.venues?.[0] ?? work.event) : (work.venues?.[0] ?? work.event ?? work.shortVenues?.[0]))
    case 'volume': return text(work.volume)
    case 'issue': return text(work.issue)
    case 'pages': return text(work.pages === undefined ? work.articleNumber : writePages(work.pages))
    case 'articleNumber': return text(work.articleNumber)
    case 'publisher': return text(work.publisher)
    case 'location': return (work.locations?.length ?? 0) > 1 ? { why: 'the record names several places' } : text(work.locations?.[0])
    case 'isbn': return (work.isbn?.length ?? 0) > 1 ? { why: 'the record has several ISBNs, one for each form of the book' } : text(work.isbn?.[0])
    case 'issn': return text(work.issn?.[0])
  }
}

/** PubMed ends every title with a full stop, which is none of the title's; it stays where the entry ends its own so, and behind an abbreviation. */
function withoutFullStop(title: string, cited: string): string {
  return /\.\s*$/.test(cited) || !/\p{L}{3,}\.$|[)\]\d]\.$/u.test(title) ? title : title.slice(0, -1)
}

/** With the record's subtitle where the registry splits it off, unless the entry cites the main title alone. */
function fullTitle(work: Work, cited: string): string {
  const title = work.title ?? ''
  if (work.subtitle === undefined || work.subtitle === '') return title
  const isMainOnly = foldWords(plainText(cited)).length <= foldWords(plainText(title)).length && !/:/.test(cited)
  return isMainOnly ? title : `${title}${/[:?!.]$/.test(title) ? '' : ':'} ${work.subtitle}`
}

/** Words that the entry already has keep their spelling, braces and case; new words are escaped and their inner capitals protected. */
function writeTitle(raw: string, title: string, style: WriteStyle): string {
  const wholly = isWhollyBraced(raw)
  const old = rawWords(wholly ? raw.trim().slice(1, -1) : raw)
  const folded = old.map((word) => fold(word))
  const words = printedText(title).split(/\s+/).filter((word) => word !== '')
  const shouts = words.length > 2 && title === title.toUpperCase()
  let from = 0
  const out: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const kept = keptToken(folded, from, words, i)
    if (kept !== undefined) {
      out.push(old[kept.token]!)
      from = kept.token + 1
      i += kept.words - 1
      continue
    }
    const plain = shouts ? word.toLowerCase() : word
    const written = writeText(plain, style)
    out.push(wholly ? written : protectWord(written, unmarked(plain).replace(/^[^\p{L}\p{N}]+/u, '')))
  }
  const value = out.join(' ')
  return wholly ? `{${value}}` : value
}

/** The next token of the entry that says the same words, punctuation included; a braced group may hold several. */
function keptToken(folded: readonly string[], from: number, words: readonly string[], at: number): { readonly token: number; readonly words: number } | undefined {
  for (let token = from; token < folded.length; token++) {
    const count = folded[token]!.split(' ').length
    if (folded[token] !== '' && folded[token] === words.slice(at, at + count).map((word) => fold(word)).join(' ')) return { token, words: count }
  }
  return undefined
}

/** Letters and signs of a raw or plain word, without braces, accents and case; a command stays as it is, so that it only equals itself. */
function fold(word: string): string {
  return word.replace(/\\["'`^~=.]\s*|\\[uvHcdbkr](?=[{\s])\s*/g, '').replace(/\\([&%#_$])/g, '$1').replace(/[{}]/g, '').replace(/---?/g, '–').normalize('NFD').replace(/\p{M}/gu, '').replace(/[‐‑]/g, '-').replace(/[’‘]/g, "'").toLowerCase()
}

function writeDate(edited: Edited, work: Work): { readonly value: string } | { readonly why: string } {
  const { print, issued, online, posted } = work.dates
  const date = print ?? issued ?? online ?? posted
  if (date === undefined) return { why: 'the record has no date of publication' }
  if (edited.name !== 'date') return { value: date.slice(0, 4) }
  const precision = /^\d{4}-\d{2}-\d{2}$/.test(edited.raw.trim()) ? 10 : /^\d{4}-\d{2}$/.test(edited.raw.trim()) ? 7 : 4
  return { value: date.slice(0, precision) }
}

/** `509-588` as `509--588`. */
function writePages(pages: string): string {
  return pages.replace(/\s*(?:[-‐-―−]|--+)\s*/g, '--')
}

/** A full stop behind a word that a style would not end there, or capitals alone (`PNAS`). */
function isAbbreviated(venue: string): boolean {
  return /\p{L}\.(?:\s|$|,|-)/u.test(venue) || /^\p{Lu}{2,8}$/u.test(venue.trim())
}
