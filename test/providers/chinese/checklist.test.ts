import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../src/messages/message.ts'
import { byPriority, checklistRow } from '../../../src/providers/chinese/checklist.ts'
import { OUTCOMES, type ChecklistRow, type OutcomeCode } from '../../../src/providers/chinese/outcome.ts'
import { PARSERS } from '../../../src/providers/registry.ts'
import { createChineseResolver } from '../../../src/providers/chinese/resolver.ts'
import { startProviderServer, status, type ProviderServer } from '../../support/tls-provider-server.ts'
import { createTestParts } from '../source-parts.ts'
import { AGENCY, CNKI, csl, entry, handle, ISTIC, JOURNAL_MAP, outcomeOf, PUBMED_HIT, search, serve, summary, type Routes } from './scenario.ts'

let server: ProviderServer
beforeAll(async () => { server = await startProviderServer() })
afterEach(() => server.reset())
afterAll(() => server.close())

const IN_PUBMED = { ...PUBMED_HIT, agency: AGENCY.istic }
/** Every outcome, some in several ways: what is cited and what each place answers. */
const SCENARIOS: readonly (readonly [OutcomeCode, Parameters<typeof entry>[0], Routes])[] = [
  ['DOI_TITLE_VERIFIED', { doi: ISTIC }, { agency: AGENCY.istic, csl: csl() }],
  ['DOI_TITLE_MISMATCH', { doi: ISTIC }, { agency: AGENCY.istic, csl: csl({ title: '另一篇示例论文的题名' }) }],
  ['DOI_REFUTED', { doi: ISTIC }, { agency: AGENCY.istic, csl: status(404), handle: handle('absent', ISTIC) }],
  ['DOI_REFUTED', { doi: CNKI }, { agency: AGENCY.cnki, handle: handle('absent', CNKI) }],
  ['DOI_EXISTS_TITLE_UNVERIFIABLE', { doi: CNKI }, { agency: AGENCY.cnki, handle: handle('exists', CNKI) }],
  ['DOI_EXISTS_TITLE_UNVERIFIABLE', { doi: ISTIC }, { agency: AGENCY.istic, csl: csl({ title: 'English' }) }],
  ['DOI_EXISTS_TITLE_UNVERIFIABLE', { doi: ISTIC }, { agency: AGENCY.istic, csl: status(404), handle: handle('exists', ISTIC) }],
  ['DOI_RA_UNRESOLVED', { doi: '10.99999/x' }, { agency: AGENCY.unknown }],
  ['DOI_RA_OUT_OF_SCOPE', { doi: ISTIC }, { agency: AGENCY.crossref }],
  ['PUBMED_COORDINATE_VERIFIED', {}, { ...IN_PUBMED, csl: csl() }],
  ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', { volume: '99' }, PUBMED_HIT],
  ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', {}, { ...PUBMED_HIT, summary: summary({ articleids: null }) }],
  ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', {}, { ...IN_PUBMED, csl: status(404) }],
  ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', {}, { ...PUBMED_HIT, agency: AGENCY.crossref }],
  ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', {}, { ...PUBMED_HIT, agency: AGENCY.cnki, handle: handle('exists', ISTIC) }],
  ['PUBMED_INDEXED_BUT_COORDINATE_MISS', {}, { coverage: search('many'), coordinates: search('none') }],
  ['PUBMED_INDEXED_BUT_COORDINATE_MISS', { volume: undefined, firstAuthorPinyin: 'Shi L' }, { coverage: search('many'), coordinates: search('none') }],
  ['PUBMED_COORDINATE_AMBIGUOUS', {}, { coverage: search('many'), coordinates: search('two') }],
  ['INSUFFICIENT_PUBMED_COORDINATES', { volume: undefined }, {}],
  ['JOURNAL_NOT_INDEXED', {}, { coverage: search('none') }],
  ['NO_ISSN_MAPPING', { venue: '未收录示例杂志' }, {}],
  ['NOT_CHINESE_LITERATURE', { title: 'English', venue: 'English' }, {}],
]
const PRIORITY: Record<string, string> = { DOI_TITLE_MISMATCH: 'P0', DOI_REFUTED: 'P0', PUBMED_INDEXED_BUT_COORDINATE_MISS: 'P1', PUBMED_COORDINATE_AMBIGUOUS: 'P1', DOI_EXISTS_TITLE_UNVERIFIABLE: 'P2', DOI_RA_UNRESOLVED: 'P2', PUBMED_COORDINATE_CANDIDATE_UNVERIFIED: 'P2', DOI_RA_OUT_OF_SCOPE: 'P3', INSUFFICIENT_PUBMED_COORDINATES: 'P3', JOURNAL_NOT_INDEXED: 'P3', NO_ISSN_MAPPING: 'P3' }
const KEYS = ['citation_key', 'priority', 'reason_code', 'verdict_contribution', 'cited_as', 'attempts', 'human_action', 'verification_urls', 'human_result']

describe('[64] the checklist', () => {
  it('is put to the test by every outcome', () => {
    expect(Object.keys(OUTCOMES)).toHaveLength(14)
    expect(new Set(SCENARIOS.map(([code]) => code))).toEqual(new Set(Object.keys(OUTCOMES)))
  })

  it.each(SCENARIOS)('%s of %j has the row that belongs to it', async (code, fields, routes) => {
    serve(server, routes)
    const outcome = await outcomeOf(entry(fields))
    expect(outcome.code).toBe(code)
    const row = outcome.checklistRow
    if (PRIORITY[code] === undefined) return expect(row).toBeNull()
    expect(Object.keys(row as ChecklistRow)).toEqual(KEYS)
    expect(Object.keys(row?.cited_as ?? {})).toEqual(['title', 'container_title', 'year', 'volume', 'issue', 'pages', 'doi'])
    expect(row).toMatchObject({ citation_key: 'demo2026', reason_code: code, priority: PRIORITY[code], human_result: null, verdict_contribution: PRIORITY[code] === 'P0' ? 'false' : 'unresolvable' })
    expect(row?.attempts.length).toBeGreaterThan(0)
    const chinese = (await outcomeOf(entry(fields), { language: 'zh' })).checklistRow?.human_action ?? ''
    expect(chinese).toMatch(/\p{Script=Han}/u)
    expect(`${row?.human_action} ${chinese}`).not.toMatch(/\{\w+\}/)
    if (PRIORITY[code] !== 'P0') {
      expect(row?.human_action).toMatch(/pending human check/i)
      expect(chinese).toContain('待人工核查')
      expect(`${row?.human_action} ${chinese}`).not.toMatch(/fabricat|invent|fake|伪造|编造|虚构|捏造/i)
    }
  })

  it.each(SCENARIOS)('%s of %j comes out the same from the stored bodies alone', async (code, fields, routes) => {
    serve(server, routes)
    const parts = createTestParts({ mailto: 'someone@example.org', timeoutMs: 600_000 })
    const outcome = await outcomeOf(entry(fields), { parts })
    const resolver = createChineseResolver(parts, { journalMap: JOURNAL_MAP })
    const replayed = resolver.replay(entry(fields), outcome.snapshots, ({ provider, body, status: code }) => PARSERS[provider]?.(parts.bodies.stored.get(body.sha256) as Uint8Array, code) as never)
    expect(replayed).toEqual(outcome)
    expect(replayed.code).toBe(code)
  })

  it('a question without a stored body is a failure in the replay too', () => {
    const resolver = createChineseResolver(createTestParts(), { journalMap: JOURNAL_MAP })
    expect(resolver.replay(entry({ doi: ISTIC }), [], () => { throw new Error('nothing is stored') })).toMatchObject({ kind: 'failed', detail: 'no stored answer' })
  })

  it('stands in the order of priority', () => {
    const rows = (['P3', 'P0', 'P2', 'P0', 'P1'] as const).map((priority, i) => ({ priority, citation_key: String(i) })) as unknown as ChecklistRow[]
    expect(byPriority(rows).map(({ citation_key }) => citation_key)).toEqual(['1', '3', '4', '2', '0'])
  })

  it('[65] knows no other code', () => {
    const row = { key: 'x', citation: { identifiers: {} }, attempts: [], action: '', urls: [] }
    expect(() => checklistRow({ ...row, code: 'SOMETHING_ELSE' as OutcomeCode })).toThrow(RangeError)
    expect(() => checklistRow({ ...row, code: 'toString' as OutcomeCode })).toThrow(RangeError)
  })
})

describe('the wording', () => {
  const P0 = /^chinese\.action\.(?:doi-refuted\.(?:istic|cnki)|title-mismatch)$/
  it.each(Object.entries(MESSAGES).filter(([key]) => key.startsWith('chinese.action.')))('%s', (key, row) => {
    if (P0.test(key)) return expect(row.en).toMatch(/correct or remove/)
    expect(row.en).toMatch(/pending human check/i)
    expect(row.zh).toContain('待人工核查')
    expect(`${row.en} ${row.zh}`).not.toMatch(/fabricat|invent|fake|伪造|编造|虚构|捏造|拼合/i)
  })
})
