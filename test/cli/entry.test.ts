import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/model/config.ts'
import { ENTRY, runCli, temporaryFolder } from './cli-process.ts'

/** A Node that says it is another version: the check reads nothing but that. */
const pretend = (version: string): string[] => ['--import', `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`]

describe('the entry', () => {
  it.each(['--version', '-V'])('%s prints the version', async (flag) => {
    expect(await runCli([flag])).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: '' })
  })

  it('without a command shows the help on standard error and is bad usage', async () => {
    const ran = await runCli([])
    expect(ran.code).toBe(2)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toContain('Usage: cite-verify')
  })

  it('--help is exit 0, names every command and the exit codes', async () => {
    const ran = await runCli(['--help'])
    expect(ran.code).toBe(0)
    for (const command of ['check', 'fix', 'audit', 'export', 'cache', 'store']) expect(ran.stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
    expect(ran.stdout).toContain('Exit codes of check')
    expect((await runCli(['check', '--help'])).stdout).toContain('--cache-ttl-ms')
  })

  it.each(['20.20.2', '22.18.0', '23.11.1', '18.0.0', '12.0.0'])('on Node %s is one clear sentence and exit 2', async (version) => {
    const ran = await runCli(['check', 'refs.bib'], { nodeArguments: pretend(version) })
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: `cite-verify needs Node.js 22.19 or later in the 22 line, or 24 or later; this is Node.js ${version}.\n` })
  })

  it.each(['22.19.0', '24.0.0', '26.1.0'])('runs on Node %s', async (version) => {
    expect(await runCli(['--version'], { nodeArguments: pretend(version) })).toMatchObject({ code: 0, stdout: `${VERSION}\n` })
  })

  it('is written in syntax that an old Node parses, and imports nothing statically', () => {
    const source = readFileSync(new URL('../../src/cli/entry.ts', import.meta.url), 'utf8')
    expect(source).not.toMatch(/^import\s/m)
    // esbuild refuses to lower what a target lacks, and lowers nothing where the code needs nothing.
    const javascript = transformSync(source, { loader: 'ts', target: 'node22' }).code
    expect(transformSync(javascript, { target: ['es2017'], supported: { 'dynamic-import': true } }).code).toBe(javascript)
  })

  const old = spawnSync('sh', ['-c', 'for node in /usr/bin/node /usr/local/bin/node; do "$node" -p process.versions.node 2>/dev/null && echo "$node" && exit; done']).stdout.toString().trim().split('\n')
  const isOld = old.length === 2 && Number(old[0]!.split('.')[0]) < 22
  it.skipIf(!isOld)(`really says so on an old Node (${isOld ? old[0] : 'skipped: none is installed here'})`, () => {
    const file = path.join(temporaryFolder(), 'entry.mjs')
    writeFileSync(file, transformSync(readFileSync(ENTRY, 'utf8'), { loader: 'ts' }).code)
    const ran = spawnSync(old[1]!, [file, 'check', 'refs.bib'])
    expect(ran.status).toBe(2)
    expect(ran.stderr.toString()).toContain(`this is Node.js ${old[0]}.`)
  })
})
