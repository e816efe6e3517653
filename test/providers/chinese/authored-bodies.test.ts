import { existsSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Citation } from '../../../src/model/citation.ts'
import { bytes, startProviderServer, text, type ProviderServer, type Reply } from '../../support/tls-provider-server.ts'
import { entry, resolveOne } from './scenario.ts'

const FOLDER = new URL('../../../../shared/data/authored-bodies/cn/', import.meta.url)
const BASE = '10.5555/cvk.synthetic'
const CITED = { title: '虚构样本论文甲的核验流程研究', venue: '虚构核验杂志', year: '2027', volume: '12', issue: '3', pages: '345-351' } satisfies Partial<Citation>
const JOURNAL_MAP = [{ name: '虚构核验杂志', issn: '0000-0001', nlmTa: 'Xugou Heyan Za Zhi', nlmId: '999999800' }]
type Bodies = Partial<Record<'ra' | 'csl' | 'hdl' | 'cov' | 'coo' | 'sum', string>>

const ISTIC = { doi: `${BASE}.istic.0001` }
const CNKI = { doi: `${BASE}.cnki.0001` }
const ABSENT = { doi: `${BASE}.absent.0000` }
const PUBMED = { cov: 'esearch_coverage_yes.json', coo: 'esearch_one.json', sum: 'esummary_ok.json', ra: 'ra_istic.json', csl: 'csl_match.json' }

/** The expectations of the index that lies with the bodies. */
const CASES: readonly (readonly [string, { readonly doi?: string }, Bodies])[] = [
  ['DOI_RA_OUT_OF_SCOPE', ISTIC, { ra: 'ra_crossref.json' }],
  ['DOI_RA_UNRESOLVED', { doi: '10.99999/x' }, { ra: 'ra_unknown.json' }],
  ...['ra_two_rows.json', 'ra_wrong_echo.json', 'ra_no_agency.json'].map((ra) => ['failed', ISTIC, { ra }] as const),
  ...['csl_match.json', 'csl_match_list_title_no_doi_no_issued.json', 'csl_match_fullwidth_variant.json'].map((csl) => ['DOI_TITLE_VERIFIED', ISTIC, { ra: 'ra_istic.json', csl }] as const),
  ['DOI_TITLE_MISMATCH', ISTIC, { ra: 'ra_istic.json', csl: 'csl_other_title.json' }],
  ...['csl_english_title.json', 'csl_title_only_fullstop.json'].map((csl) => ['DOI_EXISTS_TITLE_UNVERIFIABLE', ISTIC, { ra: 'ra_istic.json', csl }] as const),
  ...['csl_other_doi.json', 'csl_author_scalar.json', 'csl_root_list.json', 'landing_page.html'].map((csl) => ['failed', ISTIC, { ra: 'ra_istic.json', csl }] as const),
  ['DOI_EXISTS_TITLE_UNVERIFIABLE', CNKI, { ra: 'ra_cnki.json', hdl: 'handle_exists.json' }],
  ['DOI_REFUTED', ABSENT, { ra: 'ra_cnki.json', hdl: 'handle_absent.json' }],
  ['failed', ISTIC, { ra: 'ra_cnki.json', hdl: 'handle_error.json' }], ['failed', ISTIC, { ra: 'ra_cnki.json', hdl: 'handle_bool.json' }], ['failed', ABSENT, { ra: 'ra_cnki.json', hdl: 'handle_float.json' }],
  ['JOURNAL_NOT_INDEXED', {}, { cov: 'esearch_coverage_no.json' }],
  ['PUBMED_INDEXED_BUT_COORDINATE_MISS', {}, { ...PUBMED, coo: 'esearch_none.json' }],
  ['PUBMED_COORDINATE_AMBIGUOUS', {}, { ...PUBMED, coo: 'esearch_two.json' }],
  ['failed', {}, { ...PUBMED, coo: 'esearch_bad_count.json' }], ['failed', {}, { ...PUBMED, coo: 'esearch_duplicate.json' }],
  ['PUBMED_COORDINATE_VERIFIED', {}, PUBMED],
  ...['esummary_year_differs.json', 'esummary_issn_differs.json', 'esummary_no_doi.json'].map((sum) => ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', {}, { ...PUBMED, sum }] as const),
  ['PUBMED_COORDINATE_CANDIDATE_UNVERIFIED', {}, { ...PUBMED, sum: 'esummary_doi_unknown_agency.json', ra: 'ra_unknown.json' }],
  ...['esummary_two_dois.json', 'esummary_bad_pubdate.json', 'esummary_wrong_uid.json'].map((sum) => ['failed', {}, { ...PUBMED, sum }] as const),
  ['failed', ISTIC, { ra: 'error_503.html' }],
]

describe.skipIf(!existsSync(FOLDER))('bodies written for the resolver (skipped where shared/data/authored-bodies is absent)', () => {
  let server: ProviderServer
  beforeAll(async () => { server = await startProviderServer() })
  afterEach(() => server.reset())
  afterAll(() => server.close())

  const reply = (name: string | undefined): Reply =>
    name === undefined ? text('no route', 501) : bytes(readFileSync(new URL(name, FOLDER)), name.endsWith('.html') ? 'text/html' : 'application/json', name === 'error_503.html' ? 503 : 200)

  it.each(CASES)('%s: %j with %j', async (expected, { doi }, bodies) => {
    server.on('doi.org', ({ path }) => reply(path.startsWith('/doiRA/') ? bodies.ra : bodies.csl))
    server.on('hdl.handle.net', () => reply(bodies.hdl))
    server.on('eutils.ncbi.nlm.nih.gov', ({ url }) => reply(url.pathname.endsWith('esummary.fcgi') ? bodies.sum : url.searchParams.get('retmax') === '1' ? bodies.cov : bodies.coo))
    const answer = await resolveOne(entry({ ...CITED, doi }), { journalMap: JOURNAL_MAP })
    expect(answer.kind === 'failed' ? 'failed' : answer.code).toBe(expected)
  })
})
