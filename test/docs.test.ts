import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../src/base/cite-error.ts'
import { createProgram } from '../src/cli/program.ts'
import { ALLOWED_HOSTS, type PaceLimit } from '../src/http/allowlist.ts'
import { DECLINE_REASONS, LOOKUP_FAILURES } from '../src/model/check.ts'
import { FIELDS } from '../src/model/citation.ts'
import { CONFIG_KEYS } from '../src/model/config.ts'
import { CITATION_PARAMETERS } from '../src/plugin/tools/parameters.ts'

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8')
const READMES = ['README.md', 'README.zh-CN.md']
const rowsOf = (text: string): string[][] => text.split('\n').filter((line) => line.startsWith('|')).map((line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim()))
const headings = (text: string): string[] => [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) /gm)].map((match) => match[1] ?? '')

/** `5 / 10`, or `3` where mail address and key change nothing; a slower pace than one a second by its window. */
const paceText = (plain: PaceLimit, polite: PaceLimit, of: (limit: PaceLimit) => number): string => (of(plain) === of(polite) ? `${of(plain)}` : `${of(plain)} / ${of(polite)}`)

describe.each(READMES)('%s', (name) => {
  const text = read(name)

  it('has the host table of the code: hosts, pace, requests at once', () => {
    const rows = rowsOf(text).map((row) => row.map((cell) => cell.replaceAll('`', '')))
    for (const { host, lane, plain, polite } of ALLOWED_HOSTS) {
      const row = rows.find(([first = '']) => first.startsWith(host) && (lane === undefined || (lane === 'list') === /lists|列表/.test(first)))
      expect(row, `${host} ${lane ?? ''}`).toBeDefined()
      if (plain.windowMs === 1_000) expect(row?.[1], host).toBe(paceText(plain, polite, (limit) => limit.count))
      else expect(row?.[1], host).toContain(String(plain.windowMs / 1_000))
      expect(row?.[2], host).toBe(paceText(plain, polite, (limit) => limit.atOnce))
    }
    const documented = rows.map(([first = '']) => /^(?:[\w-]+\.)+(?:org|gov|net)\b/.exec(first)?.[0]).filter((host) => host !== undefined)
    expect([...new Set(documented)].filter((host) => !ALLOWED_HOSTS.some((row) => row.host === host))).toEqual([])
  })

  it('names every parameter of cite_verify, and the fields of the code', () => {
    for (const parameter of Object.keys(CITATION_PARAMETERS)) expect(text, parameter).toContain(`\`${parameter}\``)
    for (const field of FIELDS) expect(text, field).toContain(`\`${field}\``)
  })

  it('names every error code and every reason of a skipped check', () => {
    for (const word of [...ERROR_CODES, ...LOOKUP_FAILURES, ...DECLINE_REASONS, 'not_found']) expect(text, word).toContain(`\`${word}\``)
  })

  it('has one row per configuration key and no other', () => {
    const start = rowsOf(text).findIndex(([first]) => first === '`enabled`')
    const keys = rowsOf(text).slice(start, start + CONFIG_KEYS.length).map(([first]) => first?.replaceAll('`', ''))
    expect(keys).toEqual(CONFIG_KEYS.map(({ key }) => key))
  })

  it('leaves no figure to be filled in', () => {
    expect(text).not.toMatch(/EVALUATION_|TODO|TBD|XXX/)
  })
})

it('the READMEs have the same sections in the same order', () => {
  expect(headings(read('README.zh-CN.md'))).toEqual(headings(read('README.md')))
})

describe('options of the command line in the READMEs', () => {
  /** Of other programs: npm scripts, dsh. */
  const FOREIGN = ['--profile', '--dump-config', '--short', '--dataset', '--version']
  const optionsIn = (text: string): string[] => [...new Set(text.match(/(?<![\w!-])--[a-z][a-z-]+/g) ?? [])].filter((option) => !FOREIGN.includes(option)).sort()
  const known = new Set(allCommands(createProgram(() => {})).flatMap((command) => command.options.flatMap(({ long, short }) => [long, short])))

  it.each(READMES)('%s names none that the program does not have', (name) => {
    expect(optionsIn(read(name)).length).toBeGreaterThan(10)
    expect(optionsIn(read(name)).filter((option) => !known.has(option))).toEqual([])
  })

  it('are the same in both languages', () => {
    expect(optionsIn(read('README.zh-CN.md'))).toEqual(optionsIn(read('README.md')))
  })
})

function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allCommands)]
}
