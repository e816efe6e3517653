import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseArxivId } from '../../src/identifiers/arxiv.ts'
import { detectIdentifier } from '../../src/identifiers/detect.ts'
import { doiOfUrl, parseDoi } from '../../src/identifiers/doi.ts'
import { findIdentifiers } from '../../src/identifiers/find.ts'
import { parseIsbn, parseIssn } from '../../src/identifiers/isbn.ts'
import { parsePmcid, parsePmid } from '../../src/identifiers/pmid.ts'

const suffix = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._();:<>-]{0,30}[A-Za-z0-9]$/).filter((text) => !/\.\./.test(text))
const doi = fc.tuple(fc.integer({ min: 1000, max: 999_999_999 }), suffix).map(([prefix, rest]) => `10.${prefix}/${rest}`)

describe('parseDoi', () => {
  it.each([
    ['https://doi.org/10.1000/ABC', '10.1000/abc'], ['https://doi.org/10.1000/abc?error=none&x=1#Sec2', '10.1000/abc'], ['https://doi.org/10.1000/abc#sec-1.2', '10.1000/abc'], ['https://doi.org/10.1000/1-2(200101)3:4%3C5::aid-x6%3E3.0.co;2-%23', '10.1000/1-2(200101)3:4<5::aid-x6>3.0.co;2-#'], ['https://doi.org/10.1000/1-2(200101)3:4<5::aid-x6>3.0.co;2-#', '10.1000/1-2(200101)3:4<5::aid-x6>3.0.co;2-#'], ['http://dx.doi.org/10.1000/abc', '10.1000/abc'], ['doi:10.1000/abc.', '10.1000/abc'], ['DOI: 10.1000/abc', '10.1000/abc'],
    ['doi: https://doi.org/10.1000/abc', '10.1000/abc'], ['www.doi.org/10.1000/abc', '10.1000/abc'], ['https://doi-org.proxy.example.edu/10.1000/abc', '10.1000/abc'],
    ['https://doi.org.ezproxy.example.edu/10.1000/abc', '10.1000/abc'], ['https://proxy.example.edu/login?url=https://doi.org/10.1000/abc', '10.1000/abc'], ['https://doi.acm.org/10.1145/12', '10.1145/12'],
    ['(10.1000/abc)', undefined], ['10.1000/abc)', '10.1000/abc'], ['10.1016/S0140-6736(98)20001-2', '10.1016/s0140-6736(98)20001-2'], ['10.1000/a\\_b', '10.1000/a_b'], ['10.1000/a%253Cb', '10.1000/a<b'],
    ['１０．１０００／ａｂｃ', '10.1000/abc'], ['10.1000/a\u2010b', '10.1000/a-b'], ['10.1000/a\u200bb', '10.1000/ab'], ['<https://doi.org/10.1000/abc>', '10.1000/abc'], ['10.1000/x&lt;1&gt;2', '10.1000/x<1>2'],
    ['10.1000/', undefined], ['10.1/abc', undefined], ['10.1000/a b', undefined], ['', undefined], ['https://example.com/10.1000', undefined],
  ])('%s', (text, expected) => { expect(parseDoi(text)).toBe(expected) })

  it('is idempotent on any text', () => {
    fc.assert(fc.property(fc.oneof(doi, fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `10.1000/${text}`)), (text) => {
      const once = parseDoi(text)
      if (once !== undefined) expect(parseDoi(once)).toBe(once)
    }), { numRuns: 2000 })
  })

  it('gives the same DOI for every way of writing it', () => {
    fc.assert(fc.property(doi, (text) => {
      const plain = parseDoi(text)
      for (const written of [`doi:${text}`, `https://doi.org/${text}`, `https://doi.org/${encodeURIComponent(text)}`, `http://dx.doi.org/${text.toUpperCase()}`, `${text}.`, ` ${text} `]) expect(parseDoi(written)).toBe(plain)
    }), { numRuns: 500 })
  })
})

describe('doiOfUrl', () => {
  it.each([
    ['https://dl.acm.org/doi/abs/10.1145/3292500.1', '10.1145/3292500.1'], ['https://link.springer.com/article/10.1007/s10092-007-0001-x', '10.1007/s10092-007-0001-x'],
    ['https://onlinelibrary.wiley.com/doi/10.1002/abc.12/abstract', '10.1002/abc.12'], ['https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full', '10.1101/2020.01.01.123456'],
    ['https://example.org/page?doi=10.1000/abc&x=1', '10.1000/abc'], ['https://example.org/v10/page', undefined],
  ])('%s', (url, expected) => { expect(doiOfUrl(url)).toBe(expected) })
})

describe('parseArxivId', () => {
  it.each([
    ['2401.00001', '2401.00001'], ['arXiv:2401.00001v3 [cs.CL]', '2401.00001'], ['https://arxiv.org/pdf/2401.00001v2.pdf', '2401.00001'], ['https://arxiv.org/abs/hep-th/9901001?x=1', 'hep-th/9901001'],
    ['math.GT/0309136', 'math/0309136'], ['10.48550/arXiv.1706.09999v5', '1706.09999'], ['0208083 [cond-mat]', 'cond-mat/0208083'], ['1412.1234', '1412.1234'],
    ['2413.00001', undefined], ['2400.00001', undefined], ['1501.1234', undefined], ['1412.12345', undefined], ['0703.0001', undefined], ['hep-th/9913001', undefined], ['hep-xx/9901001', undefined], ['hep-th/1201001', undefined], ['10.1000/x', undefined],
  ])('%s', (text, expected) => { expect(parseArxivId(text)?.id).toBe(expected) })

  it('keeps the version apart', () => { expect(parseArxivId('2401.00001v3')).toEqual({ id: '2401.00001', version: 3 }) })
})

describe('detectIdentifier', () => {
  it.each([
    ['doi:10.1000/abc', 'doi', '10.1000/abc'], ['https://doi.org/10.1000/abc', 'doi', '10.1000/abc'], ['pmid:123', 'pmid', '123'], ['12345678', 'pmid', '12345678'], ['https://pubmed.ncbi.nlm.nih.gov/12345678/', 'pmid', '12345678'],
    ['PMC1234567', 'pmcid', 'PMC1234567'], ['https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/', 'pmcid', 'PMC1234567'], ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/', 'pmcid', 'PMC1234567'], ['arxiv:2401.00001', 'arxiv', '2401.00001'], ['2401.00001v2', 'arxiv', '2401.00001'],
  ])('%s', (text, kind, value) => { expect(detectIdentifier(text)).toMatchObject({ kind, value }) })

  it.each(['2020', 'doi:abc', 'pmid:x', 'arxiv:2413.00001', 'A title of a paper', '978-3-16-148410-0', ''])('%s is none', (text) => { expect(detectIdentifier(text)).toBeUndefined() })
})

describe('findIdentifiers', () => {
  it('gives the place of each, once for a place', () => {
    const text = 'See https://doi.org/10.48550/arXiv.1706.09999, PMID: 12345678; PMC1234567 and arXiv:2401.00001v2. 中文10.1000/中'
    const found = findIdentifiers(text)
    expect(found.map(({ kind, value }) => `${kind}:${value}`)).toEqual(['doi:10.48550/arxiv.1706.09999', 'pmid:12345678', 'pmcid:PMC1234567', 'arxiv:2401.00001'])
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['10.48550/arXiv.1706.09999', '12345678', 'PMC1234567', '2401.00001v2'])
  })

  it('finds a DOI again in any sentence around it', () => {
    fc.assert(fc.property(doi, fc.constantFrom(['', ''], ['(', ')'], ['[x](https://doi.org/', ')'], ['"', '"'], ['**', '**'], ['see ', '. Next'], ['doi:', ', and'], ['<https://doi.org/', '>']), (text, [before, after]) => {
      // Brackets that are not balanced, < and : at the edge cannot be told from the sentence's own.
      fc.pre(!/[()<>;]/.test(text))
      expect(findIdentifiers(`${before}${text}${after}`).map((found) => found.value)).toEqual([parseDoi(text)])
    }), { numRuns: 500 })
  })

  it('reads 200,000 characters of near misses to their end', () => {
    expect(findIdentifiers(`${'10.1000/('.repeat(22_000)} and 10.1000/after`).at(-1)?.value).toBe('10.1000/after')
  })
})

describe('check digits', () => {
  it('reads ISBN and ISSN in both forms and refuses wrong digits', () => {
    expect(parseIsbn('ISBN 0-306-40615-2')).toBe('9780306406157')
    expect(parseIsbn('978-0-306-40615-7')).toBe('9780306406157')
    expect(parseIsbn('978-0-306-40615-8')).toBeUndefined()
    expect(parseIssn('01406736')).toBe('0140-6736')
    expect(parseIssn('0140-6737')).toBeUndefined()
  })

  it('reads PMIDs and PMCIDs', () => {
    expect(parsePmid('PMID: 00123')).toBe('123')
    expect(parsePmid('0')).toBeUndefined()
    expect(parsePmcid('pmcid: PMC123.1')).toBe('PMC123')
    expect(parsePmcid('123')).toBeUndefined()
  })
})
