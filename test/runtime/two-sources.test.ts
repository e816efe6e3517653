import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultConfig } from '../../src/model/config.ts'
import { readCitations } from '../../src/formats/read.ts'
import { createCiteVerifier, type CiteVerifier } from '../../src/runtime.ts'
import { arxivEntry, serveRecords } from '../support/record-world.ts'
import { json, startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'

const TITLE = 'A study of loops'
let server: ProviderServer
let root: string
let verifier: CiteVerifier
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'two-sources-'))
  server.reset()
  serveRecords(server, { absent: ['10.99999/nothing'], registered: { '10.11467/elsewhere': 'JaLC' }, records: { arxiv: [arxivEntry('2101.00001', TITLE, 'Ada Lovelace', 2021)] } })
  verifier = createCiteVerifier({ ...defaultConfig(), root, minIntervalMs: 0, retries: 0, durability: 'fast', secondOpinion: true })
})
afterEach(async () => {
  await verifier.close()
  rmSync(root, { recursive: true, force: true })
})
async function verified(text: string) {
  const inputs = []
  for await (const slice of readCitations(new TextEncoder().encode(text), { name: 'a.bib' })) inputs.push(...slice)
  const item = (await verifier.verify(inputs)).items[0]!
  expect((await verifier.audit({ replay: true })).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return item
}
const index = (...titles: readonly string[]) => json({ meta: { count: titles.length }, results: titles.map((title) => ({ id: 'https://openalex.org/W1', doi: 'https://doi.org/10.99999/nothing', title, publication_year: 2020, authorships: [] })) })

describe('who has no record', () => {
  it('is not said of the index that has one: the registries\' absence stands, and the index is named apart', async () => {
    server.on('api.openalex.org', index('Nothing at all'))
    const { notFound, nextAction, checks, warnings } = await verified('@misc{a, title={Nothing at all}, doi={10.99999/nothing}}')
    expect(notFound).toBe(true)
    expect(nextAction).not.toContain('openalex')
    expect(checks.map(({ detail }) => detail ?? '').join()).not.toContain('openalex')
    expect(warnings.join()).toContain('OpenAlex has a record of this DOI')
  })

  it('is said of the index too where it has none', async () => {
    server.on('api.openalex.org', index())
    expect((await verified('@misc{a, title={Nothing at all}, doi={10.99999/nothing}}')).nextAction).toContain('openalex')
  })
})

describe('a DOI whose agency gives no metadata, beside an identifier that has a record', () => {
  it('declines no field that the record was compared with, and says that the two could not be held against each other', async () => {
    server.on('api.openalex.org', index())
    const { ok, checks } = await verified(`@misc{a, title={${TITLE}}, author={Lovelace, Ada}, pages={1--9}, doi={10.11467/elsewhere}, eprint={2101.00001}, archiveprefix={arXiv}}`)
    expect(ok).toBe(false)
    expect(checks.map(({ type, field, status, reason }) => [type, field, status, reason])).toEqual([
      ['doi-exists', undefined, 'pass', undefined], ['metadata-match', 'pages', 'skipped', 'agency_no_metadata'], ['other', 'arxiv-exists', 'pass', undefined],
      ['version-match', undefined, 'skipped', 'agency_no_metadata'], ['metadata-match', 'title', 'pass', undefined], ['metadata-match', 'authors', 'pass', undefined],
    ])
  })
})
