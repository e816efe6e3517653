import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCitations } from '../../src/formats/read.ts'
import { defaultConfig, type CiteConfig } from '../../src/model/config.ts'
import type { CitationInput } from '../../src/model/input.ts'
import { createCiteVerifier, type CiteVerifier } from '../../src/runtime.ts'
import { serveRecords } from '../support/record-world.ts'
import { json, redirect, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'

const TITLE = '回环网络诊断方法的研究'
const istic = (key: string, doi: string, title = TITLE): string => `@article{${key}, title={${title}}, author={张三 and 李四}, journal={回环研究杂志}, year={2023}, volume={12}, number={3}, pages={345-351}, doi={${doi}}}`
const BIB = [
  istic('right', '10.3760/loop.2023.01'),
  istic('othertitle', '10.3760/loop.2023.02', '另一个完全不同的题目'),
  istic('refuted', '10.3760/loop.2023.99'),
  istic('cnki', '10.13209/loop.2023.03'),
  `@article{nodoi, title={${TITLE}}, author={张三}, journal={中华医学杂志}, year={2023}, volume={103}, pages={3967}}`,
  `@article{unknownjournal, title={${TITLE}}, author={张三}, journal={回环研究杂志}, year={2023}, volume={103}, pages={1}}`,
].join('\n')
const csl = (doi: string, title: string) => ({ DOI: doi, type: 'article-journal', title, 'container-title': '回环研究杂志', volume: '12', issue: '3', page: '345', issued: { 'date-parts': [[2023]] } })

let server: ProviderServer
let root: string
let verifier: CiteVerifier
const open = (more: Partial<CiteConfig> = {}): CiteVerifier => createCiteVerifier({ ...defaultConfig(), root, minIntervalMs: 0, retries: 0, durability: 'fast', mailto: 'reader@example.org', ...more })
const read = async (): Promise<CitationInput[]> => {
  const inputs: CitationInput[] = []
  for await (const slice of readCitations(new TextEncoder().encode(BIB), { name: 'library.bib' })) inputs.push(...slice)
  return inputs
}

beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cite-chinese-'))
  server.reset()
  serveRecords(server, {
    records: { csl: [csl('10.3760/loop.2023.01', TITLE), csl('10.3760/loop.2023.02', TITLE)] },
    absent: ['10.3760/loop.2023.99'],
    registered: { '10.13209/loop.2023.03': 'CNKI' },
  })
  server.on('eutils.ncbi.nlm.nih.gov', ({ url }) => (url.pathname.includes('esearch') ? json({ esearchresult: { count: '0', retmax: '0', retstart: '0', idlist: [] } }) : status(500)))
  verifier = open()
})
afterEach(async () => {
  await verifier.close()
  rmSync(root, { recursive: true, force: true })
})

describe('Chinese citations, from the bibliography to the checklist', () => {
  it('take their answer from the agency that registered them', async () => {
    const { items } = await verifier.verify(await read())
    const of = (key: string) => items.find((item) => item.input.key === key)
    expect(of('right')).toMatchObject({ status: 'ok', registrationAgency: 'ISTIC', chinese: { code: 'DOI_TITLE_VERIFIED', checklistRow: null } })
    expect(of('right')?.checks).toContainEqual(expect.objectContaining({ type: 'doi-exists', status: 'pass', provider: 'istic' }))
    expect(of('right')?.checks.some((check) => check.field === 'authors' && check.status !== 'skipped')).toBe(false)
    expect(of('othertitle')).toMatchObject({ status: 'fail', chinese: { code: 'DOI_TITLE_MISMATCH', checklistRow: { priority: 'P0', citation_key: 'othertitle', human_result: null } } })
    expect(of('refuted')).toMatchObject({ status: 'unchecked', notFound: true, lookupError: false, chinese: { code: 'DOI_REFUTED', checklistRow: { priority: 'P0' } } })
    expect(of('cnki')).toMatchObject({ ok: false, status: 'ok', notFound: false, registrationAgency: 'CNKI', chinese: { code: 'DOI_EXISTS_TITLE_UNVERIFIABLE' } })
    expect(of('nodoi')).toMatchObject({ status: 'unchecked', notFound: false, lookupError: false, chinese: { checklistRow: { citation_key: 'nodoi' } } })
    expect(of('unknownjournal')).toMatchObject({ status: 'unchecked', notFound: false, chinese: { code: 'NO_ISSN_MAPPING' } })
    for (const item of items) expect(JSON.stringify(item)).not.toMatch(/fabricat|hallucinat|伪造|捏造/i)
  })

  it('are replayed from their stored answers', async () => {
    await verifier.verify(await read())
    const audit = await verifier.audit({ replay: true })
    expect(audit.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(audit.counts.replayed).toBe(4)
  })

  it('exist where ISTIC redirects to a plain-http address, with their fields undecided; an absence is not concluded from the Handle System alone', async () => {
    server.on('doi.org', ({ url }) => (url.pathname.startsWith('/doiRA/') ? json([{ DOI: url.pathname.split('/').at(-1), RA: 'ISTIC' }]) : redirect('http://192.0.2.7:8000/doi/x')))
    const { items } = await verifier.verify((await read()).slice(0, 3))
    expect(items[0]).toMatchObject({ ok: false, status: 'ok', notFound: false, lookupError: true })
    expect(items[0]?.checks).toContainEqual(expect.objectContaining({ type: 'doi-exists', status: 'pass', provider: 'handle' }))
    expect(items[0]?.checks).toContainEqual(expect.objectContaining({ status: 'skipped', reason: 'blocked_host' }))
    expect(items[2]).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect((await verifier.audit({ replay: true })).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('stay undecided where doi.org is out of reach, and a second run completes them', async () => {
    const inputs = await read()
    server.on('doi.org', status(503))
    const { items } = await verifier.verify(inputs)
    for (const item of items.slice(0, 4)) if (item.input.key !== 'refuted') expect(item, item.input.key).toMatchObject({ notFound: false, lookupError: true })
    await verifier.close()
    verifier = open()
    serveRecords(server, { records: { csl: [csl('10.3760/loop.2023.01', TITLE)] }, absent: [], registered: {} })
    expect((await verifier.verify(inputs.slice(0, 1))).items[0]).toMatchObject({ status: 'ok', chinese: { code: 'DOI_TITLE_VERIFIED' } })
  })

  it('without a mail address say once, at the top, what that costs, and ask PubMed nothing', async () => {
    await verifier.close()
    verifier = open({ mailto: undefined, language: 'zh' })
    const report = await verifier.verify(await read())
    expect(report.warnings.filter((warning) => warning.includes('mailto'))).toHaveLength(1)
    expect(report.warnings.join()).toMatch(/1 条/)
    expect(server.requestsTo('eutils.ncbi.nlm.nih.gov')).toHaveLength(0)
    expect(report.items.find((item) => item.input.key === 'nodoi')).toMatchObject({ status: 'unchecked', lookupError: false })
  })
})
