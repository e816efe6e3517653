/**
 * Makes citations out of the registries' stored records, each changed in one known way, and compares them with the records they came from:
 * how many of the wrong ones are flagged in the right field, how many that changed only in form are flagged at all.
 * Usage: node scripts/measure-perturbed.ts PROVIDERS_DIRECTORY [--abbrev DIRECTORY] [--seed N] [--each N] [--show NAME] [--write FILE]
 * (--write: those of Crossref's records as cases in the benchmark's format, for bench:citations and measure-fix)
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readBibtex } from '../src/formats/bibtex.ts'
import { checksOf } from '../src/verify/checks.ts'
import { crossrefRecords, draftOf, seeded, storedWorks, writeEntry, type Change } from './perturb.ts'
import { FORM, WRONG } from './perturb-changes.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { abbrev: { type: 'string' }, seed: { type: 'string' }, each: { type: 'string' }, show: { type: 'string' }, write: { type: 'string' } } })
const each = Number(values.each ?? 60)
const works = storedWorks(positionals[0] ?? '')
const pick = seeded(Number(values.seed ?? 1))

/** Abbreviations of journals by their folded title, from lists that were made by librarians. */
function abbreviations(directory: string): Map<string, string[]> {
  const map = new Map<string, string[]>()
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.csv') && !/dainst|annee|ieee_strings|astronomy/.test(name))) {
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      const [full = '', short = ''] = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => (m[1] ?? m[2] ?? '').trim())
      if (short !== '') map.set(full.toLowerCase(), [...(map.get(full.toLowerCase()) ?? []), short])
    }
  }
  return map
}
const shorts = values.abbrev === undefined ? new Map<string, string[]>() : abbreviations(values.abbrev)
const changes: readonly Change[] = [...WRONG, ...FORM, ...(shorts.size === 0 ? [] : [{ name: 'journal abbreviated by the lists', wrong: [], apply: (d, p) => { const list = shorts.get((d.venue ?? '').toLowerCase()); return list ? { ...d, venue: p.of(list) } : undefined } } satisfies Change])]

const raw = values.write === undefined ? new Map<string, Record<string, unknown>>() : crossrefRecords(positionals[0] ?? '')
const written: string[] = []
const total = { wrong: 0, detected: 0, rightField: 0, more: 0, form: 0, alarms: 0 }
const byField = new Map<string, { wrong: number; found: number; alarms: number; right: number }>()
for (const change of changes) {
  let n = 0
  let flagged = 0
  let right = 0
  for (let tries = 0; n < each && tries < each * 40; tries++) {
    const work = pick.of(works)
    const draft = change.apply(draftOf(work), pick, works)
    if (draft === undefined) continue
    const entry = writeEntry(draft, 'key', { latex: pick.below(2) === 0, familyFirst: pick.below(2) === 0, braced: pick.below(2) === 0 })
    const inputs = []
    for await (const slice of readBibtex(entry, 'made.bib')) inputs.push(...slice)
    const citation = inputs[0]?.citation
    if (!citation || inputs[0]?.invalid) { if (values.show) console.log(`unreadable: ${entry}`); continue }
    n++
    const doi = work.identifiers.doi
    const record = work.provider === 'crossref' && doi !== undefined ? raw.get(doi) : undefined
    if (record !== undefined && doi !== undefined) written.push(JSON.stringify({ id: `made-${written.length}`, label: change.name, citation: writeEntry({ ...draft, doi: doi.replace(/[{}\\%#]/g, '\\$&') }, 'key', { latex: n % 2 === 0, familyFirst: n % 3 === 0, braced: n % 4 < 2 }), records: { crossref: [record] }, absent: [], expected: { exists: true, flagged: change.wrong.length > 0, fields: change.wrong }, note: '' }))
    const { checks, identity } = checksOf(citation, work, { titleThreshold: 0.85 })
    const wrong = checks.filter((check) => check.status === 'warn' || check.status === 'fail')
    const fields = new Set<string>(wrong.map((check) => check.field ?? ''))
    const isFlagged = fields.size > 0 || identity === 'other-work'
    const isRight = change.wrong.every((field) => fields.has(field))
    if (isFlagged) flagged++
    if (isFlagged && isRight) right++
    for (const { field = '' } of checks) {
      const tally = byField.get(field) ?? { wrong: 0, found: 0, alarms: 0, right: 0 }
      byField.set(field, tally)
      if (change.wrong.includes(field)) { tally.wrong++; if (fields.has(field)) tally.found++ } else { tally.right++; if (fields.has(field)) tally.alarms++ }
    }
    const extra = [...fields].filter((field) => !change.wrong.includes(field))
    if (extra.length > 0 && change.wrong.length > 0) total.more++
    const bad = change.wrong.length > 0 ? !isFlagged || !isRight || extra.length > 0 : isFlagged
    if (bad && (values.show === 'all' || values.show === change.name)) {
      console.log(`--- ${change.name} (${work.identifiers.doi ?? work.identifiers.arxiv ?? work.identifiers.pmid}) wanted [${change.wrong.join()}] got [${[...fields].join()}]`)
      for (const check of checks.filter((c) => fields.has(c.field ?? '') || change.wrong.includes((c.field ?? '')))) console.log(`    ${check.field} ${check.status} ${check.rule} | ${check.cited?.slice(0, 130)} | ${check.record?.slice(0, 130)} ${check.detail?.slice(0, 90) ?? ''}`)
    }
  }
  if (change.wrong.length > 0) { total.wrong += n; total.detected += flagged; total.rightField += right } else { total.form += n; total.alarms += flagged }
  console.log(`${change.name.padEnd(46)} ${String(n).padStart(4)}  flagged ${(flagged / n).toFixed(3)}${change.wrong.length > 0 ? `  right field ${(right / Math.max(1, flagged)).toFixed(3)}` : ''}`)
}
console.log(`\nfield          wrong  found  recall  right  flagged  rate`)
for (const [field, t] of [...byField].sort()) console.log(`${field.padEnd(14)} ${String(t.wrong).padStart(5)}  ${String(t.found).padStart(5)}  ${t.wrong > 0 ? (t.found / t.wrong).toFixed(4) : '     -'} ${String(t.right).padStart(6)}  ${String(t.alarms).padStart(5)}  ${(t.alarms / Math.max(1, t.right)).toFixed(5)}`)
console.log(`\n${works.length} records; detection ${(total.detected / total.wrong).toFixed(4)} (${total.detected}/${total.wrong}), right field ${(total.rightField / total.detected).toFixed(4)}, false positives ${(total.alarms / total.form).toFixed(4)} (${total.alarms}/${total.form}); wrong cases with one more field flagged ${total.more}`)
if (values.write !== undefined) writeFileSync(values.write, `${written.join('\n')}\n`)
