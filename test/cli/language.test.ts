import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BIBLIOGRAPHY, REFERENCES, serveChinese } from '../support/chinese-world.ts'
import { reset, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'
import { NODE, runCli } from './cli-process.ts'

/** Values of files and records, and codes: whatever language they are in, they stay as they are. */
const CODE = /https?:\S+|\b(?:[A-Z0-9]+_)+[A-Z0-9]+\b|\b[a-z]+(?:_[a-z]+)+\b|`[^`]*`|"(?:[^"\\]|\\.)*"|\b10\.\d{4,9}\/\S+|[\w./-]+\.(?:bib|txt|ris|md|yml)(?::\d+)?|(?:[\w-]+\.)+(?:org|gov|net)\b/g
/** Three Latin words in a row are a sentence. */
const SENTENCE = /(?:\b[A-Za-z][a-z’']*,? ){2,}[A-Za-z][a-z’']+/g

/** The English sentences of a report that are not a value of the file or of a record. */
function sentences(text: string, values: readonly string[]): string[] {
  let rest = text.replace(/\\(?=[^\w\s])/g, '').replace(/&#8203;/g, '').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#64;', '@')
  for (const value of [...values].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(value.replace(/\s+/g, ' ').trim(), ' § ')
  return rest.replace(CODE, ' § ').match(SENTENCE) ?? []
}

interface Report { readonly items: readonly { readonly key: string; readonly citation: { readonly raw: string; readonly csl: object }; readonly resolved?: object; readonly chinese?: { readonly attempts: readonly { readonly detail?: string }[] }; readonly checks: readonly { readonly cited?: string; readonly record?: string }[] }[] }

/** Every text within a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 3 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function valuesOf(report: Report): string[] {
  return report.items.flatMap(({ citation, resolved, chinese, checks }) => [
    ...textsOf(citation.csl), ...textsOf(resolved), ...(chinese?.attempts ?? []).map(({ detail }) => detail ?? ''), ...checks.flatMap(({ cited, record }) => [cited ?? '', record ?? '']).flatMap((value) => [value, ...value.split('; ')]),
  ]).filter((value) => value.length > 3)
}

const names = (text: string): string => text.replace(/^\s*(?:.*?)(?:仅引文有|仅记录有)：[^；]*/gm, '')

let folder: string
let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
  folder = mkdtempSync(path.join(tmpdir(), 'cite-language-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.reset()
  serveChinese(server)
})

const FORMATS = ['text', 'markdown', 'sarif'] as const
const messages = (sarif: string): string => {
  const run = (JSON.parse(sarif) as { runs: [{ tool: { driver: { rules: { shortDescription: { text: string } }[] } }; invocations: { toolExecutionNotifications?: { message: { text: string } }[] }[]; results: { message: { text: string } }[] }] }).runs[0]
  return [...run.tool.driver.rules.map((rule) => rule.shortDescription), ...run.results.map((result) => result.message), ...run.invocations.flatMap((invocation) => (invocation.toolExecutionNotifications ?? []).map((note) => note.message))].map(({ text }) => text).join('\n')
}

describe('--lang zh leaves no English sentence in a report', () => {
  /** The demo: the command line on stored answers, one service down. */
  function demo(...args: string[]): Promise<string> {
    const script = fileURLToPath(new URL('../support/demo-check.ts', import.meta.url))
    const child = spawn(NODE, [script, ...args], { env: { PATH: process.env['PATH'] ?? '', COLUMNS: '5000', NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text })
    return new Promise((resolve) => { child.on('close', () => resolve(out)) })
  }

  it('on the demo bibliography, in every format', async () => {
    const values = valuesOf(JSON.parse(await demo('--format', 'json')) as Report)
    for (const format of FORMATS) {
      const [zh, en] = (await Promise.all([demo('--format', format, '--lang', 'zh'), demo('--format', format)])).map((text) => (format === 'sarif' ? messages(text) : text)) as [string, string]
      expect(zh, format).toMatch(/\p{Script=Han}/u)
      expect(sentences(names(zh), values), format).toEqual([])
      // The same eyes find what is there in English.
      expect(sentences(names(en), values).length, format).toBeGreaterThan(5)
    }
  }, 60_000)

  const check = async (root: string, args: readonly string[], environment: Record<string, string>): Promise<string> =>
    (await runCli(['check', ...args], { cwd: folder, environment: { ...server.env, COLUMNS: '5000', CITE_VERIFY_RETRIES: '0', CITE_VERIFY_TIMEOUT_MS: '2000', CITE_VERIFY_ROOT: path.join(folder, root), ...environment } })).stdout

  it.each([
    ['answered', { CITE_VERIFY_MAILTO: 'reader@example.org' }, () => {}],
    ['without mail address', {}, () => {}],
    ['cut off and refused', { CITE_VERIFY_MAILTO: 'reader@example.org' }, () => { server.on('doi.org', reset()); server.on('hdl.handle.net', status(429)) }],
  ] as const)('on a Chinese bibliography and list, %s, in every format', async (name, environment, arrange) => {
    arrange()
    writeFileSync(path.join(folder, 'refs.bib'), `${BIBLIOGRAPHY}\n@article{broken, title = {never closed\n\n@misc{macro, title = nothing, doi={10.1/x}, year=2020, year=2021}\n`)
    writeFileSync(path.join(folder, 'refs.txt'), REFERENCES)
    const files = ['refs.bib', 'refs.txt']
    const values = valuesOf(JSON.parse(await check(name, [...files, '--format', 'json'], environment)) as Report)
    for (const format of FORMATS) {
      const raw = await check(name, [...files, '--format', format, '--lang', 'zh'], environment)
      expect(sentences(format === 'sarif' ? messages(raw) : raw, values), format).toEqual([])
    }
  }, 60_000)
})
