import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serveRecords } from '../support/record-world.ts'
import { json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { startHarness, type Harness } from './harness.ts'

const TITLE = '回环网络诊断方法的研究'
const RIGHT = `[1] 张三, 李四, 等. ${TITLE}[J]. 回环研究杂志, 2023, 12(3): 345-351. DOI:10.3760/loop.2023.01.`
const WITHOUT_DOI = `张三，李四. ${TITLE}［Ｊ］. 中华医学杂志，2023，103（48）：3967-3971．`
const csl = (doi: string, title: string) => ({ DOI: doi, type: 'article-journal', title, 'container-title': '回环研究杂志', volume: '12', issue: '3', page: '345', issued: { 'date-parts': [[2023]] } })

let server: ProviderServer
let harness: Harness
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(async () => {
  server.reset()
  serveRecords(server, {
    records: { csl: [csl('10.3760/loop.2023.01', TITLE), csl('10.3760/loop.2023.02', `另一题名"‮${'长'.repeat(400)}`)] },
    absent: ['10.3760/loop.2023.99'],
    registered: { '10.13209/loop.2023.03': 'CNKI' },
  })
  server.on('eutils.ncbi.nlm.nih.gov', json({ esearchresult: { count: '0', retmax: '0', retstart: '0', idlist: [] } }))
  harness = await startHarness()
})
afterEach(() => harness.close())

const lossless = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('cite_verify on Chinese literature', () => {
  it('takes one reference after GB/T 7714, and says agency, outcome and steps', async () => {
    await harness.mount()
    const { isError, value, text } = await harness.call('cite_verify', { citation: RIGHT })
    expect(isError, text).toBe(false)
    expect(value).toMatchObject({ status: 'ok', registrationAgency: 'ISTIC', chinese: { code: 'DOI_TITLE_VERIFIED', checklistRow: null } })
    expect(value).toEqual(lossless(value))
    expect(text).toContain('Registration agency: ISTIC')
    expect(text).toContain('Chinese literature: DOI_TITLE_VERIFIED')
    expect(text).toContain('Steps: ra_lookup=ISTIC, content_negotiation=match')
  })

  it('gives the checklist row as it is: priority, what to do and where to look', async () => {
    await harness.mount()
    const { value, text } = await harness.call('cite_verify', { doi: '10.13209/loop.2023.03', title: TITLE })
    expect(value.chinese.checklistRow).toMatchObject({ priority: 'P2', reason_code: 'DOI_EXISTS_TITLE_UNVERIFIABLE', cited_as: { title: TITLE, year: null, doi: '10.13209/loop.2023.03' }, human_result: null })
    expect(value).toEqual(lossless(value))
    expect(text).toContain('Registration agency: CNKI')
    expect(text).toContain('DOI_EXISTS_TITLE_UNVERIFIABLE, checklist P2')
    expect(text).toMatch(/pending human check: .*compare the title/i)
    expect(text).toContain('https://doi.org/10.13209/loop.2023.03')
  })

  it('says that the registry contradicts the citation, with the registry\'s title as a quoted value and in no word of accusation', async () => {
    await harness.mount()
    const { value, text } = await harness.call('cite_verify', { doi: '10.3760/loop.2023.02', title: TITLE })
    expect(value).toMatchObject({ status: 'fail', chinese: { code: 'DOI_TITLE_MISMATCH', checklistRow: { priority: 'P0' } } })
    expect(text).toContain('Next: The registry contradicts the citation (P0, DOI_TITLE_MISMATCH)')
    expect(text).toContain('Check the identifier, then correct or remove it.')
    expect(text).not.toMatch(/\u202e|长{200}|fabricat|fake/i)
    const refuted = await harness.call('cite_verify', { doi: '10.3760/loop.2023.99', title: TITLE })
    expect(refuted.value).toMatchObject({ status: 'unchecked', notFound: true, chinese: { code: 'DOI_REFUTED' } })
    expect(refuted.text).toContain('nowhere in the DOI system')
  })

  it('keeps a resolver that could not be reached apart from every outcome', async () => {
    server.on('doi.org', status(503))
    await harness.mount()
    const { value, text } = await harness.call('cite_verify', { citation: RIGHT })
    expect(value).toMatchObject({ notFound: false, lookupError: true })
    expect(text).not.toMatch(/DOI_REFUTED|no such record/)
  })

  it('says once what a missing mail address costs', async () => {
    await harness.mount({ mailto: undefined as never })
    const { value, text } = await harness.call('cite_verify', { citation: WITHOUT_DOI })
    expect(value).toMatchObject({ status: 'unchecked', lookupError: false, chinese: { needs: 'mailto' } })
    expect(text).toContain('PubMed was not asked: the configuration lacks mailto.')
    expect(server.requestsTo('eutils.ncbi.nlm.nih.gov')).toHaveLength(0)
  })

  it('lets explicit parameters override the reference', async () => {
    await harness.mount()
    expect((await harness.call('cite_verify', { citation: RIGHT, title: '别的题名' })).value.status).toBe('fail')
  })

  it.each([
    ['text that is no reference', { citation: '张三. 题名. 刊名, 2023.' }, 'INVALID_INPUT'],
    ['two references', { citation: `${RIGHT}\n${RIGHT.replace('[1]', '[2]')}` }, 'INVALID_INPUT'],
    ['a reference beside an entry', { citation: RIGHT, bibtex: '@misc{a, title={x}}' }, 'INVALID_INPUT'],
  ])('refuses %s before any request, in the language of the reader', async (_what, args, code) => {
    await harness.mount({ language: 'zh' })
    const { isError, text } = await harness.call('cite_verify', args)
    expect(isError).toBe(true)
    expect(text).toMatch(new RegExp(`^Error: ${code}: .*\\p{Script=Han}`, 'u'))
    expect(server.requests).toHaveLength(0)
  })
})

describe('cite_batch on Chinese literature', () => {
  it('takes references after GB/T 7714 among identifiers and entries, and puts the outcome into the table', async () => {
    await harness.mount()
    const citations = [RIGHT, '10.13209/loop.2023.03', WITHOUT_DOI, '@article{unmapped, title={某题名}, journal={回环研究杂志}, year={2023}}', '[9] no reference at all']
    const { isError, value, text } = await harness.call('cite_batch', { citations })
    expect(isError, text).toBe(false)
    expect(value).toEqual(lossless(value))
    expect(value.items.map((item: { key: string }) => item.key)).toEqual(['[1]', '10.13209/loop.2023.03', 'item 3', 'unmapped', 'item 5'])
    expect(value.items.map((item: { chinese?: { code: string } }) => item.chinese?.code)).toEqual(['DOI_TITLE_VERIFIED', 'DOI_EXISTS_TITLE_UNVERIFIABLE', 'JOURNAL_NOT_INDEXED', 'NO_ISSN_MAPPING', undefined])
    expect(value.items[4].error.code).toBe('UNSUPPORTED_IDENTIFIER')
    expect(text).toContain('2 | 10.13209/loop.2023.03 | ok | DOI_EXISTS_TITLE_UNVERIFIABLE P2 CNKI')
    expect(text).toMatch(/4\. Checklist P3, NO_ISSN_MAPPING: Pending human check/)
  })

  it('in Chinese leaves no English sentence', async () => {
    await harness.mount({ language: 'zh' })
    const { text } = await harness.call('cite_batch', { citations: [RIGHT, '10.3760/loop.2023.99', WITHOUT_DOI, 'not one'] })
    expect(text).not.toMatch(/(?:\b[a-z]+ ){3}/)
  })
})

describe('chinese.journalMap', () => {
  const ROW = { name: '回环研究杂志', issn: '1234-5679', nlmTa: 'Huihuan Yanjiu Za Zhi', nlmId: '101' }

  it.each([
    ['a row without a member', [ROW, { name: '甲', issn: '1234-5679', nlmTa: 'Jia' }], /chinese\.journalMap row 2: needs a text nlmId/],
    ['an ISSN that is none', [{ ...ROW, issn: 'x' }], /chinese\.journalMap row 1: issn/],
    ['a title abbreviation that would be query syntax', [{ ...ROW, nlmTa: 'A" OR x[ta]' }], /chinese\.journalMap row 1: nlmTa/],
    ['a row that is no object', ['甲'], /journalMap/],
    ['something that is no list', {}, /journalMap/],
  ])('fails the mount for %s', async (_what, journalMap, problem) => {
    await expect(async () => { await harness.mount({ chinese: { journalMap } as never }) }).rejects.toThrow(problem)
    expect(harness.ctx.tools.get('cite_verify')).toBeUndefined()
  })

  it('is used where its rows are right', async () => {
    await harness.mount({ chinese: { journalMap: [ROW] } })
    const { value } = await harness.call('cite_verify', { title: '某题名', venue: '回环研究杂志', volume: 3, pages: '7-9' })
    expect(value.chinese.code).toBe('JOURNAL_NOT_INDEXED')
  })
})
