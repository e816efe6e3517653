import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanBibtex, type BibEntry } from '../../src/formats/bibtex-scan.ts'

const piece = fc.constantFrom('@article{a,', '@string(x = {y})', '@comment{ @book{z, } }', '@preamble{"p"}', ' title = {A {b} c}', ' t = "q{"}" # m # 12', ',', '}', '{', '"', '\\', '%', '\n', '\r\n', '@', '@book(k, year = 1)', 'year = 2001', '=', ' ', 'ü', '@misc{k', '#', ')')

function entries(text: string): BibEntry[] {
  return [...scanBibtex(text)].filter((block) => block.kind === 'entry')
}

describe('scanBibtex', () => {
  it('tiles any text: the blocks put together are the text, and fields lie in order within their entry', () => {
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')), (text) => {
      let at = 0
      for (const block of scanBibtex(text)) {
        expect(block.start).toBe(at)
        expect(block.end).toBeGreaterThan(at)
        at = block.end
        if (block.kind !== 'entry') continue
        let inside = block.start
        for (const field of block.fields) {
          expect(field.nameSpan.start).toBeGreaterThanOrEqual(inside)
          expect(field.valueSpan.start).toBeGreaterThan(field.nameSpan.end)
          inside = field.valueSpan.end
        }
        if (block.problem === undefined) expect(inside).toBeLessThan(block.end)
      }
      expect(at).toBe(text.length)
    }), { numRuns: 2000 })
  })

  it('counts lines alike for LF, CRLF and CR', () => {
    for (const eol of ['\n', '\r\n', '\r']) {
      const [first, second] = entries(['% head', '@article{a,', '  year = 1', '}', '', '@book{b, year = 2}'].join(eol))
      expect([first!.line, first!.endLine, second!.line, second!.endLine]).toEqual([2, 4, 6, 6])
    }
  })

  it('reads an entry in parentheses, a quote with nested braces, and a macro', () => {
    const text = '@Article(K1, Title = "a {"} b" # jan, n = 12)'
    const [entry] = entries(text)
    expect(entry).toMatchObject({ type: 'article', key: 'K1', close: ')' })
    expect(entry!.fields.map((field) => [field.name, field.pieces.map((part) => [part.kind, text.slice(part.inner.start, part.inner.end)])])).toEqual([['title', [['quoted', 'a {"} b'], ['macro', 'jan']]], ['n', [['number', '12']]]])
  })

  it('takes a mail address and a commented entry for what they are', () => {
    expect(entries('mail me@home.org {x}\n% @article{no, year = 1}\n@article{yes, year = 2}').map((entry) => entry.key)).toEqual(['yes'])
  })

  it('names the line of a missing comma and goes on behind the entry', () => {
    const [bad, good] = entries('@article{a,\n  title = {x}\n  year = 1\n}\n@article{b, year = 2}')
    expect(bad!.problem).toEqual({ line: 3, detail: expect.stringContaining('line 3: a comma or the closing brace was expected after title') })
    expect(good).toMatchObject({ key: 'b' })
    expect(good!.problem).toBeUndefined()
  })

  it('reads a backslash before a closing brace as BibTeX does, where that is the only reading', () => {
    expect(entries('@misc{a, file = {C:\\}, year = 1}').map((entry) => [entry.problem, entry.fields.length])).toEqual([[undefined, 2]])
  })

  it('scans 8,000 broken entries, each for itself', () => {
    expect(entries('@article{a,\n title = {open\n\n'.repeat(8_000))).toHaveLength(8_000)
  })
})
