import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compiledSchema } from '../evidence/json-schema.ts'
import { crossrefWork, serveRecords } from '../support/record-world.ts'
import { startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { startZoteroDouble, type ZoteroDouble } from '../zotero/double/zotero-double.ts'
import { runCli, type Ran } from './cli-process.ts'

const BIB = `@article{loops, title={A study of loops}, author={Lovelace, Ada}, year=2019, doi={10.5555/one}}
@article{backs, title={A study of backs}, author={Lovelace, Ada}, year=1990, doi={10.5555/two}}
`
let server: ProviderServer
let zotero: ZoteroDouble
let folder: string
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(async () => {
  serveRecords(server, { records: { crossref: [crossrefWork('10.5555/one', 'A study of loops', 'Lovelace', 2019), crossrefWork('10.5555/two', 'A study of backs', 'Lovelace', 2020)] }, absent: [] })
  zotero = await startZoteroDouble()
  zotero.library.add({ itemType: 'journalArticle', title: 'A study of loops', DOI: '10.5555/ONE' })
  folder = mkdtempSync(path.join(tmpdir(), 'include zotero '))
  writeFileSync(path.join(folder, 'refs.bib'), BIB)
})
afterEach(() => zotero.close())

const check = (...args: readonly string[]): Promise<Ran> => runCli(['check', 'refs.bib', ...args], { cwd: folder, environment: { ...server.env, CITE_VERIFY_ZOTERO: JSON.stringify({ baseUrl: zotero.baseUrl }) } })

describe('cite-verify check --include-zotero', () => {
  it('says which works stand in the library, in every report that lists entries', async () => {
    const text = await check('--include-zotero')
    expect(text.stdout, text.stderr).toMatch(/Already in the local Zotero library \(1\)[^\n]*\n {2}refs\.bib: 1 loops \(\w{8}, doi\)/)
    expect(text.code).toBe(1)
    expect((await check('--include-zotero', '--format', 'markdown')).stdout).toMatch(/## Already in the local Zotero library \(1\)\n\n- loops: \[\w{8}\]\(<zotero:\/\/select\/library\/items\/\w{8}>\) \(doi\)/)
    const report = JSON.parse((await check('--include-zotero', '--format', 'json')).stdout) as { items: { local_zotero_match?: object }[] }
    const validate = compiledSchema('report.schema.json')
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
    expect(report.items.map((item) => item.local_zotero_match)).toEqual([expect.objectContaining({ match_basis: 'doi', match_confidence: 1 }), undefined])
  })

  it('sends not one request to Zotero without the option', async () => {
    expect((await check()).stdout).not.toContain('Zotero')
    expect(zotero.requests).toHaveLength(0)
  })

  it('is a remark where Zotero does not run, and changes no verdict', async () => {
    await zotero.close()
    const ran = await check('--include-zotero')
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain('zotero_not_running')
    expect(ran.stdout).not.toContain('Already in')
  })

  it.each([['{"baseUrl":"http://192.168.1.50:23119"}', /zotero\.baseUrl/], ['{"baseURL":"http://127.0.0.1:23119"}', /"zotero\.baseURL"/]])('%s is bad usage', async (setting, problem) => {
    expect(await check('--include-zotero', '--zotero', setting)).toMatchObject({ code: 2, stderr: expect.stringMatching(problem) as string })
  })
})
