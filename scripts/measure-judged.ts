/**
 * Precision, recall and F1 by field, and by its rules the fields that came out otherwise than a person judged them.
 * Usage: node scripts/measure-judged.ts [FILE]... (the judged fields of fixtures/judged, and each FILE of cases in the benchmark's format)
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseCases } from '../bench/case.ts'
import { worksOfCase } from '../bench/case-works.ts'
import { checkOf, isFlagged, judgedFields } from '../bench/judged.ts'
import { readBibtex } from '../src/formats/bibtex.ts'
import { checksOf } from '../src/verify/checks.ts'

interface Tally { right: number; wrong: number; flaggedRight: number; flaggedWrong: number; open: number; flaggedOpen: number }
type Tallies = Map<string, Tally>
const tallyOf = (tallies: Tallies, field: string): Tally => { const known = tallies.get(field) ?? { right: 0, wrong: 0, flaggedRight: 0, flaggedWrong: 0, open: 0, flaggedOpen: 0 }; tallies.set(field, known); return known }

function note(tallies: Tallies, field: string, judged: 'right' | 'wrong' | 'undecidable', flagged: boolean): void {
  for (const tally of [tallyOf(tallies, field), tallyOf(tallies, 'all')]) {
    if (judged === 'right') { tally.right++; if (flagged) tally.flaggedRight++ }
    else if (judged === 'wrong') { tally.wrong++; if (flagged) tally.flaggedWrong++ }
    else { tally.open++; if (flagged) tally.flaggedOpen++ }
  }
}

function print(title: string, tallies: Tallies): void {
  const rate = (part: number, whole: number): string => (whole === 0 ? '     -' : (part / whole).toFixed(4))
  console.log(`\n${title}\nfield            right  wrong  open  precision  recall      f1  flagged: of right  of wrong  of open`)
  for (const [field, t] of [...tallies].sort(([a], [b]) => Number(a === 'all') - Number(b === 'all') || a.localeCompare(b))) {
    console.log(`${field.padEnd(16)} ${String(t.right).padStart(5)}  ${String(t.wrong).padStart(5)}  ${String(t.open).padStart(4)}     ${rate(t.flaggedWrong, t.flaggedWrong + t.flaggedRight)}  ${rate(t.flaggedWrong, t.wrong)}  ${rate(2 * t.flaggedWrong, t.flaggedWrong + t.flaggedRight + t.wrong)}             ${String(t.flaggedRight).padStart(5)}     ${String(t.flaggedWrong).padStart(5)}    ${String(t.flaggedOpen).padStart(5)}`)
  }
}

const judged: Tallies = new Map()
for (const row of judgedFields()) {
  const check = checkOf(row)
  note(judged, row.field, row.judged, isFlagged(check))
  if ((row.judged === 'right') === isFlagged(check) && row.judged !== 'undecidable') console.log(`${row.id} is ${row.judged} (${row.reason}), got ${check?.status} ${check?.rule}`)
}
print('judged fields of real citations', judged)

for (const file of process.argv.slice(2)) {
  const tallies: Tallies = new Map()
  for (const row of parseCases(readFileSync(file, 'utf8'), file)) {
    if (row.expected.flagged === null) continue
    const [work] = worksOfCase(row.records)
    for await (const slice of readBibtex(row.citation, 'case.bib')) {
      const citation = slice[0]?.citation
      if (!citation || !work) continue
      for (const check of checksOf(citation, work, { titleThreshold: 0.85 }).checks) note(tallies, check.field ?? '', row.expected.fields.includes(check.field ?? '') ? 'wrong' : row.expected.fields.includes('identifier') ? 'undecidable' : 'right', isFlagged(check))
    }
  }
  print(basename(file), tallies)
}
