import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as fixes from '../../src/verify/fix.ts'
import { json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { runCli, temporaryFolder, type Ran } from './cli-process.ts'

const ready = 'proposeFix' in fixes
const WORK = { DOI: '10.1000/right', type: 'journal-article', title: ['Rivers of the north'], author: [{ family: 'Brook', given: 'Ann' }], issued: { 'date-parts': [[2015]] }, 'container-title': ['Journal of Water'] }
const ENTRIES = '% my references\r\n@article{a,\r\n  title = {Rivers of the north},\r\n  author = {Brook, Ann},\r\n  year = 2012 ,\r\n  doi = {10.1000/right}\r\n}\r\n'

let server: ProviderServer
let folder: string
beforeAll(async () => { server = await startProviderServer() })
afterAll(async () => { await server.close() })
beforeEach(() => {
  server.reset()
  server.on('api.crossref.org', ({ url }) => json(url.pathname === '/works' ? { status: 'ok', 'message-type': 'work-list', message: { 'total-results': 1, items: [WORK] } } : { status: 'ok', 'message-type': 'work', message: WORK }))
  folder = temporaryFolder()
  writeFileSync(path.join(folder, 'my refs.bib'), ENTRIES)
})
const fix = (...args: readonly string[]): Promise<Ran> => runCli(['fix', ...args], { cwd: folder, environment: server.env })
const content = (name: string): string => readFileSync(path.join(folder, name), 'utf8')

describe.skipIf(!ready)(`cite-verify fix${ready ? '' : ' (skipped: verify/fix.ts proposes nothing yet)'}`, () => {
  it('prints a diff that git applies, leaves the file alone, and finds nothing more once it is applied', async () => {
    const ran = await fix('my refs.bib')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('1 changes in 1 entries of my refs.bib proposed. Nothing was written to it.')
    expect(content('my refs.bib')).toBe(ENTRIES)
    writeFileSync(path.join(folder, 'fix.diff'), ran.stdout)
    execFileSync('git', ['apply', '--whitespace=nowarn', 'fix.diff'], { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: folder } })
    expect(content('my refs.bib')).toBe(ENTRIES.replace('2012', '2015'))
    expect(await fix('my refs.bib')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No change to propose') as string })
  })

  it('--output writes a copy, never over the input', async () => {
    expect((await fix('my refs.bib', '--output', 'fixed.bib')).code).toBe(1)
    expect(content('fixed.bib')).toBe(ENTRIES.replace('2012', '2015'))
    expect(await fix('my refs.bib', '--output', './my refs.bib')).toMatchObject({ code: 2, stderr: expect.stringContaining('names an input') as string })
    symlinkSync('my refs.bib', path.join(folder, 'link.bib'))
    symlinkSync('.', path.join(folder, 'here'))
    expect((await fix('my refs.bib', '--output', 'link.bib')).code).toBe(1)
    expect(content('link.bib')).toBe(ENTRIES.replace('2012', '2015'))
    expect(await fix('my refs.bib', '--output', 'here/my refs.bib')).toMatchObject({ code: 2, stderr: expect.stringContaining('names an input') as string })
    expect(content('my refs.bib')).toBe(ENTRIES)
  })

  it('keeps the encoding of the file', async () => {
    const latin = Buffer.from(ENTRIES.replace('my references', 'r\u00e9f\u00e9rences'), 'latin1')
    writeFileSync(path.join(folder, 'latin.bib'), latin)
    expect((await fix('latin.bib', '--output', 'fixed.bib')).code).toBe(1)
    expect(readFileSync(path.join(folder, 'fixed.bib'))).toEqual(Buffer.from(latin.toString('latin1').replace('2012', '2015'), 'latin1'))
  })

  it('exits 3 when a look-up failed and nothing is proposed, 2 when there is nothing to read', async () => {
    server.on('api.crossref.org', status(503))
    expect(await fix('my refs.bib', '--retries', '0')).toMatchObject({ code: 3, stdout: '' })
    writeFileSync(path.join(folder, 'empty.bib'), '')
    expect((await fix('empty.bib')).code).toBe(2)
    expect((await fix('10.1000/right')).code).toBe(2)
  })
})
