import type { BenchCase } from './case.ts'
import { bibtexText, entryOf, formatEntry } from './set/entry.ts'
import { recordsOf } from './set/record.ts'
import type { Seed } from './set/seeds.ts'

/** Shares of 100 references: what a bibliography of the life and computer sciences holds. */
const SHARES = { crossref: 55, datacite: 12, pubmed: 15, arxiv: 15, absent: 3 } as const
/** Registrants with their usual DOI shapes: a list of forty must fit a url as real ones do. */
const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `10.1016/j.bench.2019.${100_000 + n}`, (n) => `10.1038/s99999-020-${String(n).padStart(5, '0')}-x`, (n) => `10.1007/s99999-018-${String(n).padStart(4, '0')}-1`,
  (n) => `10.1109/tbench.2017.${2_000_000 + n}`, (n) => `10.1371/journal.bench.${String(n).padStart(7, '0')}`, (n) => `10.1103/physrevbench.120.${100_000 + n}`, (n) => `10.1002/bench.${20_000 + n}`,
]
const WORDS = ['adaptive', 'layered', 'spectral', 'sparse', 'coupled', 'thermal', 'random', 'stable', 'mixed', 'local', 'inverse', 'delayed'] as const
const FAMILIES = ['Adler', 'Bennet', 'Castro', 'Dorsey', 'Eriksen', 'Fontana', 'Galanis', 'Hoffmann', 'Ivanova', 'Jansson', 'Keller', 'Lombard'] as const
const pick = (list: readonly string[], n: number): string => list[n % list.length] as string

function titleOf(n: number): string {
  return `On ${pick(WORDS, n)} models of ${pick(WORDS, n * 5 + 3)} systems under ${pick(WORDS, n * 7 + 1)} load, part ${n}`
}

/**
 * `count` constructed references in the shares of the mix, spread evenly, as benchmark cases: right citations, records that the
 * simulator serves, and absent DOIs that are impossible by their prefix.
 */
export function mixOf(count: number): BenchCase[] {
  const kinds = Object.entries(SHARES).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as keyof typeof SHARES))
  return Array.from({ length: count }, (_, n) => {
    // 37 is coprime to 100: every hundred holds the whole mix, interleaved
    const kind = kinds[(n * 37) % 100] as keyof typeof SHARES
    const family = (k: number): string => pick(FAMILIES, n + k)
    const common = { key: `r${n}`, title: titleOf(n), by: `${family(0)}, Ada M.; ${family(1)}, Bo; ${family(2)}, Cai`, v: String(1 + (n % 90)), n: '2', pp: `${100 + n}-${109 + n}`, print: '2019-04-02', pub: 'Constructed Press' }
    const seed: Seed = kind === 'pubmed' ? { ...common, from: 'pubmed', type: 'article', pmid: String(91_000_000 + n), title: `${common.title}.`, by: `${family(0)} AM; ${family(1)} B; ${family(2)} C`, in: 'Journal of constructed examples', abbr: 'J Constr Ex', date: '2019 Apr 2' }
      : kind === 'arxiv' ? { key: common.key, from: 'arxiv', type: 'eprint', arxiv: `90${String(1 + (n % 12)).padStart(2, '0')}.${String(n % 100_000).padStart(5, '0')}`, title: common.title, by: common.by, date: '2019-04-02' }
      : kind === 'datacite' ? { key: common.key, from: 'datacite', type: 'Dataset', doi: `10.5281/zenodo.${99_000_000_000 + n}`, title: common.title, by: common.by, date: '2019', pub: 'Zenodo' }
      : { ...common, from: 'crossref', type: 'journal-article', doi: kind === 'absent' ? `10.99999/bench.${n}` : (SHAPES[n % SHAPES.length] as (n: number) => string)(n), in: 'Journal of Constructed Examples', abbr: 'J. Constr. Ex.' }
    const absent = kind === 'absent'
    return { id: `mix-${n}`, label: kind, citation: formatEntry(entryOf(seed)), records: absent ? {} : recordsOf(seed), absent: absent ? [seed.doi ?? ''] : [], expected: { exists: !absent, flagged: absent, fields: absent ? ['identifier'] : [] }, note: '' }
  })
}

/** A .bib text of so many entries, made piece by piece: 100,000 of them need no more memory than one. */
export function* longBibliography(count: number): Generator<string> {
  for (let n = 0; n < count; n++) {
    yield `@article{k${n},\n  author = {${pick(FAMILIES, n)}, Ada M. and ${pick(FAMILIES, n + 4)}, Bo},\n  title = {${bibtexText(titleOf(n))}},\n  journal = {Journal of Constructed Examples},\n  year = {${1950 + (n % 70)}},\n  volume = {${1 + (n % 90)}},\n  pages = {${100 + n}--${109 + n}},\n  doi = {10.99999/long.${n}}\n}\n\n`
  }
}
