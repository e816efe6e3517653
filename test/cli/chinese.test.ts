import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeText } from '../../src/formats/encode.ts'
import { BIBLIOGRAPHY, REFERENCES, serveChinese, TITLE } from '../support/chinese-world.ts'
import { delayed, hang, json, reset, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { runCli, temporaryFolder, type Ran } from './cli-process.ts'

let server: ProviderServer
let folder: string
beforeAll(async () => { server = await startProviderServer() })
afterAll(async () => { await server.close() })
beforeEach(() => {
  server.reset()
  serveChinese(server)
  folder = temporaryFolder()
})

const check = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> =>
  runCli(['check', ...args], { cwd: folder, environment: { ...server.env, COLUMNS: '120', CITE_VERIFY_MAILTO: 'reader@example.org', CITE_VERIFY_RETRIES: '0', ...environment } })
const file = (name: string, text: string | Uint8Array): string => {
  writeFileSync(path.join(folder, name), text)
  return name
}
interface Item { key: string; status: string; notFound: boolean; lookupError: boolean; registrationAgency?: string; chinese?: { code?: string; needs?: string; checklistRow: { priority: string; human_result: null } | null }; citation: { csl: { title?: string } }; warnings: string[] }
interface Report { summary: Record<string, number>; requests: Record<string, number>; warnings?: string[]; items: Item[] }
const reportOf = (ran: Ran): Report => JSON.parse(ran.stdout) as Report
const codes = (report: Report): (string | undefined)[] => report.items.map((item) => item.chinese?.code)

describe('cite-verify check on a Chinese bibliography', () => {
  it('ends with the checklist as a table, P0 first, with what was cited and tried, what to do, and encoded links', async () => {
    const ran = await check([file('文献.bib', BIBLIOGRAPHY)])
    expect(ran.code).toBe(1)
    const list = ran.stdout.slice(ran.stdout.indexOf('Checklist of Chinese literature (5)'))
    const rows = [...list.matchAll(/^ {2}(P\d) +文献\.bib:\d+ +(\w+) +([A-Z_]+)$/gm)].map(([, ...cells]) => cells.join(' '))
    expect(rows).toEqual(['P0 refuted DOI_REFUTED', 'P0 othertitle DOI_TITLE_MISMATCH', 'P1 indexed PUBMED_INDEXED_BUT_COORDINATE_MISS', 'P2 cnki DOI_EXISTS_TITLE_UNVERIFIABLE', 'P3 unmapped NO_ISSN_MAPPING'])
    expect(list).toContain(`cited  ${TITLE} · 回环研究杂志, 2023, 12(3): 345-351 · 10.3760/loop.2023.99`)
    expect(list).toContain('tried  ra_lookup ISTIC, content_negotiation not_found, handle_existence absent')
    expect(list).toContain('https://doi.org/10.13209/loop%282023%29%3C4%3E')
    expect(ran.stdout.trimEnd().endsWith(list.trimEnd())).toBe(true)
    expect(ran.stdout).toMatch(/^6 checked: 1 wrong, 1 without a record, 3 could not be decided, 1 agree\./)
    expect(ran.stdout).toContain('Pending human check (3), see the checklist:')
  })

  it('as Markdown is a list with boxes to tick; nothing of a value becomes markup', async () => {
    const nasty = BIBLIOGRAPHY.replace('title = {另一研究}', 'title = {另一研究|[x](http://x)**重**@某人}')
    const ran = await check([file('refs.bib', nasty), '--format', 'markdown'])
    const list = ran.stdout.slice(ran.stdout.indexOf('## Checklist (5)'))
    expect([...list.matchAll(/^- \[ \] \*\*(P\d)\*\* refs\.bib:\d+ (\w+) `([A-Z_]+)`$/gm)].map(([, priority, key]) => `${priority} ${key}`)).toEqual(['P0 refuted', 'P0 othertitle', 'P1 indexed', 'P2 cnki', 'P3 unmapped'])
    expect(list).toContain('  - <https://doi.org/10.13209/loop%282023%29%3C4%3E>\n')
    expect(list).toMatch(/ {2}- <https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/\?term=[\w%.-]+>\n/)
    expect(list).toContain('另一研究\\|\\[x\\]\\(http&#8203;://x\\)\\*\\*重\\*\\*&#64;某人')
    expect(list.replace(/<https:[^<>\s]+>/g, '')).not.toMatch(/<\w|https?:\/\//)
    expect(ran.stdout).not.toMatch(/\*\*BY HAND\*\*/)
  })

  it('as JSON carries outcome, attempts, row and agency, valid against the schema that ships', async () => {
    const ran = await check([file('refs.bib', BIBLIOGRAPHY), '--format', 'json'])
    const report = reportOf(ran)
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    const schema = (name: string): object => JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')) as object
    ajv.addSchema(schema('evidence-record.schema.json'))
    const validate = ajv.compile(schema('report.schema.json'))
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
    expect(codes(report)).toEqual(['NO_ISSN_MAPPING', 'DOI_TITLE_VERIFIED', 'DOI_EXISTS_TITLE_UNVERIFIABLE', 'PUBMED_INDEXED_BUT_COORDINATE_MISS', 'DOI_REFUTED', 'DOI_TITLE_MISMATCH'])
    expect(report.items.map((item) => item.registrationAgency)).toEqual([undefined, 'ISTIC', 'CNKI', undefined, 'ISTIC', 'ISTIC'])
    expect(report.items.every((item) => item.chinese?.checklistRow === null || item.chinese?.checklistRow?.human_result === null)).toBe(true)
    expect(report.items[2]).toMatchObject({ status: 'ok', notFound: false, chinese: { checklistRow: { priority: 'P2' } } })
    const spoiled = structuredClone(report) as unknown as { items: { chinese: { code: string } }[] }
    spoiled.items[0]!.chinese.code = 'SOMETHING_ELSE'
    expect(validate(spoiled)).toBe(false)
    const lines = (await check(['refs.bib', '--format', 'jsonl'])).stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Item)
    expect(lines.slice(0, -1).map((item) => item.chinese?.code)).toEqual(codes(report))
  })

  it('as SARIF has a note for what waits for a person, and the outcome beside what a registry contradicts', async () => {
    const ran = await check([file('refs.bib', BIBLIOGRAPHY), '--format', 'sarif'])
    const { results } = (JSON.parse(ran.stdout) as { runs: [{ results: { ruleId: string; level: string; message: { text: string }; properties?: { outcome: string } }[] }] }).runs[0]
    expect(results.filter((result) => result.ruleId === 'cite/pending-human-check').map((result) => `${result.level} ${result.properties?.outcome}`)).toEqual(['note NO_ISSN_MAPPING', 'note DOI_EXISTS_TITLE_UNVERIFIABLE', 'note PUBMED_INDEXED_BUT_COORDINATE_MISS'])
    expect(results.find((result) => result.ruleId === 'cite/not-found')?.properties?.outcome).toBe('DOI_REFUTED')
    expect(results.find((result) => result.ruleId === 'cite/title-differs')?.properties?.outcome).toBe('DOI_TITLE_MISMATCH')
  })

  it('leaves out of the checklist what the ignore file accepts', async () => {
    file('ignore.yml', '- {key: unmapped, reason: seen in the library}\n- {key: cnki, field: checklist, reason: title compared}\n- {key: refuted, reason: the journal confirmed a typing error}\n')
    const ran = await check([file('refs.bib', BIBLIOGRAPHY), '--ignore-file', 'ignore.yml'])
    expect(ran.stdout).toContain('Checklist of Chinese literature (2)')
    expect(ran.stdout).toContain('3 findings were accepted by the ignore file')
    expect(ran.stdout).not.toContain('met no finding')
  })

  it('has no word of accusation outside P0, where it says that the registry refutes the identifier', async () => {
    for (const lang of ['en', 'zh']) {
      const { stdout } = await check([file('refs.bib', BIBLIOGRAPHY), '--lang', lang])
      expect(stdout).not.toMatch(/fabricat|fake|hallucinat|伪造|捏造|虚构|造假/i)
      const pending = stdout.slice(stdout.search(/^ {2}P1 /m))
      expect(pending).not.toMatch(/invent|编造/i)
      expect(pending.match(lang === 'en' ? /Pending human check/g : /待人工核查/g)).toHaveLength(3)
      expect(stdout.replace(/\s+/g, ' ')).toContain(lang === 'en' ? 'nowhere in the DOI system' : '在 DOI 系统中不存在')
    }
  })
})

describe('cite-verify check on references after GB/T 7714', () => {
  it('reads a .txt list with and without DOI and in full-width punctuation, keys by number', async () => {
    const report = reportOf(await check([file('refs.txt', REFERENCES), '--format', 'json']))
    expect(report.items.map((item) => item.key)).toEqual(['[1]', '[2]', '[3]', '[4]', '[5]'])
    expect(codes(report)).toEqual(['DOI_TITLE_VERIFIED', 'DOI_EXISTS_TITLE_UNVERIFIABLE', 'PUBMED_INDEXED_BUT_COORDINATE_MISS', 'NO_ISSN_MAPPING', 'NO_ISSN_MAPPING'])
    expect(report.items.map((item) => item.notFound)).toEqual([false, false, false, false, false])
    const { stdout } = await check(['refs.txt'])
    const cited = [...stdout.matchAll(/^ +cited +(.+)$/gm)].map(([, line]) => line)
    expect(cited).toEqual(['又一研究 · 中华医学杂志, 2023, 103(48): 3967-3971', `${TITLE} · 回环研究杂志, 2023, 12(3): 345-351 · 10.13209/loop.2023.03`, '回环测量的若干问题 · 2021', '回环导论 · 2019: 20-25'])
    expect(stdout.match(/no journal is cited/g)).toHaveLength(2)
  })

  it.each(['gb18030', 'utf-16le', 'utf-16be'] as const)('reads them, and a .bib, in %s and says how', async (encoding) => {
    const mark = encoding === 'gb18030' ? '' : '\ufeff'
    const plain = reportOf(await check([file('plain.bib', BIBLIOGRAPHY), '--format', 'json']))
    const report = reportOf(await check([file('other.bib', encodeText(mark + BIBLIOGRAPHY, encoding)), '--format', 'json']))
    expect(report.items.map((item) => [item.key, item.chinese?.code, item.citation.csl.title])).toEqual(plain.items.map((item) => [item.key, item.chinese?.code, item.citation.csl.title]))
    expect(report.warnings?.join()).toMatch(/other\.bib was read as (?:GB18030|UTF-16)/)
    const list = reportOf(await check([file('other.txt', encodeText(mark + REFERENCES, encoding)), '--format', 'json']))
    expect(list.items.map((item) => item.chinese?.code)).toContain('DOI_TITLE_VERIFIED')
    expect(list.items).toHaveLength(5)
  })
})

describe('exports of reference managers', () => {
  const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/chinese/${name}`, import.meta.url))
  it.each([
    ['cnki.bib', 2, undefined], ['wanfang.bib', 2, undefined],
    ['noteexpress.ris', 2, /GB18030/], ['noteexpress.bib', 1, undefined], ['endnote.ris', 2, undefined], ['endnote.bib', 2, undefined],
  ])('%s is read and its article verified at ISTIC', async (name, count, note) => {
    const report = reportOf(await check([fixture(name), '--format', 'json']))
    expect(report.items).toHaveLength(count)
    expect(report.items[0]).toMatchObject({ status: 'ok', registrationAgency: 'ISTIC', chinese: { code: 'DOI_TITLE_VERIFIED' }, citation: { csl: { title: TITLE, volume: '12', issue: expect.stringMatching(/^0?3$/), 'container-title': '回环研究杂志', DOI: '10.3760/loop.2023.01' } } })
    expect(report.items.filter((item) => item.lookupError || item.notFound)).toEqual([])
    if (note) expect(report.warnings?.join()).toMatch(note)
    else expect(report.warnings ?? []).toEqual([])
  })
})

describe('exports that are not read', () => {
  const tagged = '%0 Journal Article\n%A 张三\n%T 回环网络诊断方法的研究\n%J 回环研究杂志\n%D 2023\n%R 10.3760/loop.2023.01\n'
  const native = '{Reference Type}: Journal Article\n{Title}: 回环网络诊断方法的研究\n{Author}: 张三;李四;\n{DOI}: 10.3760/loop.2023.01\n'
  it.each([
    ['cnki.enw', tagged, /cnki\.enw is an EndNote tagged export \(\.enw\), which is not read; export it as RIS or BibTeX/], ['cnki.txt', tagged, /EndNote tagged/], ['cnki.net', native, /cnki\.net is NoteExpress's own export, which is not read; export it as RIS or BibTeX/],
  ])('%s is refused by name, exit 2, and no DOI of it is passed as checked', async (name, text, sentence) => {
    const ran = await check([file(name, encodeText(text, 'gb18030'))])
    expect(ran.code).toBe(2)
    expect(ran.stdout).toContain('No citation was checked.')
    expect(ran.stdout + ran.stderr).toMatch(sentence)
    expect(server.requests).toEqual([])
  })
})

describe('the network as it is met in mainland China', () => {
  // Long enough for the answers of a busy machine, short of what never comes.
  const waiting = { CITE_VERIFY_TIMEOUT_MS: '3000' }

  it.each([
    ['out of reach', () => reset(), {}], ['silent', () => hang(), waiting], ['slow', () => delayed(30_000, status(200)), waiting], ['behind a page', () => status(403), {}],
  ])('doi.org and NCBI %s: a partial result and exit 3, never "no record"; a second run completes it and asks only what is missing', async (_what, fault, environment) => {
    for (const host of ['doi.org', 'eutils.ncbi.nlm.nih.gov']) server.on(host, fault())
    const first = await check([file('refs.bib', BIBLIOGRAPHY), '--format', 'json', '--fail-on', 'fail'], environment)
    expect(first.code).toBe(3)
    const partial = reportOf(first)
    for (const item of partial.items) {
      // The Handle System is in reach and says of one DOI that it is registered nowhere: that is an answer.
      const isAbsent = item.key === 'refuted'
      expect(item, item.key).toMatchObject({ ok: false, notFound: isAbsent, lookupError: !isAbsent && item.key !== 'unmapped' })
    }
    expect(codes(partial).filter((code) => code !== undefined)).toEqual(['NO_ISSN_MAPPING'])

    server.reset()
    serveChinese(server)
    const second = reportOf(await check(['refs.bib', '--format', 'json']))
    expect(codes(second)).toEqual(['NO_ISSN_MAPPING', 'DOI_TITLE_VERIFIED', 'DOI_EXISTS_TITLE_UNVERIFIABLE', 'PUBMED_INDEXED_BUT_COORDINATE_MISS', 'DOI_REFUTED', 'DOI_TITLE_MISMATCH'])
    // Crossref had said that it has none of them; that is kept.
    expect(second.requests['api.crossref.org']).toBeUndefined()

    server.reset()
    const offline = reportOf(await check(['refs.bib', '--format', 'json', '--offline']))
    expect(codes(offline)).toEqual(codes(second))
    expect(offline.requests).toEqual({})
  }, 60_000)

  it('ISTIC\'s plain-http redirect is not followed: the DOI exists, its title waits', async () => {
    server.on('doi.org', ({ url }) => (url.pathname.startsWith('/doiRA/') ? json([{ DOI: '10.3760', RA: 'ISTIC' }]) : status(302, { location: 'http://192.0.2.7:8000/doi/x' })))
    server.on('hdl.handle.net', ({ url }) => json({ responseCode: 1, handle: decodeURIComponent(url.pathname.slice('/api/handles/'.length)), values: [] }))
    const ran = await check([file('refs.txt', REFERENCES.split('\n')[1] as string), '--lang', 'zh'])
    expect(ran.stdout).toMatch(/blocked_host（?.*重定向到/)
    expect(ran.code).toBe(3)
  })

  it('without a mail address says once, at the top, what that costs', async () => {
    const ran = await check([file('refs.bib', BIBLIOGRAPHY + BIBLIOGRAPHY.replaceAll(/@article\{(\w+)/g, '@article{$1two'))], { CITE_VERIFY_MAILTO: '' })
    const [, second = ''] = ran.stdout.split('\n')
    expect(second).toMatch(/^No mailto is configured.* leaves 2 Chinese citation/)
    expect(ran.stdout.match(/No mailto is configured/g)).toHaveLength(1)
    expect(server.requestsTo('eutils.ncbi.nlm.nih.gov')).toHaveLength(0)
    const markdown = await check(['refs.bib', '--format', 'markdown', '--lang', 'zh'], { CITE_VERIFY_MAILTO: '' })
    expect(markdown.stdout.split('\n').slice(0, 6).join('\n')).toContain('> 未配置 mailto')
  })
})

describe('chinese.journalMap on the command line', () => {
  const map = (rows: unknown): Record<string, string> => ({ CITE_VERIFY_CHINESE: JSON.stringify({ journalMap: rows }) })
  it.each([
    ['a row without a member', map([{ name: '甲', issn: '1234-5679' }]), /chinese\.journalMap row 1: needs a text nlmId/],
    ['a row that is none', map(['甲']), /chinese\.journalMap row 1: is no object/],
    ['no list', map({}), /chinese\.journalMap: a list of rows expected/],
    ['an unknown key', { CITE_VERIFY_CHINESE: '{"journals":[]}' }, /chinese: unknown key "journals"/],
  ])('exit 2 for %s, before anything is asked', async (_what, environment, problem) => {
    const ran = await check(['10.3760/loop.2023.01'], environment)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(problem)
    expect(ran.stderr).not.toMatch(/\n\s+at /)
    expect(server.requests).toEqual([])
  })

  it('lets a row of the user\'s own lead to PubMed', async () => {
    const row = { name: '《回环研究杂志》', issn: '1234-5679', nlmTa: 'Huihuan Yanjiu Za Zhi', nlmId: '101' }
    const report = reportOf(await check([file('refs.bib', BIBLIOGRAPHY), '--only', 'unmapped', '--format', 'json'], map([row])))
    expect(codes(report)).toEqual(['PUBMED_INDEXED_BUT_COORDINATE_MISS'])
  })
})
