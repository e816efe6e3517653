import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../../src/compare/fold.ts'
import { plainText } from '../../src/compare/markup.ts'
import { compareAuthors } from '../../src/compare/names.ts'
import { comparePages } from '../../src/compare/pages.ts'
import { comparePublisher } from '../../src/compare/publisher.ts'
import { compareTitle } from '../../src/compare/title.ts'
import { compareVenueNames } from '../../src/compare/venue.ts'
import { compareVolume } from '../../src/compare/volume.ts'
import { compareYear } from '../../src/compare/year.ts'
import type { Comparison } from '../../src/model/check.ts'
import type { Citation, PersonName } from '../../src/model/citation.ts'
import type { Work } from '../../src/model/work.ts'
import { checksOf } from '../../src/verify/checks.ts'

const WORDS = ['growth', 'roots', 'clay', 'sand', 'deep', 'gardens', 'light', 'protein', 'kinase', 'networks', 'learning', 'policy', 'search', 'of', 'in', 'and', 'the', 'for', 'CD4+', 'ER-', '4.5%', 'TNF-α', 'H2O', 'über', 'café', 'self-made', '3D', 'II']
const title = fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 14 }).map((words) => words.join(' '))
const FAMILIES = ['Meyer', 'Lund', 'Carver', 'Quill', 'Øster', 'García', 'Nguyen', 'Zhang', 'O’Hara', 'Smith-Jones', 'Böhm', 'Tanaka']
const GIVEN = ['Ana', 'Bo', 'Rob', 'Ed', 'Jo Ann', 'Wei-Ning', 'J. P.', 'Maria', 'Ludwig']
const person: fc.Arbitrary<PersonName> = fc.record({ family: fc.constantFrom(...FAMILIES), given: fc.constantFrom(...GIVEN) })
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 8, selector: (name) => `${name.family}` })
const RANK = { equal: 0, variant: 1, declined: 2, differs: 3 } as const
const isSame = (comparison: Comparison): boolean => comparison.relation === 'equal' || comparison.relation === 'variant'

describe('comparisons are symmetric', () => {
  it('titles', () => fc.assert(fc.property(title, title, (a, b) => compareTitle(a, b).relation === compareTitle(b, a).relation)))
  it('titles of any characters', () => fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }), (a, b) => compareTitle(a, b).relation === compareTitle(b, a).relation)))
  it('venues', () => fc.assert(fc.property(title, title, (a, b) => compareVenueNames(a, b).relation === compareVenueNames(b, a).relation)))
  it('publishers', () => fc.assert(fc.property(title, title, (a, b) => comparePublisher(a, b).relation === comparePublisher(b, a).relation)))
  it('volumes', () => fc.assert(fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => compareVolume(a, b).relation === compareVolume(b, a).relation)))
  it('pages', () => fc.assert(fc.property(fc.stringMatching(/^[a-z]?\d{1,4}(-[a-z]?\d{1,4})?$/), fc.stringMatching(/^[a-z]?\d{1,4}(-[a-z]?\d{1,4})?$/), (a, b) => comparePages(a, { pages: b }).relation === comparePages(b, { pages: a }).relation)))
  it('whole author lists', () => fc.assert(fc.property(people, people, (a, b) => (compareAuthors({ names: a }, { names: b }).relation === 'differs') === (compareAuthors({ names: b }, { names: a }).relation === 'differs'))))
})

describe('a value agrees with itself', () => {
  it('whatever characters a title, a venue or a publisher holds', () => fc.assert(fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (text) => compareTitle(text, text).relation !== 'differs' && compareVenueNames(text, text).relation !== 'differs' && comparePublisher(text, text).relation !== 'differs')))
  it('author lists', () => fc.assert(fc.property(people, (names) => compareAuthors({ names }, { names }).relation === 'equal')))
})

describe('no value, however odd, makes a comparison fail', () => {
  const PIECES = ['Proceedings of the', 'International Conference on', 'ECML-PKDD', 'S&P', 'C++', 'A/B', 'NAACL-HLT', '(X+Y)', '[Z*]', '2019', "'19", ':', '.', ',', '\\', '$', '^', '|', '{', '}', '?', 'Soil', 'Series B', 'Москва', '中华', 'de la', 'III', '12-5', 'e123', '‐', '–', '\u0000', '\ud800']
  const odd = fc.oneof(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((parts) => parts.join(' ')), fc.string({ unit: 'binary', maxLength: 40 }), fc.array(fc.constantFrom(...'ABZaz0&/+-.()[]{}\\^$*?|\'" '), { maxLength: 14 }).map((signs) => signs.join('')))
  const citation = fc.record({ title: odd, venue: odd, volume: odd, issue: odd, pages: odd, articleNumber: odd, publisher: odd, location: odd, year: odd, isbn: fc.array(odd, { maxLength: 2 }), issn: fc.array(odd, { maxLength: 2 }), authors: fc.array(fc.record({ family: odd, given: odd }), { maxLength: 3 }) })
  it('in any field', () => fc.assert(fc.property(citation, citation, (cited, found) => {
    const work: Work = { provider: 'crossref', identifiers: {}, title: found.title, venues: [found.venue], volume: found.volume, issue: found.issue, pages: found.pages, publisher: found.publisher, locations: [found.location], dates: { issued: found.year }, isbn: found.isbn, issn: found.issn, authors: found.authors }
    expect(checksOf({ ...cited, identifiers: {} }, work, { titleThreshold: 0.85 }).checks.length).toBeGreaterThanOrEqual(0)
  }), { numRuns: 3_000 }))
})

describe('folding twice is folding once', () => {
  it('plain text and folded text', () => fc.assert(fc.property(title, (text) => foldText(foldText(text)) === foldText(text) && plainText(plainText(text)) === plainText(text))))
})

describe('a change of form never makes a difference', () => {
  const forms: readonly (readonly [string, (text: string) => string])[] = [
    ['upper case', (text) => text.toUpperCase()], ['lower case', (text) => text.toLowerCase()], ['a full stop', (text) => `${text}.`], ['decomposed characters', (text) => text.normalize('NFD')], ['compatibility forms', (text) => text.normalize('NFKC')],
    ['italics', (text) => `<i>${text}</i>`], ['JATS italics', (text) => text.replace(/^(\S+)/, '<jats:italic>$1</jats:italic>')], ['protected capitals', (text) => text.replace(/(\p{Lu}+)/gu, '{$1}')], ['double spaces', (text) => text.replaceAll(' ', '  ')], ['line breaks', (text) => text.replace(' ', '\n  ')], ['no-break hyphens', (text) => text.replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2011')],
    ['quotes', (text) => text.replace(/^(\S+)/, '“$1”')], ['entities', (text) => text.replaceAll('ü', '&uuml;').replaceAll('é', '&#233;')], ['no accents', (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')],
  ]
  for (const [name, change] of forms) it(`of a title: ${name}`, () => fc.assert(fc.property(title, (text) => isSame(compareTitle(change(text), text)) && isSame(compareTitle(text, change(text))))))
  it('of names: initials, order, case, accents', () => fc.assert(fc.property(people, (names) => {
    const initials = names.map((name) => ({ family: name.family ?? '', given: (name.given ?? '').split(/[\s-]+/).map((part) => `${part[0]}.`).join(' ') }))
    const upper = names.map((name) => ({ family: (name.family ?? '').toUpperCase(), given: name.given ?? '' }))
    const bare = names.map((name) => ({ family: (name.family ?? '').normalize('NFD').replace(/[\u0300-\u036f]/g, ''), given: name.given ?? '' }))
    for (const changed of [initials, upper, bare]) expect(isSame(compareAuthors({ names: changed }, { names }))).toBe(true)
  })))
})

describe('a wrong value is found, and a worse one is never milder', () => {
  it('one replaced word, however long the title', () => fc.assert(fc.property(fc.array(fc.constantFrom(...WORDS.slice(0, 13)), { minLength: 4, maxLength: 60 }), fc.nat(), (words, at) => {
    const changed = words.with(at % words.length, 'herring')
    return compareTitle(changed.join(' '), words.join(' ')).relation === 'differs'
  })))
  it('one author added, dropped or replaced', () => fc.assert(fc.property(people, fc.nat(), (names, at) => {
    const stranger = { family: 'Herringbone', given: 'Xerxes' }
    const place = at % names.length
    expect(compareAuthors({ names: names.toSpliced(place, 0, stranger) }, { names }).relation).toBe('differs')
    expect(compareAuthors({ names: names.with(place, stranger) }, { names }).relation).toBe('differs')
    if (names.length > 1) expect(compareAuthors({ names: names.toSpliced(place, 1) }, { names }).relation).toBe('differs')
  })))
  it('a second wrong author never raises the share of those present', () => fc.assert(fc.property(people, (names) => {
    if (names.length < 2) return
    const one = compareAuthors({ names: names.with(0, { family: 'Herringbone' }) }, { names })
    const two = compareAuthors({ names: names.with(0, { family: 'Herringbone' }).with(1, { family: 'Sturgeon' }) }, { names })
    expect(RANK[two.relation]).toBeGreaterThanOrEqual(RANK[one.relation])
    expect((two as { score: number }).score).toBeLessThanOrEqual((one as { score: number }).score)
  })))
  it('a year further away', () => fc.assert(fc.property(fc.integer({ min: 1900, max: 2020 }), fc.integer({ min: 0, max: 20 }), fc.boolean(), (year, step, elsewhere) => {
    const near = compareYear(String(year + step), { issued: String(year) }, elsewhere)
    const far = compareYear(String(year + step + 1), { issued: String(year) }, elsewhere)
    return RANK[far.relation] >= RANK[near.relation]
  })))
  it('one more wrong field never makes the worst check milder', () => fc.assert(fc.property(title, people, (text, names) => {
    const work: Work = { provider: 'crossref', identifiers: {}, title: text, authors: names, dates: { issued: '2010' }, venues: ['Journal of Roots'], volume: '3', pages: '4-9' }
    const right: Citation = { identifiers: {}, title: text, authors: names, year: '2010', venue: 'Journal of Roots', volume: '3', pages: '4-9' }
    const wrong: Citation[] = [right, { ...right, pages: '40-49' }, { ...right, pages: '40-49', venue: 'Herring Bulletin' }, { ...right, pages: '40-49', venue: 'Herring Bulletin', year: '1999' }, { ...right, pages: '40-49', venue: 'Herring Bulletin', year: '1999', title: 'A herring in the moonlight' }]
    const worst = wrong.map((citation) => Math.max(...checksOf(citation, work, { titleThreshold: 0.85 }).checks.map((check) => ({ pass: 0, skipped: 0, warn: 1, fail: 2 })[check.status])))
    expect(worst).toEqual([0, 1, 1, 2, 2])
  })))
})

// How their cost grows is measured in bench:speed (growth): a test would measure the machine.
describe('long and hostile values are compared to the end', () => {
  it('a title of 20,000 characters against one of another word', () => {
    const words = Array.from({ length: 3_400 }, (_, i) => `word${i % 977}`)
    expect(compareTitle(words.join(' '), words.with(1_700, 'herring').join(' '))).toMatchObject({ relation: 'differs', rule: 'title.word-replaced' })
    expect(compareTitle(words.join(' '), words.join(' ').toUpperCase()).relation).toBe('equal')
  })
  it.each([': a', '[a ', '<i ', '$x^', '&amp;', '<mml:msup>', '\\frac{', '(a. '])('20,000 characters of %j agree with themselves', (piece) => {
    const text = `word ${piece.repeat(Math.floor(20_000 / piece.length))} end`
    expect(compareTitle(text, `${text} `).relation).toBe('equal')
    expect(compareTitle(text, `${text} other`).relation).not.toBe('equal')
    expect(compareVenueNames(text, `${text} `).relation).toBe('equal')
    expect(comparePublisher(text, `${text} `).relation).toBe('equal')
    expect(comparePages(text, { pages: text }).relation).not.toBe('differs')
  })
  it('3,000 authors, in order, turned, and all of one name', () => {
    const names = Array.from({ length: 3_000 }, (_, i) => ({ family: `Family${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) % 26), 97 + ((i / 676) % 26))}`, given: 'A.' }))
    const same = Array.from({ length: 3_000 }, () => ({ family: 'Zhang', given: 'Wei' }))
    expect(compareAuthors({ names }, { names }).relation).toBe('equal')
    expect(compareAuthors({ names: names.toReversed() }, { names })).toMatchObject({ relation: 'differs', rule: 'authors.order' })
    expect(compareAuthors({ names: same.with(1_500, { family: 'Herring', given: 'Bo' }) }, { names: same })).toMatchObject({ relation: 'differs', rule: 'authors.replaced' })
  })
})
