import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStateOf, type ReadLog } from '../../src/gate/read-log.ts'
import { runCli } from '../cli/cli-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate read '))
  writeFileSync(join(folder, 'thesis.yaml'), 'literature_corpus:\n  - {citation_key: loops2020, title: A study of loops}\n  - {citation_key: waves2021, title: A study of waves}\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const mark = (...args: readonly string[]) => runCli(['passport', 'mark-read', 'thesis.yaml', ...args], { cwd: folder })
const LOG = 'thesis_human_read_log.yaml'
const text = (name = LOG): string => readFileSync(join(folder, name), 'utf8')
const state = (key: string, kind = 'page', value = '12') => readStateOf(parse(text()) as ReadLog, key, { kind, value })

describe('cite-verify passport mark-read', () => {
  it('begins a log, adds to it, takes a mark back, and keeps what else stands in it', async () => {
    expect(await mark('loops2020')).toMatchObject({ code: 0, stdout: '' })
    expect(parse(text())).toMatchObject({ session_id: expect.any(String) as string, created_at: expect.any(String) as string, human_read: [{ citation_key: 'loops2020' }] })
    expect([state('loops2020'), state('waves2021')]).toEqual(['full', 'none'])

    writeFileSync(join(folder, LOG), `# read on the train\n${text()}other: kept # yes\n`)
    expect((await mark('waves2021', '--scope', 'sections', '--locator', 'pp. 10-20', '--note', 'twice')).code).toBe(0)
    expect((await mark('loops2020', '--unmark')).code).toBe(0)
    expect(text()).toMatch(/^# read on the train\nsession_id: /)
    expect(text()).toContain('other: kept # yes')
    expect([state('loops2020'), state('waves2021'), state('waves2021', 'page', '21'), state('waves2021', 'quote', 'so%20it%20is')]).toEqual(['none', 'full', 'partial', 'partial'])
    expect((await mark('loops2020', '--scope', 'abstract_only')).code).toBe(0)
    expect(state('loops2020')).toBe('partial')
    expect((parse(text()) as ReadLog).human_read).toHaveLength(3)
    expect(readdirSync(folder).toSorted()).toEqual(['thesis.yaml', LOG])
  })
  it('one unknown key refuses them all', async () => {
    const refused = await mark('loops2020', 'never1999')
    expect([refused.code, refused.stderr.includes('never1999')]).toEqual([2, true])
    expect(existsSync(join(folder, LOG))).toBe(false)
  })
  it.each<[string, readonly string[]]>([
    ['no key', []], ['an unknown level', ['loops2020', '--scope', 'some']], ['sections without a locator', ['loops2020', '--scope', 'sections']], ['a locator without sections', ['loops2020', '--locator', '3']],
    ['a scope to take back', ['loops2020', '--unmark', '--scope', 'full_text']],
  ])('%s: exit 2, nothing written', async (_name, args) => {
    expect((await mark(...args)).code).toBe(2)
    expect(existsSync(join(folder, LOG))).toBe(false)
  })
  it('a log that is none is left alone', async () => {
    writeFileSync(join(folder, LOG), 'human_read: yes\n')
    expect((await mark('loops2020')).code).toBe(2)
    expect(text()).toBe('human_read: yes\n')
  })
})
