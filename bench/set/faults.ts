import { bibtexText, citedNames, entryOf, givenFirst, longPages, withFields, type Entry } from './entry.ts'
import { recordsOf } from './record.ts'
import { SEEDS, type Seed } from './seeds.ts'
import type { CaseRecords } from '../case.ts'
import { STRANGERS, WRONG_ISBNS, WRONG_ISSNS, WRONG_PLACES, WRONG_PUBLISHERS, WRONG_TITLES, WRONG_VENUES } from './wrong.ts'

export interface DerivedFault { readonly entry: Entry; readonly fields: readonly string[]; readonly note: string; readonly records?: CaseRecords; readonly absent?: readonly string[] }
/** One wrong statement about a seed; undefined where it does not apply. `turn` counts the cases of this fault made so far. */
export interface Fault { readonly name: string; readonly take: number; readonly of: (seed: Seed, turn: number) => DerivedFault | undefined }

const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T
const edit = (seed: Seed, fields: readonly string[], changes: Readonly<Record<string, string | undefined>>, note: string): DerivedFault => ({ entry: withFields(entryOf(seed), changes), fields, note })
const authors = (seed: Seed, change: (list: ReturnType<typeof citedNames>) => ReturnType<typeof citedNames>, note: string): DerivedFault => edit(seed, ['authors'], { author: change(citedNames(seed)).map(givenFirst).join(' and ') }, note)
const year = (seed: Seed): number => Number(entryOf(seed).fields.year)
/** Years that the record's own dates allow; a fault must miss all of them. */
const recordYears = (seed: Seed): number[] => [seed.print, seed.online, seed.date].flatMap((d) => (d === undefined ? [] : [Number(d.slice(0, 4))]))
function wrongYear(seed: Seed, by: number): DerivedFault | undefined {
  const cited = year(seed) + by
  return recordYears(seed).includes(cited) ? undefined : edit(seed, ['year'], { year: String(cited) }, `year off by ${by}`)
}

/** The cited facts of one seed under the identifier of another: which fields must differ is read off the two entries. */
function chimera(seed: Seed, other: Seed): DerivedFault | undefined {
  if (seed.from !== 'crossref' || other.from !== 'crossref' || other.key === seed.key) return undefined
  const mine = entryOf(seed), theirs = entryOf(other)
  const surnames = new Set(citedNames(other).map((n) => n.family))
  if (citedNames(seed).some((n) => surnames.has(n.family))) return undefined
  const venueOf = (entry: Entry): string | undefined => entry.fields.journal ?? entry.fields.booktitle
  const differ = (a: string | undefined, b: string | undefined): boolean => a !== undefined && b !== undefined && a !== b
  const both = (name: string): boolean => differ(mine.fields[name], theirs.fields[name])
  const fields = ['identifier', 'title', 'authors', ...(both('year') ? ['year'] : []), ...(differ(venueOf(mine), venueOf(theirs)) ? ['venue'] : []), ...(both('volume') ? ['volume'] : []), ...(both('number') ? ['issue'] : []), ...(both('pages') && seed.pp && other.pp ? ['pages'] : []), ...(both('publisher') ? ['publisher'] : []), ...(both('address') ? ['location'] : []), ...(both('isbn') ? ['isbn'] : [])]
  return { entry: withFields(mine, { doi: other.doi }), fields, records: recordsOf(other), note: `the DOI is that of another work (${other.key})` }
}

export const FAULTS: readonly Fault[] = [
  { name: 'title-word', take: 40, of: (s) => { const wrong = WRONG_TITLES[s.key]; return wrong && edit(s, ['title'], { title: bibtexText(wrong[0]) }, `title: a content word ${wrong[1]}`) } },
  { name: 'author-replaced-first', take: 5, of: (s, t) => (citedNames(s).length >= 2 ? authors(s, (l) => [{ family: pick(STRANGERS, t), given: l[0]?.given ?? 'A.' }, ...l.slice(1)], 'first author replaced') : undefined) },
  { name: 'author-replaced-middle', take: 5, of: (s, t) => (citedNames(s).length >= 3 ? authors(s, (l) => l.map((n, i) => (i === 1 ? { family: pick(STRANGERS, t), given: 'R. T.' } : n)), 'second author replaced') : undefined) },
  { name: 'author-replaced-last', take: 5, of: (s, t) => (citedNames(s).length >= 2 ? authors(s, (l) => [...l.slice(0, -1), { family: pick(STRANGERS, t), given: 'Maria' }], 'last author replaced') : undefined) },
  { name: 'author-only-replaced', take: 3, of: (s, t) => (citedNames(s).length === 1 ? authors(s, () => [{ family: pick(STRANGERS, t), given: 'Peter' }], 'the only author replaced') : undefined) },
  { name: 'author-dropped', take: 6, of: (s) => { const n = citedNames(s).length; return n >= 3 && n < 9 ? authors(s, (l) => l.filter((_, i) => i !== 1), 'second author left out without et al.') : undefined } },
  { name: 'author-dropped-last', take: 3, of: (s) => (citedNames(s).length === 2 ? authors(s, (l) => l.slice(0, 1), 'one of two authors left out') : undefined) },
  { name: 'author-added', take: 5, of: (s, t) => authors(s, (l) => [...l, { family: pick(STRANGERS, t), given: 'Jonas' }], 'an author added at the end') },
  { name: 'author-order', take: 4, of: (s) => (citedNames(s).length >= 2 ? authors(s, (l) => [l[1], l[0], ...l.slice(2)].filter((n) => n !== undefined), 'first two authors swapped') : undefined) },
  { name: 'author-given', take: 4, of: (s) => (s.from !== 'pubmed' && (citedNames(s)[0]?.given ?? '').length > 5 ? authors(s, (l) => [{ family: l[0]?.family ?? '', given: 'Quentin' }, ...l.slice(1)], 'another given name for the first author') : undefined) },
  { name: 'year-plus-1', take: 4, of: (s) => wrongYear(s, 1) },
  { name: 'year-minus-1', take: 4, of: (s) => wrongYear(s, -1) },
  { name: 'year-plus-2', take: 4, of: (s) => wrongYear(s, 2) },
  { name: 'year-minus-10', take: 4, of: (s) => wrongYear(s, -10) },
  { name: 'venue', take: 30, of: (s) => { const wrong = WRONG_VENUES[s.key]; return wrong === undefined ? undefined : edit(s, ['venue'], entryOf(s).fields.journal ? { journal: bibtexText(wrong) } : { booktitle: bibtexText(wrong) }, 'another journal or conference') } },
  { name: 'volume', take: 5, of: (s, t) => (/^\d+$/.test(s.v ?? '') ? edit(s, ['volume'], { volume: String(Number(s.v) + 3 + t) }, 'another volume') : undefined) },
  { name: 'issue', take: 5, of: (s, t) => (/^\d+$/.test(s.n ?? '') ? edit(s, ['issue'], { number: String(Number(s.n) + 2 + t) }, 'another issue') : undefined) },
  { name: 'pages', take: 6, of: (s, t) => { const m = /^(\d+)-(\d+)$/.exec(longPages(s.pp ?? '')); return m ? edit(s, ['pages'], { pages: `${Number(m[1]) + 112 + t}--${Number(m[2]) + 112 + t}` }, 'other pages') : undefined } },
  { name: 'pages-last', take: 3, of: (s) => { const m = /^(\d+)-(\d+)$/.exec(longPages(s.pp ?? '')); return m ? edit(s, ['pages'], { pages: `${m[1]}--${Number(m[2]) + 40}` }, 'first page right, last page wrong') : undefined } },
  { name: 'article-number', take: 2, of: (s) => (s.art ? edit(s, ['pages'], { pages: String(Number(s.art) + 71).padStart(s.art.length, '0') }, 'another article number') : undefined) },
  { name: 'publisher', take: 5, of: (s, t) => (s.from === 'crossref' && entryOf(s).fields.publisher ? edit(s, ['publisher'], { publisher: pick(WRONG_PUBLISHERS, t) }, 'another publisher') : undefined) },
  { name: 'location', take: 4, of: (s, t) => (s.from === 'crossref' && s.place && s.type === 'proceedings-article' ? edit(s, ['location'], { address: pick(WRONG_PLACES, t) }, 'another place') : undefined) },
  { name: 'isbn', take: 3, of: (s, t) => (s.isbn ? edit(s, ['isbn'], { isbn: pick(WRONG_ISBNS, t) }, 'the ISBN of another book') : undefined) },
  { name: 'issn', take: 3, of: (s, t) => (s.issn && s.from === 'crossref' ? edit(s, ['issn'], { issn: pick(WRONG_ISSNS, t) }, 'the ISSN of another journal') : undefined) },
  { name: 'year-and-pages', take: 4, of: (s) => { const m = /^(\d+)-(\d+)$/.exec(s.pp ?? ''); const wrong = wrongYear(s, 3); return m && wrong && s.from === 'crossref' ? edit(s, ['year', 'pages'], { year: wrong.entry.fields.year, pages: `${Number(m[1]) + 51}--${Number(m[2]) + 51}` }, 'year and pages wrong') : undefined } },
  { name: 'title-and-authors', take: 4, of: (s, t) => { const wrong = WRONG_TITLES[s.key]; return wrong && citedNames(s).length >= 3 ? edit(s, ['title', 'authors'], { title: bibtexText(wrong[0]), author: citedNames(s).map((n, i) => givenFirst(i === 2 ? { family: pick(STRANGERS, t), given: 'Ada' } : n)).join(' and ') }, 'a title word and an author replaced') : undefined } },
  { name: 'chimera', take: 12, of: (s, t) => chimera(s, SEEDS[(SEEDS.indexOf(s) + 7 + 3 * t) % SEEDS.length] as Seed) },
  { name: 'doi-absent', take: 6, of: (s, t) => (s.from === 'crossref' ? { ...edit(s, ['identifier'], { doi: `10.99999/bench.${t + 1}` }, 'a DOI under a prefix that no agency has given out'), records: {}, absent: [`10.99999/bench.${t + 1}`] } : undefined) },
  { name: 'doi-absent-suffix', take: 6, of: (s, t) => { if (s.from !== 'crossref' || !/^10\.(1038|1016|1145|1103|1126|1109)\//.test(s.doi ?? '')) return undefined; const doi = `${s.doi?.split('/')[0]}/no-such-work-${t + 1}`; return { ...edit(s, ['identifier'], { doi }, 'a registrant that exists, a suffix that does not'), records: {}, absent: [doi] } } },
  { name: 'pmid-absent', take: 3, of: (s, t) => (s.from === 'pubmed' ? { ...edit(s, ['identifier'], { pmid: `99999999${t + 1}` }, 'a PMID beyond the numbers given out'), records: {}, absent: [`pmid:99999999${t + 1}`] } : undefined) },
  { name: 'arxiv-absent', take: 3, of: (s, t) => (s.from === 'arxiv' ? { ...edit(s, ['identifier'], { eprint: `9912.9999${t + 1}` }, 'an arXiv id of the month 2099-12'), records: {}, absent: [`arxiv:9912.9999${t + 1}`] } : undefined) },
]
