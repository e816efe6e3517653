import { readFileSync, writeFileSync } from 'node:fs'
import type { BenchCase } from './case.ts'
import { entryOf, formatEntry, withFields } from './set/entry.ts'
import { FAULTS } from './set/faults.ts'
import { recordsOf } from './set/record.ts'
import { SEEDS, type Seed } from './set/seeds.ts'
import { VARIANTS } from './set/variants.ts'

export const DERIVED_SET = new URL('../fixtures/bench/derived.jsonl', import.meta.url)

/** Seeds in a fixed order that starts elsewhere for every rule, so that no work carries all cases. */
function rotated(rule: number): readonly Seed[] {
  const start = (rule * 17) % SEEDS.length
  return [...SEEDS.slice(start), ...SEEDS.slice(0, start)]
}

/**
 * The derived half of the frozen set: every seed as it stands, then each way of writing and each fault of variants.ts and
 * faults.ts applied to as many seeds as the rule takes. Deterministic: no clock, no randomness.
 */
export function derivedCases(): BenchCase[] {
  const cases: BenchCase[] = SEEDS.map((seed) => ({
    id: `clean-${seed.key}`, label: 'clean', citation: formatEntry(entryOf(seed)), records: recordsOf(seed), absent: [],
    expected: { exists: true, flagged: false, fields: [] }, note: 'as the registry has it',
  }))
  for (const [rule, variant] of VARIANTS.entries()) {
    const derived = rotated(rule).flatMap((seed) => { const d = variant.of(seed); return d ? [{ seed, d }] : [] }).slice(0, variant.take)
    for (const { seed, d } of derived) cases.push({ id: `${variant.name}-${seed.key}`, label: 'variant', citation: formatEntry(d.entry), records: d.records ?? recordsOf(seed), absent: [], expected: { exists: true, flagged: false, fields: [] }, note: d.note })
  }
  for (const [rule, fault] of FAULTS.entries()) {
    let turn = 0
    for (const seed of rotated(rule + 5)) {
      if (turn >= fault.take) break
      const f = fault.of(seed, turn)
      if (!f) continue
      turn++
      const missing = f.absent !== undefined
      cases.push({ id: `${fault.name}-${seed.key}`, label: missing ? 'missing' : fault.name === 'chimera' ? 'wrong-identifier' : `wrong-${f.fields.length > 1 ? 'several' : f.fields[0]}`, citation: formatEntry(f.entry), records: f.records ?? recordsOf(seed), absent: f.absent ?? [], expected: { exists: !missing, flagged: true, fields: f.fields }, note: f.note })
    }
  }
  for (const seed of rotated(3).filter((s) => s.from === 'crossref').slice(0, 6)) {
    cases.push({ id: `no-identifier-${seed.key}`, label: 'no-identifier', citation: formatEntry(withFields(entryOf(seed), { doi: undefined })), records: {}, absent: [], expected: { exists: null, flagged: false, fields: [] }, note: 'nothing to look up: unchecked, and nothing is said against it' })
  }
  return cases
}

/** The set as it stands on disk. */
export function derivedText(): string {
  return derivedCases().map((c) => `${JSON.stringify(c)}\n`).join('')
}

if (process.argv[1] !== undefined && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  const text = derivedText()
  if (process.argv.includes('--check')) {
    const same = readFileSync(DERIVED_SET, 'utf8') === text
    console.log(same ? 'the frozen set is what the rules give' : 'the frozen set differs from what the rules give: run node bench/make-set.ts')
    process.exitCode = same ? 0 : 1
  } else writeFileSync(DERIVED_SET, text)
}
