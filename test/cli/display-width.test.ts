import { describe, expect, it } from 'vitest'
import { displayWidth, padToWidth, wrapPieces } from '../../src/cli/report/display-width.ts'

describe('display width', () => {
  it.each([['abc', 3], ['张三', 4], ['カナ', 4], ['한국', 4], ['e\u0301', 1], ['（a）', 5], ['🙂', 2], ['', 0], ['müller', 6]])('of %j is %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  it('pads by columns and never cuts', () => {
    expect(padToWidth('张', 4)).toBe('张  ')
    expect(padToWidth('abcdef', 4)).toBe('abcdef')
  })

  it('wraps pieces, keeping a piece that is longer than a line whole', () => {
    expect(wrapPieces(['aa', 'bb', 'cc'], 9, '  ')).toEqual(['  aa, bb,', '  cc'])
    expect(wrapPieces(['a'.repeat(20), 'b'], 10, '')).toEqual([`${'a'.repeat(20)},`, 'b'])
    expect(wrapPieces([], 10, '')).toEqual([])
  })
})
