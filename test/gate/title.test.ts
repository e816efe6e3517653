import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sequenceRatio } from '../../src/gate/sequence-ratio.ts'
import { acronymTitle, baseTitle, findExactTitle, isExactTitle, isGenericTitle, recordCarriesTitle, SIMILAR_FROM, titleSimilarity } from '../../src/gate/title.ts'
import type { Work } from '../../src/model/work.ts'

const ratios = JSON.parse(readFileSync(new URL('../../fixtures/gate/sequence-ratios.json', import.meta.url), 'utf8')) as { a: string; b: string; ratio: number }[]
const work = (title: string, year?: string): Work => ({ provider: 'crossref', identifiers: {}, title, dates: year ? { issued: year } : {} })
const KEYBOARD = 'Federated Learning for Mobile Keyboard Prediction'
const HEALTH = 'Federated Learning for Mobile Health Prediction'

describe('sequenceRatio', () => {
  it.each(ratios)('equals difflib: $ratio', ({ a, b, ratio }) => expect(sequenceRatio(a, b)).toBeCloseTo(ratio, 12))
  it('depends on the order of its arguments', () => expect([sequenceRatio('tide', 'diet'), sequenceRatio('diet', 'tide')]).toEqual([0.25, 0.5]))
})

describe('exact titles', () => {
  it.each<[string, string, boolean]>([
    [KEYBOARD, HEALTH, false],
    [KEYBOARD, 'Federated learning, for mobile KEYBOARD prediction.', true],
    ['R.A.G.: retrieval for everyone', 'RAG: Retrieval for Everyone', true],
    ['D.H. Lawrence and his letters', 'D. H. Lawrence and his letters', true],
    ['D.H. Lawrence and his letters', 'D.K. Lawrence and his letters', false],
    ['基于ProEXC的宫颈癌筛查研究', '基于ＰｒｏＥＸＣ的宫颈癌筛查研究', true],
    ['基于ProEXC的宫颈癌筛查研究', '基于ProEXC的宫颈癌筛查研究。', true],
    ['基于ProEXC的宫颈癌筛查研究', '基于 ProEXC 的宫颈癌 筛查研究', true],
    ['基于ProEXC的宫颈癌筛查研究', '《基于ProEXC的宫颈癌筛查研究》', true],
    ['基于ProEXC的宫颈癌筛查研究', '基于ProEXC的宫颈癌筛查研究\u3000', true],
    ['基于ProEXC的宫颈癌筛查研究', '基于液基细胞学的宫颈癌筛查研究', false],
    ['宫颈癌筛查研究', '宮頸癌篩查研究', false],
    ['宫颈癌筛查研究', 'Cervical cancer screening', false],
    ['《》。', '「」。', false],
    ['基于PD L1的研究', '基于PDL 1的研究', false],
    ['4.5%的患者研究', '45%的患者研究', false],
    ['ER+乳腺癌研究', 'ER-乳腺癌研究', false],
    ['p53基因研究', 'P53基因研究', false],
    ['...', '!!!', false],
    ['', '', false],
  ])('%s | %s: %s', (a, b, expected) => {
    expect(isExactTitle(a, b)).toBe(expected)
    expect(isExactTitle(b, a)).toBe(expected)
    if (expected) expect(titleSimilarity(a, b)).toBeGreaterThanOrEqual(SIMILAR_FROM)
  })
})

describe('similarity', () => {
  it('is 0 where a side has nothing to compare, never 1', () => {
    expect(titleSimilarity('???', '')).toBe(0)
    expect(titleSimilarity('...', '!!!')).toBe(0)
  })

  // The formulas before Han titles had a rule of their own, written out again: without Han nothing may have changed, in either direction.
  const oracleBase = (s: string): string => [...s.toLowerCase()].map((c) => ('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.includes(c) ? ' ' : c)).join('').trim().split(/\s+/).join(' ')
  const oracleAcronym = (s: string): string => oracleBase(s.replace(/(?<![\p{L}\p{N}_])(\p{L}\.){2,}/gu, (run) => run.split('.').join('')))
  const title = fc.array(fc.constantFrom('A', 'deep', 'R.A.G.', 'D.H.', 'learning:', 'of', '(part', 'II)', 'Über', 'data-driven', 'x'), { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  it('and exactness of titles without Han are the plain formulas', () => {
    fc.assert(fc.property(title, title, (a, b) => {
      const base = sequenceRatio(oracleBase(a), oracleBase(b))
      expect(titleSimilarity(a, b)).toBe(Math.max(base, sequenceRatio(oracleAcronym(a), oracleAcronym(b))))
      expect(isExactTitle(a, b)).toBe(oracleBase(a) === oracleBase(b) || oracleAcronym(a) === oracleAcronym(b))
    }))
  })
  it('bases are what the names say', () => {
    expect(baseTitle('  On "R.A.G.": 4.5%  ')).toBe('on r a g 4 5')
    expect(acronymTitle('On R.A.G. by D. Lawrence')).toBe('on rag by d lawrence')
  })
})

describe('generic titles', () => {
  it.each(['Editorial', 'EDITORIAL.', 'Letter to the Editor', 'Book Reviews', 'In Memoriam', 'Conclusions', 'Abstract only', '社论', '编者按', '《编者按》', '勘误', '病例报告'])('%s is one', (title) => expect(isGenericTitle(title)).toBe(true))
  it.each(['Editorial boards of journals', 'A reply to everyone', '社论写作研究', 'Case reports of measles'])('%s is none: membership is exact', (title) => expect(isGenericTitle(title)).toBe(false))
})

describe('a title search', () => {
  it('takes the exact title, whatever stands before it', () => {
    expect(findExactTitle(KEYBOARD, undefined, [work(HEALTH), work(KEYBOARD)])?.title).toBe(KEYBOARD)
    expect(findExactTitle(KEYBOARD, undefined, [work(HEALTH)])).toBeUndefined()
  })
  it('breaks ties by the cited year', () => {
    const found = findExactTitle('Annual survey of loops', '2021', [work('Annual survey of loops', '2019'), work('Annual Survey of Loops', '2021')])
    expect(found?.dates.issued).toBe('2021')
  })
  it('finds nothing for a generic or an empty title', () => {
    expect(findExactTitle('Editorial', '2020', [work('Editorial', '2020')])).toBeUndefined()
    expect(findExactTitle('???', undefined, [work('???')])).toBeUndefined()
  })
})

describe('the record of an identifier', () => {
  it.each<[string, Partial<Work>, string]>([
    [KEYBOARD, { title: HEALTH }, 'yes'], // by identifier, similar is enough
    [KEYBOARD, { title: 'Notes on migrating whales' }, 'no'],
    ['NeXF: Representing scenes as fields', { title: 'NeXF', subtitle: 'Representing scenes as fields' }, 'yes'],
    ['NeXF', { title: 'NeXF', subtitle: 'Representing scenes as fields' }, 'yes'],
    ['Solitons in N-coupled equations', { title: 'Solitons in <i>N</i>-coupled equations' }, 'yes'],
    ['宫颈癌筛查研究', { title: '宫颈癌筛查研究。' }, 'yes'],
    ['宫颈癌筛查研究', { title: '宫颈癌诊断研究' }, 'no'],
    ['宫颈癌筛查研究', { title: 'Cervical cancer screening' }, 'undecided'],
    ['Cervical cancer screening', { title: '宫颈癌筛查研究' }, 'undecided'],
    ['???', { title: KEYBOARD }, 'undecided'],
    ['???', { title: '' }, 'undecided'],
    [KEYBOARD, {}, 'undecided'],
  ])('%s | %o: %s', (cited, record, expected) => expect(recordCarriesTitle(cited, { ...work(''), ...record } as Work)).toBe(expected))
})
