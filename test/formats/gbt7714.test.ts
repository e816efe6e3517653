import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findGbt7714, readGbt7714, readGbt7714Reference } from '../../src/formats/gbt7714.ts'
import { readPlainText } from '../../src/formats/plain-text.ts'
import { readCitations } from '../../src/formats/read.ts'
import type { Citation } from '../../src/model/citation.ts'

const { cases, others } = JSON.parse(readFileSync(new URL('../../fixtures/chinese/gbt7714.json', import.meta.url), 'utf8')) as { cases: [string, Citation][]; others: string[] }
const REAL = new URL('../../../shared/data/bib/chinese/gb7714-gb7714texteg.dat', import.meta.url)

describe('a reference after GB/T 7714', () => {
  it.each(cases)('%s', (text, citation) => {
    const [input, ...more] = readGbt7714(text, 'list.txt')
    expect(more).toEqual([])
    expect(input).toMatchObject({ kind: 'gbt7714', key: /^[[［](\d+)/.exec(text)?.[1]?.replace(/^(\d+)$/, '[$1]') })
    expect(input?.citation).toEqual(citation)
    expect(readGbt7714Reference(text)?.citation).toEqual(citation)
  })
  it.each(others)('is not seen in %j', (text) => expect(findGbt7714(text)).toEqual([]))
})

describe('a list of references', () => {
  const list = `# 参考文献\n\n${cases.map(([text]) => text).join('\n')}\n`
  it('gives each with its place', () => {
    const inputs = readGbt7714(list, 'list.md')
    expect(inputs.map((input) => input.citation)).toEqual(cases.map(([, citation]) => citation))
    for (const { raw, source } of inputs) expect(list.slice(source?.start, source?.end)).toBe(raw)
    expect(inputs.map((input) => input.source?.line)).toEqual(cases.map((_, i) => i + 3))
  })
  it('is the same with CRLF, in Markdown, and wrapped over lines', () => {
    const citations = (text: string) => readGbt7714(text, 'x').map((input) => input.citation)
    const expected = cases.slice(0, 3).map(([, citation]) => citation)
    expect(citations(cases.slice(0, 3).map(([text]) => text).join('\r\n'))).toEqual(expected)
    expect(citations(cases.slice(0, 3).map(([text], i) => `${i + 1}. ${text.replace(/^[[［]\d+[\]］]\s*/, '')}`).join('\n'))).toEqual(expected)
    expect(citations(cases.slice(0, 3).map(([text]) => `> ${text}`).join('\n'))).toEqual(expected)
    expect(citations('[1] 张三. 示例\n    题名[J]. 示例学报,\n    2026, 1(1): 2-3.\n[2] 李四. 另一题名[J]. 示例学报, 2026, 1(1): 4.')).toMatchObject([{ title: '示例题名', venue: '示例学报', year: '2026', pages: '2-3' }, { title: '另一题名' }])
    expect(citations('\\[1\\] 张三. 示例题名\\[J\\]. *示例学报*, 2026, 1(1): 2.')).toMatchObject([{ title: '示例题名', venue: '示例学报', pages: '2' }])
  })
  it('without numbers is one a line, by a counter', () => {
    expect(readGbt7714('张三. 甲题名[J]. 示例学报, 2026, 1(1): 2.\n李四. 乙题名[D]. 北京: 示例大学, 2020.', 'x').map(({ key, citation }) => [key, citation.title])).toEqual([['[1]', '甲题名'], ['[2]', '乙题名']])
  })
})

describe('plain text and Markdown', () => {
  it('gives references and the identifiers outside them, in order, each identifier once', () => {
    const text = `见 10.5555/demo.z 与 10.5555/demo.b。\n\n${cases[6]?.[0]}\n\n又见 10.5555/demo.z。`
    expect(readPlainText(text, 'a.md').map(({ key, kind, remarks }) => [key, kind, remarks])).toEqual([['10.5555/demo.z', 'text', ['named again on line 5']], ['[7]', 'gbt7714', ['named again on line 1']]])
  })
  it.each(['utf-8', 'utf-16le', 'gb18030'])('is read from a file in %s', async (encoding) => {
    const { default: iconv } = await import('iconv-lite')
    const bytes = iconv.encode(`${cases.map(([text]) => text).join('\n')}\n`.replaceAll('–', '-'), encoding, { addBOM: encoding === 'utf-16le' })
    const inputs = []
    for await (const slice of readCitations(bytes, { name: 'refs.txt' })) inputs.push(...slice)
    expect(inputs.map((input) => input.citation.title)).toEqual(cases.map(([, citation]) => citation.title))
  })
})

describe('any text', () => {
  const piece = fc.oneof(fc.constantFrom('[J]', '[M]//', '[C/OL]', '.', ', ', '。', '[1] ', '\n', '2026', '(3): 4-5', ': ', '张三', 'DOI: ', 'http://', '等', '［Ｊ］', '第3卷'), fc.string({ maxLength: 6 }))
  it('is read without a throw, and places hold what they say', () => {
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')), (text) => {
      for (const { raw, source } of readGbt7714(text, 'x')) if (text.slice(source?.start, source?.end) !== raw) return false
      return true
    }), { numRuns: 500 })
  })
  it('of hostile length is read to its end', () => {
    for (const text of ['[J]'.repeat(200_000), `[1] ${'a, '.repeat(600)}[J]. ${'x, '.repeat(60)}`, `${'['.repeat(200_000)}`, `[1] 张三. 题[M]//${'a. '.repeat(580)}`, `[1] 张三. 题[J]. ${'2020 '.repeat(300)}`, ' '.repeat(500_000), `[1] 张三. 题[M]. ${'a: '.repeat(580)}`]) expect(readGbt7714(text, 'x').length).toBeLessThanOrEqual(1)
  })
})

describe.skipIf(!existsSync(REAL))('a list as people wrote it (skipped where shared/data/bib is absent)', () => {
  it('is read whole: every reference has a title, nearly every one a year, every article a journal', () => {
    const text = readFileSync(REAL, 'utf8').replace(/^\ufeff/, '')
    const marked = text.split('\n').filter((line) => /\[(?:[A-Z]|EB|DB)(?:\/OL)?\]/.test(line)).length
    const inputs = readGbt7714(text, 'list')
    expect(inputs).toHaveLength(marked)
    expect(inputs.filter(({ citation }) => !citation.title)).toEqual([])
    expect(inputs.filter(({ citation }) => citation.year).length / inputs.length).toBeGreaterThan(0.8)
    expect(inputs.filter(({ citation }) => citation.type === 'article-journal' && !citation.venue).map(({ citation }) => citation.title)).toHaveLength(4) // periodicals as a whole
  })
})
