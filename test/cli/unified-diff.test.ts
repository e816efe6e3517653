import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits, unifiedDiff, type Edit } from '../../src/cli/unified-diff.ts'
import { temporaryFolder } from './cli-process.ts'

const hasPatch = spawnSync('patch', ['--version']).status === 0
const TOOLS = hasPatch ? (['git', 'patch'] as const) : (['git'] as const)

const replace = (text: string, from: string, to: string): Edit => ({ start: text.indexOf(from), end: text.indexOf(from) + from.length, text: to })

/** The text after `git apply` or `patch` has applied the diff to it. */
function applied(text: string, diff: string, tool: 'git' | 'patch', name = 'refs.bib'): string {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, name), text)
  writeFileSync(path.join(folder, 'change.diff'), diff)
  if (tool === 'git') execFileSync('git', ['apply', '--whitespace=nowarn', 'change.diff'], { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: folder } })
  else execFileSync('patch', ['-p1', '--binary', '-s', '-i', 'change.diff'], { cwd: folder })
  return readFileSync(path.join(folder, name), 'utf8')
}

const TEXT = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`).join('')

describe('a unified diff', () => {
  it('has three lines of context and joins changes that share them', () => {
    expect(unifiedDiff(TEXT, [replace(TEXT, 'line 5\n', 'LINE 5\n'), replace(TEXT, 'line 10\n', 'LINE 10\n'), replace(TEXT, 'line 25\n', '')], 'refs.bib')).toBe([
      '--- a/refs.bib', '+++ b/refs.bib', '@@ -2,12 +2,12 @@', ' line 2', ' line 3', ' line 4', '-line 5', '+LINE 5', ' line 6', ' line 7', ' line 8', ' line 9', '-line 10', '+LINE 10',
      ' line 11', ' line 12', ' line 13', '@@ -22,7 +22,6 @@', ' line 22', ' line 23', ' line 24', '-line 25', ' line 26', ' line 27', ' line 28', '',
    ].join('\n'))
  })

  it('is empty when nothing changes', () => {
    expect(unifiedDiff(TEXT, [], 'a')).toBe('')
    expect(unifiedDiff(TEXT, [replace(TEXT, 'line 5', 'line 5')], 'a')).toBe('')
  })

  it.each([
    ['CRLF', TEXT.replaceAll('\n', '\r\n')], ['no last line end', TEXT.trimEnd()], ['a byte order mark', `\ufeff${TEXT}`], ['Han', TEXT.replaceAll('line', '行')],
  ])(`applies with git and patch (${hasPatch ? 'both' : 'skipped for patch: not installed'}): %s`, (_name, text) => {
    const edits = [replace(text, ' 30', ' thirty'), replace(text, ' 1', ' one')]
    for (const tool of TOOLS) expect(applied(text, unifiedDiff(text, edits, 'refs.bib'), tool)).toBe(applyEdits(text, edits))
  })

  it('applies to a file with blanks in its name', () => {
    const edits = [replace(TEXT, 'line 7', 'x\ny\nz')]
    for (const tool of TOOLS) expect(applied(TEXT, unifiedDiff(TEXT, edits, 'my refs.bib'), tool, 'my refs.bib')).toBe(applyEdits(TEXT, edits))
  })

  it('applies whatever is edited', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd')
    fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), fc.array(fc.tuple(fc.nat(100), fc.nat(5), fc.constantFrom('', 'x', 'x\ny\n', '\n')), { maxLength: 4 }), (lines, cuts) => {
      const text = lines.join('')
      let at = 0
      const edits = cuts.map(([skip, length, replacement]) => {
        const start = Math.min(text.length, at + (skip % 9))
        at = Math.min(text.length, start + length)
        return { start, end: at, text: replacement }
      })
      const diff = unifiedDiff(text, edits, 'refs.bib')
      const wanted = applyEdits(text, edits)
      expect(diff === '').toBe(wanted === text)
      if (diff !== '' && wanted !== '') expect(applied(text, diff, 'git')).toBe(wanted)
    }), { numRuns: 60 })
  })

  it('of a long file holds every edit', () => {
    const long = Array.from({ length: 200_000 }, (_, i) => `line ${i}\n`).join('')
    const edits: Edit[] = []
    for (let i = 0; i < 10_000; i++) { const start = long.indexOf(`line ${i * 20}\n`, edits.at(-1)?.end ?? 0); edits.push({ start, end: start + 4, text: 'LINE' }) }
    expect(unifiedDiff(long, edits, 'a').match(/^\+LINE/gm)).toHaveLength(10_000)
  })
})
