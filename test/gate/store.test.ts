import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/gate/verification-store.ts'
import { createVerificationStore } from '../../src/runtime/verification-store.ts'
import { NODE } from '../cli/cli-process.ts'
import { describeStore } from './store-contract.ts'

let folder: string
let errors: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate-store-'))
  errors = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const open = (file = join(folder, 'new', 'verification.sqlite')) => createVerificationStore(file, (error) => errors.push(error))
const row = { citation_key: 'a', resolver_name: 'crossref', query_form: 'f', response_json: '{}', verification_timestamp: '2026-01-01T00:00:00.000Z' }

describeStore('memory', createMemoryStore)
describeStore('SQLite', open)

describe('the SQLite file', () => {
  it('is made with its folder when first used, with a write-ahead log and the table of the contract', async () => {
    const file = join(folder, 'deep', 'er', 'v.sqlite')
    const store = open(file)
    expect(existsSync(file)).toBe(false)
    await store.putMany([row])
    expect(errors).toEqual([])
    const db = new DatabaseSync(file)
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    const columns = db.prepare('PRAGMA table_info(verification_cache)').all() as { name: string; type: string; notnull: number; pk: number }[]
    expect(columns.map(({ name, type, notnull, pk }) => [name, type, notnull, pk])).toEqual([['citation_key', 'TEXT', 1, 1], ['resolver_name', 'TEXT', 1, 2], ['query_form', 'TEXT', 1, 3], ['response_json', 'TEXT', 1, 0], ['verification_timestamp', 'TEXT', 1, 0]])
    db.close()
  })
  it('is read while another connection is writing', async () => {
    const file = join(folder, 'v.sqlite')
    const store = open(file)
    await store.putMany([row])
    const writer = new DatabaseSync(file)
    writer.exec('BEGIN IMMEDIATE; DELETE FROM verification_cache')
    expect(await store.getMany([row])).toEqual([row])
    writer.exec('ROLLBACK')
    writer.close()
    expect(errors).toEqual([])
  })
  it('that is no database is a miss, is told, and stays as it was', async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'these are somebody\'s notes, and they are longer than a page of nothing. '.repeat(40))
    const before = readFileSync(file, 'utf8')
    const store = open(file)
    expect(await store.getMany([row])).toEqual([])
    await store.putMany([row])
    expect(errors.length).toBeGreaterThan(0)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
  it('serves several processes that read and write at once', async () => {
    const file = join(folder, 'v.sqlite')
    const script = fileURLToPath(new URL('store-writer.ts', import.meta.url))
    const run = (name: string): Promise<{ seen: number; errors: string[] }> => new Promise((resolve, reject) => {
      const child = spawn(NODE, [script, file, name, '40'], { stdio: ['ignore', 'pipe', 'inherit'] })
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text })
      child.on('error', reject)
      child.on('close', () => resolve(JSON.parse(out) as { seen: number; errors: string[] }))
    })
    for (const result of await Promise.all(['p', 'q', 'r'].map(run))) expect(result).toEqual({ seen: 40, errors: [] })
    expect(await open(file).rowsOf(['p', 'q', 'r'].flatMap((name) => Array.from({ length: 40 }, (_, index) => `${name}${index}`)))).toHaveLength(120)
  })
})
