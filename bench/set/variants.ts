import type { CaseRecords, CrossrefRecord } from '../case.ts'
import { bibtexText, citedNames, entryOf, familyFirst, fullTitle, givenFirst, withFields, type Entry } from './entry.ts'
import { recordsOf } from './record.ts'
import type { Seed } from './seeds.ts'

export interface Derived { readonly entry: Entry; readonly records?: CaseRecords; readonly note: string }
/** A way of writing the same facts differently; undefined where it does not apply to the seed. */
export interface Variant { readonly name: string; readonly take: number; readonly of: (seed: Seed) => Derived | undefined }

const LATEX: Readonly<Record<string, string>> = { á: "{\\'a}", é: "{\\'e}", ü: '{\\"u}', Ü: '{\\"U}', ö: '{\\"o}', Ö: '{\\"O}', Ş: '{\\c S}', ş: '{\\c s}', ğ: '{\\u g}', '−': '--', '–': '--', '‘': '`', '’': "'" }
const fold = (s: string): string => s.normalize('NFD').replace(/\p{M}/gu, '')
const initials = (given: string): string[] => given.split(/[\s.]+/).filter(Boolean).map((w) => w.split('-').map((p) => p[0]?.toUpperCase() ?? '').join('-'))
const edit = (seed: Seed, changes: Readonly<Record<string, string | undefined>>, note: string): Derived => ({ entry: withFields(entryOf(seed), changes), note })
const names = (seed: Seed, write: (n: ReturnType<typeof citedNames>[number]) => string): string => citedNames(seed).map(write).join(' and ')
/** The seed's Crossref record with some keys replaced. */
function recordWith(seed: Seed, changes: Readonly<Record<string, unknown>>): CaseRecords {
  const [record] = recordsOf(seed).crossref ?? []
  return { crossref: [{ ...(record as CrossrefRecord), ...changes }] }
}
const journal = (seed: Seed): boolean => seed.type === 'journal-article' || seed.type === 'article'
const withGiven = (seed: Seed): boolean => seed.from !== 'pubmed' && citedNames(seed).some((n) => (n.given ?? '').length > 3)

export const VARIANTS: readonly Variant[] = [
  { name: 'family-first', take: 7, of: (s) => (s.from === 'pubmed' ? undefined : edit(s, { author: names(s, familyFirst) }, 'names written Family, Given')) },
  { name: 'initials', take: 8, of: (s) => (withGiven(s) ? edit(s, { author: names(s, (n) => (n.body ? familyFirst(n) : `${n.family}, ${initials(n.given ?? '').map((i) => `${i}.`).join(' ')}`)) }, 'given names reduced to initials') : undefined) },
  { name: 'glued-initials', take: 6, of: (s) => (withGiven(s) || s.from === 'pubmed' ? edit(s, { author: names(s, (n) => (n.body ? familyFirst(n) : `${n.family}, ${initials(n.given ?? '').join('').replaceAll('-', '')}`)) }, 'initials without dots or spaces') : undefined) },
  { name: 'et-al', take: 7, of: (s) => (citedNames(s).length < 3 ? undefined : edit(s, { author: `${citedNames(s).slice(0, citedNames(s).length > 5 ? 3 : 1).map(givenFirst).join(' and ')} and others` }, 'list cut with others')) },
  { name: 'journal-abbreviated', take: 12, of: (s) => (journal(s) && s.abbr && s.abbr !== s.in && s.from === 'crossref' ? edit(s, { journal: bibtexText(s.abbr) }, 'journal as the record abbreviates it') : undefined) },
  { name: 'journal-abbreviated-alone', take: 8, of: (s) => (journal(s) && s.abbr && s.abbr !== s.in && s.from === 'crossref' && /\./.test(s.abbr) ? { ...edit(s, { journal: bibtexText(s.abbr) }, 'journal abbreviated; the record has no short title'), records: recordWith(s, { 'short-container-title': [] }) } : undefined) },
  { name: 'journal-medline', take: 5, of: (s) => (s.from === 'pubmed' ? edit(s, { journal: s.abbr }, 'journal in its Medline abbreviation') : undefined) },
  { name: 'title-lower', take: 6, of: (s) => edit(s, { title: bibtexText(fullTitle(s).toLowerCase()) }, 'title in lower case') },
  { name: 'title-upper', take: 4, of: (s) => edit(s, { title: bibtexText(fullTitle(s).toUpperCase()) }, 'title in capitals') },
  { name: 'title-protected', take: 4, of: (s) => edit(s, { title: `{${bibtexText(fullTitle(s))}}` }, 'title in double braces') },
  { name: 'title-full-stop', take: 4, of: (s) => (/[.?!"]$/.test(fullTitle(s)) ? undefined : edit(s, { title: `${bibtexText(fullTitle(s))}.` }, 'trailing full stop')) },
  { name: 'subtitle-left-out', take: 7, of: (s) => { const at = fullTitle(s).indexOf(': '); return at > 0 && (s.subtitle || fullTitle(s).slice(0, at).split(' ').length >= 3) ? edit(s, { title: bibtexText(fullTitle(s).slice(0, at)) }, 'only the main title is cited') : undefined } },
  { name: 'subtitle-split', take: 6, of: (s) => { const at = s.title.indexOf(': '); return s.from === 'crossref' && at > 0 ? { ...edit(s, {}, 'the registry keeps the subtitle apart'), records: recordWith(s, { title: [s.title.slice(0, at)], subtitle: [s.title.slice(at + 2)] }) } : undefined } },
  { name: 'subtitle-dash', take: 3, of: (s) => (fullTitle(s).includes(': ') ? edit(s, { title: bibtexText(fullTitle(s).replace(': ', ' --- ')) }, 'a dash instead of the colon') : undefined) },
  { name: 'latex-accents', take: 6, of: (s) => { const e = entryOf(s); const tex = (t: string): string => [...t].map((c) => LATEX[c] ?? c).join(''); const author = tex(e.fields.author ?? ''); const title = tex(e.fields.title ?? ''); return author !== e.fields.author || title !== e.fields.title ? edit(s, { author, title }, 'accents and dashes as LaTeX') : undefined } },
  { name: 'accents-dropped', take: 5, of: (s) => { const author = entryOf(s).fields.author ?? ''; return fold(author) !== author ? edit(s, { author: fold(author).replaceAll('ğ', 'g') }, 'names without their diacritics') : undefined } },
  { name: 'pages-short', take: 6, of: (s) => { const m = /^(\d+)-(\d+)$/.exec(s.pp ?? ''); if (!m || s.from === 'pubmed') return undefined; const [, a = '', b = ''] = m; let i = 0; while (i < b.length - 1 && a.length === b.length && a[i] === b[i]) i++; return i > 0 ? edit(s, { pages: `${a}--${b.slice(i)}` }, 'last page abbreviated') : undefined } },
  { name: 'pages-dash', take: 4, of: (s) => (s.pp?.includes('-') ? edit(s, { pages: s.pp.replace('-', '–') }, 'en dash between pages') : undefined) },
  { name: 'pages-first', take: 4, of: (s) => (s.pp?.includes('-') && s.from === 'crossref' ? edit(s, { pages: s.pp.split('-')[0] }, 'only the first page is cited') : undefined) },
  { name: 'doi-url', take: 4, of: (s) => (s.doi && s.from !== 'pubmed' ? edit(s, { doi: `https://doi.org/${s.doi}` }, 'DOI as a URL') : undefined) },
  { name: 'doi-in-url-field', take: 4, of: (s) => (s.doi && s.from !== 'pubmed' && !/[<>()]/.test(s.doi) ? edit(s, { doi: undefined, url: `https://dx.doi.org/${s.doi}` }, 'DOI only in the url field') : undefined) },
  { name: 'doi-upper', take: 4, of: (s) => (s.doi && s.from !== 'pubmed' ? edit(s, { doi: `doi:${s.doi.toUpperCase()}` }, 'DOI in capitals with prefix') : undefined) },
  { name: 'online-year', take: 5, of: (s) => { const y = Number(s.print?.slice(0, 4)); return s.from === 'crossref' && journal(s) && y > 1995 ? { ...edit(s, { year: String(y - 1) }, 'the year of online publication, one before print'), records: recordWith(s, { 'published-online': { 'date-parts': [[y - 1, 12, 18]] }, issued: { 'date-parts': [[y - 1, 12, 18]] } }) } : undefined } },
  { name: 'print-year', take: 5, of: (s) => { const y = Number(s.print?.slice(0, 4)); return s.from === 'crossref' && journal(s) && y > 1995 ? { ...edit(s, {}, 'the year of print, one after online publication'), records: recordWith(s, { 'published-online': { 'date-parts': [[y - 1, 11, 3]] }, issued: { 'date-parts': [[y - 1, 11, 3]] } }) } : undefined } },
  { name: 'sparse', take: 5, of: (s) => { const { title, year } = entryOf(s).fields; const keep = ['doi', 'pmid', 'eprint', 'archiveprefix']; const e = entryOf(s); return { entry: { ...e, fields: { title: title ?? '', year: year ?? '', ...Object.fromEntries(Object.entries(e.fields).filter(([k]) => keep.includes(k))) } }, note: 'only title, year and identifier are cited' } } },
  { name: 'issn-second', take: 3, of: (s) => (s.issn?.includes(' ') && s.from === 'crossref' ? edit(s, { issn: s.issn.split(' ')[1] }, 'the other ISSN of the journal') : undefined) },
  { name: 'leading-the', take: 3, of: (s) => (journal(s) && s.from === 'crossref' && s.in ? edit(s, { journal: bibtexText(s.in.startsWith('The ') ? s.in.slice(4) : `The ${s.in}`) }, 'leading The added or left out') : undefined) },
  { name: 'record-markup', take: 5, of: (s) => { const words = s.title.split(' '); return s.from === 'crossref' && words.length > 3 ? { ...edit(s, {}, 'the record marks up a word of its title'), records: recordWith(s, { title: [[...words.slice(0, 2), `<i>${words[2]}</i>`, ...words.slice(3)].join(' ')] }) } : undefined } },
  { name: 'publisher-short', take: 6, of: (s) => { const short = /\(([A-Z]{3,5}|PLoS|AAAS)\)$/.exec(s.pub ?? '')?.[1] ?? (s.pub === 'Elsevier BV' ? 'Elsevier' : undefined); return short && s.from === 'crossref' && journal(s) ? edit(s, { publisher: short }, 'publisher by its acronym or without its legal form') : undefined } },
  { name: 'conference-short', take: 5, of: (s) => (s.type === 'proceedings-article' && s.abbr ? edit(s, { booktitle: s.abbr }, 'conference by its acronym') : undefined) },
  { name: 'conference-proc', take: 2, of: (s) => (s.in?.startsWith('Proceedings of the ') && s.type === 'proceedings-article' ? edit(s, { booktitle: s.in.replace('Proceedings of the ', 'Proc. ').replace('International Conference', 'Int. Conf.') }, 'proceedings title abbreviated') : undefined) },
  { name: 'place-short', take: 4, of: (s) => (s.place && s.type === 'proceedings-article' ? edit(s, { address: s.place.split(/,? (?:NV|California)\b|,/)[0] }, 'only the city is cited') : undefined) },
  { name: 'extra-fields', take: 4, of: (s) => edit(s, { month: 'jun', keywords: 'seminal, to read', note: 'Accessed 2026-01-05' }, 'fields that no registry carries') },
  { name: 'arxiv-version', take: 3, of: (s) => (s.arxiv && !s.arxiv.includes('/') ? edit(s, { eprint: `${s.arxiv}v3` }, 'a version of the preprint') : undefined) },
  { name: 'arxiv-url', take: 3, of: (s) => (s.arxiv ? edit(s, { eprint: undefined, archiveprefix: undefined, url: `https://arxiv.org/abs/${s.arxiv}` }, 'the preprint by its URL') : undefined) },
  { name: 'arxiv-doi', take: 2, of: (s) => (s.arxiv ? edit(s, { eprint: undefined, archiveprefix: undefined, doi: `10.48550/arXiv.${s.arxiv}` }, 'the preprint by its DOI') : undefined) },
  { name: 'arxiv-journal', take: 3, of: (s) => (s.arxiv && !s.arxiv.includes('/') ? { entry: { ...withFields(entryOf(s), { eprint: undefined, archiveprefix: undefined, journal: `arXiv preprint arXiv:${s.arxiv}`, doi: `10.48550/arXiv.${s.arxiv}` }), type: 'article' }, note: 'the preprint server in the journal field is no venue' } : undefined) },
  { name: 'year-with-letter', take: 2, of: (s) => edit(s, { year: `${entryOf(s).fields.year}a` }, 'year with the letter of an author-year style') },
]
