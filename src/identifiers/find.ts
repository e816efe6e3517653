import type { ArxivId, Doi, Pmcid, Pmid } from '../model/identifiers.ts'
import { parseArxivId } from './arxiv.ts'
import { doiOfUrl, parseDoi } from './doi.ts'
import { parsePmcid, parsePmid } from './pmid.ts'

interface Place {
  /** UTF-16 code units of the text; the range covers the identifier as written, without its prefix. */
  readonly start: number
  readonly end: number
}
export type FoundIdentifier = Place & (
  | { readonly kind: 'doi'; readonly value: Doi }
  | { readonly kind: 'pmid'; readonly value: Pmid }
  | { readonly kind: 'pmcid'; readonly value: Pmcid }
  | { readonly kind: 'arxiv'; readonly value: ArxivId }
)

const DOI_START = /10\.\d{4,9}(?:\.\d+)*(?:\/|%2F)/gi
const PMID = /\b(?:PMID|PubMed\s+ID)\s*[:#]?\s*(\d{1,9})\b|pubmed\.ncbi\.nlm\.nih\.gov\/(\d{1,9})\b|ncbi\.nlm\.nih\.gov\/(?:m\/)?pubmed\/(\d{1,9})\b/gi
const PMCID = /\bPMC\d{4,9}\b/g
const ARXIV = /(?:\barxiv(?:\s+(?:e-?print|preprint))?\s*[:.]\s*|\barxiv\s+(?:(?:e-?print|preprint)\s+)?(?=\d{4}\.)|\b(?:arxiv|ar5iv|alphaxiv)\.org\/(?:abs|pdf|html|format)\/|huggingface\.co\/papers\/)((?:[a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d{1,3})?)(?!\d)/gi

/**
 * Every DOI, PMID, PMCID and arXiv identifier in running text, by place. A DOI ends at white space, quotes, CJK text, an unopened bracket
 * or sentence punctuation; brackets that it opens itself and SICI parts (`<211::AID-CNE3>3.0.CO;2-7`) stay. Overlapping finds are given once.
 */
export function findIdentifiers(text: string): FoundIdentifier[] {
  const found: FoundIdentifier[] = [...findDois(text)]
  const add = (place: FoundIdentifier): void => {
    if (!found.some((other) => other.start < place.end && place.start < other.end)) found.push(place)
  }
  for (const match of text.matchAll(ARXIV)) {
    const parsed = parseArxivId(match[1]!)
    if (parsed !== undefined) add({ kind: 'arxiv', value: parsed.id, ...lastPart(match, match[1]!) })
  }
  for (const match of text.matchAll(PMID)) {
    const digits = match[1] ?? match[2] ?? match[3]!
    const value = parsePmid(digits)
    if (value !== undefined) add({ kind: 'pmid', value, ...lastPart(match, digits) })
  }
  for (const match of text.matchAll(PMCID)) {
    const value = parsePmcid(match[0])
    if (value !== undefined) add({ kind: 'pmcid', value, start: match.index, end: match.index + match[0].length })
  }
  return found.sort((a, b) => a.start - b.start)
}

function lastPart(match: RegExpExecArray, part: string): Place {
  const end = match.index + match[0].length
  return { start: end - part.length, end }
}

function* findDois(text: string): Generator<FoundIdentifier> {
  let from = 0
  for (const match of text.matchAll(DOI_START)) {
    const start = match.index
    if (start < from || /[\d.]/.test(text[start - 1] ?? '')) continue
    const end = doiEnd(text, start + match[0].length)
    const written = text.slice(start, end)
    const url = /(?:https?:\/\/|www\.)[^\s<>"'()[\]{}]*$/i.exec(text.slice(Math.max(0, start - 200), start))
    const whole = url === null ? written : `${url[0].replace(/^www\./i, 'https://www.')}${written}`
    const value = (url === null ? undefined : doiOfUrl(whole.replace(/[.,;:]+$/, ''))) ?? parseDoi(emphasis(text, start, written))
    if (value === undefined) continue
    from = end
    yield { kind: 'doi', value, start, end: trimmedEnd(written, value, start, end) }
  }
}

/** Markdown emphasis around a DOI is not part of it. */
function emphasis(text: string, start: number, written: string): string {
  const mark = text[start - 1]
  return mark === '*' || mark === '_' ? written.replace(mark === '*' ? /\*+$/ : /_+$/, '') : written
}

/** The written form ends where the canonical one does, when both have the same length behind the cut; else where it was cut. */
function trimmedEnd(written: string, value: string, start: number, end: number): number {
  return written.toLowerCase().startsWith(value) ? start + value.length : end
}

const STOP = /[\s"“”„«»`|\\^\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff01-\uff5e]/u

function doiEnd(text: string, from: number): number {
  const open: string[] = []
  let i = from
  for (; i < text.length; i++) {
    const c = text[i]!
    if (c === '\\' && /[_&%#<>-]/.test(text[i + 1] ?? '')) continue
    if (STOP.test(c)) break
    if (c === '<') {
      // SICI (ANSI/NISO Z39.56): <page::title code>; anything else opens a tag or closes an autolink.
      const sici = /^<[^\s<>]{1,40}>\d/.exec(text.slice(i, i + 48))
      if (sici === null) break
      i += sici[0].length - 2
    } else if (c === '>') break
    else if (c === '(' || c === '[' || c === '{') open.push(c)
    else if (c === ')' || c === ']' || c === '}') {
      if (open.pop() === undefined) break
    } else if ((c === ',' || c === ';') && /^(?:10\.\d{4}|doi|https?:|pmid|pmc|arxiv|\s|$)/i.test(text.slice(i + 1, i + 9))) break
  }
  return i
}
