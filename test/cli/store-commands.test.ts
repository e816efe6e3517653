import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { json, startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { runCli, temporaryFolder, type Ran } from './cli-process.ts'

const WORK = { DOI: '10.1000/right', type: 'journal-article', title: ['Rivers of the north'], author: [{ family: 'Brook', given: 'Ann' }], issued: { 'date-parts': [[2015]] } }

let server: ProviderServer
let folder: string
beforeAll(async () => { server = await startProviderServer() })
afterAll(async () => { await server.close() })
beforeEach(async () => {
  server.reset()
  server.on('api.crossref.org', ({ url }) => json(url.pathname === '/works' ? { status: 'ok', 'message-type': 'work-list', message: { 'total-results': 1, items: [WORK] } } : { status: 'ok', 'message-type': 'work', message: WORK }))
  folder = temporaryFolder()
})

const run = (...args: readonly string[]): Promise<Ran> => runCli(args, { cwd: folder, environment: server.env })
const checked = async (): Promise<void> => { expect((await run('check', '10.1000/right')).code).toBe(0) }

describe('cite-verify audit', () => {
  it('is clean after a check, with a replay too, and prints the seal', async () => {
    await checked()
    const ran = await run('audit', '--replay')
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toMatch(/^The store is clean: 1 records, \d+ snapshots, 1 replayed\.\nSeal: [0-9a-f]{64}\n$/)
    expect(JSON.parse((await run('audit', '--format', 'json')).stdout)).toMatchObject({ ok: true, counts: { records: 1 }, problems: [] })
  })

  it('exits 1 and names the blob of which a byte was flipped', async () => {
    await checked()
    const blobs = path.join(folder, '.cite-verify', 'blobs', 'sha256')
    const name = readdirSync(blobs, { recursive: true, encoding: 'utf8' }).find((entry) => /[0-9a-f]{64}$/.test(entry)) as string
    const blob = path.join(blobs, name)
    const bytes = readFileSync(blob)
    bytes[10] = (bytes[10] as number) ^ 1
    chmodSync(blob, 0o644)
    writeFileSync(blob, bytes)
    const ran = await run('audit')
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain('tampered')
    expect(ran.stdout).toContain(path.basename(name))
  })

  it('of an empty store is exit 2, not clean', async () => {
    expect(await run('audit')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nothing was audited') as string })
    expect(existsSync(path.join(folder, '.cite-verify'))).toBe(false)
  })

  it('that holds answers and no record is exit 2 too, as is one that cannot be read: neither was audited', async () => {
    await checked()
    const root = path.join(folder, '.cite-verify')
    for (const part of ['records', 'journal']) rmSync(path.join(root, part), { recursive: true })
    expect(await run('audit')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nothing was audited') as string })
    writeFileSync(path.join(root, 'records'), 'a file')
    expect(await run('audit', '--format', 'json')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot be read') as string })
    chmodSync(path.join(root, 'rep-layout'), 0o644)
    writeFileSync(path.join(root, 'rep-layout'), '{"repLayoutVersion":"7.0.0"}')
    expect(await run('audit')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('layout 7.0.0 is not known') as string })
  })

  it('whose records are gone but stand in its journal is exit 1: something is missing', async () => {
    await checked()
    rmSync(path.join(folder, '.cite-verify', 'records'), { recursive: true })
    const ran = await run('audit')
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain('says that it was registered')
  })
})

describe('cite-verify export', () => {
  it('writes an RO-Crate into a new folder', async () => {
    await checked()
    const ran = await run('export', '--format', 'ro-crate', '--output', 'my crate')
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 records and \d+ snapshots exported to my crate\.\n$/) as string })
    expect(JSON.parse(readFileSync(path.join(folder, 'my crate', 'ro-crate-metadata.json'), 'utf8'))).toHaveProperty('@graph')
  })

  it('writes records as lines on standard output or into a file', async () => {
    await checked()
    const ran = await run('export', '--format', 'jsonl')
    expect(ran.code).toBe(0)
    expect(ran.stdout.trimEnd().split('\n').map((line) => (JSON.parse(line) as { schema: string }).schema)).toContain('rep/v1')
    expect((await run('export', '--format', 'jsonl', '--output', 'records.jsonl')).code).toBe(0)
    expect(readFileSync(path.join(folder, 'records.jsonl'), 'utf8')).toBe(ran.stdout)
  })

  it.each([
    [['export'], /required option '--format/], [['export', '--format', 'zip'], /--format: "zip"/], [['export', '--format', 'ro-crate'], /needs --output/],
    [['export', '--format', 'jsonl'], /nothing was exported/],
  ])('%j without evidence is bad usage', async (args, problem) => {
    const ran = await run(...args)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(problem)
  })
})

describe('cite-verify cache', () => {
  it('says what is in it, forgets one identifier, forgets all', async () => {
    await checked()
    expect((await run('cache', 'stats')).stdout).toMatch(/^\d+ cached answers \(1 records/)
    expect(JSON.parse((await run('cache', 'stats', '--format', 'json')).stdout)).toMatchObject({ found: 1 })
    expect((await run('cache', 'invalidate', 'https://doi.org/10.1000/OTHER')).stdout).toContain('No cached answer for 10.1000/other.')
    expect((await run('cache', 'invalidate', 'https://doi.org/10.1000/RIGHT')).stdout).toMatch(/^1 cached answers removed\.\n$/)
    expect((await run('check', '10.1000/right', '--offline')).code).toBe(3)
    await checked()
    expect((await run('cache', 'clear')).stdout).toMatch(/^[1-9]\d* cached answers removed\.\n$/)
    expect((await run('cache', 'stats')).stdout).toMatch(/^0 cached answers/)
    expect((await run('audit')).code).toBe(0)
  })

  it('refuses what is no identifier', async () => {
    expect(await run('cache', 'invalidate', 'hello world')).toMatchObject({ code: 2, stderr: expect.stringContaining('not an identifier: hello world') as string })
    expect((await run('cache')).code).toBe(2)
  })
})

describe('cite-verify store prune', () => {
  it('keeps what is young', async () => {
    await checked()
    expect((await run('store', 'prune', '--older-than', '90d')).stdout).toMatch(/^0 records and 0 snapshots removed/)
    expect((await run('store', 'prune', '--older-than', '0h')).stdout).toMatch(/^1 records and \d+ snapshots removed/)
  })

  it.each(['90', 'ninety', '-1d', '3m'])('refuses the age %s', async (age) => {
    expect(await run('store', 'prune', `--older-than=${age}`)).toMatchObject({ code: 2, stderr: expect.stringContaining('is not an age') as string })
  })
})
