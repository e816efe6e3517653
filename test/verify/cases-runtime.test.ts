import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CaseAnswers } from '../../bench/case.ts'
import { createCaseServer } from '../../bench/case-server.ts'
import { readText } from '../../src/formats/read.ts'
import { unpaced } from '../../src/http/pace.ts'
import { defaultConfig } from '../../src/model/config.ts'
import type { CitationInput } from '../../src/model/input.ts'
import type { VerifiedItem } from '../../src/model/item.ts'
import { createCiteVerifier } from '../../src/runtime.ts'

type Fault = number | 'reset' | 'html' | 'empty'
interface Expected {
  readonly count?: number; readonly status?: string; readonly ok?: boolean; readonly identity?: string; readonly notFound?: boolean; readonly lookupError?: boolean
  /** Fields that warn or fail, in the order of reports. */
  readonly flagged?: readonly string[]
  readonly passed?: readonly string[]
  readonly absentFields?: readonly string[]
  readonly fieldChecks?: number
  readonly identifiers?: object
  readonly agency?: string
  readonly reason?: string
  readonly failed?: readonly string[]
  readonly resolved?: false
  /** Strong candidates, and the DOI of the first candidate. */
  readonly strong?: number
  readonly first?: string
  readonly notices?: readonly object[]
  readonly sources?: readonly string[]
  readonly retraction?: readonly string[]
  readonly versions?: readonly string[]
  readonly requests?: Readonly<Record<string, number>>
  /** The identifier as some request's decoded address holds it; characters that its raw address must not hold. */
  readonly asked?: { readonly host: string; readonly holds: string; readonly without: readonly string[] }
  readonly fix?: Readonly<Record<string, string>>
  readonly invalid?: string; readonly line?: number; readonly remark?: string
  readonly second?: { readonly status: string; readonly ok: boolean; readonly line: number }
}
interface RuntimeCase extends CaseAnswers { readonly case: string; readonly what: string; readonly text: string; readonly format?: 'bibtex' | 'text'; readonly suggest?: boolean; readonly faults?: Readonly<Record<string, Fault>>; readonly expected: Expected; readonly then?: Expected }

const cases = JSON.parse(readFileSync(new URL('../../fixtures/cases/runtime.json', import.meta.url), 'utf8')) as RuntimeCase[]
let root: string
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'cite-cases-')) })
afterEach(() => rmSync(root, { recursive: true, force: true }))

function faulty(fault: Fault): Response {
  switch (fault) {
    case 'reset': throw new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) })
    case 'html': return new Response('<html><title>Just a moment</title></html>', { status: 200, headers: { 'content-type': 'text/html' } })
    case 'empty': return new Response('', { status: 200, headers: { 'content-type': 'application/json' } })
    default: return new Response('', { status: fault, headers: fault === 429 ? { 'retry-after': '1' } : {} })
  }
}

async function run(row: RuntimeCase, faults: Readonly<Record<string, Fault>>): Promise<{ inputs: CitationInput[]; items: readonly VerifiedItem[]; requests: ReadonlyMap<string, number>; urls: readonly string[]; fixes: readonly { diffs: readonly { field: string; new: string }[] }[] }> {
  const server = createCaseServer(row)
  const urls: string[] = []
  const ask: typeof fetch = async (input, init) => {
    const url = new Request(input, init).url
    urls.push(url)
    const fault = faults[new URL(url).host]
    return fault === undefined ? server.fetch(input, init) : faulty(fault)
  }
  const inputs: CitationInput[] = []
  for await (const slice of readText(row.text, { name: row.format === 'text' ? 'case.txt' : 'case.bib', format: row.format ?? 'bibtex' })) inputs.push(...slice)
  const verifier = createCiteVerifier({ ...defaultConfig(), root, minIntervalMs: 0, retries: 0, durability: 'fast' }, { fetch: ask, pace: unpaced })
  try {
    const options = { suggest: row.suggest ?? false }
    const { items } = await verifier.verify(inputs, options)
    const requests = new Map(server.requests)
    const fixes = row.expected.fix === undefined ? [] : (await verifier.fix(row.text, inputs, options)).fixes
    return { inputs, items, requests, urls, fixes }
  } finally { await verifier.close() }
}

async function check(row: RuntimeCase, faults: Readonly<Record<string, Fault>>, expected: Expected): Promise<void> {
  const { inputs, items, requests, urls, fixes } = await run(row, faults)
  expect(inputs.length).toBe(expected.count ?? 1)
  if (expected.requests !== undefined) expect(Object.fromEntries(requests), urls.join('\n')).toEqual(expected.requests)
  const [item] = items
  if (item === undefined) return
  const { status, ok, identity, notFound, lookupError, checks } = item
  const wanted = Object.fromEntries((['status', 'ok', 'identity', 'notFound', 'lookupError'] as const).flatMap((name) => (expected[name] === undefined ? [] : [[name, expected[name]]])))
  expect({ status, ok, identity, notFound, lookupError }, JSON.stringify(checks, null, 1)).toMatchObject(wanted)
  const fields = checks.filter((one) => one.type === 'metadata-match')
  if (expected.flagged !== undefined) expect(fields.filter((one) => one.status === 'warn' || one.status === 'fail').map((one) => one.field), JSON.stringify(fields)).toEqual(expected.flagged)
  for (const field of expected.passed ?? []) expect(fields.find((one) => one.field === field)?.status, `${field}: ${JSON.stringify(fields)}`).toBe('pass')
  for (const field of expected.absentFields ?? []) expect(fields.map((one) => one.field)).not.toContain(field)
  if (expected.fieldChecks !== undefined) expect(fields).toHaveLength(expected.fieldChecks)
  if (expected.identifiers !== undefined) expect(item.input.citation.identifiers).toEqual(expected.identifiers)
  if (expected.agency !== undefined) expect(item.registrationAgency).toBe(expected.agency)
  if (expected.reason !== undefined) expect(checks.map((one) => one.reason)).toContain(expected.reason)
  for (const provider of expected.failed ?? []) expect(checks.filter((one) => one.status === 'skipped' && one.provider === provider).map((one) => one.reason)).not.toEqual([])
  if (expected.resolved === false) expect(item.resolved).toBeUndefined()
  if (expected.strong !== undefined) expect((item.suggestions ?? []).filter((one) => one.strength === 'strong')).toHaveLength(expected.strong)
  if (expected.first !== undefined) expect(item.suggestions?.[0]?.identifiers.doi).toBe(expected.first)
  if (expected.notices !== undefined) expect(item.notices).toEqual(expected.notices)
  if (expected.sources !== undefined) expect([...new Set(item.notices.map((one) => one.source))].sort()).toEqual(expected.sources)
  if (expected.retraction !== undefined) expect(checks.filter((one) => one.type === 'retraction').map((one) => one.detail)).toEqual(expected.retraction)
  if (expected.versions !== undefined) expect(checks.filter((one) => one.type === 'version-match').map((one) => one.status)).toEqual(expected.versions)
  if (expected.asked !== undefined) {
    const { host, holds, without } = expected.asked
    const asked = urls.filter((url) => new URL(url).host === host && decodeURIComponent(url).includes(holds))
    expect(asked.length, urls.join('\n')).toBeGreaterThan(0)
    for (const sign of without) for (const url of asked) expect(url).not.toContain(sign)
  }
  if (expected.fix !== undefined) expect(Object.fromEntries(fixes[0]?.diffs.map((diff) => [diff.field, diff.new]) ?? [])).toEqual(expected.fix)
  if (expected.invalid !== undefined) expect(item.input.invalid?.code).toBe(expected.invalid)
  if (expected.line !== undefined) expect(item.input.source?.line).toBe(expected.line)
  if (expected.remark !== undefined) expect(item.warnings.join('\n')).toContain(expected.remark)
  if (expected.second !== undefined) expect({ ...items[1], line: items[1]?.input.source?.line }).toMatchObject(expected.second)
}

describe('faults that users reported of such tools, end to end', () => {
  for (const row of cases) {
    it(`${row.case} ${row.what}`, async () => {
      await check(row, row.faults ?? {}, row.expected)
      // The same store, once the hosts answer: a failure must not have been remembered as an absence.
      if (row.then !== undefined) await check(row, {}, row.then)
    })
  }
})

describe('test/verify/cases.md', () => {
  const rows = readFileSync(new URL('cases.md', import.meta.url), 'utf8').split('\n').flatMap((line) => { const match = /^\| (A\d\d) \|[^|]*\|([^|]*)\|/.exec(line); return match ? [{ id: match[1] ?? '', files: (match[2] ?? '').split(',').map((file) => file.trim()) }] : [] })
  it('names every case once, and each file that it names holds that case', () => {
    expect(rows.map((row) => row.id)).toEqual(Array.from({ length: 28 }, (_, i) => `A${String(i + 1).padStart(2, '0')}`))
    for (const { id, files } of rows) for (const file of files) {
      const held = (JSON.parse(readFileSync(new URL(`../../fixtures/cases/${file}`, import.meta.url), 'utf8')) as { case: string }[]).filter((one) => one.case.startsWith(id))
      expect(held.length, `${id} in ${file}`).toBeGreaterThan(0)
    }
  })
})
