import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PersonName } from '../src/model/citation.ts'
import type { Work } from '../src/model/work.ts'
import { parseArxiv } from '../src/providers/arxiv.ts'
import { parseCrossref } from '../src/providers/crossref.ts'
import { parseDataCite } from '../src/providers/datacite.ts'
import { parsePubmed } from '../src/providers/pubmed.ts'

/** An entry before it is written as BibTeX: plain Unicode, no braces. */
export interface Draft { type: string; title: string; authors: PersonName[]; others?: string; year: string; venue?: string; volume?: string; issue?: string; pages?: string; publisher?: string; location?: string; doi?: string }
/** A change of a draft, or undefined where it does not apply. `wrong` names the fields that it makes wrong; none means that only the form changed. */
export interface Change { readonly name: string; readonly wrong: readonly string[]; readonly apply: (draft: Draft, pick: Pick, others: readonly Work[]) => Draft | undefined }
export interface Pick { below(n: number): number; of<T>(list: readonly T[]): T }

/** The same numbers for the same seed. */
export function seeded(seed: number): Pick {
  let state = seed >>> 0
  const next = (): number => { state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; let x = state; x ^= x >>> 16; x = Math.imul(x, 0x45d9f3b); x ^= x >>> 16; return x >>> 0 }
  return { below: (n) => next() % n, of: (list) => list[next() % list.length]! }
}

/** Every record with title, authors and a date in the stored answers of the registries, each once. */
export function storedWorks(directory: string): Work[] {
  const works = new Map<string, Work>()
  const parsers = { 'api.crossref.org': parseCrossref, 'api.datacite.org': parseDataCite, 'export.arxiv.org': parseArxiv, 'eutils.ncbi.nlm.nih.gov': parsePubmed } as Readonly<Record<string, typeof parseCrossref>>
  for (const [host, parse] of Object.entries(parsers)) {
    for (const file of readdirSync(join(directory, host)).sort()) {
      try {
        for (const [id, work] of parse(new Uint8Array(readFileSync(join(directory, host, file))), 200).found) if (work.title && work.title.split(' ').length >= 3 && work.authors?.length && yearOf(work) !== undefined && !works.has(id)) works.set(id, work)
      } catch { /* an answer that is no record */ }
    }
  }
  return [...works.values()]
}

/** Crossref's own records by DOI, as they came. */
export function crossrefRecords(directory: string): Map<string, Record<string, unknown>> {
  const records = new Map<string, Record<string, unknown>>()
  for (const file of readdirSync(join(directory, 'api.crossref.org')).sort()) {
    try {
      const { message } = JSON.parse(readFileSync(join(directory, 'api.crossref.org', file), 'utf8')) as { message: Record<string, unknown> & { items?: Record<string, unknown>[] } }
      for (const record of message.items ?? [message]) if (typeof record.DOI === 'string' && !records.has(record.DOI.toLowerCase())) records.set(record.DOI.toLowerCase(), record)
    } catch { /* an answer that is no record */ }
  }
  return records
}

function yearOf(work: Work): string | undefined {
  const { print, issued, online, posted } = work.dates
  return (print ?? issued ?? online ?? posted)?.slice(0, 4)
}

/** What a careful author would write who has the record before him. */
export function draftOf(work: Work): Draft {
  const isPaper = /paper|proceedings/.test(work.type ?? '')
  const type = isPaper ? 'inproceedings' : work.type === 'chapter' ? 'incollection' : work.type === 'book' ? 'book' : work.venues?.length ? 'article' : 'misc'
  const venue = work.venues?.at(-1)
  return {
    type, title: work.title!, authors: [...work.authors!], year: yearOf(work)!, ...(venue === undefined ? {} : { venue }), ...(work.volume === undefined ? {} : { volume: work.volume }), ...(work.issue === undefined ? {} : { issue: work.issue }),
    ...(work.pages === undefined ? {} : { pages: work.pages }), ...(work.publisher === undefined ? {} : { publisher: work.publisher }), ...(work.locations?.[0] === undefined ? {} : { location: work.locations[0] }),
  }
}

const PLAIN = /[<&\\$]/
/** BibTeX of a draft: accents as UTF-8 or commands, names in either order. */
export function writeEntry(draft: Draft, key: string, form: { readonly latex: boolean; readonly familyFirst: boolean; readonly braced: boolean }): string {
  const text = (value: string): string => { const s = PLAIN.test(value) ? value.replace(/<[^<>]*>/g, '').replace(/&amp;/g, '&').replace(/(?<!\\)&/g, '\\&') : value.replace(/(?<!\\)([&%#])/g, '\\$1'); return form.latex ? latex(s) : s }
  const name = (person: PersonName): string => {
    if (person.family === undefined) return `{${text(person.literal ?? person.given ?? '')}}`
    const family = [person.particle, person.family].filter(Boolean).join(' ')
    if (person.given === undefined) return `{${text(family)}}`
    return form.familyFirst || /\s/.test(family) || person.suffix ? [family, person.suffix, person.given].filter(Boolean).map((part) => text(part!)).join(', ') : text(`${person.given} ${family}`)
  }
  const people = [...draft.authors.map(name), ...(draft.others === undefined ? [] : [draft.others])].join(' and ')
  const title = form.braced ? text(draft.title).replace(/(?<![\\{\p{L}])(\p{L}*\p{Lu}\p{L}*)/gu, '{$1}') : text(draft.title)
  const rows = [['title', title], ['author', people], ['year', draft.year], [draft.type === 'article' || draft.type === 'misc' ? 'journal' : 'booktitle', draft.venue && text(draft.venue)], ['volume', draft.volume], ['number', draft.issue], ['pages', draft.pages?.replace(/[-–]/, '--')], ['publisher', draft.publisher && text(draft.publisher)], ['address', draft.location && text(draft.location)], ['doi', draft.doi]] as const
  return `@${draft.type === 'misc' && draft.venue ? 'article' : draft.type}{${key},\n${rows.filter((row) => row[1]).map(([field, value]) => `  ${field} = {${value}}`).join(',\n')}\n}`
}

const MARKS: Readonly<Record<string, string>> = { '\u0301': "'", '\u0300': '`', '\u0308': '"', '\u0302': '^', '\u0303': '~', '\u0327': 'c ', '\u030c': 'v ', '\u030a': 'r ', '\u0304': '=', '\u0306': 'u ', '\u030b': 'H ', '\u0328': 'k ', '\u0307': '.' }
function latex(text: string): string {
  return text.normalize('NFD').replace(/(\p{L})([\u0300-\u036f])/gu, (whole, letter: string, mark: string) => (MARKS[mark] === undefined ? whole : `{\\${MARKS[mark]}${letter}}`)).normalize('NFC').replace(/ß/g, '{\\ss}').replace(/ø/g, '{\\o}').replace(/Ø/g, '{\\O}').replace(/ł/g, '{\\l}').replace(/Ł/g, '{\\L}').replace(/æ/g, '{\\ae}')
}
