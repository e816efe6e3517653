import { appendFileSync, chmodSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/base/canonical-json.ts'
import { sha256 } from '../../src/base/sha256.ts'
import type { AuditReport, Replay } from '../../src/evidence/audit.ts'
import { blobPath } from '../../src/evidence/path.ts'
import { evidenceId } from '../../src/evidence/record.ts'
import type { EvidenceRecord } from '../../src/evidence/record.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import { bytesOf, draftOf, openStore, register, temporaryDirectory } from './draft.ts'

interface Filled { readonly store: EvidenceStore; readonly record: string; readonly blob: string; readonly journal: string; readonly id: string }

/** A store with one finding, and where its three files lie. */
async function filledStore(): Promise<Filled> {
  const store = openStore()
  const { id, recordPath } = await register(store)
  const journal = join(store.root, 'journal', readdirSync(join(store.root, 'journal'))[0]!)
  return { store, id, record: recordPath!, blob: join(store.root, blobPath(sha256(bytesOf({})))), journal }
}

function edit(path: string, change: (text: string) => string): void {
  chmodSync(path, 0o644)
  const before = readFileSync(path, 'latin1')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(path, after, 'latin1')
}

/** Edits a record and writes it back canonically, as a careful forger would. */
function forge(path: string, change: (record: Record<string, any>) => void): void {
  edit(path, (text) => {
    const record = JSON.parse(text) as Record<string, unknown>
    change(record)
    return canonicalJson(record)
  })
}

const errorsOf = (report: AuditReport): string[] => report.problems.filter(({ severity }) => severity === 'error').map(({ kind }) => kind)

/** All files with content, mode and times: what an audit must leave as it is. */
function photograph(root: string): unknown {
  return readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const { size, mode, mtimeMs } = statSync(path)
    return [path, size, mode, mtimeMs, entry.isFile() ? sha256(readFileSync(path)) : '']
  }).sort()
}

describe('the audit of a whole store', () => {
  it('is ok, counts what it read, and is the same each time', async () => {
    const { store } = await filledStore()
    const report = await store.audit()
    expect(report).toMatchObject({ ok: true, counts: { blobs: 1, records: 1, journals: 1, replayed: 0 }, problems: [] })
    expect(await store.audit()).toEqual(report)
  })

  it('gives a seal over ids and files, which any edit changes', async () => {
    const { store, record, id } = await filledStore()
    const { seal } = await store.audit()
    expect(seal).toBe(sha256(`${id} ${sha256(readFileSync(record))}\n`))
    forge(record, (value) => { value['recordedAt'] = '2020-01-01T00:00:00Z' })
    expect((await store.audit()).seal).not.toBe(seal)
  })

  it('is not ok for an absent, an empty, or an unreadable store', async () => {
    const store = openStore()
    expect(await store.audit()).toMatchObject({ ok: false, problems: [{ kind: 'unknown-layout' }] })
    await store.bodies.put(bytesOf({}))
    const report = await store.audit()
    expect([report.ok, report.counts.records, errorsOf(report)]).toEqual([false, 0, ['missing']])
    const { store: broken } = await filledStore()
    rmSync(join(broken.root, 'records'), { recursive: true })
    writeFileSync(join(broken.root, 'records'), 'a file')
    expect(await broken.audit()).toMatchObject({ ok: false, problems: [{ kind: 'missing', path: '.' }] })
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    expect((await openStore({ root: file }).audit()).ok).toBe(false)
  })

  it('reads nothing of a layout that it does not know', async () => {
    const { store } = await filledStore()
    edit(join(store.root, 'rep-layout'), () => '{"repLayoutVersion":"7.0.0"}')
    expect(await store.audit()).toMatchObject({ ok: false, counts: { records: 0 }, problems: [{ kind: 'unknown-layout' }] })
  })

  it('never changes, moves or deletes a file, not even a broken one', async () => {
    const { store, blob, record } = await filledStore()
    edit(blob, (text) => `${text}!`)
    edit(record, (text) => text.slice(1))
    writeFileSync(join(store.root, 'tmp', 'left'), '')
    const before = photograph(store.root)
    expect((await store.audit()).ok).toBe(false)
    expect(photograph(store.root)).toEqual(before)
  })
})

describe('the audit finds', () => {
  it.each<[string, string[], (files: Filled) => void]>([
    ['a flipped byte in a body', ['tampered'], ({ blob }) => edit(blob, (text) => text.replace('stores', 'storeS'))],
    ['a truncated body', ['tampered'], ({ blob }) => { chmodSync(blob, 0o644); truncateSync(blob, 5) }],
    ['an empty body', ['tampered'], ({ blob }) => { chmodSync(blob, 0o644); truncateSync(blob, 0) }],
    ['a body that is gone', ['dangling'], ({ blob }) => rmSync(blob)],
    ['a record renamed to another id', ['tampered', 'missing'], ({ store, record, id }) => {
      const other = `ev-00${id.slice(5)}`
      mkdirSync(join(store.root, 'records/00'), { recursive: true })
      renameSync(record, join(store.root, 'records/00', `${other}.json`))
    }],
    ['a record renamed to no id', ['foreign', 'missing'], ({ record }) => renameSync(record, join(dirname(record), 'notes.json'))],
    ['a record in the wrong directory', ['foreign', 'missing'], ({ store, record, id }) => {
      mkdirSync(join(store.root, 'records/00'), { recursive: true })
      renameSync(record, join(store.root, 'records/00', `${id}.json`))
    }],
    ['an edited status', ['status-mismatch'], ({ record }) => forge(record, (value) => { value['status'] = 'fail' })],
    ['an edited check', ['tampered'], ({ record }) => forge(record, (value) => { value['checks'][1].record = 'On shores' })],
    ['a record with another id written into it', ['tampered'], ({ record }) => forge(record, (value) => { value['id'] = `ev-${'0'.repeat(64)}` })],
    ['"no record" turned into a failure', ['schema', 'schema'], ({ record }) => forge(record, (value) => { value['checks'][0] = { type: 'doi-exists', status: 'fail', reason: 'not_found' } })],
    ['policy settings that are not those of the digest', ['tampered', 'tampered'], ({ record }) => forge(record, (value) => { value['tool'].policy.settings.titleThreshold = 0.1 })],
    ['an edited time, which is outside the id, through the journal', ['tampered'], ({ record }) => forge(record, (value) => { value['recordedAt'] = '2020-01-01T00:00:00Z' })],
    ['an edited size of a body', ['tampered'], ({ record }) => forge(record, (value) => { value['snapshots'][0].body.size = 1 })],
    ['a key put into a url', ['secret'], ({ record }) => forge(record, (value) => { value['snapshots'][0].url += '?api_key=abc' })],
    ['spaces in a record', ['noncanonical'], ({ record }) => edit(record, (text) => JSON.stringify(JSON.parse(text), null, 2))],
    ['a torn record', ['tampered'], ({ record }) => { chmodSync(record, 0o644); truncateSync(record, 100) }],
    ['a record that is gone', ['missing'], ({ record }) => rmSync(record)],
    ['a damaged journal line', ['torn-journal'], ({ journal }) => edit(journal, (text) => text.replace('registered', 'registerex'))],
    ['a journal line cut out', ['torn-journal'], ({ journal }) => edit(journal, (text) => text.slice(text.indexOf('\n') + 1))],
    ['journal lines written twice', ['torn-journal'], ({ journal }) => edit(journal, (text) => `${text}${text}`)],
    ['a file among the bodies', ['foreign'], ({ blob }) => writeFileSync(join(dirname(blob), 'notes.txt'), '')],
    ['a file among the records', ['foreign'], ({ store }) => writeFileSync(join(store.root, 'records', 'notes.txt'), '')],
    ['a symbolic link in place of a body', ['foreign'], ({ blob, store }) => { renameSync(blob, join(store.root, 'tmp/moved')); symlinkSync(join(store.root, 'tmp/moved'), blob) }],
    ['a symbolic link in place of a journal', ['missing'], ({ journal, store }) => { renameSync(journal, join(store.root, 'tmp/moved')); symlinkSync(join(store.root, 'tmp/moved'), journal) }],
    ['a symbolic link at the top', ['foreign'], ({ store }) => symlinkSync('/etc', join(store.root, 'cache'))],
  ])('%s', async (_what, expected, damage) => {
    const files = await filledStore()
    await register(files.store, { doi: '10.5555/sound', body: 'sound' })
    damage(files)
    const report = await files.store.audit()
    expect(report.ok).toBe(false)
    expect(errorsOf(report).sort(), JSON.stringify(report.problems, null, 2)).toEqual([...expected].sort())
  })

  it('hosts that are off the allowlist', async () => {
    const { store } = await filledStore()
    expect(await store.audit({ isAllowedHost: (host) => host === 'api.crossref.org' })).toMatchObject({ ok: true })
    expect(await store.audit({ isAllowedHost: () => false })).toMatchObject({ ok: false, problems: [{ kind: 'foreign', detail: 'api.crossref.org is not on the allowlist' }] })
  })
})

describe('the audit tells as information, and stays ok for', () => {
  it.each<[string, string, (files: Filled) => unknown]>([
    ['a body that no record names', 'orphan', ({ store }) => store.bodies.put(bytesOf({ body: 'cached' }))],
    ['the torn last line of a journal whose writer was stopped', 'torn-journal', ({ journal }) => appendFileSync(journal, 'abc\t{"event"')],
    ['an unfinished write', 'stale-tmp', ({ store }) => writeFileSync(join(store.root, 'tmp', 'left'), 'half')],
    ['a file of the user at the top', 'foreign', ({ store }) => writeFileSync(join(store.root, 'README.txt'), '')],
  ])('%s', async (_what, kind, change) => {
    const files = await filledStore()
    await change(files)
    const report = await files.store.audit()
    expect([report.ok, report.problems.map((problem) => [problem.kind, problem.severity])]).toEqual([true, [[kind, 'info']]])
  })

  it('the cache beside the evidence, whatever is in it', async () => {
    const { store } = await filledStore()
    mkdirSync(join(store.root, 'cache'))
    writeFileSync(join(store.root, 'cache', 'http.sqlite'), 'x')
    expect(await store.audit()).toMatchObject({ ok: true, problems: [] })
  })
})

describe('the replay', () => {
  const faithful: Replay = async (record, bodyOf) => {
    expect(new TextDecoder().decode(await bodyOf(record.snapshots[0]!.body.sha256))).toBe(new TextDecoder().decode(bytesOf({})))
    return { facts: [sha256('facts')], checks: draftOf().checks }
  }

  it('is clean when the stored bytes give the same facts and checks', async () => {
    const { store } = await filledStore()
    expect(await store.audit({ replay: faithful })).toMatchObject({ ok: true, counts: { replayed: 1 }, problems: [] })
  })

  it.each<[string, RegExp, Replay]>([
    ['other facts', /snapshot 0 \(crossref/, async () => ({ facts: [sha256('moved')], checks: draftOf().checks })],
    ['another check', /check 1: recorded metadata-match title pass title.equal, replayed metadata-match title fail/, async () => ({ facts: [sha256('facts')], checks: [draftOf().checks[0]!, { type: 'metadata-match', field: 'title', status: 'fail' }] })],
    ['a check less', /check 1: .*replayed nothing/, async () => ({ facts: [sha256('facts')], checks: [draftOf().checks[0]!] })],
    ['no answer, because the bytes cannot be parsed', /cannot be replayed: boom/, async () => { throw new Error('boom') }],
  ])('names %s', async (_what, detail, replay) => {
    const { store, id } = await filledStore()
    const report = await store.audit({ replay })
    expect(report).toMatchObject({ ok: false, problems: [{ kind: 'replay-differs', severity: 'error', id, detail: expect.stringMatching(detail) }] })
  })

  it('does not compare look-ups that had failed: they left no bytes', async () => {
    const store = openStore()
    await register(store, { checks: [...draftOf().checks, { type: 'other', field: 'pmid-exists', status: 'skipped', reason: 'network_error', detail: 'reset' }] })
    expect((await store.audit({ replay: faithful })).ok).toBe(true)
  })

  it('by another version tells a difference as information', async () => {
    const { store, record, journal } = await filledStore()
    const value = JSON.parse(readFileSync(record, 'utf8')) as EvidenceRecord
    const old = { ...value, tool: { ...value.tool, version: '0.0.1' } }
    const id = evidenceId(old)
    rmSync(record)
    rmSync(journal)
    const path = join(store.root, 'records', id.slice(3, 5), `${id}.json`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, canonicalJson({ ...old, id }))
    const report = await store.audit({ replay: async () => ({ facts: [], checks: [] }) })
    expect([report.ok, report.problems.length > 0, report.problems.every(({ kind, severity }) => kind === 'replay-differs' && severity === 'info')]).toEqual([true, true, true])
  })
})
