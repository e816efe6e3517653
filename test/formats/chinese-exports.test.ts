import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { splitHanNames } from '../../src/formats/han-names.ts'
import { openCitations, readCitations } from '../../src/formats/read.ts'
import type { CitationInput } from '../../src/model/input.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/chinese/${name}`, import.meta.url))
async function read(name: string, bytes: Uint8Array): Promise<CitationInput[]> {
  const inputs: CitationInput[] = []
  for await (const slice of readCitations(bytes, { name })) inputs.push(...slice)
  return inputs
}
const names = (input: CitationInput | undefined): string[] => (input?.citation.authors ?? []).map((name) => name.literal ?? `${name.family ?? ''}${name.given ?? ''}`)

describe('BibTeX as CNKI and Wanfang export it', () => {
  it('CNKI: the affiliation is not the publisher, a zero before the issue stays as it is', async () => {
    const [article, thesis] = await read('cnki.bib', fixture('cnki.bib'))
    expect(article?.citation).toMatchObject({ type: 'article-journal', issue: '03', pages: '345-351', identifiers: { doi: '10.3760/loop.2023.01' } })
    expect(article?.citation.publisher).toBeUndefined()
    expect(names(article)).toEqual(['张三', '李四', '王五'])
    expect(thesis).toMatchObject({ key: '1021000001.nh', citation: { type: 'thesis', publisher: '示例大学' } })
  })

  it('Wanfang: no key, and people between commas or full-width semicolons', async () => {
    const [article, paper] = await read('wanfang.bib', fixture('wanfang.bib'))
    expect(names(article)).toEqual(['张三', '李四', '王五'])
    expect(article?.remarks?.join()).toMatch(/people are separated by punctuation/)
    expect(article?.invalid).toBeUndefined()
    expect(names(paper)).toEqual(['孙七', '周八'])
  })
})

describe('a file in any encoding of Chinese software', () => {
  const files = { 'a.bib': fixture('cnki.bib').toString('utf8'), 'a.ris': iconv.decode(fixture('noteexpress.ris'), 'gb18030'), 'a.txt': '［1］张三，李四，等．回环网络诊断方法的研究［Ｊ］．回环研究杂志，２０２３，１２（３）：３４５～３５１．\n［2］孙七．回环导论［M］．北京：示例出版社，2019．\n' }
  for (const [name, text] of Object.entries(files)) {
    it.each(['gb18030', 'utf-16le', 'utf-16be'])(`${name} in %s, with and without a byte order mark, is what it is in UTF-8`, async (encoding) => {
      const plain = (await read(name, Buffer.from(text))).map(({ citation, key }) => ({ citation, key }))
      expect(plain).toHaveLength(2)
      for (const mark of ['', '\ufeff']) {
        const bytes = iconv.encode(mark + text, encoding)
        expect((await read(name, bytes)).map(({ citation, key }) => ({ citation, key }))).toEqual(plain)
        expect(openCitations(bytes, { name }).notes.join()).toMatch(encoding === 'gb18030' ? /GB18030/ : /UTF-16/)
      }
    })
  }
})

describe('several people in the place of one name', () => {
  it.each([
    ['张三,李四,王五', ['张三', '李四', '王五']], ['张三，李四', ['张三', '李四']], ['张三；李四；', ['张三', '李四']], ['张三、李四，等', ['张三', '李四', 'others']], ['张三, 李四, 等', ['张三', '李四', 'others']], ['张三，李四等', ['张三', '李四', 'others']],
    ['张三 李四 王五', ['张三', '李四', '王五']], ['买买提·艾力，张三', ['买买提·艾力', '张三']],
    ['张三', undefined], ['欧阳, 修', undefined], ['张三,李四', undefined], ['山田, 太郎', undefined], ['欧阳 修', undefined], ['示例学会 示例分会委员会 示例学组', undefined], ['张三 and 李四', undefined], ['{张三，李四}', undefined],
  ])('%s', (text, people) => { expect(splitHanNames(text)).toEqual(people) })

  it('is put right in BibTeX and RIS', async () => {
    expect(names((await read('a.bib', Buffer.from('@article{a, author = {张三，李四、王五}, title = {题}}')))[0])).toEqual(['张三', '李四', '王五'])
    const [input] = await read('a.ris', Buffer.from('TY  - JOUR\nAU  - 张三;李四;等\nTI  - 题\nER  - \n'))
    expect(names(input)).toEqual(['张三', '李四'])
    expect(input?.citation.authorsTruncated).toBe(true)
  })
})

describe('exports in a format of their program', () => {
  it.each([
    ['%0 Journal Article\n%A 张三\n%R 10.5555/demo.a\n', /EndNote tagged/], ['\ufeff\r\n%0 Thesis\r\n%A 张三\r\n', /EndNote tagged/], ['{Reference Type}: Journal Article\n{Title}: 题\n{DOI}: 10.5555/demo.a\n', /NoteExpress's own/], ['RT Journal Article\nA1 张三\n', /RefWorks/],
    ['<?xml version="1.0" encoding="UTF-8" ?><xml><records><record/></records></xml>', /EndNote XML/], ['SrcDatabase-来源库: 期刊\nTitle-题名: 题\n', /CNKI custom/],
  ])('%j is refused with what it is and what to do', (text, sentence) => {
    expect(() => openCitations(Buffer.from(text), { name: 'a.txt' })).toThrow(sentence)
    expect(() => openCitations(Buffer.from(text), { name: 'a.txt' })).toThrow(/export it as RIS or BibTeX/)
    expect(() => openCitations(Buffer.from(text), { name: 'a.txt', format: 'text' })).not.toThrow()
  })

  it.each(['% a comment\n@article{a, title = {T}}', '%0.5 of the cases, see 10.5555/demo.a', 'RT-PCR was done (10.5555/demo.a)', 'RT 10.5555/demo.a', '<xml>no records</xml> 10.5555/demo.a', '{Title}: 10.5555/demo.a'])('%j is none of them', (text) => {
    expect(() => openCitations(Buffer.from(text), { name: 'a.txt' })).not.toThrow()
  })
})
