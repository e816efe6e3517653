import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '@retorquere/bibtex-parser'
import { readCsl } from '../../src/formats/csl.ts'
import { taggedRecords } from '../../src/formats/tagged-record.ts'
import { exportBibtex } from '../../src/zotero/export-bibtex.ts'
import { exportCsl } from '../../src/zotero/export-csl.ts'
import { oneLine, pageRange, type ExportItem } from '../../src/zotero/export-item.ts'
import { exportRdf } from '../../src/zotero/export-rdf.ts'
import { exportRis } from '../../src/zotero/export-ris.ts'
import { parseXml } from '../../src/base/xml.ts'

const item = (title: string, more: Partial<ExportItem> = {}): ExportItem => ({
  index: 0, key: 'a1', itemType: 'journalArticle', values: { title, year: '2024' }, creators: [], tags: [], fields: {}, crossref: { status: 'skipped', filled_fields: [], conflicts: [], advisories: [] }, ...more,
})
/** Words of letters of several scripts and of every sign that some format reads as more than itself. */
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019éüß李明ひРж&%_#${}<>"“”–().,:;+=*/@!?\'`|[]'), minLength: 1, maxLength: 12 })
const title = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
const fromRis = (text: string) => taggedRecords(text, 'x', { line: /^\s*([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/, opens: 'TY', closes: 'ER', continues: () => false })

describe('any text', () => {
  it('comes back from RIS, and makes one record', () => {
    fc.assert(fc.property(title, title, (one, other) => {
      const [first, ...rest] = fromRis(exportRis([item(one, { values: { title: one, abstract: `${other}\n\nER  - \nTY  - BOOK` } })]))
      expect(rest).toEqual([])
      expect(first?.first('TI')).toBe(oneLine(one))
    }))
  })

  it('comes back from CSL-JSON', () => {
    fc.assert(fc.property(title, (one) => { expect((JSON.parse(exportCsl([item(one)])) as { title: string }[])[0]?.title).toBe(one) }))
    expect(readCsl(exportCsl([item('A title')]), 'x')[0]?.citation.title).toBe('A title')
  })

  it('makes well-formed Zotero RDF', () => {
    fc.assert(fc.property(title, (one) => { expect(parseXml(Buffer.from(exportRdf([item(one, { tags: [one] })]))).name).toBe('rdf:RDF') }))
  })

  it('is one entry of BibTeX that breaks no other', () => {
    fc.assert(fc.property(title, title, (one, name) => {
      const { entries, errors } = parse(exportBibtex([item(one, { creators: [{ creatorType: 'author', name }] }), item('The next one', { key: 'a2' })]), { sentenceCase: false, caseProtection: false } as never)
      expect(errors).toEqual([])
      expect(entries.map(({ key }) => key)).toEqual(['a1', 'a2'])
      expect(entries[1]?.fields.title).toBe('The next one')
    }), { numRuns: 60 })
  })

  it.each(['50% Rise & Fall of {Open} x_y #1 $5 – “q”', 'a + b = c * d / e @ f! g? (h) [i] |j|', '平台治理：中文测试', 'Ünïcödé ß ø ł', 'A: b; c, d. e'])('comes back from BibTeX as it was: %s', (text) => {
    expect(parse(exportBibtex([item(text)]), { sentenceCase: false, caseProtection: false } as never).entries[0]?.fields.title).toBe(text)
  })

  it('has look-alikes in BibTeX where Zotero understands neither the sign nor a command for it', () => {
    expect(exportBibtex([item('a\\b ~ c')])).toContain('title = {a\u2216b \u223c c},')
  })
})

describe('pages', () => {
  it.each([['100-120', ['100', '120']], ['100–120', ['100', '120']], ['e123', ['e123']], ['S12--S15', ['S12', 'S15']], ['1, 3, 5', ['1, 3, 5']], ['12-3-4', ['12-3-4']]])('%s', (pages, range) => { expect(pageRange(pages)).toEqual(range) })
})
