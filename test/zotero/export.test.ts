import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { status, type ProviderServer } from '../support/tls-provider-server.ts'
import { parseXml } from '../../src/base/xml.ts'
import type { ExportRequest } from '../../src/zotero/export-answer.ts'
import { cslTypeOf } from '../../src/zotero/item-type.ts'
import { article, registry, startServer, startWorld, type World } from './world.ts'

let server: ProviderServer
let world: World
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(async () => {
  server.reset()
  registry(server, {})
  world = await startWorld(server)
})
afterEach(() => world.close())

const exported = async (records: readonly unknown[], more: Partial<ExportRequest> = {}): Promise<Readonly<Record<string, string>>> => {
  const { files } = await world.bridge.exportFiles({ records, verifyCrossref: false, ...more }, world.signal)
  return Object.fromEntries(files.map((file) => [file.name, 'text' in file ? file.text : '']))
}
const csl = (files: Readonly<Record<string, string>>): Readonly<Record<string, unknown>>[] => JSON.parse(files['references.json']!) as Record<string, unknown>[]

describe('import files', () => {
  it('case 43: of no record are valid, and the report says so', async () => {
    const files = await exported([], { formats: ['csl', 'ris', 'bibtex', 'rdf'] })
    expect(files).toMatchObject({ 'references.json': '[]\n', 'references.ris': '', 'bibliography.bib': '' })
    expect(parseXml(Buffer.from(files['zotero.rdf']!)).name).toBe('rdf:RDF')
    expect(files['zotero-import-report.md']).toContain('- Records: 0\n- CSL-JSON: generated\n- RIS: generated\n- BibTeX: generated\n')
  })

  it('need no Zotero', async () => {
    await exported([article()])
    expect(world.zotero.requests).toEqual([])
  })

  it('case 50: count what verification found', async () => {
    registry(server, { '10.1000/good': { title: 'A good record' }, '10.1000/clash': { title: 'Something else entirely' }, '10.1000/down': status(503) })
    const files = await exported([
      { title: 'A good record', doi: '10.1000/good' }, { title: 'Fish of the northern seas', doi: '10.1000/clash' }, { title: 'No identifier at all' }, { title: 'Nobody knows this one', doi: '10.1000/none' }, { title: 'Out of reach today', doi: '10.1000/down' },
    ], { verifyCrossref: true })
    expect(files['zotero-import-report.md']).toContain('- Crossref verified: 1\n- Metadata conflicts: 1\n- Unverified or no DOI: 2\n- Verification unavailable: 1\n')
    expect(files['zotero-import-report.md']).toContain('- 1: title: "Fish of the northern seas" / Crossref "Something else entirely"')
    expect(files['zotero-import-report.md']).toContain('not human verification')
  })

  it('say what each format loses', async () => {
    const files = await exported([article({ document_type: 'preprint', tags: ['one; two'], year: '2024-03-05' }), article({ doi: undefined, title: 'A tool', document_type: 'software', tags: ['a, b'] })])
    const report = files['zotero-import-report.md']!
    for (const line of [
      '- CSL-JSON: tags are not carried', '- CSL-JSON: record 1: computerProgram becomes document on import', '- RIS: record 0: preprint becomes journalArticle on import', '- BibTeX: record 0: preprint becomes document on import',
      '- RIS: record 0: the tag "one; two" is split on import', '- BibTeX: record 1: the tag "a, b" is split on import', '- BibTeX: record 0: the day of the date is not carried',
    ]) expect(report).toContain(line)
    expect(report).not.toContain('- RIS: record 1: the tag')
  })

  it('name the records that were joined or left out', async () => {
    const report = (await exported([article(), article(), {}]))['zotero-import-report.md']!
    expect(report).toContain('- 1: the same work as record 0 (doi)\n- 2: a record needs a title or an identifier')
  })

  it('case 42: hold only types that Zotero accepts in CSL-JSON', async () => {
    const accepted = 'article article-journal article-magazine article-newspaper bill book broadcast chapter dataset document entry entry-dictionary entry-encyclopedia figure graphic hearing interview legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent personal_communication post post-weblog report review review-book song speech standard thesis treaty webpage'.split(' ')
    const types = ['software', 'journalArticle', 'conferencePaper', 'book', 'bookSection', 'encyclopediaArticle', 'dictionaryEntry', 'preprint', 'thesis', 'report', 'dataset', 'standard', 'webpage', 'blogPost', 'patent', 'manuscript', 'magazineArticle', 'newspaperArticle', 'presentation', 'document', 'something-unheard-of']
    const items = csl(await exported(types.map((type, n) => ({ title: `Record ${n} of many kinds`, document_type: type }))))
    expect(items).toHaveLength(types.length)
    for (const item of items) expect(accepted).toContain(item['type'])
    expect(items[0]).toMatchObject({ type: 'document' })
    expect(cslTypeOf('preprint')).toBe('article')
  })

  it('write CSL-JSON as Zotero reads it', async () => {
    const item = csl(await exported([article({ authors: [{ family: 'van der Berg', given: 'Jan' }, { name: 'WHO' }, 'King, Martin, Jr.'], year: '2024-03', doi: 'https://doi.org/10.1000/Delta.1', volume: 12, pages: '1–9' })]))[0]
    expect(item).toMatchObject({
      id: 'berg2024bridges', type: 'article-journal', author: [{ family: 'van der Berg', given: 'Jan' }, { literal: 'WHO' }, { family: 'King', given: 'Martin', suffix: 'Jr.' }], issued: { 'date-parts': [[2024, 3]] }, DOI: '10.1000/delta.1', volume: '12',
      keyword: 'qiongli:imported, qiongli:needs-review, qiongli:source:openalex, qiongli:metadata-unverified',
    })
  })

  it('give a preprint its repository and number in CSL-JSON', async () => {
    expect(csl(await exported([{ title: 'A preprint of ours', doi: '10.48550/arXiv.2201.00001', document_type: 'preprint', publisher: 'arXiv' }]))[0]).toMatchObject({ type: 'article', publisher: 'arXiv', number: 'arXiv:2201.00001' })
  })

  it('write RIS one line a value, one KW a tag, and no note', async () => {
    const { 'references.ris': ris } = await exported([article({ authors: ['Smith, Alex', { name: 'Institute, of Rivers' }], abstract: 'Line one.\n\nTY  - BOOK\nER  - ', year: '2024-03-05', pages: '100-120', issn: '1047-7039' })])
    expect(ris).toBe([
      'TY  - JOUR', 'TI  - Bridges of the inner delta', 'AU  - Smith, Alex', 'AU  - Institute of Rivers', 'T2  - River Journal', 'PY  - 2024', 'DA  - 2024/03/05', 'SP  - 100', 'EP  - 120', 'SN  - 1047-7039', 'DO  - 10.1000/delta.1',
      'UR  - https://doi.org/10.1000/delta.1', 'AB  - Line one. TY - BOOK ER -', 'KW  - qiongli:imported', 'KW  - qiongli:needs-review', 'KW  - qiongli:source:openalex', 'KW  - qiongli:metadata-unverified', 'ID  - smith2024bridges', 'ER  - ', '',
    ].join('\n'))
  })

  it('write a conference paper\'s proceedings and conference apart', async () => {
    registry(server, { '10.1000/conf': { title: 'A conference paper', type: 'proceedings-article', venue: 'Proceedings of X', event: { name: 'Conference on X', location: 'Oslo' } } })
    const { 'references.ris': ris } = await exported([{ doi: '10.1000/conf' }], { verifyCrossref: true })
    expect(ris).toContain('TY  - CONF\n')
    expect(ris).toContain('C3  - Proceedings of X\nT2  - Conference on X\n')
  })

  it('write BibTeX one field a line, escaped, without note', async () => {
    const { 'bibliography.bib': bib } = await exported([article({ title: '50% Rise & Fall of {Open} x_y #1 $5', authors: ['李, 明', 'van der Berg, Jan', { name: 'Trinidad and Tobago' }], doi: '10.1000/a_b(1)', year: '2024-03-05', pages: '100-120' })])
    expect(bib).toBe(`@article{ref2024rise,
  title = {50\\% Rise \\& Fall of \\{Open\\} x\\_y \\#1 \\$5},
  author = {李, 明 and van der Berg, Jan and {{Trinidad and Tobago}}},
  journal = {River Journal},
  year = {2024},
  month = mar,
  pages = {100--120},
  doi = {10.1000/a_b(1)},
  url = {https://doi.org/10.1000/a_b(1)},
  keywords = {qiongli:imported, qiongli:needs-review, qiongli:source:openalex, qiongli:metadata-unverified},
}
`)
  })

  it('have unique keys of ASCII letters', async () => {
    const records = [article({ title: 'Rivers and men' }), article({ doi: undefined, title: 'Rivers and women' }), { title: '平台治理' }, { title: '海洋' }]
    const keys = csl(await exported(records)).map((item) => String(item['id']))
    expect(new Set(keys).size).toBe(4)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9:_-]+$/)
  })

  it('are UTF-8 without a mark and with plain line ends', async () => {
    for (const text of Object.values(await exported([article({ title: 'Naïve – 平台' })], { formats: ['csl', 'ris', 'bibtex', 'rdf'] }))) expect(text).not.toMatch(/\ufeff|\r/)
  })

  it('write Zotero RDF that is well formed and keeps type and tags', async () => {
    const { 'zotero.rdf': rdf } = await exported([article({ title: 'A < B & "C"', document_type: 'preprint', tags: ['x; y'] })], { formats: ['rdf'] })
    expect(parseXml(Buffer.from(rdf!)).name).toBe('rdf:RDF')
    expect(rdf).toContain('<z:itemType>preprint</z:itemType>')
    expect(rdf).toContain('<dc:title>A &lt; B &amp; &quot;C&quot;</dc:title>')
    expect(rdf).toContain('<dc:subject>x; y</dc:subject>')
  })

  it('write into Zotero RDF the number of a report and the name of a conference', async () => {
    const { 'zotero.rdf': rdf } = await exported([article({ document_type: 'report', number: 'TR-7', doi: undefined }), article({ document_type: 'conferencePaper', event: 'Rivers 2024', doi: undefined, title: 'Another' })], { formats: ['rdf'] })
    expect(rdf).toContain('<prism:number>TR-7</prism:number>')
    expect(rdf).toContain('<bib:presentedAt><bib:Conference><dc:title>Rivers 2024</dc:title></bib:Conference></bib:presentedAt>')
  })

  it('case 44: refuse a review tag that would be split', async () => {
    await expect(world.bridge.upsert({ records: [article()], reviewTags: ['a;b'] }, world.signal)).rejects.toThrow(/INVALID_INPUT.*review tag/)
    await expect(world.bridge.exportFiles({ records: [article()], reviewTags: ['a,b'] }, world.signal)).rejects.toThrow(/INVALID_INPUT.*review tag/)
  })

  it('carry no review tag where the call says none', async () => {
    expect((await exported([article({ tags: ['mine'] })], { reviewTags: 'none', tags: ['ours'] }))['references.ris']!.match(/^KW.*$/gm)).toEqual(['KW  - ours', 'KW  - mine', 'KW  - qiongli:source:openalex', 'KW  - qiongli:metadata-unverified'])
  })

  it('have the report in Chinese too, with the same headings', async () => {
    const { importFiles } = await import('../../src/zotero/import-files.ts')
    const [report] = importFiles({ items: [], formats: [], inLibrary: new Map(), duplicates: [], skipped: [], language: 'zh' })
    expect(report?.text).toContain('# Zotero Import Report')
    expect(report?.text).toContain('并非人工核验')
    expect(report?.text).toContain('## Already in your library')
  })
})

describe('writing import files', () => {
  it('stays in the folder, refuses what is there, and says the names alone', async () => {
    const outDir = join(world.root, 'out')
    const answer = await world.bridge.exportFiles({ records: [article()], verifyCrossref: false, outDir }, world.signal)
    expect(answer.files).toEqual(['references.json', 'references.ris', 'bibliography.bib', 'zotero-import-report.md'].map((name) => ({ name })))
    expect(readFileSync(join(outDir, 'references.ris'), 'utf8')).toContain('TY  - JOUR')
    expect(JSON.stringify(answer)).not.toContain(world.root)
    writeFileSync(join(outDir, 'references.ris'), 'mine')
    await expect(world.bridge.exportFiles({ records: [], verifyCrossref: false, outDir }, world.signal)).rejects.toThrow(/INVALID_INPUT/)
    expect(readFileSync(join(outDir, 'references.ris'), 'utf8')).toBe('mine')
    await world.bridge.exportFiles({ records: [], verifyCrossref: false, outDir, overwrite: true }, world.signal)
    expect(readFileSync(join(outDir, 'references.ris'), 'utf8')).toBe('')
  })

  it('follows no link out of the folder, and leaves nothing half done', async () => {
    const outDir = join(world.root, 'out')
    mkdirSync(outDir)
    symlinkSync(join(world.root, 'elsewhere'), join(outDir, 'bibliography.bib'))
    await expect(world.bridge.exportFiles({ records: [], verifyCrossref: false, outDir }, world.signal)).rejects.toThrow(/INVALID_INPUT/)
    await expect(world.bridge.exportFiles({ records: [], verifyCrossref: false, outDir, overwrite: true }, world.signal)).rejects.toThrow(/INVALID_INPUT/)
    expect(existsSync(join(world.root, 'elsewhere'))).toBe(false)
    expect(existsSync(join(outDir, 'references.json'))).toBe(false)
  })
})
