/**
 * Applies what cite_fix proposes to every case with a wrong field and verifies again: how many entries then verify clean, whether every
 * other byte is the same, whether a second fix changes nothing, and whether the result reads alike in @retorquere/bibtex-parser and in
 * biber --tool (where biber is installed). Usage: node scripts/measure-fix.ts FILE... [--show KIND] (cases in the benchmark's format)
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from '@retorquere/bibtex-parser'
import { parseCases, type BenchCase } from '../bench/case.ts'
import { createCaseServer } from '../bench/case-server.ts'
import { readBibtexInputs } from '../bench/verifier.ts'
import { scanBibtex } from '../src/formats/bibtex-scan.ts'
import { unpaced } from '../src/http/pace.ts'
import type { Citation } from '../src/model/citation.ts'
import { defaultConfig } from '../src/model/config.ts'
import type { VerifiedItem } from '../src/model/item.ts'
import { createCiteVerifier, type CiteVerifier } from '../src/runtime.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { show: { type: 'string' } } })
const counts = new Map<string, number>()
const note = (kind: string, text: string): void => { counts.set(kind, (counts.get(kind) ?? 0) + 1); if (values.show === kind || values.show === 'all') console.log(`[${kind}] ${text}`) }
const wrongChecks = (item: VerifiedItem | undefined) => (item?.checks ?? []).filter((check) => check.type === 'metadata-match' && (check.status === 'warn' || check.status === 'fail'))

/** The entry without the values of the fields that the fix names. */
function withoutValues(text: string, fields: ReadonlySet<string>): string {
  const [entry] = [...scanBibtex(text)].filter((block) => block.kind === 'entry')
  const spans = (entry?.fields ?? []).filter((field) => fields.has(field.name)).map((field) => field.valueSpan).sort((a, b) => b.start - a.start)
  return spans.reduce((rest, span) => rest.slice(0, span.start) + rest.slice(span.end), text)
}

const root = mkdtempSync(join(tmpdir(), 'cite-fix-'))
const fixed: { readonly id: string; readonly before: string; readonly after: string }[] = []

async function one(row: BenchCase, number: number): Promise<void> {
  const open = (): CiteVerifier => createCiteVerifier({ ...defaultConfig(), root: join(root, String(number)), minIntervalMs: 0, retries: 0, durability: 'fast', cacheTtlMs: 0 }, { fetch: createCaseServer(row).fetch, pace: unpaced })
  const verifier = open()
  const id = `${row.id} (${row.label})`
  try {
    const { report, fixes } = await verifier.fix(row.citation, await readBibtexInputs(row.citation, 'case.bib'))
    const [item, fix] = [report.items[0], fixes[0]]
    const wrong = wrongChecks(item)
    if (!item || !fix || (wrong.length === 0 && fix.diffs.length === 0)) return
    counts.set('cases with a wrong field', (counts.get('cases with a wrong field') ?? 0) + 1)
    const after = row.citation.replace(item.input.raw, () => fix.bibtex)
    const changed = new Set(fix.diffs.map((diff) => diff.field))
    if (fix.diffs.some((diff) => diff.old === undefined)) note('a field added', id)
    else if (withoutValues(row.citation, changed) !== withoutValues(after, changed)) note('OTHER BYTES CHANGED', `${id}\n${row.citation}\n${after}`)
    const again = await verifier.fix(after, await readBibtexInputs(after, 'case.bib'))
    if (again.fixes[0]?.diffs.length !== 0 || again.fixes[0]?.bibtex !== fix.bibtex) note('A SECOND FIX CHANGES MORE', `${id}\n${fix.bibtex}\n${JSON.stringify(again.fixes[0]?.diffs)}`)
    const left = wrongChecks(again.report.items[0])
    const kept = fix.warnings.join('; ')
    if (item.identity === 'other-work') note('left: another work', id)
    else if (left.length === 0) note('clean', id)
    else if (left.every((check) => check.record === '' || fix.warnings.some((warning) => warning.startsWith(`${check.field} differs`)) || /not certain that the record is the work/.test(kept))) note('left, with the reason', `${id}: ${left.map((check) => check.field).join(', ')}: ${kept}`)
    else note('NOT CLEAN', `${id}\n${row.citation}\n${fix.bibtex}\n${left.map((check) => `${check.field} ${check.rule} | ${check.cited} | ${check.record} ${check.detail ?? ''}`).join('\n')}\n${kept}`)
    if (fix.diffs.length > 0) fixed.push({ id: row.id, before: row.citation, after })
  } finally { await verifier.close() }
}

/** What must not depend on the reader: fields other than those changed, in the library's own reading. */
function readsAlike(before: string, after: string, changed: ReadonlySet<string>): string | undefined {
  const [a, b] = [before, after].map((text) => parse(text, { sentenceCase: false, verbatimFields: [] }))
  if (!a || !b) return 'unreadable'
  if (b.errors.length > a.errors.length) return b.errors.map((error) => error.error).join('; ')
  const fields = (library: typeof a): Record<string, unknown> => Object.fromEntries(Object.entries(library.entries[0]?.fields ?? {}).filter(([name]) => !changed.has(name)))
  return JSON.stringify(fields(a)) === JSON.stringify(fields(b)) ? undefined : `${JSON.stringify(fields(a))}\n${JSON.stringify(fields(b))}`
}

/** biblatex has no field for a PMID: biber leaves it out. */
const shown = (citation: Citation | undefined): string => JSON.stringify({ ...citation, pages: citation?.pages?.replace(/[-–]+/g, '-'), url: undefined, type: undefined, identifiers: { ...citation?.identifiers, pmid: undefined } }).normalize('NFC')

/** biber's normalised copy of a file, read by our reader, must say what our reader reads in the file itself. */
async function biber(): Promise<void> {
  if (spawnSync('biber', ['--version']).error) { console.log('\nbiber is not installed: SKIPPED (Debian: apt-get install biber)'); return }
  // A key of their own for all, since biber leaves out what comes twice.
  const keyed = fixed.map(({ after }, i) => after.replace(/(@\w+\s*[{(]\s*)[^,\s]+/, `$1case${i}`))
  const file = join(root, 'fixed.bib')
  writeFileSync(file, keyed.join('\n\n'))
  const out = join(root, 'biber.bib')
  const run = spawnSync('biber', ['--tool', '--quiet', '--nolog', '--output-file', out, '--output-encoding', 'UTF-8', file], { encoding: 'utf8' })
  const own = new Map((await readBibtexInputs(keyed.join('\n\n'), 'fixed.bib')).map((input) => [input.key, input]))
  const theirs = new Map((await readBibtexInputs(readFileSync(out, 'utf8'), 'biber.bib')).map((input) => [input.key, input]))
  for (const [key, input] of own) {
    const other = theirs.get(key)
    if (other === undefined) note('BIBER LACKS THE ENTRY', `${key} ${run.stdout}`)
    else if (shown(input.citation) !== shown(other.citation)) note('biber reads otherwise', `${fixed[Number(key.slice(4))]?.id}\n${input.raw}\n${shown(input.citation)}\n${shown(other.citation)}`)
    else note('biber reads alike', key)
  }
  for (const line of run.stdout.split('\n').filter((text) => /ERROR|WARN/.test(text))) note('biber complains', line)
}

try {
  let number = 0
  for (const file of positionals) for (const row of parseCases(readFileSync(file, 'utf8'), file)) await one(row, number++)
  for (const { id, before, after } of fixed) {
    const [entry, old] = [after, before].map((text) => [...scanBibtex(text)].filter((block) => block.kind === 'entry')[0])
    const changed = new Set((entry?.fields ?? []).filter((field) => { const was = old?.fields.find((other) => other.name === field.name); return was === undefined || before.slice(was.valueSpan.start, was.valueSpan.end) !== after.slice(field.valueSpan.start, field.valueSpan.end) }).flatMap((field) => [field.name, ...(field.name === 'year' ? ['date'] : [])]))
    const problem = readsAlike(before, after, changed)
    note(problem === undefined ? 'the library reads alike' : 'THE LIBRARY READS OTHERWISE', `${id} ${problem ?? ''}`)
  }
  await biber()
  console.log(`\n${positionals.map((file) => basename(file)).join(', ')}`)
  for (const [kind, count] of [...counts].sort()) console.log(`${kind.padEnd(34)} ${count}`)
  // What is written in capitals must never happen.
  if ([...counts.keys()].some((kind) => kind === kind.toUpperCase())) process.exitCode = 1
} finally { rmSync(root, { recursive: true, force: true }) }
