import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROVIDER_HOSTS, startProviderServer } from '../test/support/tls-provider-server.ts'
import type { BenchCase } from './case.ts'
import { createCaseServer } from './case-server.ts'
import { laneOf, PACE } from './pace-table.ts'

export interface Simulator {
  readonly name: string
  /** For the child process: proxy and CA. */
  readonly env: Readonly<Record<string, string>>
  /** Requests by lane, and how many were refused with 429 for going past a limit. */
  stats(): { readonly lanes: ReadonlyMap<string, number>; readonly refused: number }
  close(): Promise<void>
}
export interface SimulatorOptions {
  readonly cases: readonly BenchCase[]
  readonly latencyMs: number
  /** Our own simulator even where the shared one is there. */
  readonly own?: boolean
}

const SHARED = fileURLToPath(new URL('../../shared/tools/provider-sim.mjs', import.meta.url))

/** The providers on loopback behind a CONNECT proxy with a private CA, with latency and the published limits on. The shared simulator where it is there, else our own. */
export function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  return existsSync(SHARED) && !options.own ? startShared(options) : startOwn(options)
}

async function startShared({ cases, latencyMs }: SimulatorOptions): Promise<Simulator> {
  const folder = mkdtempSync(join(tmpdir(), 'cite-verify-sim-'))
  const log = join(folder, 'requests.jsonl')
  writeFileSync(log, '')
  writeFileSync(join(folder, 'cases.jsonl'), cases.map((c) => JSON.stringify(c)).join('\n'))
  const child = spawn(process.execPath, [SHARED, '--cases', join(folder, 'cases.jsonl'), '--unknown', 'unavailable', '--latency', String(latencyMs), '--limits', 'on', '--log', log, '--state', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const first = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => { text += chunk; if (text.includes('\n')) resolve(text) })
    child.on('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
  })
  const { port, ca } = JSON.parse(first) as { port: number; ca: string }
  return {
    name: 'shared/tools/provider-sim.mjs',
    env: { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: ca },
    stats() {
      const rows = readFileSync(log, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as { host: string; path: string; status: number })
      return tally(rows)
    },
    async close() {
      await new Promise((resolve) => { child.on('exit', resolve); child.kill() })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOwn({ cases, latencyMs }: SimulatorOptions): Promise<Simulator> {
  const world = createCaseServer({
    records: { crossref: cases.flatMap((c) => c.records.crossref ?? []), datacite: cases.flatMap((c) => c.records.datacite ?? []), pubmed: cases.flatMap((c) => c.records.pubmed ?? []), arxiv: cases.flatMap((c) => c.records.arxiv ?? []) },
    absent: cases.flatMap((c) => c.absent),
  })
  const server = await startProviderServer()
  const recent = new Map<string, number[]>()
  const open = new Map<string, number>()
  const rows: { host: string; path: string; status: number }[] = []
  for (const host of PROVIDER_HOSTS) {
    server.on(host, async (request) => {
      const lane = laneOf(host, request.path)
      const row = PACE[lane]
      const now = performance.now()
      const times = [...(recent.get(lane) ?? []).filter((t) => row !== undefined && now - t < row.windowMs), now]
      recent.set(lane, times)
      open.set(lane, (open.get(lane) ?? 0) + 1)
      const over = row !== undefined && (times.length > row.perWindow || (open.get(lane) ?? 0) > row.atOnce)
      await new Promise((resolve) => setTimeout(resolve, latencyMs))
      open.set(lane, (open.get(lane) ?? 1) - 1)
      if (over) { rows.push({ host, path: request.path, status: 429 }); return { status: 429, headers: { 'retry-after': '1' }, body: 'Rate limit exceeded' } }
      const answer = await world.fetch(request.url, { method: request.method, headers: { accept: String(request.headers.accept ?? '') }, ...(request.method === 'POST' ? { body: request.body } : {}) })
      rows.push({ host, path: request.path, status: answer.status })
      return { status: answer.status, headers: { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }, body: await answer.text() }
    })
  }
  return { name: 'the loopback server of test/support', env: server.env, stats: () => tally(rows), close: () => server.close() }
}

function tally(rows: readonly { host: string; path: string; status: number }[]): ReturnType<Simulator['stats']> {
  const lanes = new Map<string, number>()
  for (const row of rows) { const lane = laneOf(row.host, row.path); lanes.set(lane, (lanes.get(lane) ?? 0) + 1) }
  return { lanes, refused: rows.filter((row) => row.status === 429).length }
}
