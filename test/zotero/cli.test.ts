import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCli, temporaryFolder, type Ran } from '../cli/cli-process.ts'
import type { ProviderServer } from '../support/tls-provider-server.ts'
import { startZoteroDouble, type ZoteroDouble } from './double/zotero-double.ts'
import { registry, startServer } from './world.ts'

const BIB = `@article{smith, title = {Bridges of the inner delta}, author = {Smith, Alex and van der Berg, Jan}, journal = {River Journal}, doi = {10.1000/delta.1}}
@misc{pre, title = {A preprint of ours}, eprint = {2201.00001}, archiveprefix = {arXiv}, year = 2022}
`
let server: ProviderServer
let zotero: ZoteroDouble
let folder: string
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())
beforeEach(async () => {
  server.reset()
  registry(server, { '10.1000/delta.1': { title: 'Bridges of the inner delta', year: 2024, volume: '7' } })
  zotero = await startZoteroDouble()
  folder = temporaryFolder()
  writeFileSync(path.join(folder, 'refs.bib'), BIB)
})
afterEach(() => zotero.close())

const run = (...args: readonly string[]): Promise<Ran> => runCli(['zotero', ...args], { cwd: folder, environment: { ...server.env, CITE_VERIFY_ZOTERO: JSON.stringify({ baseUrl: zotero.baseUrl }) } })

describe('cite-verify zotero', () => {
  it('status says what can be done, past the proxy; exit 3 where it cannot be read', async () => {
    expect(await run('status')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Zotero 10.0.0: ok') as string })
    zotero.apiEnabled = false
    const off = await run('status', '--format', 'json')
    expect(off.code).toBe(3)
    expect(JSON.parse(off.stdout)).toMatchObject({ status: 'api_disabled', code: 'zotero_api_disabled' })
    expect(server.refused).toEqual([])
  })

  it('search finds, and exits 1 where nothing is', async () => {
    zotero.library.add({ itemType: 'book', title: 'Bridges', date: '2020', tags: [{ tag: 'x' }] })
    const found = await run('search', 'bridges', '--in-tag', 'x')
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('"Bridges" 2020 [zotero ') as string })
    expect((await run('search', 'nowhere')).code).toBe(1)
    expect(await run('search')).toMatchObject({ code: 2, stderr: expect.stringContaining('give words') as string })
    expect(await run('search', 'x', '--limit', 'many')).toMatchObject({ code: 2, stderr: expect.stringContaining('--limit') as string })
  })

  it('case 18: upsert plans and writes nothing', async () => {
    const planned = await run('upsert', 'refs.bib', '--format', 'json')
    expect(planned.code, planned.stderr).toBe(0)
    expect(JSON.parse(planned.stdout)).toMatchObject({
      status: 'dry_run', results: [{ status: 'created', item_type: 'journalArticle', verification: { crossref: { status: 'verified' } }, patch: { volume: { new: '7' }, creators: { new: [{ lastName: 'Smith' }, { lastName: 'van der Berg', firstName: 'Jan' }] } } }, { status: 'created', item_type: 'preprint', patch: { archiveID: { new: 'arXiv:2201.00001' } } }],
    })
    expect(zotero.asked('POST', /./)).toEqual([])
    expect((await run('upsert', 'refs.bib')).stdout).toContain(`0. "Bridges of the inner delta" created, crossref verified
   journalArticle: date "2024", DOI "10.1000/delta.1", url "https://doi.org/10.1000/delta.1", publicationTitle "River Journal", volume "7", creators "Smith, Alex; van der Berg, Jan"
   crossref gave: year, volume
`)
  })

  it('upsert --apply wants a terminal or --yes, and then writes what was planned', async () => {
    expect(await run('upsert', 'refs.bib', '--apply')).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') as string })
    const written = await run('upsert', 'refs.bib', '--apply', '--yes', '--collection-path', 'Inbox', '--tag', 'thesis')
    expect(written, written.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('Written: 2 created') as string })
    expect(zotero.library.all()).toHaveLength(2)
    expect(zotero.library.all()[0]).toMatchObject({ volume: '7', collections: [zotero.library.collections()[0]!.key], tags: expect.arrayContaining([{ tag: 'thesis' }]) as object[] })
  })

  it('export prints files or writes them, and refuses to write over', async () => {
    const printed = await run('export', 'refs.bib', '--formats', 'ris', '--no-verify-crossref')
    expect(printed, printed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('--- references.ris\nTY  - JOUR') as string })
    expect(server.requests).toEqual([])
    expect((await run('export', 'refs.bib', '--out-dir', 'out', '--review-tags', 'none')).code).toBe(0)
    expect(readFileSync(path.join(folder, 'out', 'bibliography.bib'), 'utf8')).toContain('@article{smith2024bridges,')
    expect(await run('export', 'refs.bib', '--out-dir', 'out')).toMatchObject({ code: 2, stderr: expect.stringContaining('already') as string })
    expect(existsSync(path.join(folder, 'out', 'zotero.rdf'))).toBe(false)
    expect(zotero.requests).toEqual([])
  })

  it.each([[['export', 'refs.bib', '--formats', 'word'], /--formats/], [['upsert', 'refs.bib', '--update-policy', 'all'], /--update-policy/], [['upsert', 'nothing.bib'], /no such file/], [['status', '--zotero', '{"baseUrl":"http://192.168.1.50:23119"}'], /zotero\.baseUrl/]])('%j is bad usage', async (args, problem) => {
    const ran = await run(...args)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(problem)
  })

  it('upsert exits 3 with files to import where Zotero does not run', async () => {
    await zotero.close()
    const ran = await run('upsert', 'refs.bib', '--no-verify-crossref', '--format', 'json')
    zotero = await startZoteroDouble()
    expect(ran.code).toBe(3)
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'not_running', error: { code: 'zotero_not_running' }, import_files: [{ name: 'references.json' }, { name: 'references.ris' }, { name: 'bibliography.bib' }, { name: 'zotero-import-report.md' }] })
  })
})
