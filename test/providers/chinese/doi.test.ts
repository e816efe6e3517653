import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gzipped, html, json, redirect, startProviderServer, status, text, type ProviderServer } from '../../support/tls-provider-server.ts'
import { AGENCY, BODIES, CNKI, csl, entry, handle, ISTIC, JOURNAL, outcomeOf, resolveOne, serve, TITLE } from './scenario.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterEach(() => { expect(server.refused).toEqual([]); server.reset() })
afterAll(() => server.close())

const urls = (): string[] => server.requests.map(({ url }) => url.href)
const failed = { kind: 'failed', reason: expect.any(String) }

describe('a citation that is not Chinese literature', () => {
  it('[6] is passed over without a request or a row, DOI or not', async () => {
    expect(await outcomeOf(entry({ title: 'An English title', venue: 'A journal', doi: ISTIC }))).toMatchObject({ code: 'NOT_CHINESE_LITERATURE', status: 'skipped', queriedBy: null, checklistRow: null, evidence: null })
    expect(server.requests).toEqual([])
  })
})

describe('the registration agency', () => {
  it.each([['istic', ISTIC, 'ISTIC'], ['cnki', CNKI, 'CNKI'], ['crossref', ISTIC, 'Crossref']] as const)('[7] %s is asked for by prefix alone', async (which, doi, agency) => {
    serve(server, { agency: AGENCY[which], csl: csl(), handle: handle('exists', doi) })
    expect(await outcomeOf(entry({ doi }))).toMatchObject({ agency })
    expect(urls()[0]).toBe('https://doi.org/doiRA/10.5555')
  })
  it('[8] [13] an unknown prefix is unresolved and never replaced by coordinates', async () => {
    serve(server, { agency: AGENCY.unknown })
    const outcome = await outcomeOf(entry({ doi: '10.99999/x' }))
    expect(outcome).toMatchObject({ code: 'DOI_RA_UNRESOLVED', status: 'skipped', queriedBy: null, attempts: [{ stage: 'ra_lookup', outcome: 'unknown_prefix' }], checklistRow: { priority: 'P2', verification_urls: [] } })
    expect(server.requests).toHaveLength(1)
  })
  it.each(BODIES.badAgencies)('[9] %j is no answer', async (body) => {
    serve(server, { agency: json(body), csl: csl() })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject(failed)
    expect(server.requests).toHaveLength(1)
  })
  it.each(['not-a-doi', '10./x', 'doi unknown'])('[10] %j has no agency and costs no request', async (doi) => {
    expect(await outcomeOf(entry({ doi }))).toMatchObject({ code: 'DOI_RA_UNRESOLVED', checklistRow: { cited_as: { doi } } })
    expect(server.requests).toEqual([])
  })
  it('[11] a 404 means no agency; a page that says 404 means nothing', async () => {
    serve(server, { agency: status(404) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_RA_UNRESOLVED' })
    serve(server, { agency: html(404) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject(failed)
  })
  it('[12] a Chinese DOI of Crossref is Crossref\'s to answer', async () => {
    serve(server, { agency: AGENCY.crossref })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_RA_OUT_OF_SCOPE', status: 'skipped', agency: 'Crossref', checklistRow: { priority: 'P3', verification_urls: [], human_action: expect.stringContaining('Crossref') } })
    expect(server.requests).toHaveLength(1)
  })
  it('is not asked again where it is known, and many prefixes are one request', async () => {
    serve(server, { agency: json([{ DOI: '10.5555', RA: 'CNKI' }, { DOI: '10.7777', RA: 'CNKI' }]), handle: status(404) })
    const { createChineseResolver } = await import('../../../src/providers/chinese/resolver.ts')
    const { createTestParts } = await import('../source-parts.ts')
    const answers = await createChineseResolver(createTestParts()).resolve([entry({ doi: CNKI }), entry({ doi: '10.7777/a' }), entry({ doi: CNKI }), entry({ title: 'English', venue: 'English', doi: '10.9999/b' })], { signal: AbortSignal.timeout(60_000) })
    expect(answers.map((answer) => answer.code)).toEqual(['DOI_REFUTED', 'DOI_REFUTED', 'DOI_REFUTED', 'NOT_CHINESE_LITERATURE'])
    expect(urls().filter((url) => url.includes('doiRA'))).toEqual(['https://doi.org/doiRA/10.5555,10.7777'])
    expect(server.requestsTo('hdl.handle.net')).toHaveLength(2)
    const [first] = answers
    const known = first?.asked[0]?.answer as never
    await createChineseResolver(createTestParts()).resolve([{ ...entry({ doi: CNKI }), agency: known }], { signal: AbortSignal.timeout(60_000) })
    expect(urls().filter((url) => url.includes('doiRA'))).toHaveLength(1)
  })
})

describe('an ISTIC DOI', () => {
  it('[14] with the cited title is verified, on two requests', async () => {
    serve(server, { agency: AGENCY.istic, csl: csl() })
    const outcome = await outcomeOf(entry({ doi: ISTIC }))
    expect(outcome).toMatchObject({
      code: 'DOI_TITLE_VERIFIED', status: 'matched', queriedBy: 'id', agency: 'ISTIC', checklistRow: null,
      evidence: { registration_agency: 'ISTIC', title: TITLE, container_title: JOURNAL, year: 2026, volume: '88', page: '8801', doi: ISTIC, authors: ['Shi Li 示例'] },
      record: { provider: 'istic', title: TITLE, venues: [JOURNAL], dates: { issued: '2026' }, identifiers: { doi: ISTIC } },
      attempts: [{ stage: 'ra_lookup', outcome: 'ISTIC' }, { stage: 'content_negotiation', outcome: 'match' }],
    })
    expect(outcome.record).not.toHaveProperty('authors')
    expect(outcome.snapshots.map(({ provider, role }) => [provider, role])).toEqual([['doi-agency', 'existence'], ['istic', 'authority']])
    expect(urls()).toEqual(['https://doi.org/doiRA/10.5555', `https://doi.org/${ISTIC}`])
    expect(server.requests[1]?.headers.accept).toBe('application/vnd.citationstyles.csl+json')
  })
  it('[15] with the title in another dress is verified', async () => {
    serve(server, { agency: AGENCY.istic, csl: csl() })
    expect(await outcomeOf(entry({ doi: ISTIC, title: '参考文献 自动核对规则 的可重复评估。' }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED' })
  })
  it('[16] with another Chinese title is a mismatch, first in the list', async () => {
    serve(server, { agency: AGENCY.istic, csl: csl({ title: '另一篇示例论文的题名' }) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({
      code: 'DOI_TITLE_MISMATCH', status: 'unmatched', queriedBy: 'id', evidence: { doi: ISTIC, registration_agency: 'ISTIC', resolved_title: '另一篇示例论文的题名' },
      checklistRow: { priority: 'P0', verdict_contribution: 'false', human_result: null, verification_urls: [`https://doi.org/${ISTIC}`] },
    })
  })
  it('[17] with an English title is unverifiable', async () => {
    serve(server, { agency: AGENCY.istic, csl: csl({ title: 'A repeatable assessment' }) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_EXISTS_TITLE_UNVERIFIABLE', status: 'unmatched', queriedBy: 'title', evidence: { resolved_title: 'A repeatable assessment' }, checklistRow: { priority: 'P2', verdict_contribution: 'unresolvable' } })
    expect(server.requests).toHaveLength(2)
  })
  it.each([['[18] two Latin titles that differ', 'Another title', 'A title'], ['[19] no cited title', TITLE, ''], ['[20] a record titled with a full stop', '。', TITLE]])('%s are unverifiable, never a mismatch', async (_name, record, cited) => {
    serve(server, { agency: AGENCY.istic, csl: csl({ title: record }) })
    expect(await outcomeOf(entry({ doi: ISTIC, title: cited }))).toMatchObject({ code: 'DOI_EXISTS_TITLE_UNVERIFIABLE', record: { title: record } })
  })
  it('[21] titled Editorial on both sides is verified', async () => {
    serve(server, { agency: AGENCY.istic, csl: csl({ title: 'Editorial' }) })
    expect(await outcomeOf(entry({ doi: ISTIC, title: 'Editorial' }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED' })
  })
  it('[22] [23] that doi.org and the Handle System do not know is refuted', async () => {
    serve(server, { agency: AGENCY.istic, csl: html(404), handle: handle('absent', ISTIC, 404) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({
      code: 'DOI_REFUTED', status: 'unmatched', queriedBy: 'id', evidence: { doi: ISTIC }, checklistRow: { priority: 'P0', verdict_contribution: 'false' },
      attempts: [{ outcome: 'ISTIC' }, { stage: 'content_negotiation', outcome: 'not_found' }, { stage: 'handle_existence', outcome: 'absent' }],
    })
  })
  it('[24] without a record but with a handle exists, unverifiable', async () => {
    serve(server, { agency: AGENCY.istic, csl: status(404), handle: handle('exists', ISTIC) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_EXISTS_TITLE_UNVERIFIABLE', queriedBy: 'title', checklistRow: { priority: 'P2' } })
  })
  it.each([['[25] HTML with status 200', html()], ['[26] a list', json([BODIES.csl])], ['[28] JSON nested 2,000 deep', text('['.repeat(2_000) + ']'.repeat(2_000))]])('%s is no record and no verdict', async (_name, reply) => {
    serve(server, { agency: AGENCY.istic, csl: reply })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'unparsable' })
  })
  it.each(BODIES.badCsl)('[27] a record with %j decides nothing, now or from the cache', async (more) => {
    serve(server, { agency: AGENCY.istic, csl: csl(more) })
    const { createTestParts } = await import('../source-parts.ts')
    const parts = createTestParts()
    expect(await resolveOne(entry({ doi: ISTIC }), { parts })).toMatchObject({ kind: 'failed', reason: 'unparsable' })
    expect(await resolveOne(entry({ doi: ISTIC }), { parts })).toMatchObject({ kind: 'failed', reason: 'unparsable' })
    expect(server.requests).toHaveLength(3)
  })
  it('[28] an agency answer nested 2,000 deep is none', async () => {
    serve(server, { agency: text('['.repeat(2_000) + ']'.repeat(2_000)) })
    expect(await resolveOne(entry({ doi: ISTIC }))).toMatchObject({ kind: 'failed', reason: 'unparsable' })
  })
  it('[29] a DOI that is not Unicode fails after its prefix was asked', async () => {
    serve(server, { agency: AGENCY.istic, csl: csl() })
    expect(await resolveOne(entry({ doi: '10.5555/\ud800' }))).toMatchObject({ kind: 'failed', detail: expect.stringContaining('Unicode') })
    expect(server.requests).toHaveLength(1)
  })
  it('[30] a redirect to plain http at a bare address is refused: no verdict', async () => {
    serve(server, { agency: AGENCY.istic, csl: redirect(`http://122.115.55.36:8000/doi/${ISTIC}`) })
    const answer = await resolveOne(entry({ doi: ISTIC }))
    expect(answer).toMatchObject({ kind: 'failed', reason: 'blocked_host', attempts: [{ stage: 'ra_lookup', outcome: 'ISTIC' }] })
    expect(answer).not.toHaveProperty('checklistRow')
    expect(server.requests).toHaveLength(2)
  })
  it.each([[{ title: [TITLE], DOI: undefined, issued: undefined }], [{ DOI: ISTIC.toUpperCase() }], [{ issued: { 'date-parts': [[]] } }], [{ issued: { 'date-parts': [] } }], [{ issued: { 'date-parts': [['2026']] } }], [{ volume: 88, author: null }]])('a record with %j is whole', async (more) => {
    serve(server, { agency: AGENCY.istic, csl: csl(more) })
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED', evidence: { doi: ISTIC } })
  })
  it('[gap] a redirect within the allowlist that ends in a record counts, gzip and all', async () => {
    server.on('doi.org', ({ path }) => (path.startsWith('/doiRA/') ? AGENCY.istic : redirect(`https://hdl.handle.net/${ISTIC}`)))
    server.on('hdl.handle.net', gzipped(csl()))
    expect(await outcomeOf(entry({ doi: ISTIC }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED' })
    expect(server.requests).toHaveLength(3)
  })
  it.each([`https://doi.org/${ISTIC}`, `doi:${ISTIC}`, `ＤＯＩ：１０．５５５５／demo.cn.istic.2026.0042`, ISTIC.toUpperCase(), `https://dx.doi.org/${ISTIC}`])('[gap] given as %s is normalised first, and that is logged', async (doi) => {
    serve(server, { agency: AGENCY.istic, csl: csl() })
    expect(await outcomeOf(entry({ doi }))).toMatchObject({ code: 'DOI_TITLE_VERIFIED', folds: [{ field: 'doi', rule: 'doi.normalised', from: doi, to: ISTIC }] })
  })
})

describe('a CNKI DOI', () => {
  it('[31] that exists is never a match: CNKI gives no title', async () => {
    serve(server, { agency: AGENCY.cnki, handle: handle('exists', CNKI) })
    expect(await outcomeOf(entry({ doi: CNKI }))).toMatchObject({ code: 'DOI_EXISTS_TITLE_UNVERIFIABLE', status: 'unmatched', queriedBy: 'title', checklistRow: { priority: 'P2', verification_urls: [`https://doi.org/${CNKI}`] } })
    expect(urls()).toEqual(['https://doi.org/doiRA/10.5555', `https://hdl.handle.net/api/handles/${CNKI}`])
  })
  it.each([['code 100', handle('absent', CNKI)], ['code 100 with status 404', handle('absent', CNKI, 404)], ['[gap] an empty 404', status(404)]])('[32] that is nowhere is refuted: %s', async (_name, reply) => {
    serve(server, { agency: AGENCY.cnki, handle: reply })
    const outcome = await outcomeOf(entry({ doi: CNKI }))
    expect(outcome).toMatchObject({ code: 'DOI_REFUTED', queriedBy: 'id', checklistRow: { priority: 'P0' } })
    expect(outcome.checklistRow?.human_action).not.toMatch(/metadata/)
  })
  it.each([['2', '2'], ['true', 'true'], ['100.0', '100.0'], ['1.0', '1.0'], ['200', '200'], ['nothing', 'null']])('[33] a response code of %s decides nothing', async (_name, code) => {
    serve(server, { agency: AGENCY.cnki, handle: text(`{"responseCode": ${code}, "handle": "${CNKI}"}`) })
    expect(await resolveOne(entry({ doi: CNKI }))).toMatchObject(failed)
  })
  it('[33] the answer for another handle decides nothing, nor does a page', async () => {
    serve(server, { agency: AGENCY.cnki, handle: handle('absent', '10.5555/other') })
    expect(await resolveOne(entry({ doi: CNKI }))).toMatchObject(failed)
    serve(server, { agency: AGENCY.cnki, handle: html(404) })
    expect(await resolveOne(entry({ doi: CNKI }))).toMatchObject(failed)
  })
})
