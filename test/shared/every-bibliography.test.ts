import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHARED, hasShared, startSimulator, type Simulator } from '../support/simulator.ts'
import { readStoredIdentifiers, type StoredIdentifiers } from './stored-identifiers.ts'

interface Line {
  readonly file: string
  readonly crash?: string
  readonly warnings?: readonly string[]
  readonly items?: readonly { readonly key: string; readonly identifiers: Readonly<Record<string, string>>; readonly status: string; readonly notFound: boolean; readonly existing: readonly string[] }[]
}

describe.skipIf(!hasShared)('every bibliography file of the shared material, through the provider simulator (skipped where ../shared is absent)', () => {
  let simulator: Simulator
  let root: string
  let lines: Line[]
  let stored: StoredIdentifiers
  let files: string[]

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'every-bibliography-'))
    simulator = await startSimulator()
    stored = readStoredIdentifiers(`${SHARED}data/providers`)
    files = readFileSync(`${SHARED}data/bib/index.jsonl`, 'utf8').trim().split('\n').map((line) => (JSON.parse(line) as { file: string }).file)
    lines = await run(JSON.stringify({ root, folder: `${SHARED}data/bib`, files }), simulator.env)
  }, 15 * 60_000)
  afterAll(async () => {
    await simulator?.close()
    rmSync(root, { recursive: true, force: true })
  })

  it('is read without a crash; what is no bibliography is refused in one sentence', () => {
    expect(lines).toHaveLength(files.length)
    const refused = lines.filter((line) => line.crash !== undefined)
    expect(refused.filter((line) => !/^CiteError: INVALID_INPUT: .+ is (?:JSON, but not CSL-JSON|an EndNote tagged export)/.test(line.crash ?? '')).map((line) => `${line.file}: ${line.crash}`)).toEqual([])
    expect(refused.length).toBeLessThan(10)
    expect(lines.flatMap((line) => line.warnings ?? [])).toEqual([])
  })

  it('comes back resolved wherever an authority\'s answer is stored', () => {
    const missing: string[] = []
    let known = 0
    for (const { file, items = [] } of lines) {
      for (const { key, identifiers, existing } of items) {
        for (const kind of ['doi', 'pmid', 'arxiv'] as const) {
          const id = identifiers[kind]
          if (id === undefined || !stored[kind].has(id)) continue
          known++
          if (!existing.includes(kind === 'doi' ? 'doi-exists' : `${kind}-exists`)) missing.push(`${file} ${key} ${id}`)
        }
      }
    }
    expect(missing).toEqual([])
    expect(known).toBeGreaterThan(300)
  })

  it('never says "no record" of what the simulator merely does not hold', () => {
    const claimed = lines.flatMap(({ file, items = [] }) => items.filter((item) => item.notFound).map((item) => ({ file, ...item })))
    const wrong = claimed.filter(({ identifiers }) => !(stored.absent.has(identifiers['doi'] ?? '') || identifiers['doi']?.startsWith('10.99999/') || identifiers['pmid']?.startsWith('99999')))
    expect(wrong).toEqual([])
    expect(claimed.length).toBeGreaterThan(0)
  })

  it('asks no host that is not allowlisted', async () => {
    expect((await simulator.stats()).escaped).toEqual([])
  })
})

function run(input: string, env: Readonly<Record<string, string>>): Promise<Line[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('check-every-file.ts', import.meta.url))], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(out.trim().split('\n').map((line) => JSON.parse(line) as Line)) : reject(new Error(`the run ended with ${code}`))))
    child.stdin.end(input)
  })
}
