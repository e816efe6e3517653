import { describe, expect, it } from 'vitest'
import type { Citation } from '../../src/model/citation.ts'
import type { Notice } from '../../src/model/notice.ts'
import type { Work } from '../../src/model/work.ts'
import { checksOf, noticeChecks, versionMatch } from '../../src/verify/checks.ts'

const settings = { titleThreshold: 0.85 }
const work: Work = {
  provider: 'crossref', identifiers: {}, type: 'article-journal', title: 'Roots in clay and sand', authors: [{ family: 'Meyer', given: 'Ana' }, { family: 'Lund', given: 'Bo' }, { family: 'Carver', given: 'Rob' }],
  dates: { issued: '2019-10', print: '2020-03' }, venues: ['Journal of Roots'], volume: '12', issue: '3', pages: '101-115', publisher: 'Springer', issn: ['0378-5955'],
}
const citation: Citation = { identifiers: {}, title: 'Roots in clay and sand', authors: work.authors ?? [], year: '2020', venue: 'J. Roots', volume: '12', issue: '3', pages: '101-15', publisher: 'Springer-Verlag', issn: ['0378-5955'] }
const statusOf = (cited: Partial<Citation>, field: string, record: Partial<Work> = {}): string | undefined => checksOf({ ...citation, ...cited }, { ...work, ...record } as Work, settings).checks.find((check) => check.field === field)?.status
const without = <T extends object>(value: T, key: keyof T): T => { const copy = { ...value }; delete copy[key]; return copy }

describe('a comparison that breaks down', () => {
  it('costs its own field and says so, never the others', () => {
    const broken: Work = { ...work, get volume(): string { throw new RangeError('odd') } }
    const { checks } = checksOf({ ...citation, volume: '12' }, broken, settings)
    expect(checks.find((check) => check.field === 'volume')).toMatchObject({ status: 'skipped', relation: 'declined', reason: 'not_comparable', rule: 'volume.fault', cited: '12', detail: 'could not be compared, a fault of this program (RangeError)' })
    expect(checks.filter((check) => check.status === 'pass').map((check) => check.field)).toEqual(['title', 'authors', 'venue', 'issue', 'pages', 'publisher', 'issn'])
  })
})

describe('costs', () => {
  it('an agreeing citation passes in every field, each check with relation, rule, both values and provider', () => {
    const { checks, identity } = checksOf(citation, work, settings)
    expect(checks.map((check) => check.field)).toEqual(['title', 'authors', 'year', 'venue', 'volume', 'issue', 'pages', 'publisher', 'issn'])
    for (const check of checks) expect(check).toMatchObject({ type: 'metadata-match', status: 'pass', provider: 'crossref', rule: expect.stringContaining('.'), cited: expect.any(String), record: expect.any(String) })
    expect(identity).toBe('same-work')
  })
  it('a title that differs fails and says score and threshold', () => {
    expect(checksOf({ ...citation, title: 'Roots in clay and loam' }, work, settings).checks[0]).toMatchObject({ status: 'fail', relation: 'differs', score: 0.8, threshold: 0.85 })
  })
  it('one word of a long title fails although the similarity is above the threshold', () => {
    const title = 'A long account of the slow growth of roots in clay and sand under the steady light of northern summers'
    const [check] = checksOf({ ...citation, title: title.replace('slow', 'fast') }, { ...work, title }, settings).checks
    expect(check).toMatchObject({ status: 'fail', rule: 'title.word-replaced' })
    expect(check?.score).toBeGreaterThan(0.85)
  })
  it('authors: one of three wrong warns, two of three wrong fail, another order warns', () => {
    const [first = {}, second = {}, third = {}] = work.authors ?? []
    const strange = { family: 'Herring', given: 'Kai' }
    expect(statusOf({ authors: [first, second, strange] }, 'authors')).toBe('warn')
    expect(statusOf({ authors: [first, strange, { family: 'Sprat', given: 'Lea' }] }, 'authors')).toBe('fail')
    expect(statusOf({ authors: [second, first, third] }, 'authors')).toBe('warn')
    expect(statusOf({ authors: [first, second] }, 'authors')).toBe('warn')
    expect(statusOf({ authors: [first], authorsTruncated: true }, 'authors')).toBe('pass')
  })
  it('a year equal to any date passes, one beside warns, further away fails', () => {
    expect(['2019', '2020', '2021', '2018', '2022', '2016'].map((year) => statusOf({ year }, 'year'))).toEqual(['pass', 'pass', 'warn', 'warn', 'fail', 'fail'])
  })
  it.each([['venue', { venue: 'Journal of Stems' }], ['volume', { volume: '13' }], ['issue', { issue: '4' }], ['pages', { pages: '201-215' }], ['publisher', { publisher: 'Wiley' }], ['issn', { issn: ['0028-0836'] }]] as const)('%s that differs warns', (field, cited) => {
    expect(statusOf(cited as Partial<Citation>, field)).toBe(field === 'venue' ? 'pass' : 'warn')
    if (field === 'venue') expect(statusOf({ ...cited, issn: [] } as Partial<Citation>, field)).toBe('warn')
  })
})

describe('what is not compared', () => {
  it.each(['title', 'authors', 'year', 'venue', 'volume', 'issue', 'pages', 'publisher', 'issn'] as const)('%s that the citation lacks gives no check', (field) => {
    expect(checksOf(without(citation, field), work, settings).checks.map((check) => check.field)).not.toContain(field)
  })
  it('a field that the record lacks gives no check', () => {
    expect(checksOf(citation, { provider: 'crossref', identifiers: {}, dates: {} }, settings)).toEqual({ checks: [], identity: 'undecided' })
  })
  it('a volume that the record lacks gives no check beside right pages; beside other pages it is doubted with them', () => {
    const record = without(work, 'volume')
    expect(checksOf(citation, record, settings).checks.map((check) => check.field)).not.toContain('volume')
    const doubted = checksOf({ ...citation, pages: '201-215' }, record, settings).checks.find((check) => check.field === 'volume')
    expect(doubted).toMatchObject({ status: 'warn', relation: 'differs', rule: 'volume.with-other-pages', cited: '12', record: '' })
  })
  it('what cannot be compared is skipped with a reason', () => {
    expect(checksOf({ ...citation, venue: 'CoRR', year: 'in press' }, work, settings).checks.filter((check) => check.status === 'skipped')).toMatchObject([{ field: 'year', reason: 'not_comparable' }, { field: 'venue', reason: 'not_comparable' }])
  })
  it('the year of the published version is not held against its preprint', () => {
    const preprint = { type: 'article', dates: { posted: '2014-12', updated: '2014-12' } } as const
    expect(['2014', '2015', '2016', '2013', '2030'].map((year) => statusOf({ year }, 'year', preprint))).toEqual(['pass', 'pass', 'skipped', 'warn', 'fail'])
    expect(statusOf({ year: '2016', venue: 'arXiv' }, 'year', preprint)).toBe('fail')
  })
  it('editors are compared where the record has no authors', () => {
    const book = { ...without(work, 'authors'), editors: [{ family: 'Quill', given: 'Ed' }] }
    expect(checksOf({ ...without(citation, 'authors'), editors: [{ family: 'Quill', given: 'E.' }] }, book, settings).checks.find((check) => check.field === 'authors')).toMatchObject({ status: 'pass' })
  })
})

describe('what a record can and cannot say', () => {
  it('a record dated only by its day online says nothing of an issue of the next year; of any other year it does', () => {
    const online = { dates: { online: '2019-10-15', issued: '2019-10-15' } }
    expect(['2019', '2020', '2021', '2018'].map((year) => statusOf({ year }, 'year', online))).toEqual(['pass', 'skipped', 'fail', 'warn'])
    expect(statusOf({ year: '2020' }, 'year', { ...online, pages: 'e17' })).toBe('warn')
  })
  it('authors that a registrant sorts alphabetically show who they are, not their order', () => {
    const [a = {}, b = {}] = [{ family: 'Jeon', given: 'Ana' }, { family: 'Park', given: 'Bo' }]
    expect(statusOf({ authors: [b, a] }, 'authors', { authors: [a, b], identifiers: { doi: '10.52202/1' as never } })).toBe('pass')
    expect(statusOf({ authors: [b, a] }, 'authors', { authors: [a, b], identifiers: { doi: '10.5555/1' as never } })).toBe('warn')
    expect(statusOf({ authors: [a, b] }, 'authors', { authors: [b, a], identifiers: { doi: '10.52202/1' as never } })).toBe('warn')
  })
  it('a venue that is the publisher\'s name is no claim of a container', () => {
    const record = { venues: ['Handbook of Roots'], publisher: 'Springer International Publishing' }
    expect(statusOf({ venue: 'Springer', issn: [] }, 'venue', record)).toBe('skipped')
    expect(statusOf({ venue: 'Elsevier', issn: [] }, 'venue', record)).toBe('warn')
    expect(statusOf({ venue: 'Nature', issn: [] }, 'venue', record)).toBe('warn')
  })
  it('an alternative title in another script does not excuse another title', () => {
    const titles = { title: 'Roots in clay and sand', alternativeTitles: ['粘土中的根'] }
    expect(statusOf({ title: 'Roots in clay and loam' }, 'title', titles)).toBe('fail')
    expect(statusOf({ title: 'Roots in clay and loam' }, 'title', { title: '粘土中的根' })).toBe('skipped')
  })
})

describe('identity', () => {
  it('is another work when title and authors disagree, and open when only the title does and nothing else speaks', () => {
    expect(checksOf({ ...citation, title: 'A herring in the moonlight', authors: [{ family: 'Herring', given: 'Kai' }] }, work, settings).identity).toBe('other-work')
    expect(checksOf({ ...without(citation, 'authors'), title: 'A herring in the moonlight' }, work, settings).identity).toBe('undecided')
    expect(checksOf({ ...citation, title: 'Roots in clay and loam' }, work, settings).identity).toBe('same-work')
  })
})

describe('identity where only title or only authors are all wrong', () => {
  const strangers = [{ family: 'Herring', given: 'Kai' }, { family: 'Sprat', given: 'Lea' }]
  const identity = (cited: Partial<Citation>, record: Partial<Work> = {}): string => checksOf({ ...citation, ...cited }, { ...work, ...record } as Work, settings).identity
  it('another title by the same people on the same pages is the same work; on other pages, or on pages that many papers have, it is open', () => {
    expect(identity({ title: 'A herring in the moonlight' })).toBe('same-work')
    expect(identity({ title: 'A herring in the moonlight', pages: '201-215' })).toBe('undecided')
    expect(identity({ title: 'A herring in the moonlight', pages: '1-6' }, { pages: '1-6' })).toBe('undecided')
    expect(identity({ title: 'A herring in the moonlight', year: '2001' })).toBe('undecided')
  })
  it('a telling title by other people in the same place is the same work; in another place, or under a title that many bear, it is open', () => {
    expect(identity({ authors: strangers })).toBe('same-work')
    expect(identity({ authors: strangers, year: '2001' })).toBe('undecided')
    expect(identity({ authors: strangers, venue: 'Herring Bulletin', issn: [], pages: '201-215' })).toBe('undecided')
    expect(identity({ authors: strangers, title: 'Editorial' }, { title: 'Editorial' })).toBe('undecided')
  })
})

describe('notices', () => {
  const notice = (type: Notice['type'], direction: Notice['direction'] = 'about-this'): Notice => ({ type, direction, source: 'crossref', date: '2010-02-06', doi: '10.5555/notice' })
  it('warns of what is grave and about this work, naming type, date, notice and source', () => {
    const checks = noticeChecks([notice('retraction'), notice('expression_of_concern'), notice('correction'), notice('reinstatement'), notice('retraction', 'this-is-notice')])
    expect(checks.map((check) => check.notice?.type)).toEqual(['retraction', 'expression_of_concern'])
    expect(checks[0]).toMatchObject({ type: 'retraction', status: 'warn', provider: 'crossref', detail: 'retraction, 2010-02-06, 10.5555/notice, source: crossref' })
  })
})

describe('version-match', () => {
  it('passes for two records of one title, warns for two titles, passes for two titles that a registry links', () => {
    const preprint: Work = { provider: 'arxiv', identifiers: { arxiv: '1706.09999' as never }, title: 'Roots in clay & sand', authors: work.authors ?? [], dates: {} }
    expect(versionMatch(work, preprint)).toMatchObject({ status: 'pass' })
    expect(versionMatch(work, { ...preprint, title: 'Stems in clay' })).toMatchObject({ status: 'warn', relation: 'differs' })
    expect(versionMatch({ ...work, sameWork: [{ relation: 'has-preprint', identifiers: preprint.identifiers }] }, { ...preprint, title: 'Stems in clay' })).toMatchObject({ status: 'pass', relation: 'variant', rule: 'version.linked' })
    expect(versionMatch(without(work, 'title'), preprint)).toMatchObject({ status: 'skipped', reason: 'not_comparable' })
  })
})
