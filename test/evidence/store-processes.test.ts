import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openStore, register, temporaryDirectory } from './draft.ts'

const SCRIPT = fileURLToPath(new URL('writer-process.ts', import.meta.url))

interface Ended { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly output: string }

function run(command: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_NO_WARNINGS: '1' } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString() })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}

const writer = (root: string, job: string): Promise<Ended> => run(process.execPath, SCRIPT, root, job)

describe('many processes on one store', () => {
  it('20 of them registering the same 20 findings create each exactly once, and an audit meanwhile finds nothing broken', async () => {
    const store = openStore()
    const all = Promise.all(Array.from({ length: 20 }, () => writer(store.root, 'race')))
    let running = true
    void all.finally(() => { running = false })
    const meanwhile: string[] = []
    while (running) {
      const report = await store.audit()
      meanwhile.push(...report.problems.filter(({ severity, kind }) => severity === 'error' && kind !== 'unknown-layout' && !(kind === 'missing' && report.counts.records === 0)).map(({ kind, path, detail }) => `${kind} ${path} ${detail}`))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    const ended = await all
    expect(ended.map(({ code, output }) => (code === 0 ? 0 : output))).toEqual(Array.from({ length: 20 }, () => 0))
    const results = ended.flatMap(({ output }) => JSON.parse(output) as { id: string; created: boolean }[])
    expect(results).toHaveLength(400)
    expect(new Set(results.map(({ id }) => id)).size).toBe(20)
    expect(results.filter(({ created }) => created)).toHaveLength(20)
    expect(await store.stats()).toMatchObject({ records: 20, blobs: 5 })
    expect(meanwhile).toEqual([])
    const report = await store.audit()
    expect(report).toMatchObject({ ok: true, problems: [], counts: { records: 20, blobs: 5, journals: 20 } })
  }, 120_000)
})

describe('a process killed (SIGKILL)', () => {
  it.each<[number, string, string[], number]>([
    [1, 'before the layout file', ['unknown-layout'], 0],
    [2, 'before the .gitignore', ['missing'], 0],
    [3, 'before the body', ['missing'], 0],
    [4, 'between body and record', ['orphan', 'missing'], 0],
    [5, 'between record and journal', [], 1],
  ])('at step %i, %s, leaves a store without dangling references in which the next one goes on', async (step, _where, problems, records) => {
    const root = join(temporaryDirectory(), 'store')
    expect((await writer(root, `die:${step}`)).signal).toBe('SIGKILL')
    const store = openStore({ root })
    const report = await store.audit()
    expect(report.problems.map(({ kind }) => kind).sort()).toEqual([...problems].sort())
    expect(report.counts.records).toBe(records)
    expect((await register(store)).created).toBe(records === 0)
    expect(await store.audit()).toMatchObject({ ok: true, problems: [], counts: { records: 1, blobs: 1 } })
  })
})

describe('a process at its file size limit', () => {
  it('is told STORE_ERROR with the cause and leaves nothing half-written', async () => {
    const root = join(temporaryDirectory(), 'store')
    await register(openStore({ root }))
    const { code, output } = await run('bash', '-c', 'ulimit -f 100; exec "$0" "$1" "$2" big', process.execPath, SCRIPT, root)
    expect([code, output]).toEqual([1, expect.stringMatching(/^STORE_ERROR: cannot write blobs\/sha256\/.*EFBIG/)])
    expect(readdirSync(join(root, 'tmp'))).toEqual([])
    expect(await openStore({ root }).audit()).toMatchObject({ ok: true, problems: [] })
  })
})
