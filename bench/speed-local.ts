import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareAuthors } from '../src/compare/names.ts'
import { compareTitle } from '../src/compare/title.ts'
import { compareVenueNames } from '../src/compare/venue.ts'
import { defaultConfig } from '../src/model/config.ts'
import { createCiteVerifier } from '../src/runtime.ts'
import { measured, notMeasured, type Goal } from './goal.ts'
import { longBibliography } from './mix.ts'
import { runCli } from './speed-network.ts'
import { readBibtexInputs } from './verifier.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ENTRY = join(ROOT, 'lib/index.js')
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Parsed citations against answers and records that are stored already; no network (a request would throw). */
export async function replayGoal(root: string, bib: string): Promise<Goal> {
  const inputs = await readBibtexInputs(readFileSync(bib, 'utf8'), 'mix.bib')
  const rates: number[] = []
  let summary = ''
  for (let round = 0; round < 5; round++) {
    const verifier = createCiteVerifier({ ...defaultConfig(), root }, { fetch: () => Promise.reject(new Error('the replay asked the network')) })
    const cpu = process.cpuUsage(), started = performance.now()
    const report = await verifier.verify(inputs)
    const wall = performance.now() - started, used = process.cpuUsage(cpu)
    await verifier.close()
    // More than one core at work would flatter the wall time.
    rates.push(inputs.length / (Math.max(wall, (used.user + used.system) / 1_000) / 1_000))
    summary = `${report.summary.ok} ok, ${report.summary.notFound} without record, ${report.summary.lookupErrors} failed`
  }
  return measured('replay from parsed citations, records stored', median(rates), 2_000, 'refs/s', `${inputs.length} references, median of 5 (${rates.map((r) => Math.round(r)).join(', ')}); ${summary}`, 'higher')
}

/** Start-up times and sizes of what is published; needs `npm run build`. */
export function packageGoals(): Goal[] {
  if (!existsSync(ENTRY)) return ['plugin import', 'cite-verify --version'].map((g) => notMeasured(g, g === 'plugin import' ? 60 : 120, 'ms', 'lib/ is not built')).concat(['plugin entry without lazy chunks', 'packed tarball'].map((g) => notMeasured(g, g === 'packed tarball' ? 600 : 300, 'kB', 'lib/ is not built')))
  const program = `const t = performance.now(); await import(${JSON.stringify(`file://${ENTRY}`)}); console.log(performance.now() - t)`
  const imports = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, encoding: 'utf8' })))
  const version = Array.from({ length: 9 }, () => { const started = performance.now(); execFileSync(process.execPath, [join(ROOT, 'lib/cli.js'), '--version']); return performance.now() - started })
  const files = staticClosure(ENTRY)
  const kB = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_000
  return [
    measured('plugin import', median(imports), 60, 'ms', 'median of 9, with its peers'),
    measured('cite-verify --version', median(version), 120, 'ms', 'median of 9, the start of Node included'),
    measured('plugin entry without lazy chunks', kB, 300, 'kB', `${files.length} files`),
    tarballGoal(),
  ]
}

function tarballGoal(): Goal {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' })
  try {
    const parsed = JSON.parse(packed.stdout) as { size: number; files: unknown[] }[] | Record<string, { size: number; files: unknown[] }>
    const [first] = Object.values(parsed) as { size: number; files: unknown[] }[]
    if (first) return measured('packed tarball', first.size / 1_000, 600, 'kB', `${first.files.length} files`)
  } catch { /* said below */ }
  return notMeasured('packed tarball', 600, 'kB', `npm pack failed: ${packed.stderr.trim().split('\n').at(-1) ?? ''}`)
}

/** The file and what it imports without import(): read off the text, since the build writes one import per statement. */
function staticClosure(entry: string): string[] {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const match of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*"(\.{1,2}\/[^"]+)"/g)) visit(join(dirname(file), match[1] ?? ''))
  }
  visit(entry)
  return [...seen]
}

/** 100,000 entries through the command line, offline: the largest resident size that the process had. */
export async function memoryGoal(count: number): Promise<Goal> {
  const folder = mkdtempSync(join(tmpdir(), 'cite-verify-long-'))
  const bib = join(folder, 'long.bib'), peak = join(folder, 'peak')
  try {
    const file = openSync(bib, 'w')
    for (const entry of longBibliography(count)) writeSync(file, entry)
    closeSync(file)
    const hook = `import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(peak)},String(process.resourceUsage().maxRSS)))`
    const started = performance.now()
    await runCli(['check', bib, '--offline', '--root', join(folder, 'root'), '--format', 'jsonl', '--output', join(folder, 'out.jsonl'), '--fail-on', 'never'], {}, ['--import', `data:text/javascript,${encodeURIComponent(hook)}`])
    const seconds = (performance.now() - started) / 1_000
    return measured(`${count.toLocaleString('en')} entries offline: peak memory`, Number(readFileSync(peak, 'utf8')) / 1_000, 1_000, 'MB', `${seconds.toFixed(1)} s, ${(statSync(bib).size / 1e6).toFixed(0)} MB of BibTeX`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Exponent between the time for half the size and for the whole: 1 is linear, n log n about 1.1, 2 quadratic. */
export function growthGoals(): Goal[] {
  const vocabulary = Array.from({ length: 997 }, (_, i) => `word${(i * 7919) % 9_973}`)
  const title = (characters: number, seed: number): string => { let s = ''; for (let i = 0; s.length < characters; i++) s += `${vocabulary[(i * 31 + seed) % vocabulary.length]} `; return s.slice(0, characters).trim() }
  const names = (count: number, shift: number) => ({ names: Array.from({ length: count }, (_, i) => ({ family: `Surname${(i * 7919 + shift) % 99_991}`, given: `Given${i % 89} M.` })) })
  const cases: readonly [string, number, (size: number) => () => unknown][] = [
    ['titles that agree, to 20,000 characters', 20_000, (n) => { const a = title(n, 0), b = a.toUpperCase(); return () => compareTitle(a, b) }],
    ['titles that differ, to 20,000 characters', 20_000, (n) => { const a = title(n, 0), b = title(n, 400); return () => compareTitle(a, b) }],
    ['author lists that agree, to 3,000 names', 3_000, (n) => { const a = names(n, 0), b = names(n, 0); return () => compareAuthors(a, b) }],
    ['author lists that differ, to 3,000 names', 3_000, (n) => { const a = names(n, 0), b = names(n, 13); return () => compareAuthors(a, b) }],
    ...[': a', '[a ', '<i ', '$x^', '(a. '].map((piece): [string, number, (size: number) => () => unknown] => [`titles and venues of ${JSON.stringify(piece)}, to 20,000 characters`, 20_000, (n) => { const a = piece.repeat(n / piece.length); return () => [compareTitle(a, `${a} b`), compareVenueNames(a, `${a} b`)] }]),
    ['author lists of one name, to 3,000 names', 3_000, (n) => { const a = { names: Array.from({ length: n }, () => ({ family: 'Zhang', given: 'Wei' })) }, b = { names: a.names.with(n / 2, { family: 'Herring', given: 'Bo' }) }; return () => compareAuthors(a, b) }],
    ['author lists in another order, to 3,000 names', 3_000, (n) => { const a = names(n, 0), b = { names: [...a.names].reverse() }; return () => compareAuthors(a, b) }],
  ]
  return cases.map(([name, size, make]) => {
    const times = [size / 4, size / 2, size].map((n) => timeOf(make(n)))
    const [quarter = 0, , whole = 0] = times
    return measured(`growth: ${name}`, Math.log(whole / quarter) / Math.log(4), 1.25, 'exponent', `${times.map((t) => `${t.toFixed(2)} ms`).join(', ')} for a quarter, half and whole`)
  })
}

/** Milliseconds of this thread's own work: on a busy machine the wall clock would measure the others, too. */
function timeOf(run: () => unknown): number {
  const now = (): number => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000 }
  run()
  return Math.min(...Array.from({ length: 9 }, () => {
    const started = now()
    let n = 0
    do { run(); n++ } while (now() - started < 20)
    return (now() - started) / n
  }))
}
