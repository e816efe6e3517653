import { describe, expect, it } from 'vitest'
import { MESSAGES, message, type MessageKey } from '../../src/messages/message.ts'

const parametersOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort()

describe('messages', () => {
  it.each(Object.entries(MESSAGES))('%s is there in both languages with the same parameters', (_key, row) => {
    expect(row.en.trim()).not.toBe('')
    expect(row.zh).toMatch(/\p{Script=Han}/u)
    expect([...new Set(parametersOf(row.zh))]).toEqual([...new Set(parametersOf(row.en))])
  })

  it('never speaks of fabrication', () => {
    for (const row of Object.values(MESSAGES)) expect(`${row.en} ${row.zh}`).not.toMatch(/fabricat|hallucinat|fake|伪造|虚构|捏造|造假/i)
  })

  it('fills in parameters and leaves a missing one visible', () => {
    const key = 'next.duplicate' satisfies MessageKey
    expect(message('en', key, { key: 'smith2020' })).toContain('smith2020')
    expect(message('zh', key)).toContain('{key}')
  })
})
