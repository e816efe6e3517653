import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemsOfRow } from '../../src/gate/summary-row.ts'
import { ENTRY, NODE, runCli } from '../cli/cli-process.ts'
import { delayed, hang, startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { serveWorld } from './world.ts'

const PASSPORT = `# the corpus of one paper
literature_corpus:
  - citation_key: loops2020   # read twice
    title: A study of loops
    authors: [{family: Lovelace}]
    year: 2020
    source_pointer: file:loops.pdf
    doi: 10.5555/loops
    source_acquired: true
    source_verified_against_original: true
    source_verification_method: manual_grep
  - citation_key: bogus2021
    title: Invented harmonics of unread papers
    authors: [{family: Nobody}]
    year: 2021
    source_pointer: file:bogus.pdf
    doi: 10.99999/citegate.fake.cli.2021.0001
    source_acquired: true
    source_verified_against_original: true
    source_verification_method: manual_grep
`
const DRAFT = 'Loops are studied (Lovelace)<!--ref:loops2020--><!--anchor:page:3-->. Harmonics too (Nobody)<!--ref:bogus2021--><!--anchor:quote:so%20it%20is-->.\n'

let server: ProviderServer
let folder: string
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate cli '))
  server.reset()
  serveWorld(server, { works: [{ title: 'A Study of Loops', year: 2020, doi: '10.5555/loops', in: ['crossref', 'openalex', 'semantic_scholar'] }], agencies: { '10.5555': 'Crossref' } })
  writeFileSync(join(folder, 'passport.yaml'), PASSPORT)
  writeFileSync(join(folder, 'draft.md'), DRAFT)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const cli = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => runCli(['passport', ...args], { cwd: folder, environment: { ...server.env, ...environment } })
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const SYNTHETIC = ['--synthetic-ref-slug', 'citation_key']

describe('cite-verify passport', () => {
  it('without slugs refuses to invent them, before it asks anybody', async () => {
    const { code, stderr, stdout } = await cli(['passport.yaml'])
    expect(code).toBe(2)
    expect(stderr).toContain('ref_slug is a join with the prose')
    expect(stdout).toBe('')
    expect(server.requests).toHaveLength(0)
  })
  it('with the flag: rows as JSON, slug = key, diagnostic on stderr, exit 0 also with a false row', async () => {
    const { code, stderr, stdout } = await cli(['passport.yaml', ...SYNTHETIC])
    const rows = JSON.parse(stdout) as { citation_key: string; ref_slug: string; lookup_verified: string; anchor_present: boolean }[]
    expect(rows.map(({ ref_slug: slug, lookup_verified: verdict, anchor_present: present }) => [slug, verdict, present])).toEqual([['loops2020', 'true', false], ['bogus2021', 'false', false]])
    expect(rows.flatMap(problemsOfRow)).toEqual([])
    expect(stdout.startsWith('[\n  {\n    "citation_key"')).toBe(true)
    expect(stderr).toContain('WARNING')
    expect(stderr).toContain('diagnostic')
    expect(code).toBe(0)
  })
  it.each<[string, readonly string[]]>([['a missing file', ['nowhere.yaml', ...SYNTHETIC]], ['no YAML', ['draft.md', ...SYNTHETIC]], ['no argument', []], ['an unknown format', ['passport.yaml', ...SYNTHETIC, '--format', 'xml']], ['an unknown policy', ['passport.yaml', ...SYNTHETIC, '--policy', 'citation_existence=harsh']], ['another synthetic field', ['passport.yaml', '--synthetic-ref-slug', 'title']], ['a copy over the passport', ['passport.yaml', ...SYNTHETIC, '--write', './passport.yaml']], ['a missing draft', ['passport.yaml', '--draft', 'nowhere.md']]])('%s: exit 2, and nobody is asked', async (_name, args) => {
    const { code, stdout } = await cli(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(server.requests).toHaveLength(0)
    expect(read('passport.yaml')).toBe(PASSPORT)
  })
  it('a policy that makes a finding terminal: exit 1, and the rows are there all the same', async () => {
    const { code, stdout, stderr } = await cli(['passport.yaml', ...SYNTHETIC, '--policy', 'citation_existence=strict'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toHaveLength(2)
    expect(stderr).toContain('1 terminal')
  })
  it('the passport\'s own policy counts, and the command line stands over it', async () => {
    writeFileSync(join(folder, 'strict.yaml'), `${PASSPORT}terminal_policies:\n  citation_existence: strict\n`)
    expect((await cli(['strict.yaml', ...SYNTHETIC])).code).toBe(1)
    expect((await cli(['strict.yaml', ...SYNTHETIC, '--policy', 'citation_existence=advisory'])).code).toBe(0)
    writeFileSync(join(folder, 'odd.yaml'), `${PASSPORT}terminal_policies: {citation_existence: strict_articles_only}\n`)
    expect((await cli(['odd.yaml', ...SYNTHETIC])).code).toBe(2)
  })
  it('a second run is served from the cache; --no-cache asks again and leaves the fields out; invalidate forgets', async () => {
    await cli(['passport.yaml', ...SYNTHETIC])
    const first = server.requests.length
    const second = JSON.parse((await cli(['passport.yaml', ...SYNTHETIC])).stdout) as object[]
    expect(server.requests.length).toBe(first)
    expect(second[0]).toHaveProperty('cache_age_days')
    const live = JSON.parse((await cli(['passport.yaml', ...SYNTHETIC, '--no-cache'])).stdout) as object[]
    expect(live[0]).not.toHaveProperty('cache_age_days')
    expect(server.requests.length).toBe(first * 2)
    const forgotten = await cli(['invalidate', 'loops2020', 'never1999'])
    expect(forgotten.code).toBe(0)
    expect(forgotten.stdout).toMatch(/^loops2020: [1-9].*\nnever1999: 0.*\n$/)
    await cli(['passport.yaml', ...SYNTHETIC])
    expect(server.requests.length).toBe(first * 2 + 3)
  })
  it('the cache lies where the environment says', async () => {
    await cli(['passport.yaml', ...SYNTHETIC], { ARS_VERIFICATION_CACHE_PATH: join(folder, 'elsewhere', 'v.db') })
    expect(existsSync(join(folder, 'elsewhere', 'v.db'))).toBe(true)
    expect(existsSync(join(folder, '.cite-verify', 'cache', 'verification.sqlite'))).toBe(false)
  })
  it('a draft gives slugs and anchors; what it does not cite is refused by name', async () => {
    const { code, stdout } = await cli(['passport.yaml', '--draft', 'draft.md'])
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as { anchor_present: boolean }[]).map(({ anchor_present: present }) => present)).toEqual([true, true])
    writeFileSync(join(folder, 'short.md'), 'Only (Lovelace)<!--ref:loops2020--><!--anchor:page:3-->')
    const short = await cli(['passport.yaml', '--draft', 'short.md'])
    expect(short.code).toBe(2)
    expect(short.stderr).toContain('bogus2021')
    expect((await cli(['passport.yaml', '--draft', 'short.md', ...SYNTHETIC])).code).toBe(0)
  })
  it('Markdown is the provenance summary, in either language', async () => {
    const english = await cli(['passport.yaml', '--draft', 'draft.md', '--format', 'markdown', '--provenance', 'provenance_summary.md'])
    expect(english.stdout).toContain('## Citation Existence Advisories')
    expect(english.stdout).toContain('`bogus2021` (citation_key `bogus2021`): DOI `10.99999/citegate.fake.cli.2021.0001`; resolvers_unmatched: crossref, openalex, semantic_scholar')
    expect(read('provenance_summary.md')).toBe(english.stdout)
    expect((await cli(['passport.yaml', '--draft', 'draft.md', '--format', 'markdown', '--lang', 'zh'])).stdout).toContain('来源核验摘要')
  })
})

describe('what is written', () => {
  it('an interrupted run writes no file: half the rows would be taken for all of them', async () => {
    server.on('api.crossref.org', [delayed(5_000, hang())])
    writeFileSync(join(folder, 'verified.yaml'), 'the old one\n')
    const child = spawn(NODE, [ENTRY, 'passport', 'passport.yaml', ...SYNTHETIC, '--write', 'verified.yaml', '--provenance', 'provenance.md'], { cwd: folder, env: { ...process.env, ...server.env } })
    let stderr = ''
    child.stderr.on('data', (data) => { stderr += String(data) })
    while (server.requestsTo('api.crossref.org').length < 1) await new Promise((resolve) => { setTimeout(resolve, 20) })
    child.kill('SIGINT')
    expect(await new Promise((resolve) => { child.on('close', resolve) }), stderr).toBe(130)
    expect(stderr).toContain('no file was written')
    expect([read('verified.yaml'), existsSync(join(folder, 'provenance.md'))]).toEqual(['the old one\n', false])
  })
  it('a link to the passport is replaced, the passport stays', async () => {
    symlinkSync('passport.yaml', join(folder, 'link.yaml'))
    expect((await cli(['passport.yaml', ...SYNTHETIC, '--write', 'link.yaml'])).code).toBe(0)
    expect(read('passport.yaml')).toBe(PASSPORT)
    expect(read('link.yaml')).toContain('citation_verification_summary')
  })
})

describe('from a passport to a deliverable', () => {
  it('write, finalize, check: refused under strict, ready under advisory, and each flip is judged anew', async () => {
    expect((await cli(['passport.yaml', '--draft', 'draft.md', '--write', 'verified.yaml'])).code).toBe(0)
    const verified = read('verified.yaml')
    expect(verified.startsWith(PASSPORT)).toBe(true)
    const data = parse(verified) as { citation_verification_summary: { lookup_verified: string }[]; citation_verification_observations: { observation: string }[] }
    expect(data.citation_verification_summary.map(({ lookup_verified: verdict }) => verdict)).toEqual(['true', 'false'])
    expect(data.citation_verification_observations.map(({ observation }) => observation)).toEqual(['identifier_refuted'])
    writeFileSync(join(folder, 'verified_human_read_log.yaml'), 'session_id: x\nhuman_read:\n  - {citation_key: loops2020, marked_at: "2026-01-01T00:00:00Z"}\n  - {citation_key: bogus2021, marked_at: "2026-01-01T00:00:00Z", read_scope: {level: abstract_only}}\n')

    const strict = ['--passport', 'verified.yaml', '--policy', 'citation_existence=strict']
    const finalized = await cli(['finalize', 'draft.md', ...strict, '--output', 'strict.md'])
    expect(finalized.code).toBe(1)
    expect(read('strict.md')).toContain('<!--ref:bogus2021 LOW-WARN-PARTIAL-COVERAGE CONTAMINATED-TRIANGULATION-UNMATCHED TERMINAL-BLOCK severity=HIGH-BLOCK policy=citation_existence reason=lookup_verified_false mode=strict policy_hash=citation_existence.strict-->')
    const refused = await cli(['check', 'strict.md', ...strict, '--output', 'never.md'])
    expect(refused.code).toBe(1)
    expect(refused.stdout).toMatch(/^strict\.md:1: terminal-block: \[UNVERIFIED CITATION — lookup_verified=false: citation_key bogus2021/)
    expect(existsSync(join(folder, 'never.md'))).toBe(false)

    const advisory = ['--passport', 'verified.yaml']
    const stale = await cli(['check', 'strict.md', ...advisory])
    expect([stale.code, stale.stdout.includes('STALE-POLICY-EVALUATION')]).toEqual([1, true])
    const again = await cli(['finalize', 'strict.md', ...advisory])
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('<!--ref:loops2020 ok-->')
    writeFileSync(join(folder, 'advisory.md'), again.stdout)
    const ready = await cli(['check', 'advisory.md', ...advisory, '--output', 'deliverable.md'])
    expect([ready.code, ready.stdout]).toEqual([0, ''])
    expect(read('deliverable.md')).toBe('Loops are studied (Lovelace). Harmonics too (Nobody).\n')
  })
  it('a policy that nothing here carries out is named by every command: silence would be taken for a pass', async () => {
    writeFileSync(join(folder, 'retraction.yaml'), `${PASSPORT}terminal_policies: {retraction: strict, submission_package: advisory}\n`)
    const passport = await cli(['retraction.yaml', '--draft', 'draft.md', '--write', 'verified.yaml', '--format', 'markdown'])
    expect([passport.code, passport.stdout.includes('not evaluated here: `retraction=strict`')]).toEqual([0, true])
    const finalized = await cli(['finalize', 'draft.md', '--passport', 'verified.yaml', '--output', 'final.md'])
    const checked = await cli(['check', 'final.md', '--passport', 'verified.yaml', '--policy', 'submission_package=strict'])
    expect([passport.stderr, finalized.stderr].map((text) => text.includes('not evaluated here: retraction=strict.'))).toEqual([true, true])
    expect(checked.stderr).toContain('not evaluated here: retraction=strict, submission_package=strict.')
    expect((await cli(['check', 'final.md', '--passport', 'verified.yaml', '--policy', 'retraction=advisory'])).stderr).not.toContain('not evaluated')
  })
  it('finalize needs rows, and a passport', async () => {
    expect((await cli(['finalize', 'draft.md', '--passport', 'passport.yaml'])).code).toBe(2)
    expect((await cli(['finalize', 'draft.md'])).code).toBe(2)
    expect((await cli(['check', 'draft.md', '--passport', 'nowhere.yaml'])).code).toBe(2)
    expect((await cli(['finalize', 'draft.md', '--passport', 'passport.yaml', '--output', 'draft.md'])).code).toBe(2)
    expect(read('draft.md')).toBe(DRAFT)
  })
  it.each(['null', 'a text', '[1]'])('an entry of the corpus that is %s is refused by its place, by every command', async (odd) => {
    writeFileSync(join(folder, 'odd.yaml'), `${PASSPORT}  - ${odd}\n`)
    for (const args of [['odd.yaml', ...SYNTHETIC], ['finalize', 'draft.md', '--passport', 'odd.yaml'], ['check', 'draft.md', '--passport', 'odd.yaml']]) {
      expect(await cli(args)).toMatchObject({ code: 2, stdout: '', stderr: 'cite-verify: odd.yaml: entry 3 of literature_corpus is not a mapping\n' })
    }
  })
  it('a row that is none is refused', async () => {
    writeFileSync(join(folder, 'odd.yaml'), `${PASSPORT}citation_verification_summary:\n  - {citation_key: loops2020, ref_slug: loops2020, lookup_verified: true}\n`)
    const { code, stderr } = await cli(['check', 'draft.md', '--passport', 'odd.yaml'])
    expect(code).toBe(2)
    expect(stderr).toContain('lookup_verified is none of')
  })
})
