import { describe, expect, it } from 'vitest'
import { normalizeCjkTitle } from '../../../src/compare/cjk.ts'
import { isChineseLiterature } from '../../../src/providers/chinese/scope.ts'
import { compareTitleState } from '../../../src/providers/chinese/title-state.ts'
import { BODIES, entry, JOURNAL, TITLE } from './scenario.ts'

const { same, different, canonical, variants } = BODIES.titles

describe('the exact title rule', () => {
  it.each(variants)('[1] %s is the canonical title', (variant) => {
    expect(normalizeCjkTitle(variant)).toBe(canonical)
    expect([compareTitleState(variant, canonical), compareTitleState(canonical, variant)]).toEqual(['match', 'match'])
  })
  it.each([`${TITLE}.`, `${TITLE}．`, `“${TITLE}”`, `‘${TITLE}’`, `「${TITLE}」`, `『${TITLE}』`, `【${TITLE}】`])('[2] %s is the title without its dress', (text) => expect(compareTitleState(text, TITLE)).toBe('match'))
  it.each(different)('[3] %s is not %s', (a, b) => {
    expect(normalizeCjkTitle(a)).not.toBe(normalizeCjkTitle(b))
    expect(compareTitleState(a, b)).toBe('mismatch')
  })
  it('[4] unrelated titles do not match; an English title matches itself', () => {
    expect(compareTitleState('Editorial', 'Editorial')).toBe('match')
    expect(compareTitleState(`《${variants[0]}。》`, canonical)).toBe('match')
    expect(compareTitleState(TITLE, canonical)).toBe('mismatch')
  })
  it.each(same)('[8 cases] %j becomes %j', (text, normal) => expect(normalizeCjkTitle(text)).toBe(normal))
  it('Simplified and Traditional are not folded', () => expect(compareTitleState('医学研究', '醫學研究')).toBe('mismatch'))
})

describe('the gate', () => {
  const none = { title: 'An English title', venue: 'A journal' }
  it.each([
    ['an English title and journal', none, false], ['a Chinese title', { ...none, title: TITLE }, true], ['a Chinese journal', { ...none, venue: JOURNAL }, true],
    ...['zh', 'zh-CN', 'zh-tw', 'chi', 'Chinese', 'zho', 'zh_Hans'].map((language) => [`language ${language}`, { ...none, language }, true] as const), ['language en', { ...none, language: 'en' }, false],
    ['full-width Latin', { ...none, title: 'Ｅｎｇｌｉｓｈ' }, false], ['kana', { ...none, title: 'ひらがな' }, false], ['an extension block alone', { ...none, title: '\u3400' }, false],
  ] as const)('[5] %s', (_name, fields, isIts) => expect(isChineseLiterature(entry(fields))).toBe(isIts))
  it.each([['ISTIC', true], ['CNKI', true], ['Crossref', false]])('[5] an agency that is known to be %s', (agency, isIts) => {
    const known = { kind: 'found', value: { agency }, snapshot: {} as never } as const
    expect(isChineseLiterature({ ...entry(none), agency: known })).toBe(isIts)
  })
})
