import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseCases, type BenchCase } from './case.ts'
import { predictionOf, scoresOf, type Metrics, type Prediction, type Scores } from './metrics.ts'
import { verifyCase } from './verifier.ts'

const USAGE = `node bench/citations.ts [--dataset FILE]... [--json FILE] [--short]
  --dataset FILE  JSON lines in the format of bench/case.ts; repeatable. Default: every file of BENCH_DIR, else of fixtures/bench
  --json FILE     where the scores and predictions go (default bench/results-citations.json; with --short nowhere)
  --short         every third case, at most 30 seconds: for continuous integration`
const OWN_SETS = fileURLToPath(new URL('../fixtures/bench/', import.meta.url))
const DEFAULT_JSON = fileURLToPath(new URL('results-citations.json', import.meta.url))
const SHORT_EVERY = 3
const SHORT_MS = 30_000
const AT_ONCE = 4

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { dataset: { type: 'string', multiple: true }, json: { type: 'string' }, short: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) { console.log(USAGE); return 0 }
  const dir = process.env.BENCH_DIR ?? OWN_SETS
  const files = values.dataset ?? readdirSync(dir).filter((name) => name.endsWith('.jsonl')).sort().map((name) => join(dir, name))
  const all = files.flatMap((file) => parseCases(readFileSync(file, 'utf8'), file))
  const twice = all.map((c) => c.id).filter((id, i, ids) => ids.indexOf(id) !== i)
  if (all.length === 0 || twice.length > 0) { console.error(all.length === 0 ? `no cases in ${files.join(', ') || dir}` : `two cases are called ${twice[0]}`); return 2 }
  const chosen = values.short ? all.filter((_, i) => i % SHORT_EVERY === 0) : all
  const started = performance.now()
  const { predictions, failures } = await run(chosen, values.short ? SHORT_MS : Infinity)
  const seconds = (performance.now() - started) / 1_000
  const cases = chosen.filter((c) => predictions.some((p) => p.id === c.id))
  const scores = scoresOf(cases, predictions)
  console.log(`${cases.length} of ${all.length} cases from ${files.map((f) => basename(f)).join(', ')} in ${seconds.toFixed(1)} s`)
  printScores(scores)
  printWorst(cases, predictions)
  for (const failure of failures) console.error(`could not be run: ${failure}`)
  const json = values.json ?? (values.short ? undefined : DEFAULT_JSON)
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ dataset: files.map((f) => basename(f)), cases: cases.length, ...scores, predictions: predictions.map(({ id, flagged, fields, notFound, lookupError, status }) => ({ id, flagged, fields, notFound, lookupError, status })) }, null, 1)}\n`)
    console.log(`\nwritten: ${json}`)
  }
  return failures.length > 0 ? 1 : 0
}

async function run(cases: readonly BenchCase[], limitMs: number): Promise<{ predictions: Prediction[]; failures: string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'cite-verify-bench-'))
  const started = performance.now()
  const predictions = new Map<string, Prediction>()
  const failures: string[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let i = next++; i < cases.length && performance.now() - started < limitMs; i = next++) {
      const benchCase = cases[i] as BenchCase
      const own = join(root, String(i))
      try {
        predictions.set(benchCase.id, predictionOf(benchCase.id, await verifyCase(benchCase, own)))
      } catch (error) {
        failures.push(`${benchCase.id}: ${String((error as Error).stack ?? error)}`)
      }
      rmSync(own, { recursive: true, force: true })
    }
  }
  try { await Promise.all(Array.from({ length: AT_ONCE }, worker)) } finally { rmSync(root, { recursive: true, force: true }) }
  return { predictions: cases.flatMap((c) => predictions.get(c.id) ?? []), failures }
}

const rate = (value: number | null): string => (value === null ? '    -' : value.toFixed(4).padStart(6))

function printScores({ metrics, byField, byLabel }: Scores): void {
  console.log('\nmetric                    value')
  for (const [name, value] of Object.entries(metrics) as [keyof Metrics, number | null][]) console.log(`${name.padEnd(24)} ${rate(value)}`)
  console.log('\nfield           precision  recall      f1')
  for (const [field, r] of Object.entries(byField)) console.log(`${field.padEnd(16)} ${rate(r.precision)}   ${rate(r.recall)}   ${rate(r.f1)}`)
  console.log('\nlabel                 n  flagged  right field')
  for (const [label, r] of Object.entries(byLabel)) console.log(`${label.padEnd(17)} ${String(r.n).padStart(5)}   ${rate(r.flagged)}   ${rate(r.rightField)}`)
}

/** Scored cases that came out otherwise than expected: wrong verdicts first, then wrong fields or notices. */
function printWorst(cases: readonly BenchCase[], predictions: readonly Prediction[]): void {
  const byId = new Map(predictions.map((p) => [p.id, p]))
  const rows = cases.flatMap((c) => {
    const p = byId.get(c.id)
    if (!p || c.expected.flagged === null) return []
    const wanted = c.expected.notice === undefined ? '' : ` notice ${c.expected.notice}`
    const text = `${c.id.padEnd(44)} expected ${c.expected.flagged ? `[${c.expected.fields.join(' ')}]` : 'nothing'}${wanted}, got ${p.flagged ? `[${p.fields.join(' ')}]` : 'nothing'}${p.notices.length ? ` notice ${p.notices.join(' ')}` : ''}${p.lookupError ? ' (a look-up failed)' : ''}`
    if (p.flagged !== c.expected.flagged) return [{ rank: 0, text }]
    if (c.expected.fields.some((f) => !p.fields.includes(f))) return [{ rank: 1, text }]
    if (p.fields.some((f) => !c.expected.fields.includes(f)) || [...p.notices].join() !== (c.expected.notice ?? '')) return [{ rank: 2, text }]
    return p.lookupError ? [{ rank: 3, text }] : []
  }).sort((a, b) => a.rank - b.rank)
  if (rows.length === 0) { console.log('\nevery scored case came out as expected'); return }
  console.log(`\n${rows.length} scored cases came out otherwise than expected${rows.length > 60 ? ' (the first 60)' : ''}`)
  for (const row of rows.slice(0, 60)) console.log(`  ${row.text}`)
}

process.exitCode = await main()
