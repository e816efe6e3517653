import { describe, expect, it } from 'vitest'
import { checkOf, isFlagged, judgedFields } from '../../bench/judged.ts'

const fields = judgedFields()
const right = fields.filter((row) => row.judged === 'right')
const wrong = fields.filter((row) => row.judged === 'wrong')
const shown = (rows: typeof fields): string => rows.map((row) => `${row.id} (${row.reason}): ${checkOf(row)?.rule}`).join('\n')

describe('fields of real citations, judged by hand against the registries\' records', () => {
  it('are a few hundred, each with an id of its own, a reason and something to compare', () => {
    expect(fields.length).toBeGreaterThan(400)
    expect(new Set(fields.map((row) => row.id)).size).toBe(fields.length)
    expect(fields.filter((row) => row.reason.length < 5).map((row) => row.id)).toEqual([])
    expect(fields.filter((row) => checkOf(row) === undefined).map((row) => row.id)).toEqual([])
  })
  it('that are right are flagged in at most 1 of 100', () => {
    const alarms = right.filter((row) => isFlagged(checkOf(row)))
    expect(alarms.length / right.length, shown(alarms)).toBeLessThanOrEqual(0.01)
  })
  it('that are wrong are flagged in at least 98 of 100', () => {
    const missed = wrong.filter((row) => !isFlagged(checkOf(row)))
    expect(missed.length / wrong.length, shown(missed)).toBeLessThanOrEqual(0.02)
  })
})
