import { describe, expect, it } from 'vitest'
import { parseDoi } from '../../src/identifiers/doi.ts'
import type { Doi, Pmid } from '../../src/model/identifiers.ts'
import { isLocalPath, parseItem, type ZoteroItem } from '../../src/zotero/item.ts'
import { titleQuery } from '../../src/zotero/library-finder.ts'
import { bestMatches, matchItem } from '../../src/zotero/match.ts'
import { relateTitles, titleKey } from '../../src/zotero/title-match.ts'

const item = (data: Readonly<Record<string, unknown>>, meta: Readonly<Record<string, unknown>> = {}): ZoteroItem =>
  parseItem({ meta, data: { key: 'ABCD2345', version: 3, itemType: 'journalArticle', creators: [], tags: [], collections: [], ...data } }) as ZoteroItem
const doi = (text: string): Doi => parseDoi(text) as Doi

describe('a library item is the work that is wanted', () => {
  it('case 6: by DOI in any spelling, with confidence 1', () => {
    const found = matchItem({ doi: doi('https://doi.org/10.1000/plat_form(24)1') }, item({ DOI: '10.1000/Plat_Form(24)1' }))
    expect(found).toMatchObject({ basis: 'doi', confidence: 1 })
  })

  it('case 7: not when it only cites the DOI', () => {
    expect(matchItem({ doi: doi('10.1000/x') }, item({ title: 'Another work', abstractNote: 'extends 10.1000/x', DOI: '10.1000/other' }))).toBeUndefined()
  })

  it('case 8: by a DOI line of Extra alone, or a doi.org address', () => {
    expect(matchItem({ doi: doi('10.1000/x') }, item({ extra: 'Citation Key: a\nDOI: https://doi.org/10.1000/X' }))?.basis).toBe('doi')
    expect(matchItem({ doi: doi('10.1000/x') }, item({ url: 'http://dx.doi.org/10.1000/X' }))?.basis).toBe('doi')
    expect(matchItem({ doi: doi('10.1000/x') }, item({ extra: 'see DOI 10.1000/x' }))).toBeUndefined()
  })

  it('case 9: by title and year where punctuation differs', () => {
    expect(matchItem({ title: 'Platform: Governance', year: '2024' }, item({ title: 'Platform Governance', date: '2024-03-05' }))).toMatchObject({ basis: 'title_year', confidence: 0.85 })
    expect(matchItem({ title: 'Platform: Governance', year: '2023' }, item({ title: 'Platform Governance', date: '2024' }))).toBeUndefined()
    expect(matchItem({ title: 'Platform: Governance', year: '2023' }, item({ title: 'Platform Governance' }))?.basis).toBe('title_year')
  })

  it('case 10: not when two Han titles differ in one character', () => {
    expect(matchItem({ title: '平台治理研究', year: '2023' }, item({ title: '平台治理研究', date: '2023' }))?.basis).toBe('title_year')
    expect(matchItem({ title: '平台治理研究', year: '2023' }, item({ title: '平台管理研究', date: '2023' }))).toBeUndefined()
    expect(titleKey('Управление')).not.toBe(titleKey('Управления'))
  })

  it('case 11: as another version, where one DOI is a preprint server\'s', () => {
    const wanted = { doi: doi('10.48550/arXiv.2201.00001'), title: 'A title of some length', year: '2022' }
    expect(matchItem(wanted, item({ title: 'A Title of Some Length', DOI: '10.1000/journal.9', date: '2023' }))).toMatchObject({ basis: 'related_version' })
    expect(matchItem({ ...wanted, doi: doi('10.1000/journal.8') }, item({ title: 'A Title of Some Length', DOI: '10.1000/journal.9', date: '2022' }))).toBeUndefined()
  })

  it.each<[string, object, object]>([
    ['an arXiv id and a journal DOI', { arxiv: '2201.00001' }, { DOI: '10.1000/journal.9' }],
    ['a journal DOI and an arXiv id', { doi: doi('10.1000/journal.9') }, { itemType: 'preprint', archiveID: 'arXiv:2201.00001' }],
    ['a journal DOI and an item of type preprint', { doi: doi('10.1000/journal.9') }, { itemType: 'preprint' }],
  ])('case 11: as another version, also of the same year: %s', (_name, wanted, data) => {
    expect(matchItem({ title: 'A title of some length', year: '2022', ...wanted }, item({ title: 'A Title of Some Length', date: '2022', ...data }))).toMatchObject({ basis: 'related_version', confidence: 0.5 })
  })

  it('case 12: twice, when the library has the DOI twice', () => {
    expect(bestMatches({ doi: doi('10.1000/x') }, [item({ DOI: '10.1000/x' }), item({ key: 'EFGH2345', DOI: '10.1000/X' }), item({ key: 'IJKL2345', title: 'other' })])).toHaveLength(2)
  })

  it('by PMID and arXiv identifier, of a field, a line of Extra or an address', () => {
    expect(matchItem({ pmid: '31000001' as Pmid }, item({ extra: 'PMID: 31000001' }))?.basis).toBe('pmid')
    expect(matchItem({ arxiv: '2201.00001' as never }, item({ itemType: 'preprint', archiveID: 'arXiv:2201.00001v2' }))?.basis).toBe('arxiv')
    expect(matchItem({ arxiv: '2201.00001' as never }, item({ url: 'https://arxiv.org/abs/2201.00001' }))?.basis).toBe('arxiv')
  })

  it('not by a title that others share: no family name in common', () => {
    const smith = { creatorType: 'author', lastName: 'Smith', firstName: 'A.' }
    expect(matchItem({ title: 'Editorial', year: '2020', creators: [smith] }, item({ title: 'Editorial', date: '2020', creators: [{ creatorType: 'author', lastName: 'Okafor', firstName: 'B.' }] }))).toBeUndefined()
    expect(matchItem({ title: 'Editorial', year: '2020', creators: [smith] }, item({ title: 'Editorial', date: '2020', creators: [{ creatorType: 'author', name: 'Alex Smith' }] }))?.basis).toBe('title_year')
  })
})

describe('what Zotero is asked for a title', () => {
  it.each([
    ['Platform: Governance', 'Platform Governance'],
    ['The <i>E. coli</i> genome & its many regulatory networks in context, revisited', 'coli genome regulatory networks context revisited'],
    ['平台治理：中文测试与一个很长的没有标点的副标题名称在这里', '中文测试与一个很长的没有'],
    ['!!!', ''],
  ])('%s', (title, query) => { expect(titleQuery(title)).toBe(query) })
})

describe('two titles', () => {
  it.each([
    ['Working Paper Title', 'Published Article Title', 'clash'], ['A study of rivers', 'A Study of Rivers: Evidence from deltas', 'same'], ['User Title', 'User Title revised', 'near'],
    ['平台治理研究', '海洋生物学', 'clash'], ['H<sub>2</sub>O in rocks', 'H2O in rocks', 'same'],
  ])('%s / %s: %s', (one, other, relation) => {
    expect(relateTitles(one, other)).toBe(relation)
    expect(relateTitles(other, one)).toBe(relation)
  })
})

describe('an item as it is read', () => {
  it('case 14: carries no direction marks', () => {
    const read = item({ title: 'A \u2068marked\u2069 title', creators: [{ creatorType: 'author', lastName: '\u2068Smith\u2069', firstName: 'A' }] })
    expect(read.fields['title']).toBe('A marked title')
    expect(read.creators[0]?.lastName).toBe('Smith')
  })

  it.each([['file:///home/me/x.html', true], ['C:\\Users\\me\\x.pdf', true], ['/home/me/x', true], ['\\\\server\\share', true], ['Storage: a review', false], ['File: an essay', false], ['C: a language', false], ['https://example.org/home/x', false], ['/etc', false]])('case 15: %s is a path: %s', (text, isPath) => {
    expect(isLocalPath(text)).toBe(isPath)
  })

  it('is none for notes, attachments and annotations', () => {
    for (const itemType of ['note', 'attachment', 'annotation']) expect(parseItem({ data: { key: 'ABCD2345', version: 1, itemType } })).toBeUndefined()
  })
})
