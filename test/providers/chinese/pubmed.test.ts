import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { authorYearTerm, coverageTerm, volumePageTerm } from '../../../src/providers/chinese/entrez-term.ts'
import { foldCoordinates } from '../../../src/providers/chinese/fold-coordinates.ts'
import { createJournalBridge } from '../../../src/providers/chinese/journal-bridge.ts'
import { createChineseResolver } from '../../../src/providers/chinese/resolver.ts'
import { json, startProviderServer, status, type ProviderServer } from '../../support/tls-provider-server.ts'
import { createTestParts } from '../source-parts.ts'
import { AGENCY, BODIES, csl, entry, handle, ISTIC, JOURNAL, JOURNAL_MAP, outcomeOf, PUBMED_HIT, resolveOne, search, serve, summary, TA, TITLE } from './scenario.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterEach(() => { expect(server.refused).toEqual([]); server.reset() })
afterAll(() => server.close())

const terms = (): (string | null)[] => server.requests.filter(({ url }) => url.pathname.endsWith('esearch.fcgi')).map(({ url }) => url.searchParams.get('term'))
const VERIFIED = { ...PUBMED_HIT, agency: AGENCY.istic, csl: csl() }

describe('without a DOI', () => {
  it.each([['nothing', {}], ['a volume alone', { volume: '88' }], ['a page alone', { pages: '8801' }], ['an author alone', { firstAuthorPinyin: 'Shi L' }], ['an author and a year that is none', { firstAuthorPinyin: 'Shi L', year: 'in press' }]])('[34] %s does not suffice, and costs no request', async (_name, fields) => {
    expect(await outcomeOf(entry({ volume: undefined, pages: undefined, year: undefined, ...fields }))).toMatchObject({ code: 'INSUFFICIENT_PUBMED_COORDINATES', status: 'skipped', checklistRow: { priority: 'P3' }, attempts: [{ stage: 'issn_bridge', outcome: 'mapped', detail: `0000-0000 -> ${TA} (NLM 999999700)` }, { stage: 'pubmed_coordinate_input', outcome: 'insufficient' }] })
    expect(server.requests).toEqual([])
  })
  it('[35] a page with nothing at it is a miss, not a negative, and the author is not tried instead', async () => {
    serve(server, { coverage: search('many'), coordinates: search('none') })
    const outcome = await outcomeOf(entry({ pages: '9999', firstAuthorPinyin: 'Shi L' }))
    expect(outcome).toMatchObject({ code: 'PUBMED_INDEXED_BUT_COORDINATE_MISS', status: 'unmatched', queriedBy: 'title', evidence: null, checklistRow: { priority: 'P1', verdict_contribution: 'unresolvable' } })
    expect(outcome.attempts.at(-1)).toEqual({ stage: 'pubmed_coordinate', outcome: 'zero_hit', detail: 'volume_page' })
    expect(terms()).toEqual([`"${TA}"[ta]`, `"${TA}"[ta] AND 88[vi] AND 9999[pg]`])
    expect(outcome.checklistRow?.verification_urls).toEqual([`https://pubmed.ncbi.nlm.nih.gov/?term=${encodeURIComponent(terms()[1] ?? '')}`])
    expect(server.requests).toHaveLength(2)
  })
  it.each([['pages', '9999', 'first page'], ['volume', '99', 'volume']])('[36] a record whose %s is another stays a candidate', async (field, value, label) => {
    serve(server, PUBMED_HIT)
    const outcome = await outcomeOf(entry({ [field]: value }))
    expect(outcome).toMatchObject({ code: 'PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', status: 'unmatched', queriedBy: 'title', checklistRow: { priority: 'P2', human_action: expect.stringContaining(label) } })
    expect(outcome.attempts.at(-1)).toEqual({ stage: 'pubmed_candidate_verification', outcome: 'structural_conflict', detail: label })
    expect(outcome.checklistRow?.verification_urls).toEqual(['https://pubmed.ncbi.nlm.nih.gov/999999701/', `https://doi.org/${ISTIC}`])
    expect(server.requests).toHaveLength(3)
  })
  it.each([['[37] the cited year', {}], ['[38] no cited year', { year: undefined }], ['[gap] a year that is none', { year: 'in press' }]])('the record whose ISTIC title is the cited one is verified: %s', async (_name, fields) => {
    serve(server, VERIFIED)
    const outcome = await outcomeOf(entry(fields))
    expect(outcome).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED', status: 'matched', queriedBy: 'title', checklistRow: null, record: { provider: 'istic', title: TITLE }, evidence: { pmid: '999999701', doi: ISTIC, registration_agency: 'ISTIC', year: 2026, issn: '0000-0000', languages: ['chi'], doi_metadata: { title: TITLE } } })
    expect(outcome.evidence?.['english_title']).toMatch(/^\[/)
    expect(outcome.snapshots.map(({ provider }) => provider)).toEqual(['pubmed-coordinates', 'pubmed-coordinates', 'pubmed-coordinates', 'doi-agency', 'istic'])
    expect(outcome.folds.map(({ rule }) => rule)).toEqual('year' in fields && fields.year !== undefined ? ['coordinate.year-unreadable'] : [])
  })
  it('[39] several records are nobody\'s', async () => {
    serve(server, { coverage: search('many'), coordinates: search('two') })
    expect(await outcomeOf(entry())).toMatchObject({ code: 'PUBMED_COORDINATE_AMBIGUOUS', evidence: null, checklistRow: { priority: 'P1', verification_urls: [] } })
    expect(server.requests).toHaveLength(2)
  })
  it.each([
    ['another year', { summary: summary({ pubdate: '1998 Jan' }) }, 'year', 3], ['another ISSN', { summary: summary({ issn: '0000-0019' }) }, 'ISSN', 3], ['no DOI', { summary: summary({ articleids: [{ idtype: 'doi', value: '' }] }) }, 'without a DOI', 3],
    ['an ISTIC title that is another', { csl: csl({ title: '另一篇示例论文的题名' }) }, 'Chinese title', 5], ['[gap] no ISTIC record', { csl: status(404) }, 'Chinese title', 5], ['an English ISTIC title', { csl: csl({ title: 'English' }) }, 'Chinese title', 5],
    ['a DOI of Crossref', { agency: AGENCY.crossref }, 'Crossref', 4], ['a DOI of no agency', { agency: status(404) }, 'not known', 4], ['a DOI of CNKI', { agency: AGENCY.cnki, handle: handle('exists', ISTIC) }, 'CNKI', 5],
  ] as const)('[40] a record with %s stays a candidate', async (_name, routes, word, requests) => {
    serve(server, { ...VERIFIED, ...routes })
    expect(await outcomeOf(entry())).toMatchObject({ code: 'PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', status: 'unmatched', queriedBy: 'title', evidence: { pmid: '999999701' }, checklistRow: { priority: 'P2', verdict_contribution: 'unresolvable', human_action: expect.stringContaining(word) } })
    expect(server.requests).toHaveLength(requests)
  })
  it('a title that matches in Latin alone verifies nothing here', async () => {
    serve(server, { ...VERIFIED, csl: csl({ title: 'Editorial' }) })
    expect(await outcomeOf(entry({ title: 'Editorial' }))).toMatchObject({ code: 'PUBMED_COORDINATE_CANDIDATE_UNVERIFIED' })
  })
  it('[41] a journal without records is not asked for coordinates', async () => {
    serve(server, { coverage: search('none') })
    expect(await outcomeOf(entry())).toMatchObject({ code: 'JOURNAL_NOT_INDEXED', status: 'skipped', checklistRow: { priority: 'P3' } })
    expect(server.requests).toHaveLength(1)
  })
  it('[42] a journal outside the table costs nothing', async () => {
    expect(await outcomeOf(entry({ venue: '未收录示例杂志' }))).toMatchObject({ code: 'NO_ISSN_MAPPING', status: 'skipped', queriedBy: null, checklistRow: { priority: 'P3' } })
    expect(await outcomeOf(entry({ venue: undefined }))).toMatchObject({ code: 'NO_ISSN_MAPPING', checklistRow: { priority: 'P3', human_action: expect.stringContaining('no journal is cited') } })
    expect(server.requests).toEqual([])
  })
  it('[44] every E-utilities url names tool, address and key in that order, and none of it is kept', async () => {
    serve(server, VERIFIED)
    const outcome = await outcomeOf(entry(), { http: { ncbiApiKey: 'key123' } })
    const asked = server.requestsTo('eutils.ncbi.nlm.nih.gov').map(({ path }) => path)
    expect(asked).toHaveLength(3)
    for (const path of asked) expect(path).toMatch(/&tool=dsh-cite-verify&email=someone%40example\.org&api_key=key123$/)
    expect(JSON.stringify(outcome)).not.toMatch(/key123|someone/)
  })
  it.each([undefined, '', 'a@b', '@b.c', 'a b@c.d', 'a@b.c ', 'a@b@c.d'])('[45] with %j as address PubMed is not asked, and the answer says what is needed', async (mailto) => {
    expect(await resolveOne(entry(), { mailto })).toMatchObject({ kind: 'failed', reason: 'unavailable', needs: 'mailto', detail: expect.stringContaining('mailto') })
    expect(server.requests).toEqual([])
  })
  it('[45] a@b.c is an address, and without one the cache still answers', async () => {
    serve(server, VERIFIED)
    const parts = createTestParts({ timeoutMs: 600_000 })
    expect(await outcomeOf(entry(), { parts, mailto: 'a@b.c' })).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED' })
    const sent = server.requests.length
    expect(await outcomeOf(entry(), { parts, mailto: undefined })).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED' })
    expect(await outcomeOf(entry(), { parts, offline: true })).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED' })
    expect(server.requests).toHaveLength(sent)
  })
  it('[46] author and year stand in only where volume and page are missing', async () => {
    serve(server, { ...VERIFIED, coordinates: search('one') })
    expect(await outcomeOf(entry({ volume: undefined, firstAuthorPinyin: ' Shi L ' }))).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED' })
    expect(terms()[1]).toBe(`"${TA}"[ta] AND "Shi L"[1au] AND 2026[dp]`)
    expect(terms()[1]).not.toContain('[au]')
  })
  it.each([['volume', '88[vi] OR 1'], ['volume', '1:9999'], ['volume', '103(48)'], ['volume', '103 Suppl 1'], ['pages', '8801[pg] OR 1'], ['firstAuthorPinyin', 'Chen" OR cancer[ti]'], ['firstAuthorPinyin', 'Ch\u0001en'], ['firstAuthorPinyin', 'Chen\ud800']])('[47] a %s of %j never becomes a query', async (field, value) => {
    const fields = field === 'firstAuthorPinyin' ? { volume: undefined, firstAuthorPinyin: value } : { [field]: value }
    expect(await resolveOne(entry(fields))).toMatchObject({ kind: 'failed', reason: 'unparsable', detail: expect.stringContaining('not asked') })
    expect(server.requests).toEqual([])
  })
  it('[48] an abbreviation that is not Unicode is refused', () => {
    expect(coverageTerm('Shi\ud800')).toEqual({ kind: 'refused', what: 'journal' })
    expect(volumePageTerm('A "b"', '1', '1')).toMatchObject({ kind: 'refused' })
    expect(authorYearTerm('A', 'B', '２０２３')).toMatchObject({ kind: 'refused', what: 'year' })
  })
  it.each([...BODIES.badSearches, { esearchresult: { count: '1'.repeat(5_000), idlist: ['1'] } }])('[49] a search that says %j is no miss', async (body) => {
    serve(server, { coverage: search('many'), coordinates: json(body) })
    expect(await resolveOne(entry())).toMatchObject({ kind: 'failed', reason: 'unparsable' })
  })
  it('[49] five of many rows are whole for the coordinate question, one for coverage', async () => {
    serve(server, { coverage: json({ esearchresult: { count: '7', idlist: ['1', '2', '3', '4', '5'] } }) })
    expect(await resolveOne(entry())).toMatchObject({ kind: 'failed' })
    serve(server, { coverage: search('many'), coordinates: json({ esearchresult: { count: '7', idlist: ['1', '2', '3', '4', '5'] } }) })
    expect(await outcomeOf(entry())).toMatchObject({ code: 'PUBMED_COORDINATE_AMBIGUOUS' })
  })
  it.each(BODIES.badSummaries)('[50] a summary with %j decides nothing', async (more) => {
    serve(server, { ...VERIFIED, summary: summary(more) })
    expect(await resolveOne(entry())).toMatchObject({ kind: 'failed', reason: 'unparsable' })
  })
  it.each([[{ result: { uids: ['999999702'], 999999701: BODIES.summary } }], [{ result: { uids: null, 999999701: BODIES.summary } }], [{ result: { 999999701: 42 } }], [{ result: { 999999702: { ...BODIES.summary, uid: '999999702' } } }], [{}]])('[50] a summary answer of %j is of another record', async (body) => {
    serve(server, { ...VERIFIED, summary: json(body) })
    expect(await resolveOne(entry())).toMatchObject({ kind: 'failed', reason: 'unparsable' })
  })
})

describe('the journal bridge', () => {
  it.each(['中华医学杂志', '中华内科杂志', '中华外科杂志', '中华儿科杂志', '中华流行病学杂志'])('[43] knows %s with and without brackets', (name) => {
    const bridge = createJournalBridge()
    expect(bridge(name)).toMatchObject({ issn: expect.stringMatching(/^\d{4}-\d{3}[\dX]$/), nlmTa: expect.stringMatching(/^Zhonghua .* Za Zhi$/) })
    expect(bridge(`《${name}》`)).toEqual(bridge(name))
    expect(bridge(name.replace('中华', '中国'))).toBeUndefined()
  })
  it('[43] takes the user\'s rows over its own', () => {
    const bridge = createJournalBridge([...JOURNAL_MAP, { name: '《中华医学杂志》', issn: '0376-2491', nlm_ta: 'Own Abbreviation', nlm_id: '1', display_name: 'own' }])
    expect([bridge(JOURNAL)?.nlmTa, bridge('中华医学杂志')]).toEqual([TA, { displayName: 'own', issn: '0376-2491', nlmTa: 'Own Abbreviation', nlmId: '1' }])
  })
  it.each([[{}], [{ name: JOURNAL }], [{ ...JOURNAL_MAP[0], issn: 'x' }], [{ ...JOURNAL_MAP[0], nlmTa: 'a[b]' }], [{ ...JOURNAL_MAP[0], nlmTa: '\ud800' }], [{ ...JOURNAL_MAP[0], nlmId: '' }], [{ ...JOURNAL_MAP[0], name: '《》' }], [7 as never]])('[gap] a row that is %j is refused at construction', (row) => {
    expect(() => createChineseResolver(createTestParts(), { journalMap: [row] })).toThrow(/^INVALID_INPUT: chinese\.journalMap row 1/)
  })
})

describe('[gap] cited coordinates are folded by named rules', () => {
  it.each([
    ['volume', '第103卷', '103', ['coordinate.di-juan']], ['volume', '１０３', '103', ['coordinate.full-width']], ['volume', '第１０３卷', '103', ['coordinate.full-width', 'coordinate.di-juan']], ['volume', '103', '103', []], ['volume', '103(48)', '103(48)', []],
    ['pages', '3967～3971', '3967', ['coordinate.wave-dash']], ['pages', '３９６７－３９７１', '3967', ['coordinate.full-width']], ['pages', '3967〜3971', '3967', ['coordinate.wave-dash']], ['pages', '3967–3971', '3967', []], ['pages', '第3967-3971页', '3967', ['coordinate.di-ye']], ['pages', '3967--3971', '3967', []],
    ['year', '２０２３', '2023', ['coordinate.full-width']], ['year', '2023年', '2023', ['coordinate.nian']], ['year', '202', undefined, ['coordinate.year-unreadable']],
  ] as const)('%s %s is read as %s', (field, text, value, rules) => {
    const folded = foldCoordinates({ [field]: text })
    expect([folded[field === 'pages' ? 'firstPage' : field], folded.folds.map(({ rule }) => rule)]).toEqual([value, rules])
  })
  it('and lead to the record', async () => {
    serve(server, VERIFIED)
    expect(await outcomeOf(entry({ volume: '第８８卷', pages: '8801～8809', year: '２０２６年' }))).toMatchObject({ code: 'PUBMED_COORDINATE_VERIFIED', folds: [{ from: '第８８卷', to: '第88卷' }, { to: '88' }, { field: 'pages', rule: 'coordinate.wave-dash' }, { field: 'year' }, { field: 'year' }] })
    expect(terms()[1]).toBe(`"${TA}"[ta] AND 88[vi] AND 8801[pg]`)
  })
})
