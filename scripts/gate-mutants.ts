// Applies faults to a copy of the gate's source, one at a time, and runs the tests that must notice. Exit 0: every fault was noticed.
//   node scripts/gate-mutants.ts [NAME...]
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Mutant {
  readonly name: string
  /** What would be wrong with the gate. */
  readonly fault: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The test file that must fail. */
  readonly test: string
}

const MUTANTS: readonly Mutant[] = [
  { name: 'M1', fault: 'the reducer takes a miss by title for a refuted identifier', file: 'src/gate/reduce.ts', from: "outcome.queried_by === 'id' && ", to: '', test: 'reduce' },
  { name: 'M1-registry', fault: 'the reducer takes an index\'s miss for a refutation by the registry', file: 'src/gate/reduce.ts', from: ' && refuted[ASKED_BY[name]]', to: '', test: 'reduce' },
  { name: 'M1-matched', fault: 'a refuted identifier outweighs a match', file: 'src/gate/reduce.ts', from: "return 'true'", to: "if (!applicable.some(({ outcome }) => outcome.status === 'unmatched')) return 'true'", test: 'reduce' },
  { name: 'M2-accept-all', fault: 'the output gate lets every terminal block pass', file: 'src/gate/release-check.ts', from: 'if (!/severity=HIGH-BLOCK/.test(raw)) return []', to: 'if (raw !== "") return []', test: 'finalize' },
  { name: 'M2-never', fault: 'the finalizer blocks under no policy', file: 'src/gate/finalize.ts', from: "policyValue(policies, 'citation_existence') === 'strict'", to: "policyValue(policies, 'citation_existence') === 'never'", test: 'finalize' },
  { name: 'M2-widened', fault: 'the finalizer blocks whatever the policy says', file: 'src/gate/finalize.ts', from: "policyValue(policies, 'citation_existence') === 'strict' && ", to: '', test: 'finalize' },
  { name: 'unresolvable-blocks', fault: 'strict blocks what is only undecided', file: 'src/gate/finalize.ts', from: "row.lookup_verified === 'false'", to: "row.lookup_verified !== 'true'", test: 'finalize' },
  { name: 'no-recompute', fault: 'the finalizer keeps a status that a marker already has', file: 'src/gate/finalize.ts', from: '    if (!row || !entry) {', to: '    if (marker.status) { text += marker.raw; continue }\n    if (!row || !entry) {', test: 'finalize' },
  { name: 'no-stamp', fault: 'a marker without a block is not stamped', file: 'src/gate/finalize.ts', from: '...(stamp ? { policyHash: stamp } : {})', to: '...(stamp && blocks.length > 0 ? { policyHash: stamp } : {})', test: 'finalize' },
  { name: 'no-freshness', fault: 'the output gate does not ask under which policy a marker was judged', file: 'src/gate/release-check.ts', from: 'if (found === stamp) return []', to: 'if (found !== null) return []', test: 'finalize' },
  { name: 'masked-block', fault: 'a whole block behind a broken one mends it', file: 'src/gate/markers.ts', from: "for (const key of ['policy', 'reason', 'mode']) if (!fields.get(key))", to: "for (const key of ['policy', 'reason', 'mode']) if (!fields.get(key) && tokens[0] !== 'TERMINAL-BLOCK')", test: 'markers' },
  { name: 'no-hash-needed', fault: 'a terminal marker needs no policy_hash', file: 'src/gate/markers.ts', from: 'if (blocks.length > 0 && stamp === undefined)', to: 'if (blocks.length > 9 && stamp === undefined)', test: 'markers' },
  { name: 'schema-mode', fault: 'citation_existence takes strict_articles_only', file: 'schemas/passport-policies.schema.json', from: '"citation_existence": {\n      "enum": [', to: '"citation_existence": {\n      "enum": [\n        "strict_articles_only",', test: 'summary-row' },
  { name: 'schema-default', fault: 'citation_existence has a default in the schema', file: 'schemas/passport-policies.schema.json', from: '"citation_existence": {', to: '"citation_existence": {\n      "default": "advisory",', test: 'summary-row' },
  { name: 'section-renamed', fault: 'the advisory section has another name', file: 'src/gate/provenance.ts', from: "'Citation Existence Advisories'", to: "'Existence Notes'", test: 'passport-file' },
  { name: 'section-dropped', fault: 'the provenance summary lists no advisory', file: 'src/gate/provenance.ts', from: 'const advisories = isStrict ? [] : refuted', to: 'const advisories = isStrict ? [] : refuted.slice(1)', test: 'passport-file' },
  { name: 'empty-titles', fault: 'two titles of which nothing is left are the same', file: 'src/gate/title.ts', from: 'if (isEmptyTitle(cited) || isEmptyTitle(record)) return false', to: '', test: 'title' },
  { name: 'hidden-mismatch', fault: 'a DOI that names another work is not shown when the title was found', file: 'src/gate/summarize.ts', from: "if (finding?.found !== 'other-work'", to: "if (resolution.status === 'matched' || finding?.found !== 'other-work'", test: 'verify-passport' },
  { name: 'truthy-payload', fault: 'the text "false" in the cache counts as a match', file: 'src/gate/verification-cache.ts', from: "typeof matched === 'boolean' && ", to: '', test: 'cache' },
  { name: 'new-timestamp', fault: 'a cached answer is given the time of now', file: 'src/gate/summarize.ts', from: 'times.sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? now', to: 'now', test: 'verify-passport' },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'gate-mutants-'))
for (const name of ['src', 'test', 'fixtures/gate', 'schemas', 'package.json', 'tsconfig.json', 'vitest.config.ts']) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$|^TEST$/.test(name)))

/** Runs one test file in the copy: how many of its tests ran and failed. A file that does not load is no noticed fault. */
function run(test: string): { readonly passed: number; readonly failed: number } {
  const output = join(copy, 'report.json')
  rmSync(output, { force: true })
  const { stderr } = spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', copy, '--reporter', 'json', '--outputFile', output, `test/gate/${test}.test.ts`], { cwd: copy, env: environment, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (!existsSync(output)) throw new Error(`vitest gave no report for ${test}: ${stderr}`)
  const report = JSON.parse(readFileSync(output, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

const wanted = process.argv.slice(2)
const chosen = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
let survivors = 0
try {
  for (const test of new Set(chosen.map((mutant) => mutant.test))) {
    const { passed, failed } = run(test)
    if (failed > 0 || passed === 0) throw new Error(`test/gate/${test}.test.ts does not pass without a fault`)
  }
  for (const { name, fault, file, from, to, test } of chosen) {
    const target = join(copy, file)
    const text = readFileSync(target, 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold its place exactly once`)
    writeFileSync(target, text.replace(from, () => to))
    const { passed, failed } = run(test)
    writeFileSync(target, text)
    const isNoticed = failed > 0 && passed > 0
    if (!isNoticed) survivors++
    process.stdout.write(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${name}: ${fault} (${test}: ${failed} failed, ${passed} passed)\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = chosen.length === 0 || survivors > 0 ? 1 : 0
