import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measured, type Goal } from './goal.ts'
import { mixOf } from './mix.ts'
import { forcedMs } from './pace-table.ts'
import { startSimulator, type Simulator } from './simulator.ts'

const LATENCY_MS = 300
/** Questions that need the answer before: Crossref list, agency of the prefix, one Crossref single, Handle probe. */
const ROUNDS = 4
const SLACK = 1.2
const BUILT = fileURLToPath(new URL('../lib/cli.js', import.meta.url))
const SOURCE = fileURLToPath(new URL('../src/cli/entry.ts', import.meta.url))
export const CLI = existsSync(BUILT) ? BUILT : SOURCE

interface Report {
  readonly startedAt: string
  readonly finishedAt: string
  readonly summary: { readonly total: number; readonly ok: number; readonly notFound: number; readonly lookupErrors: number }
  readonly requests: Readonly<Record<string, number>>
}

/** One run of the command line; rejects when it can't be started or answers with a usage error. */
export async function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}, nodeArgs: readonly string[] = []): Promise<void> {
  const child = spawn(process.execPath, [...nodeArgs, CLI, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => { errors += chunk })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${CLI} ${args[0]} ended with ${code}: ${errors.slice(-2_000)}`)
}

/** `count` references of the mix through the command line, proxy and TLS included. Leaves the verified root for the replay. */
export async function runMix(count: number): Promise<{ goals: Goal[]; root: string; bib: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'cite-verify-speed-'))
  const root = join(folder, 'root'), bib = join(folder, 'mix.bib'), out = join(folder, 'report.json')
  const cases = mixOf(count)
  writeFileSync(bib, cases.map((c) => c.citation).join('\n\n'))
  const simulator = await startSimulator({ cases, latencyMs: LATENCY_MS })
  try {
    await runCli(['check', bib, '--root', root, '--format', 'json', '--output', out, '--fail-on', 'never', '--mailto', 'bench@example.org'], simulator.env)
    const report = JSON.parse(readFileSync(out, 'utf8')) as Report
    return { goals: goalsOf(count, report, simulator), root, bib, remove: () => rmSync(folder, { recursive: true, force: true }) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    await simulator.close()
  }
}

function goalsOf(count: number, report: Report, simulator: Simulator): Goal[] {
  const { lanes, refused } = simulator.stats()
  const seconds = (Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1_000
  const slowest = [...lanes].map(([lane, n]) => ({ lane, ms: forcedMs(lane, n, LATENCY_MS) })).sort((a, b) => b.ms - a.ms)[0] ?? { lane: '', ms: 0 }
  const floor = (ROUNDS * LATENCY_MS + slowest.ms) / 1_000
  const total = [...lanes.values()].reduce((a, b) => a + b, 0)
  const name = `${count.toLocaleString('en')} references`
  const { summary } = report
  const wrong = summary.lookupErrors > 0 || summary.total !== count || summary.ok + summary.notFound !== count ? `; NOT AS EXPECTED: ${JSON.stringify(summary)}` : ''
  const what = `${[...lanes].sort().map(([lane, n]) => `${lane} ${n}`).join(', ')}${wrong}`
  const time = `floor ${floor.toFixed(1)} s = ${ROUNDS} rounds x ${LATENCY_MS} ms + ${(slowest.ms / 1_000).toFixed(1)} s forced by ${slowest.ms > 0 ? slowest.lane : 'no host'}; ${simulator.name}`
  return [
    ...(count === 100 ? [measured(`${name}: requests`, total, 14, 'requests', what)] : []),
    measured(`${name}: wall time`, seconds, SLACK * floor, 's', count === 100 ? time : `${time}\n         ${total} requests: ${what}`),
    measured(`${name}: requests refused for their pace`, refused, 0, 'requests'),
  ]
}
