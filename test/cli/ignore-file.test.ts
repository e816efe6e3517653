import { describe, expect, it } from 'vitest'
import { assessItem } from '../../src/cli/assessment.ts'
import { IgnoreList, parseIgnoreFile } from '../../src/cli/ignore-file.ts'
import { DUPLICATE, NO_RECORD, OTHER_WORK, RETRACTED, WRONG_YEAR } from './sample-items.ts'

const list = async (text: string, today = '2026-03-01'): Promise<IgnoreList> => new IgnoreList(await parseIgnoreFile(text, 'ignore.yml'), today)

describe('an ignore file', () => {
  it('accepts a field of a key, with its reason', async () => {
    const ignores = await list('- key: smith2019\n  field: year\n  reason: the online year is meant\n')
    const entry = assessItem(WRONG_YEAR, ignores)
    expect(entry.attention).toBe('ok')
    expect(entry.ignored).toEqual([{ key: 'smith2019', field: 'year', reason: 'the online year is meant' }])
    expect(ignores.unused()).toEqual([])
  })

  it.each([['retraction', RETRACTED], ['not-found', NO_RECORD], ['duplicate', DUPLICATE]])('accepts %s', async (field, item) => {
    expect(assessItem(item, await list(`- {key: ${item.input.key}, field: ${field}, reason: known}`)).attention).toBe('ok')
  })

  it('without a field accepts everything of a key', async () => {
    expect(assessItem(OTHER_WORK, await list('- {key: chimera, reason: known}')).attention).toBe('ok')
  })

  it('does not touch another field or another key', async () => {
    const ignores = await list('- {key: smith2019, field: pages, reason: known}\n- {key: jones, reason: known}\n')
    expect(assessItem(WRONG_YEAR, ignores).attention).toBe('wrong')
    expect(ignores.unused()).toHaveLength(2)
  })

  it('counts a finding again from the day after "until", and says so', async () => {
    const text = '- {key: smith2019, reason: known, until: 2026-02-28}'
    expect(assessItem(WRONG_YEAR, await list(text, '2026-02-28')).attention).toBe('ok')
    const expired = await list(text, '2026-03-01')
    expect(assessItem(WRONG_YEAR, expired).attention).toBe('wrong')
    expect(expired.expired).toHaveLength(1)
  })

  it('may be empty, and may name keys that YAML reads as numbers', async () => {
    expect(await parseIgnoreFile('# nothing yet\n', 'ignore.yml')).toEqual([])
    expect(await parseIgnoreFile('- {key: 2019, reason: x}', 'ignore.yml')).toEqual([{ key: '2019', reason: 'x' }])
  })

  it.each([
    ['- {key: a}', /entry 1 \(a\): "reason" is missing/],
    ['- {key: a, reason: "  "}', /"reason" is missing/],
    ['- {reason: b}', /entry 1: "key" is missing/],
    ['- {key: a, reason: b, fields: year}', /unknown key "fields"/],
    ['- {key: a, reason: b, field: yeer}', /"field" is one of title, authors, year/],
    ['- {key: a, reason: b, until: 2026-02-30}', /"until" is a day/],
    ['- {key: a, reason: b, until: next week}', /"until" is a day/],
    ['key: a', /a list/],
    ['- just text', /entry 1: \{key/],
    ['- {key: a', /ignore.yml is not YAML/],
  ])('refuses %s', async (text, problem) => {
    await expect(parseIgnoreFile(text, 'ignore.yml')).rejects.toThrow(problem)
  })
})
