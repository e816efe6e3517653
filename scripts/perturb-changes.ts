import type { PersonName } from '../src/model/citation.ts'
import type { Work } from '../src/model/work.ts'
import type { Change, Draft, Pick } from './perturb.ts'

const words = (text: string): string[] => text.split(/\s+/)
const isContent = (word: string): boolean => /^\p{L}{4,}$/u.test(word) && !/^(?:from|with|into|using|under|over|their|this|that|between|through|about|based|toward|towards|among|during|against)$/i.test(word)
const isPlain = (draft: Draft): boolean => !/[<>\\$&]/.test(draft.title)
const contentAt = (draft: Draft): number[] => words(draft.title).flatMap((word, i) => (isContent(word) ? [i] : []))
const withWord = (draft: Draft, at: number, word: string | undefined): Draft => ({ ...draft, title: words(draft.title).toSpliced(at, 1, ...(word === undefined ? [] : [word])).join(' ') })

function strangeWord(draft: Draft, pick: Pick, others: readonly Work[]): string | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const word = pick.of(words(pick.of(others).title ?? '')).toLowerCase()
    if (isContent(word) && !draft.title.toLowerCase().includes(word.slice(0, 4))) return word
  }
  return undefined
}
const initials = (given: string, dot: string, glue: string): string => given.split(/[\s]+/).filter(Boolean).map((part) => part.split('-').map((piece) => `${[...piece][0] ?? ''}${dot}`).join('-')).join(glue)
const STRANGERS: readonly PersonName[] = [{ given: 'Elena', family: 'Vostrikova' }, { given: 'Marcus', family: 'Thornbury' }, { given: 'Priya', family: 'Venkatesan' }, { given: 'Tomas', family: 'Lindqvist' }, { given: 'Haruto', family: 'Nakagami' }, { given: 'Chen', family: 'Xiaoling' }, { given: 'Amara', family: 'Okonjo' }]
const persons = (draft: Draft): boolean => draft.authors.every((name) => name.family !== undefined && name.given !== undefined) && new Set(draft.authors.map((name) => name.family)).size === draft.authors.length
const title = (name: string, apply: (draft: Draft, pick: Pick, others: readonly Work[]) => Draft | undefined): Change => ({ name, wrong: ['title'], apply: (d, p, o) => (isPlain(d) ? apply(d, p, o) : undefined) })
const authors = (name: string, apply: (draft: Draft, pick: Pick) => Draft | undefined): Change => ({ name, wrong: ['authors'], apply: (d, p) => (persons(d) ? apply(d, p) : undefined) })
const isPlace = (place: string | undefined): boolean => place !== undefined && !/\b(?:cham|heidelberg|dordrecht|wiesbaden|online|virtual)/i.test(place)

/** Changes that make a citation wrong, each in the fields that it names. */
export const WRONG: readonly Change[] = [
  title('title: a word replaced', (d, p, o) => { const at = contentAt(d); const word = strangeWord(d, p, o); return at.length > 1 && word ? withWord(d, p.of(at), word) : undefined }),
  title('title: a word dropped', (d, p) => { const at = contentAt(d); return at.length > 3 ? withWord(d, p.of(at), undefined) : undefined }),
  title('title: a word added', (d, p, o) => { const at = contentAt(d); const word = strangeWord(d, p, o); return at.length > 2 && word ? { ...d, title: words(d.title).toSpliced(p.of(at), 0, word).join(' ') } : undefined }),
  title('title: three words replaced', (d, p, o) => { let out = d; for (const i of contentAt(d).slice(0, 3)) { const word = strangeWord(d, p, o); if (word) out = withWord(out, i, word) } return contentAt(d).length > 4 ? out : undefined }),
  title('title: of another work', (d, p, o) => { const other = p.of(o).title; return other && other !== d.title && !/[<>\\$&]/.test(other) ? { ...d, title: other } : undefined }),
  title('title: the word order turned', (d) => { const at = contentAt(d); const [a, b] = [at[0], at.at(-1)]; const list = words(d.title); return a !== undefined && b !== undefined && at.length > 3 && list[a]!.toLowerCase() !== list[b]!.toLowerCase() ? { ...d, title: list.with(a, list[b]!).with(b, list[a]!).join(' ') } : undefined }),
  title('title: plural for singular', (d, p) => { const at = contentAt(d).filter((i) => /[^s]$/i.test(words(d.title)[i]!)); const i = at.length > 2 ? p.of(at) : -1; return i < 0 ? undefined : withWord(d, i, `${words(d.title)[i]}s`) }),
  title('title: a word of the same stem', (d) => { const list = words(d.title); const i = list.findIndex((word) => /^\p{L}{4,}(?:tion|ing)$/u.test(word)); return i < 0 ? undefined : withWord(d, i, list[i]!.endsWith('ing') ? list[i]!.replace(/ing$/, 'ed') : list[i]!.replace(/tion$/, 'ting')) }),
  title('title: another number', (d) => (/(?<![\p{L}\d.])\d+(?![\p{L}\d.])/u.test(d.title) ? { ...d, title: d.title.replace(/(?<![\p{L}\d.])\d+(?![\p{L}\d.])/u, (n) => String(Number(n) + 1)) } : undefined)),
  title('title: another subtitle', (d, p, o) => { const other = p.of(o).title ?? ''; return /: /.test(d.title) && !/[<>\\$&:]/.test(other) && !/: .*: /.test(d.title) ? { ...d, title: `${d.title.split(': ')[0]}: ${other}` } : undefined }),
  title('title: a negation', (d, p) => { const at = contentAt(d); return at.length > 2 ? { ...d, title: words(d.title).toSpliced(p.of(at), 0, 'not').join(' ') } : undefined }),
  authors('authors: given names exchanged', (d) => { const [a, b] = d.authors; return a && b && a.given !== b.given && a.given![0] !== b.given![0] && (a.given ?? '').length > 2 && (b.given ?? '').length > 2 ? { ...d, authors: [{ ...a, given: b.given! }, { ...b, given: a.given! }, ...d.authors.slice(2)] } : undefined }),
  authors('authors: another initial', (d, p) => { const i = p.below(d.authors.length); const own = d.authors[i]!; const first = (own.given ?? '')[0]; return first && /[A-Z]/.test(first) ? { ...d, authors: d.authors.map((name, k) => ({ ...name, given: k === i ? (first === 'Q' ? 'U.' : 'Q.') : initials(name.given ?? '', '.', ' ') })) } : undefined }),
  authors('authors: a stranger before et al.', (d, p) => (d.authors.length > 3 ? { ...d, authors: [d.authors[0]!, p.of(STRANGERS)], others: 'others' } : undefined)),
  authors('authors: the last one dropped', (d) => (d.authors.length > 1 ? { ...d, authors: d.authors.slice(0, -1) } : undefined)),
  authors('authors: one added, with initials', (d, p) => ({ ...d, authors: [...d.authors, p.of(STRANGERS)].map((name) => ({ ...name, given: initials(name.given ?? '', '.', ' ') })) })),
  authors('authors: one added', (d, p) => ({ ...d, authors: d.authors.toSpliced(p.below(d.authors.length + 1), 0, p.of(STRANGERS)) })),
  authors('authors: one dropped', (d, p) => (d.authors.length > 1 ? { ...d, authors: d.authors.toSpliced(p.below(d.authors.length), 1) } : undefined)),
  authors('authors: one replaced', (d, p) => ({ ...d, authors: d.authors.with(p.below(d.authors.length), p.of(STRANGERS)) })),
  authors('authors: all replaced', (d) => ({ ...d, authors: STRANGERS.slice(0, Math.min(7, d.authors.length)) })),
  authors('authors: two exchanged', (d, p) => { const n = d.authors.length; if (n < 2) return undefined; const i = p.below(n - 1); return { ...d, authors: d.authors.with(i, d.authors[i + 1]!).with(i + 1, d.authors[i]!) } }),
  authors('authors: another given name', (d, p) => { const i = p.below(d.authors.length); const own = d.authors[i]!; return (own.given ?? '').replace(/\W/g, '').length > 3 ? { ...d, authors: d.authors.with(i, { ...own, given: (own.given ?? '').startsWith('Q') ? 'Ulrich' : 'Quentin' }) } : undefined }),
  authors('authors: a family name misspelt', (d, p) => { const i = p.below(d.authors.length); const own = d.authors[i]!; const f = own.family ?? ''; return f.length > 5 && /^\p{L}+$/u.test(f) ? { ...d, authors: d.authors.with(i, { ...own, family: `${f.slice(0, 3)}${f[3] === 'q' ? 'x' : 'q'}${f.slice(4)}` }) } : undefined }),
  { name: 'venue: a conference', wrong: ['venue'], apply: (d, p) => (d.venue && !/arxiv|preprint|research square|ssrn|zenodo|rxiv/i.test(d.venue) && d.type !== 'book' ? { ...d, venue: p.of(['ICLR', 'CVPR', 'NeurIPS', 'EMNLP', 'ACL', 'ICML', 'SIGKDD', 'Proceedings of the International Conference on Machine Learning'].filter((name) => !d.venue!.includes(name) && !(name === 'ACL' && /Computational Linguistics/.test(d.venue!)) && !(name === 'NeurIPS' && /Neural Information/.test(d.venue!)) && !(name === 'CVPR' && /Vision and Pattern/.test(d.venue!)) && !(name === 'EMNLP' && /Empirical Methods/.test(d.venue!)) && !(/ICML|Machine Learning/.test(name) && /Machine Learning/i.test(d.venue!)) && !(name === 'ICLR' && /Learning Repr/.test(d.venue!)) && !(name === 'SIGKDD' && /Knowledge Discovery/i.test(d.venue!)))) } : undefined) },
  { name: 'venue: another journal', wrong: ['venue'], apply: (d, p, o) => { const other = p.of(o).venues?.[0]; return d.type === 'article' && d.venue && other && other !== d.venue && !/arxiv|preprint|zenodo|rxiv|lecture notes/i.test(`${other} ${d.venue}`) && words(other)[0] !== words(d.venue)[0] ? { ...d, venue: other } : undefined } },
  { name: 'venue: a sister journal', wrong: ['venue'], apply: (d) => (d.type === 'article' && d.venue && words(d.venue).length > 1 && !/letters|[:(]|arxiv|rxiv/i.test(d.venue) ? { ...d, venue: `${d.venue} Letters` } : undefined) },
  { name: 'year: one later', wrong: ['year'], apply: (d) => ({ ...d, year: String(Number(d.year) + 1) }) },
  { name: 'year: two or three off', wrong: ['year'], apply: (d, p) => ({ ...d, year: String(Number(d.year) + p.of([-3, -2, 2, 3])) }) },
  { name: 'pages: others', wrong: ['pages'], apply: (d, p) => { const m = /^(\d+)[-–](\d+)$/.exec(d.pages ?? ''); if (!m) return undefined; const by = 40 + p.below(3_000); return { ...d, pages: `${Number(m[1]) + by}-${Number(m[2]) + by}` } } },
  { name: 'pages: another last page', wrong: ['pages'], apply: (d, p) => { const m = /^(\d+)[-–](\d+)$/.exec(d.pages ?? ''); return m && m[1]!.length === m[2]!.length ? { ...d, pages: `${m[1]}-${Number(m[2]) + 3 + p.below(30)}` } : undefined } },
  { name: 'volume: another', wrong: ['volume'], apply: (d, p) => (/^\d+$/.test(d.volume ?? '') ? { ...d, volume: String(Number(d.volume) + 1 + p.below(9)) } : undefined) },
  { name: 'issue: another', wrong: ['issue'], apply: (d, p) => (/^\d+$/.test(d.issue ?? '') ? { ...d, issue: String(Number(d.issue) + 1 + p.below(9)) } : undefined) },
  { name: 'publisher: another', wrong: ['publisher'], apply: (d, p) => (d.publisher && !/arxiv|zenodo|rxiv|research square|preprint|ssrn|cold spring|unpublished|figshare|openreview/i.test(d.publisher) ? { ...d, publisher: p.of(['Brill', 'Karger Publishers', 'University of Chicago Press', 'Emerald']) } : undefined) },
  { name: 'location: another', wrong: ['location'], apply: (d, p) => (isPlace(d.location) ? { ...d, location: p.of(['Tokyo, Japan', 'Reykjavik, Iceland', 'Nairobi, Kenya'].filter((place) => !d.location!.includes(place.split(',')[0]!) && !d.location!.includes(place.split(', ')[1]!))) } : undefined) },
]

const mapGiven = (draft: Draft, change: (given: string) => string): Draft => ({ ...draft, authors: draft.authors.map((name) => (name.given === undefined || name.family === undefined ? name : { ...name, given: change(name.given) })) })
const SMALL = new Set(['a', 'an', 'the', 'of', 'and', 'in', 'on', 'for', 'to', 'with', 'by', 'from', 'at', 'or'])

/** Changes of form alone. */
export const FORM: readonly Change[] = [
  { name: 'as it is', wrong: [], apply: (d) => d },
  { name: 'title in lower case', wrong: [], apply: (d) => ({ ...d, title: isPlain(d) ? d.title.toLowerCase() : d.title }) },
  { name: 'title in capitals', wrong: [], apply: (d) => (isPlain(d) ? { ...d, title: d.title.toUpperCase() } : undefined) },
  { name: 'title case', wrong: [], apply: (d) => (isPlain(d) ? { ...d, title: words(d.title).map((word, i) => (i > 0 && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : word.replace(/^\p{Ll}/u, (c) => c.toUpperCase()))).join(' ') } : undefined) },
  { name: 'title with a full stop', wrong: [], apply: (d) => ({ ...d, title: `${d.title}.` }) },
  { name: 'title with typewriter dashes and quotes', wrong: [], apply: (d) => ({ ...d, title: d.title.replace(/[–—]/g, '--').replace(/[‘’]/g, "'").replace(/“/g, '``').replace(/”/g, "''") }) },
  { name: 'title without accents', wrong: [], apply: (d) => ({ ...d, title: d.title.normalize('NFD').replace(/[\u0300-\u036f]/g, '').normalize('NFC') }) },
  { name: 'initials with full stops', wrong: [], apply: (d) => mapGiven(d, (g) => initials(g, '.', ' ')) },
  { name: 'initials run together', wrong: [], apply: (d) => mapGiven(d, (g) => initials(g, '', '').replace(/-/g, '')) },
  { name: 'the first given name alone', wrong: [], apply: (d) => mapGiven(d, (g) => g.split(/\s+/)[0]!) },
  { name: 'names without accents', wrong: [], apply: (d) => ({ ...d, authors: d.authors.map((name) => Object.fromEntries(Object.entries(name).map(([k, v]) => [k, v.normalize('NFD').replace(/[\u0300-\u036f]/g, '')]))) }) },
  { name: 'umlauts written out', wrong: [], apply: (d) => ({ ...d, authors: d.authors.map((name) => ({ ...name, ...(name.family === undefined ? {} : { family: name.family.replace(/ü/g, 'ue').replace(/ö/g, 'oe').replace(/ä/g, 'ae').replace(/ß/g, 'ss') }) })) }) },
  { name: 'family names in capitals', wrong: [], apply: (d) => ({ ...d, authors: d.authors.map((name) => (name.family === undefined ? name : { ...name, family: name.family.toUpperCase() })) }) },
  { name: 'and others behind the first', wrong: [], apply: (d) => (d.authors.length > 2 ? { ...d, authors: d.authors.slice(0, 1), others: 'others' } : undefined) },
  { name: 'et al. behind three', wrong: [], apply: (d) => (d.authors.length > 4 ? { ...d, authors: d.authors.slice(0, 3), others: 'et al.' } : undefined) },
  { name: 'proceedings shortened', wrong: [], apply: (d) => (d.venue?.startsWith('Proceedings of the ') === true ? { ...d, venue: d.venue!.replace(/^Proceedings of the /, 'Proc. ') } : undefined) },
  { name: 'venue in lower case', wrong: [], apply: (d) => (d.venue ? { ...d, venue: d.venue.toLowerCase() } : undefined) },
  { name: 'venue with The', wrong: [], apply: (d) => (d.venue && !/^the /i.test(d.venue) && d.type === 'article' ? { ...d, venue: `The ${d.venue}` } : undefined) },
  { name: 'venue with and for &', wrong: [], apply: (d) => (/ and | & |&amp;/.test(d.venue ?? '') ? { ...d, venue: / and /.test(d.venue!) ? d.venue!.replace(/ and /g, ' & ') : d.venue!.replace(/&amp;| & /g, ' and ') } : undefined) },
  { name: 'the first page alone', wrong: [], apply: (d) => { const m = /^(\w*\d+)[-–]\w*\d+$/.exec(d.pages ?? ''); return m ? { ...d, pages: m[1]! } : undefined } },
  { name: 'the last page shortened', wrong: [], apply: (d) => { const m = /^(\d+)[-–](\d+)$/.exec(d.pages ?? ''); if (!m || m[1]!.length !== m[2]!.length || m[1]! >= m[2]!) return undefined; let i = 0; while (m[1]![i] === m[2]![i]) i++; return { ...d, pages: `${m[1]}-${m[2]!.slice(i)}` } } },
  { name: 'publisher without its legal form', wrong: [], apply: (d) => { const short = d.publisher?.replace(/,? (?:Inc\.?|Ltd\.?|LLC|BV|B\.V\.|GmbH|AG|Limited)$|\s*\([^)]*\)$/, ''); return short && short !== d.publisher ? { ...d, publisher: short } : undefined } },
]
