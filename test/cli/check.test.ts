import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { delayed, hang, json, startProviderServer, status, text, type Handler, type ProviderServer } from '../support/tls-provider-server.ts'
import { ENTRY, NODE, runCli, temporaryFolder, type Ran, type RunOptions } from './cli-process.ts'
import { spawn } from 'node:child_process'

/** A DOI that is registered nowhere is one that neither Crossref nor Handle knows. */
const WORKS: Readonly<Record<string, object>> = {
  '10.1000/right': { DOI: '10.1000/right', type: 'journal-article', title: ['Rivers of the north'], author: [{ family: 'Brook', given: 'Ann' }], issued: { 'date-parts': [[2015]] }, 'container-title': ['Journal of Water'] },
  '10.1000/notice': { DOI: '10.1000/notice', type: 'journal-article', title: ['Cold fusion at home'], author: [{ family: 'Ode', given: 'Kim' }], issued: { 'date-parts': [[2011]] }, 'updated-by': [{ type: 'retraction', DOI: '10.1000/notice.r', label: 'Retraction', updated: { 'date-parts': [[2012, 5, 1]] } }] },
}

const crossref: Handler = ({ url }) => {
  const single = /^\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1]
  if (single !== undefined) return WORKS[single] ? json({ status: 'ok', 'message-type': 'work', message: WORKS[single] }) : text('Resource not found.', 404)
  const asked = [...(url.searchParams.get('filter') ?? '').matchAll(/doi:([^,]+)/g)].map((match) => match[1] as string)
  const items = asked.flatMap((doi) => (WORKS[doi] ? [WORKS[doi]] : []))
  return json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': items.length, items, 'items-per-page': 20 } })
}
const agency: Handler = ({ url }) => json(decodeURIComponent(url.pathname).replace(/^\/(?:doiRA|ra)\//i, '').split(',').map((DOI) => ({ DOI, RA: 'Crossref' })))

let server: ProviderServer
let folder: string
beforeAll(async () => { server = await startProviderServer() })
afterAll(async () => { await server.close() })
beforeEach(() => {
  server.reset()
  server.on('api.crossref.org', crossref)
  server.on('doi.org', agency)
  server.on('hdl.handle.net', json({ responseCode: 100, handle: '10.1000/absent' }, 404))
  folder = temporaryFolder()
})

const check = (args: readonly string[], options: RunOptions = {}): Promise<Ran> => runCli(['check', ...args], { cwd: folder, ...options, environment: { ...server.env, ...options.environment } })
const file = (name: string, text: string | Uint8Array): string => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
  return name
}
const entry = (key: string, doi: string, year = '2015', title = 'Rivers of the north'): string => `@article{${key},\n  title = {${title}},\n  author = {Brook, Ann},\n  year = {${year}},\n  doi = {${doi}}\n}\n`

describe('cite-verify check: exit codes', () => {
  it('0: everything agrees', async () => {
    const ran = await check([file('my refs.bib', entry('a', '10.1000/right'))])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(ran.stdout).toMatch(/^All 1 checked: every citation agrees/)
    expect(ran.stdout).toContain('my refs.bib: 1 a')
  })

  it('1: a year is wrong, a work is retracted, an identifier has no record; --fail-on chooses', async () => {
    const wrong = file('wrong.bib', entry('w', '10.1000/right', '1990'))
    const retracted = file('retracted.bib', '@article{r, title={Cold fusion at home}, author={Ode, Kim}, year=2011, doi={10.1000/notice}}')
    const absent = file('absent.bib', entry('n', '10.1000/absent'))
    expect(await check([wrong])).toMatchObject({ code: 1, stdout: expect.stringContaining('cited 1990 · record 2015') as string })
    expect(await check([retracted])).toMatchObject({ code: 1, stdout: expect.stringContaining('retraction, 2012-05-01, 10.1000/notice.r') as string })
    expect(await check([absent])).toMatchObject({ code: 1, stdout: expect.stringContaining('NO RECORD') as string })
    expect((await check([wrong, '--fail-on', 'not-found'])).code).toBe(0)
    expect((await check([wrong, absent, retracted, '--fail-on', 'never'])).code).toBe(0)
  })

  it('3: a look-up failed, which is never "no record"', async () => {
    server.on('api.crossref.org', status(503))
    const ran = await check(['10.1000/right', '--retries', '0', '--format', 'json'])
    expect(ran.code).toBe(3)
    const report = JSON.parse(ran.stdout) as { summary: object; items: object[] }
    expect(report.summary).toMatchObject({ lookupErrors: 1, notFound: 0 })
    expect(report.items[0]).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect((await check(['10.1000/right', '--retries', '0', '--fail-on', 'never'])).code).toBe(0)
  })

  it('2: nothing readable', async () => {
    expect(await check([file('empty.bib', '')])).toMatchObject({ code: 2, stdout: expect.stringContaining('no citation was found in empty.bib') as string })
    expect(await check([file('comment.bib', '% nothing yet\n'), '--fail-on', 'never'])).toMatchObject({ code: 2 })
    expect(await check([file('broken.bib', '@article{a, title = {Rivers'), '--fail-on', 'never'])).toMatchObject({ code: 2, stdout: expect.stringContaining('INVALID_BIBTEX') as string })
    expect(await check([file('picture.bib', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0]))])).toMatchObject({ code: 2, stdout: expect.stringContaining('binary') as string })
  })

  it.each([
    [['check'], /missing required argument/], [['check', 'nothing.bib'], /no such file: nothing.bib/], [['check', 'hello world'], /neither a file nor an identifier/],
    [['check', '.'], /is a directory/], [['check', '10.1000/right', '--fromat', 'json'], /unknown option '--fromat'[\s\S]*--format/], [['check', '10.1000/right', '--format', 'xml'], /--format: "xml" is none of text, json/],
    [['check', '10.1000/right', '--fail-on', 'all'], /--fail-on: "all"/], [['check', '10.1000/right', '--retries', '99'], /--retries/], [['chekc'], /unknown command 'chekc'[\s\S]*check/],
    [['check', '10.1000/right', '--ignore-file', 'none.yml'], /cannot read the ignore file/], [['check', '10.1000/right', '--aux', 'none.aux'], /cannot read none.aux/], [['check', '10.1000/right', '--enabled', 'false'], /enabled: false/],
    [['check', '10.1000/right', '--output', '.'], /is a directory/], [['check', '10.1000/right', '--output', 'no/where.json'], /cannot write/],
    [['check', '-', '-'], /only once/],
  ])('2: %j', async (args, problem) => {
    const ran = await runCli(args, { cwd: folder, environment: server.env })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(problem)
    expect(ran.stderr).not.toMatch(/\n\s+at /)
    expect(server.requests).toEqual([])
  })
})

describe('cite-verify check: input', () => {
  it('reads standard input, several files and identifiers together, and finds a work cited in two of them', async () => {
    const ran = await check(['-', file('two.bib', entry('second', '10.1000/right')), 'doi:10.1000/RIGHT', '--format', 'json'], { input: entry('first', '10.1000/right') })
    const { items } = JSON.parse(ran.stdout) as { items: { key: string; duplicateOf?: string; source?: { file: string } }[] }
    expect(items.map(({ key, duplicateOf, source }) => [key, duplicateOf, source?.file])).toEqual([['first', undefined, 'stdin'], ['second', 'first', 'two.bib'], ['10.1000/right', 'first', undefined]])
  })

  it('reports a broken entry with its line and checks the rest', async () => {
    const ran = await check([file('broken.bib', `${entry('a', '10.1000/right')}@article{b, title = {never closed\n\n${entry('c', '10.1000/right')}`), '--format', 'json'])
    const { items } = JSON.parse(ran.stdout) as { items: { key: string; source: { line: number }; error?: { code: string } }[] }
    expect(items.find((item) => item.error)).toMatchObject({ source: { line: 7 }, error: { code: 'INVALID_BIBTEX' } })
    expect(items.filter((item) => !item.error).map((item) => item.key)).toEqual(['a', 'c'])
  })

  it('says how it read a file that is not UTF-8', async () => {
    const ran = await check([file('latin.bib', Buffer.from('@article{a, title={Rivi\u00e8res}, doi={10.1000/right}}', 'latin1'))])
    expect(ran.stdout).toContain('latin.bib was read as Latin-1')
  })

  it('--only and --aux choose entries; keys that are cited but not there are named', async () => {
    const refs = file('refs.bib', entry('a', '10.1000/right') + entry('b', '10.1000/notice'))
    const keys = async (...args: string[]): Promise<string[]> => (JSON.parse((await check([refs, '--format', 'json', ...args])).stdout) as { items: { key: string }[] }).items.map((item) => item.key)
    expect(await keys('--only', 'b')).toEqual(['b'])
    expect(await keys('--only', 'a', '--only', 'b')).toEqual(['a', 'b'])
    file('main.aux', '\\citation{a}\n\\citation{missing}\n')
    expect(await keys('--aux', 'main.aux')).toEqual(['a'])
    expect((await check([refs, '--aux', 'main.aux'])).stdout).toContain('cited in main.aux, but in no bibliography given: missing')
    expect(await check([refs, '--only', 'zzz'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no entry is left to check after --only zzz') as string })
  })

  it('takes the format it is told', async () => {
    expect((await check(['-', '--input-format', 'identifiers', '--format', 'json'], { input: '10.1000/right\n' })).code).toBe(0)
  })
})

describe('cite-verify check: output', () => {
  it('--output writes the report as a whole and says the headline', async () => {
    const ran = await check([file('refs.bib', entry('a', '10.1000/right')), '--format', 'sarif', '--output', 'the report.sarif'])
    expect(ran).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('All 1 checked') as string })
    expect(JSON.parse(readFileSync(path.join(folder, 'the report.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('--output is never an input: bibliography, list of accepted findings, .aux', async () => {
    const refs = file('refs.bib', entry('a', '10.1000/right'))
    const accepted = file('ignore.yml', '- {key: a, field: year, reason: year of the print edition}\n')
    const aux = file('paper.aux', '\\citation{a}\n')
    const before = [refs, accepted, aux].map((name) => readFileSync(path.join(folder, name), 'utf8'))
    for (const target of [refs, accepted, aux]) expect(await check([refs, '--ignore-file', accepted, '--aux', aux, '--output', `./${target}`])).toMatchObject({ code: 2, stderr: expect.stringContaining('names an input') as string })
    expect([refs, accepted, aux].map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(before)
    expect(server.requests).toEqual([])
  })

  it('leaves the ignored finding out of the exit code and says so', async () => {
    const refs = file('refs.bib', entry('w', '10.1000/right', '1990'))
    file('ignore.yml', '- {key: w, field: year, reason: year of the print edition}\n- {key: gone, reason: old}\n')
    const ran = await check([refs, '--ignore-file', 'ignore.yml'])
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('1 findings were accepted by the ignore file')
    expect(ran.stdout).toContain('ignore file: the entry for gone met no finding')
  })

  it('in Chinese with --lang zh or the variable', async () => {
    expect((await check(['10.1000/right', '--lang', 'zh'])).stdout).toMatch(/^共核查 1 条/)
    expect((await check(['10.1000/right'], { environment: { CITE_VERIFY_LANGUAGE: 'zh' } })).stdout).toMatch(/^共核查 1 条/)
  })

  it('colours a pipe only with FORCE_COLOR, and NO_COLOR wins', async () => {
    expect((await check(['10.1000/right'])).stdout).not.toContain('\u001b')
    expect((await check(['10.1000/right'], { environment: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[')
    expect((await check(['10.1000/right'], { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain('\u001b')
  })

  it('is quiet when the reader goes away', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `@misc{key${i}, title={Title number ${i} of a long list}, note={${'x'.repeat(60)}}}`).join('\n')
    const child = spawn('sh', ['-c', `"${NODE}" "${ENTRY}" check "${file('many.bib', many)}" --offline --format jsonl | head -1`], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data) => { stdout += String(data) })
    child.stderr.on('data', (data) => { stderr += String(data) })
    await new Promise((resolve) => { child.on('close', resolve) })
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(stderr).toBe('')
  })

  it('names a misspelt environment variable', async () => {
    expect((await check(['10.1000/right'], { environment: { CITE_VERIFY_MALTO: 'x' } })).stderr).toContain('there is no setting CITE_VERIFY_MALTO')
  })
})

describe('cite-verify check: network', () => {
  it('--offline asks nobody; what is cached is answered, the rest is a failed look-up', async () => {
    expect((await check(['10.1000/right'])).code).toBe(0)
    const before = server.requests.length
    expect(before).toBeGreaterThan(0)
    expect((await check(['10.1000/right', '--offline'])).code).toBe(0)
    const ran = await check(['10.1000/notice', '--offline', '--format', 'json'])
    expect(ran.code).toBe(3)
    expect(ran.stdout).toContain('"detail": "offline"')
    expect(server.requests).toHaveLength(before)
  })

  it('--fresh asks again', async () => {
    await check(['10.1000/right'])
    const before = server.requests.length
    await check(['10.1000/right'])
    expect(server.requests).toHaveLength(before)
    await check(['10.1000/right', '--fresh'])
    expect(server.requests.length).toBeGreaterThan(before)
  })

  it('follows HTTPS_PROXY without being told by NODE_USE_ENV_PROXY', async () => {
    const ran = await check(['10.1000/right'], { environment: { NODE_USE_ENV_PROXY: '' } })
    expect(ran.code).toBe(0)
    expect(server.requestsTo('api.crossref.org')).not.toHaveLength(0)
  })

  it('Ctrl-C stops new requests, prints what is there and exits 130', async () => {
    server.on('api.crossref.org', [delayed(5_000, hang())])
    file('refs.bib', entry('a', '10.1000/right') + entry('n', '10.1000/notice'))
    const child = spawn(NODE, [ENTRY, 'check', 'refs.bib', '--format', 'json'], { cwd: folder, env: { ...process.env, ...server.env } })
    let stdout = ''
    child.stdout.on('data', (data) => { stdout += String(data) })
    while (server.requestsTo('api.crossref.org').length < 1) await new Promise((resolve) => { setTimeout(resolve, 20) })
    child.kill('SIGINT')
    const code = await new Promise((resolve) => { child.on('close', resolve) })
    expect(code).toBe(130)
    const report = JSON.parse(stdout) as { items: { lookupError: boolean; notFound: boolean }[] }
    expect(report.items).toHaveLength(2)
    expect(report.items.every((item) => item.lookupError && !item.notFound)).toBe(true)
  })
})
