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
export async function runMix(count: number, options: { readonly own?: boolean } = {}): Promise<{ goals: Goal[]; root: string; bib: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'cite-verify-speed-'))
  const root = join(folder, 'root'), bib = join(folder, 'mix.bib'), out = join(folder, 'report.json')
  const cases = mixOf(count)
  writeFileSync(bib, cases.map((c) => c.citation).join('\n\n'))
  const simulator = await startSimulator({ cases, latencyMs: LATENCY_MS, ...options })
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

/** Questions that need the answer before them, among those that were asked: Crossref list, agency of the prefix, then DataCite beside Crossref single and Handle. */
function roundsOf(lanes: ReadonlyMap<string, number>): number {
  const asked = (lane: string): number => (lanes.has(lane) ? 1 : 0)
  return Math.max(1, asked('api.crossref.org list') + asked('doi.org') + Math.max(asked('api.datacite.org'), asked('api.crossref.org single') + asked('hdl.handle.net')))
}

function goalsOf(count: number, report: Report, simulator: Simulator): Goal[] {
  const { lanes, refused } = simulator.stats()
  const seconds = (Date.parse(report.finishedAt) - Date.parse(report.startedAt)) / 1_000
  const slowest = [...lanes].map(([lane, n]) => ({ lane, ms: forcedMs(lane, n, LATENCY_MS) })).sort((a, b) => b.ms - a.ms)[0] ?? { lane: '', ms: 0 }
  const rounds = roundsOf(lanes)
  const forced = (lane: string): number => forcedMs(lane, lanes.get(lane) ?? 0, LATENCY_MS)
  const inTurn = (rounds * LATENCY_MS + forced('api.crossref.org list') + forced('doi.org') + Math.max(forced('api.datacite.org'), forced('api.crossref.org single') + forced('hdl.handle.net'))) / 1_000
  // A hundred references are one group: its agencies are asked when its lists are in, its Handle probes after that. In a longer run the
  // rounds of one group overlap with the next, so that only the slowest lane counts.
  const floor = count <= 100 ? inTurn : (rounds * LATENCY_MS + slowest.ms) / 1_000
  const total = [...lanes.values()].reduce((a, b) => a + b, 0)
  const name = `${count.toLocaleString('en')} references`
  const { summary } = report
  const wrong = summary.lookupErrors > 0 || summary.total !== count || summary.ok + summary.notFound !== count ? `; NOT AS EXPECTED: ${JSON.stringify(summary)}` : ''
  const what = `${[...lanes].sort().map(([lane, n]) => `${lane} ${n}`).join(', ')}${wrong}`
  const time = `floor ${floor.toFixed(2)} s = ${rounds} rounds x ${LATENCY_MS} ms + ${(floor - rounds * LATENCY_MS / 1_000).toFixed(2)} s forced by the pace (${count <= 100 ? 'one round after the other' : slowest.lane}; 150 ms between two requests to one host is the default of minIntervalMs); ${simulator.name}`
  return [
    ...(count === 100 ? [measured(`${name}: requests`, total, 14, 'requests', what)] : []),
    measured(`${name}: wall time`, seconds, SLACK * floor, 's', count === 100 ? time : `${time}\n         ${total} requests: ${what}`),
    measured(`${name}: requests refused for their pace`, refused, 0, 'requests'),
  ]
}
