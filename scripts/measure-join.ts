/**
 * Compares real citations as written with the registries' records that they are tied to, and prints every warn and fail (or the passes
 * of one rule) for reading by hand. Usage: node scripts/measure-join.ts DATA_DIRECTORY [--field NAME] [--pass] [--indexes] [--json FILE]
 * (the directory holds join.jsonl, providers/ and bib/; --indexes takes OpenAlex and Semantic Scholar as records, too)
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checksOf } from '../src/verify/checks.ts'
import { joinedPairs } from './join-pairs.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { field: { type: 'string' }, pass: { type: 'boolean' }, indexes: { type: 'boolean' }, json: { type: 'string' } } })
const { pairs, left } = await joinedPairs(positionals[0] ?? '', values.indexes)
const counts = new Map<string, number>()
const bump = (key: string): void => { counts.set(key, (counts.get(key) ?? 0) + 1) }
const rows: unknown[] = []
for (const { id, pair, tie, citation, work } of pairs) {
  const { checks, identity } = checksOf(citation, work, { titleThreshold: 0.85 })
  bump(`pair ${pair}`)
  bump(`tie ${tie}`)
  bump(`identity ${identity}`)
  for (const check of checks) {
    const flagged = check.status === 'warn' || check.status === 'fail'
    bump(`${check.field} ${flagged ? 'FLAGGED' : check.relation ?? check.status}`)
    rows.push({ id, pair, tie, identity, check, citation, work })
    if (flagged === (values.pass === true) || (values.field !== undefined && values.field !== check.field) || (values.pass && check.relation === 'equal')) continue
    console.log(`[${id} ${pair} ${tie} ${work.provider} ${work.identifiers.doi ?? work.identifiers.arxiv ?? ''}] ${check.field} ${check.status} ${check.rule} ${check.score ?? ''}\n     ${check.cited?.slice(0, 240)}\n     ${check.record?.slice(0, 240)}${check.detail ? `\n       ${check.detail.slice(0, 200)}` : ''}`)
  }
}
if (values.json !== undefined) writeFileSync(values.json, rows.map((row) => JSON.stringify(row)).join('\n'))
for (const [key, count] of [...left, ...counts].sort(([a], [b]) => a.localeCompare(b))) console.log(key.padEnd(60), count)
