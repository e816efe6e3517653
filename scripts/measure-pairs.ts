/**
 * Compares the citations of a case file (the benchmark's format) with the records in it, without any request, and prints
 * detection, false positives and right fields by label. Usage: node scripts/measure-pairs.ts FILE [--show LABEL|wrong]
 */
import { readFileSync } from 'node:fs'
import { readBibtex } from '../src/formats/bibtex.ts'
import type { Check } from '../src/model/check.ts'
import type { Work } from '../src/model/work.ts'
import { parseArxiv } from '../src/providers/arxiv.ts'
import { workOfCrossref } from '../src/providers/crossref-work.ts'
import { checksOf } from '../src/verify/checks.ts'

interface Case {
  readonly id: string
  readonly label: string
  readonly citation: string
  readonly records: { readonly crossref?: readonly Record<string, unknown>[]; readonly arxiv?: readonly string[] }
  readonly absent: readonly string[]
  readonly expected: { readonly flagged: boolean | null; readonly fields: readonly string[] }
  readonly note?: string
}

function worksOf(testCase: Case): Work[] {
  const crossref = (testCase.records.crossref ?? []).map((record) => workOfCrossref(record as never))
  const entries = (testCase.records.arxiv ?? []).map((entry) => `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>1</opensearch:totalResults>${entry}</feed>`)
  return [...crossref, ...entries.flatMap((feed) => [...parseArxiv(new TextEncoder().encode(feed), 200).found.values()])]
}

const [file = '', , show = ''] = process.argv.slice(2)
const cases = readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Case)
const text = cases.map((row) => row.citation).join('\n\n')
const inputs = []
for await (const slice of readBibtex(text, 'cases.bib')) inputs.push(...slice)
if (inputs.length !== cases.length) throw new Error(`${inputs.length} entries for ${cases.length} cases`)

const byLabel = new Map<string, { n: number; flagged: number; scored: number; right: number; rightOf: number; hit: number }>()
const totals = { bad: 0, detected: 0, good: 0, alarms: 0, right: 0, rightOf: 0 }
for (const [index, row] of cases.entries()) {
  const citation = inputs[index]?.citation
  if (!citation) throw new Error(row.id)
  const [work] = worksOf(row)
  const result = work ? checksOf(citation, work, { titleThreshold: 0.85 }) : undefined
  const flaggedChecks = (result?.checks ?? []).filter((check: Check) => check.status === 'warn' || check.status === 'fail')
  const fields = new Set<string>(flaggedChecks.map((check) => check.field ?? ''))
  if (!work || result?.identity === 'other-work') fields.add('identifier')
  const flagged = fields.size > 0
  const label = byLabel.get(row.label) ?? { n: 0, flagged: 0, scored: 0, right: 0, rightOf: 0, hit: 0 }
  byLabel.set(row.label, label)
  label.n++
  if (flagged) label.flagged++
  const right = row.expected.fields.every((field) => fields.has(field))
  const { flagged: expected } = row.expected
  if (expected !== null) {
    label.scored++
    if (expected === flagged) label.hit++
    if (expected) { totals.bad++; if (flagged) totals.detected++ }
    else { totals.good++; if (flagged) totals.alarms++ }
    if (expected && flagged && row.expected.fields.length > 0) { totals.rightOf++; label.rightOf++; if (right) { totals.right++; label.right++ } }
  }
  const wrong = expected !== null && (expected !== flagged || (expected && (!right || [...fields].some((field) => !row.expected.fields.includes(field)))))
  if (show === row.label || (show === 'wrong' && wrong)) {
    console.log(`${row.id} expected ${JSON.stringify(row.expected.fields)} got ${JSON.stringify([...fields])} ${row.note?.slice(0, 160) ?? ''}`)
    for (const check of (show === 'wrong' ? flaggedChecks : result?.checks ?? [])) console.log(`    ${check.field} ${check.status} ${check.rule} ${check.score ?? ''} | ${check.cited} | ${check.record} | ${check.detail ?? ''}`)
  }
}
console.log('label    n flagged scored    hit rightField')
for (const [label, row] of [...byLabel].sort(([a], [b]) => a.localeCompare(b))) console.log(label.padEnd(5), String(row.n).padStart(4), String(row.flagged).padStart(7), String(row.scored).padStart(6), (row.scored ? (row.hit / row.scored).toFixed(3) : '-').padStart(6), (row.rightOf ? (row.right / row.rightOf).toFixed(3) : '-').padStart(6))
console.log(`detection ${(totals.detected / totals.bad).toFixed(4)} (${totals.detected}/${totals.bad}), false positives ${(totals.alarms / totals.good).toFixed(4)} (${totals.alarms}/${totals.good}), right field ${(totals.right / totals.rightOf).toFixed(4)} (${totals.right}/${totals.rightOf})`)
