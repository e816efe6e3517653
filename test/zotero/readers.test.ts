import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from '@retorquere/bibtex-parser'
import { readCsl } from '../../src/formats/csl.ts'
import { readRis } from '../../src/formats/ris.ts'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import { article, startServer, startWorld, type World } from './world.ts'

/** Programs that Debian has (`apt-get install pandoc bibutils`); their tests are skipped where they are not installed. */
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const PANDOC = 'pandoc'
const hasPandoc = has(PANDOC)
const hasBibutils = has('ris2xml') && has('bib2xml')
const unless = (present: boolean, what: string): string => (present ? '' : ` (skipped: ${what} is not installed)`)

/** Observed imports by Zotero's own translators; beside the checkout, and absent on most machines. */
const OBSERVED = new URL('../../../shared/data/zotero/import/', import.meta.url)
const hasObserved = existsSync(OBSERVED)

let server: ProviderServer
let world: World
let files: Readonly<Record<string, string>>
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
afterEach(() => world?.close())

const HARD = '50% Rise & Fall of {Open} x_y #1 $5'
const TAGS = ['qiongli:imported', 'qiongli:needs-review', 'qiongli:source:openalex', 'qiongli:metadata-unverified']
const RECORDS = [
  article({ title: HARD, authors: ['李, 明', 'van der Berg, Jan', { name: 'World Health Organization' }, "O'Neil, Ann-Marie", 'King, Martin Luther, Jr.', 'Müller, Käthe'], year: '2024-03-05', doi: '10.1000/a_b(1)', url: 'https://example.org/a_b%20c?d=1&e=2#f', venue: 'J & K', volume: '12', issue: '3', pages: '100-120', issn: '1047-7039', abstract: 'A 50% rise.\nSecond line & more.' }),
  article({ doi: '10.1000/conf', title: 'A conference paper', document_type: 'paper-conference', venue: 'Proceedings of X' }),
  article({ doi: '10.1000/chap', title: 'A chapter', document_type: 'chapter', venue: 'The Book', publisher: 'Press', isbn: '9780306406157', pages: '1-9', editors: ['Ed, Itor'] }),
  article({ doi: '10.1000/thesis', title: 'A thesis', document_type: 'thesis', venue: undefined, publisher: 'MIT' }),
  article({ doi: '10.1000/rep', title: 'A report', document_type: 'report', venue: undefined, publisher: 'WHO' }),
  article({ doi: '10.48550/arXiv.2201.00001', title: 'A preprint', document_type: 'preprint', venue: undefined, publisher: 'arXiv' }),
  article({ doi: '10.5281/zenodo.1', title: 'A data set', document_type: 'dataset', venue: undefined, publisher: 'Zenodo' }),
  article({ doi: undefined, title: 'A tool', document_type: 'software', venue: undefined }),
]

const load = async (records: readonly unknown[] = RECORDS): Promise<void> => {
  world = await startWorld(server)
  const answer = await world.bridge.exportFiles({ records, verifyCrossref: false }, world.signal)
  files = Object.fromEntries(answer.files.map((file) => [file.name, 'text' in file ? file.text : '']))
}
const text = (name: string): string => files[name]!

describe('the files, read by this package', () => {
  it('give the same titles, identifiers and people in CSL-JSON and RIS', async () => {
    await load()
    for (const inputs of [readCsl(text('references.json'), 'x.json'), readRis(text('references.ris'), 'x.ris')]) {
      expect(inputs.map(({ citation }) => citation.identifiers.doi)).toEqual(['10.1000/a_b(1)', '10.1000/conf', '10.1000/chap', '10.1000/thesis', '10.1000/rep', '10.48550/arxiv.2201.00001', '10.5281/zenodo.1', undefined])
      expect(inputs[0]?.citation).toMatchObject({ volume: '12', issue: '3', year: '2024' })
      expect(inputs[0]?.citation.authors).toHaveLength(6)
    }
  })
})

describe('the files, read by @retorquere/bibtex-parser', () => {
  it('case 41: give the title, the people, the DOI and the tags as they were', async () => {
    await load()
    const { entries, errors } = parse(text('bibliography.bib'), { sentenceCase: false, caseProtection: false } as never)
    expect(errors).toEqual([])
    expect(entries).toHaveLength(RECORDS.length)
    const first = entries[0]!
    expect(first.fields.title).toBe(HARD)
    expect(first.fields.author).toMatchObject([{ lastName: '李', firstName: '明' }, { prefix: 'van der', lastName: 'Berg', firstName: 'Jan' }, { name: 'World Health Organization' }, { lastName: "O'Neil", firstName: 'Ann-Marie' }, { lastName: 'King', suffix: 'Jr.', firstName: 'Martin Luther' }, { lastName: 'Müller', firstName: 'Käthe' }])
    expect(first.fields).toMatchObject({ doi: '10.1000/a_b(1)', url: 'https://example.org/a_b%20c?d=1&e=2#f', journal: 'J & K' })
    expect([...first.fields.keywords as string[]].sort()).toEqual([...TAGS].sort())
    expect(entries.map(({ type }) => type)).toEqual(['article', 'inproceedings', 'incollection', 'phdthesis', 'techreport', 'misc', 'misc', 'misc'])
  })
})

describe('the files, read by @citation-js', () => {
  const cite = async (data: string, options: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>[]> => {
    // @ts-expect-error no types are shipped; what is read is looked at as JSON
    const core = await import('@citation-js/core') as { Cite: new (data: string, options: object) => { data: Record<string, unknown>[] } }
    // @ts-expect-error no types
    await Promise.all([import('@citation-js/plugin-ris'), import('@citation-js/plugin-bibtex'), import('@citation-js/plugin-csl')])
    return new core.Cite(data, options).data
  }

  it('case 40: give the same tags from RIS as from BibTeX', async () => {
    await load()
    const ris = await cite(text('references.ris'), { forceType: '@ris/file' })
    const bib = await cite(text('bibliography.bib'))
    expect(ris.map(({ keyword }) => keyword)).toEqual(RECORDS.map(() => TAGS.join(',')))
    expect(bib.map(({ keyword }) => String(keyword).replaceAll(', ', ','))).toEqual(RECORDS.map(() => TAGS.join(',')))
  })

  it('case 41: give equal titles, people and DOIs from all three', async () => {
    await load()
    const [ris, bib, csl] = [await cite(text('references.ris'), { forceType: '@ris/file' }), await cite(text('bibliography.bib')), await cite(text('references.json'))]
    for (const items of [ris, bib, csl]) {
      expect(items).toHaveLength(RECORDS.length)
      expect(items[0]).toMatchObject({ title: HARD, DOI: '10.1000/a_b(1)', URL: 'https://example.org/a_b%20c?d=1&e=2#f', 'container-title': 'J & K', volume: '12', issue: '3', type: 'article-journal' })
      const authors = items[0]?.['author'] as Record<string, string>[]
      expect(authors[0]).toMatchObject({ family: '李', given: '明' })
      expect([authors[1]?.['non-dropping-particle'], authors[1]?.['family']].filter(Boolean).join(' ')).toBe('van der Berg')
      expect(authors[2]?.['literal'] ?? authors[2]?.['family']).toBe('World Health Organization')
    }
    expect(csl.map(({ type }) => type)).toEqual(['article-journal', 'paper-conference', 'chapter', 'thesis', 'report', 'article', 'dataset', 'document'])
  })
})

describe.skipIf(!hasPandoc)(`the files, read by pandoc${unless(hasPandoc, 'pandoc')}`, () => {
  const pandoc = (from: string, input: string): Readonly<Record<string, unknown>>[] => JSON.parse(execFileSync(PANDOC, ['-f', from, '-t', 'csljson'], { input, encoding: 'utf8' })) as Record<string, unknown>[]

  it.each([['csljson', 'references.json'], ['bibtex', 'bibliography.bib']])('case 41: as %s give the titles and DOIs as they were', async (format, name) => {
    await load()
    const items = pandoc(format, text(name))
    expect(items).toHaveLength(RECORDS.length)
    const first = items.find((item) => item['DOI'] === '10.1000/a_b(1)')!
    expect(first).toMatchObject({ type: 'article-journal', volume: '12', issue: '3' })
    // Pandoc sets BibTeX titles in sentence case, as BibTeX styles do.
    expect(plainTitle(first['title']).toLowerCase()).toBe(HARD.toLowerCase())
    expect((first['author'] as Record<string, string>[]).map((person) => person['literal'] ?? person['family'])).toEqual(['李', expect.stringContaining('Berg') as string, 'World Health Organization', expect.stringContaining('Neil') as string, 'King', 'Müller'])
  })

  /** Without the marks that keep capitals. */
  const plainTitle = (title: unknown): string => String(title).replace(/<\/?span[^>]*>/g, '')
})

describe.skipIf(!hasBibutils)(`the files, read by bibutils${unless(hasBibutils, 'bibutils')}`, () => {
  const mods = (program: string, name: string): string => {
    writeFileSync(path.join(world.root, name), text(name))
    return execFileSync(program, ['-un', '-i', 'utf8', '-o', 'utf8', path.join(world.root, name)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  }

  it.each([['ris2xml', 'references.ris'], ['bib2xml', 'bibliography.bib']])('case 40: by %s hold every record, with its tags', async (program, name) => {
    await load()
    const xml = mods(program, name)
    expect(xml.match(/<mods /g)).toHaveLength(RECORDS.length)
    // bib2xml leaves the keywords of a BibTeX entry in one.
    const topics = [...xml.matchAll(/<topic>([^<]*)<\/topic>/g)].flatMap((match) => match[1]!.split(', '))
    expect(topics).toEqual(RECORDS.flatMap(() => TAGS))
    expect(xml).toContain('10.1000/a_b(1)')
    expect(xml).toContain('<namePart type="family">李</namePart>')
  })
})

describe.skipIf(!hasObserved)(`beside what Zotero's own importers made of such files${hasObserved ? '' : ' (skipped: ../shared/data/zotero/import is absent)'}`, () => {
  type Observed = Readonly<Record<string, unknown>> & { readonly creators: readonly Readonly<Record<string, string>>[]; readonly tags: readonly { tag: string }[] }
  const observed = (name: string): readonly Observed[] => (JSON.parse(readFileSync(new URL(name, OBSERVED), 'utf8')) as Observed[]).filter(({ itemType }) => itemType !== 'note')

  /** What was observed, as a record of ours: exporting it again has to give the text of which it was made. */
  const recordOf = (item: Observed): Readonly<Record<string, unknown>> => ({
    title: item['title'], authors: item.creators, date: item['date'], doi: item['DOI'], url: item['url'], venue: item['publicationTitle'], document_type: item['itemType'], tags: item.tags.map(({ tag }) => tag),
  })

  it('case 41: writes the layout that came back exact, letter for letter', async () => {
    const [item] = observed('recommended.bib.zotero.json')
    world = await startWorld(server)
    const { files: written } = await world.bridge.exportFiles({ records: [recordOf(item!)], verifyCrossref: false, reviewTags: 'none', formats: ['bibtex'] }, world.signal)
    const lines = (text_: string): string[] => text_.split('\n').map((line) => line.trim())
    const given = lines(readFileSync(new URL('recommended.bib', OBSERVED), 'utf8'))
    const ours = lines((written[0] as { text: string }).text)
    for (const field of ['title', 'author', 'journal', 'year', 'doi', 'url']) expect(ours.find((line) => line.startsWith(`${field} =`))).toBe(given.find((line) => line.startsWith(`${field} =`)))
    expect(ours[0]).toMatch(/^@article\{[a-z0-9]+,$/)
  })

  it('case 40: writes in RIS what came back with title, people, numbers and tags', async () => {
    const [item] = observed('a.ris.zotero.json')
    world = await startWorld(server)
    const record = { ...recordOf(item!), volume: item!['volume'], issue: item!['issue'], pages: item!['pages'], issn: item!['ISSN'], abstract: item!['abstractNote'], language: item!['language'], short_venue: item!['journalAbbreviation'], tags: ['qiongli:imported', 'tag, with comma'] }
    const { files: written } = await world.bridge.exportFiles({ records: [record], verifyCrossref: false, reviewTags: 'none', formats: ['ris'] }, world.signal)
    const ours = (written[0] as { text: string }).text.split('\n')
    const given = readFileSync(new URL('a.ris', OBSERVED), 'utf8').split('ER  -')[0]!.split('\n')
    for (const tag of ['TY', 'TI', 'AU', 'T2', 'PY', 'VL', 'IS', 'SP', 'EP', 'SN', 'DO', 'UR', 'AB', 'LA']) {
      const rows = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith(`${tag}  - `))
      expect(rows(ours)).toEqual(rows(given))
    }
    for (const tag of ['qiongli:imported', 'tag, with comma']) expect(ours).toContain(`KW  - ${tag}`)
  })

  it('case 42: writes every CSL type so that the file is accepted', async () => {
    await load()
    const accepted = new Set([...observed('t.csl.json.zotero.json'), ...observed('v2.csl.json.zotero.json'), ...observed('dash.csl.json.zotero.json')].map(({ itemType }) => itemType))
    expect([...accepted]).toEqual(expect.arrayContaining(['journalArticle', 'conferencePaper', 'preprint', 'bookSection', 'dataset', 'book', 'report', 'thesis', 'document']))
    // The refused file differs from an accepted one by its type `software` alone.
    expect(text('references.json')).not.toContain('"software"')
  })
})
