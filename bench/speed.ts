import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatGoal, notMeasured, type Goal } from './goal.ts'
import { growthGoals, memoryGoal, packageGoals, replayGoal } from './speed-local.ts'
import { CLI, runMix } from './speed-network.ts'

const USAGE = `node bench/speed.ts [--short] [--only NAME]... [--json FILE]
  --short      the mix of 100, start-up, sizes and growth: for continuous integration (about 20 seconds)
  --only NAME  network, replay, package, memory, growth
  --json FILE  where the figures go (default bench/results-speed.json; with --short nowhere)`
const DEFAULT_JSON = fileURLToPath(new URL('results-speed.json', import.meta.url))

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { short: { type: 'boolean' }, only: { type: 'string', multiple: true }, json: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) { console.log(USAGE); return 0 }
  const wanted = (name: string): boolean => values.only?.includes(name) ?? true
  const goals: Goal[] = []
  const say = (...found: Goal[]): void => { for (const goal of found) { goals.push(goal); console.log(formatGoal(goal)) } }
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, command line: ${CLI.endsWith('.ts') ? 'src (not built)' : 'lib'}\n`)
  if (wanted('network') || wanted('replay')) {
    for (const count of values.short || !wanted('network') ? [values.short ? 100 : 1_000] : [100, 1_000, 10_000]) {
      const run = await runMix(count)
      try {
        if (wanted('network')) say(...run.goals)
        if (wanted('replay') && (values.short || count === 1_000)) say(await replayGoal(run.root, run.bib))
      } finally { run.remove() }
    }
    if (values.short) say(notMeasured('1,000 and 10,000 references', 1.2, 'x floor', 'not with --short'))
  }
  if (wanted('package')) say(...packageGoals())
  if (wanted('growth')) say(...growthGoals())
  if (wanted('memory')) say(values.short ? notMeasured('100,000 entries offline: peak memory', 1_000, 'MB', 'not with --short') : await memoryGoal(100_000))
  const missed = goals.filter((g) => g.met === false).length
  console.log(`\n${goals.filter((g) => g.met).length} met, ${missed} missed, ${goals.filter((g) => g.met === undefined).length} not run`)
  const json = values.json ?? (values.short || values.only ? undefined : DEFAULT_JSON)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ node: process.version, goals }, null, 1)}\n`)
  return 0
}

process.exitCode = await main()
