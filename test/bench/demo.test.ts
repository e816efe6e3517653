import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url))

describe('npm run demo', () => {
  const root = mkdtempSync(join(tmpdir(), 'cite-verify-demo-'))
  let out = ''
  // A proxy and a setting of the machine must not reach into it.
  beforeAll(async () => { out = (await promisify(execFile)(process.execPath, [script, '--root', root], { env: { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', CITE_VERIFY_LANGUAGE: 'zh', NO_COLOR: '1' } })).stdout })
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const lineOf = (key: string): string => out.split('\n').find((line) => line.includes(` ${key} `)) ?? ''

  it('tells wrong, retracted, without a record and unreadable entries apart', () => {
    expect(lineOf('barabasi1999')).toContain('OTHER WORK')
    expect(lineOf('watts1998')).toMatch(/WRONG\s+year/)
    expect(lineOf('altschul1990')).toMatch(/WRONG\s+title/)
    expect(lineOf('novoselov2004')).toMatch(/DIFFERS\s+authors/)
    expect(lineOf('wakefield1998')).toContain('NOTICE')
    expect(lineOf('nowhere2021')).toContain('NO RECORD')
    expect(lineOf('broken2020')).toContain('UNREADABLE')
    expect(lineOf('lecun2015deep')).toContain('DUPLICATE')
  })
  it('a service that is down is said as not decided, never as no record', () => {
    expect(out).toMatch(/not decided.*503/i)
    expect(lineOf('patro2017')).not.toContain('NO RECORD')
  })
  it('leaves a store that a replaying audit finds clean', () => expect(out).toMatch(/The store is clean: \d+ records, \d+ snapshots, \d+ replayed/))
  it('says that the answers were stored ones and how to run it live', () => {
    expect(out).toContain('a fetch function in place of the network')
    expect(out).toContain('check YOUR.bib')
  })
})
