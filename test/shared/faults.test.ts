import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasShared, startSimulator } from '../support/simulator.ts'
import { arxivEntry, crossrefWork, pubmedSummary } from '../support/record-world.ts'

const CASE = {
  id: 'faults', label: 'faults', citation: '', expected: { exists: true, flagged: false, fields: [] },
  records: {
    crossref: [crossrefWork('10.5555/one', 'A study of loops', 'Lovelace', 2019)],
    datacite: [{ id: '10.5281/zenodo.1', attributes: { doi: '10.5281/zenodo.1', titles: [{ title: 'Loopback data' }], creators: [{ name: 'Lovelace, Ada' }], publicationYear: 2021, types: { resourceTypeGeneral: 'Dataset' } } }],
    pubmed: [pubmedSummary('31000001', 'Another study of loops', 'Lovelace A', 2019)],
    arxiv: [arxivEntry('2101.00001', 'Preprints of loops', 'Ada Lovelace', 2021)],
  },
  absent: ['10.99999/nothing'],
}
/** Key of the entry that each host decides. */
const DECIDES: Readonly<Record<string, string>> = { 'api.crossref.org': 'article', 'api.datacite.org': 'dataset', 'eutils.ncbi.nlm.nih.gov': 'pubmed', 'export.arxiv.org': 'preprint', 'hdl.handle.net': 'absent' }
const BIB = `@article{article, title={A study of loops}, doi={10.5555/one}}
@misc{dataset, title={Loopback data}, doi={10.5281/zenodo.1}}
@article{pubmed, title={Another study of loops}, pmid={31000001}}
@misc{preprint, title={Preprints of loops}, eprint={2101.00001}, archivePrefix={arXiv}}
@article{absent, title={Nothing}, doi={10.99999/nothing}}
`
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64')
const entities = `<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaaaaaaaa">${'bcdefg'.split('').map((name, i) => `<!ENTITY ${name} "${`&${'abcdef'[i]};`.repeat(10)}">`).join('')}]><feed>&g;</feed>`
const FAULTS: readonly [string, object, readonly string[]][] = [
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '30' } }, ['rate_limited']],
  ['429 without Retry-After', { status: 429 }, ['rate_limited']],
  ['503', { status: 503 }, ['unavailable']],
  ['HTML with status 200', { status: 200, body: '<html><title>One moment</title></html>', headers: { 'content-type': 'text/html' } }, ['unparsable']],
  ['HTML with status 404', { status: 404, body: '<html><title>Not Found</title></html>', headers: { 'content-type': 'text/html' } }, ['unparsable', 'unavailable']],
  ['a truncated body', { truncate: true }, ['network_error', 'unparsable']],
  ['a connection reset', { reset: true }, ['network_error']],
  ['no answer', { hang: true }, ['unavailable']],
  ['a redirect to http', { status: 302, location: 'http://api.crossref.org/' }, ['blocked_host']],
  ['a redirect to a bare IP', { status: 302, location: 'https://192.0.2.1/' }, ['blocked_host']],
  ['a redirect off the allowlist', { status: 302, location: 'https://example.org/' }, ['blocked_host']],
  ['invalid UTF-8', { status: 200, bodyBase64: Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]).toString('base64') }, ['unparsable']],
  ['a gzip bomb', { status: 200, bodyBase64: bomb, headers: { 'content-encoding': 'gzip' } }, ['unparsable']],
  ['JSON nested 10,000 deep', { status: 200, body: '['.repeat(10_000) + ']'.repeat(10_000) }, ['unparsable']],
  ['an XML entity bomb', { status: 200, body: entities }, ['unparsable']],
]

interface Line { readonly items: readonly { readonly key: string; readonly status: string; readonly notFound: boolean; readonly lookupError: boolean; readonly reasons: readonly string[] }[] }

describe.skipIf(!hasShared)('faults of each provider, through the provider simulator (skipped where ../shared is absent)', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'faults-'))
    writeFileSync(join(folder, 'library.bib'), BIB)
    writeFileSync(join(folder, 'cases.jsonl'), `${JSON.stringify(CASE)}\n`)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(FAULTS)('%s: that provider\'s entry is undecided, the others whole, and a later run decides it', async (name, fault, reasons) => {
    for (const [index, [host, key]] of Object.entries(DECIDES).entries()) {
      const root = join(folder, `${name}-${index}`)
      const faults = join(folder, 'faults.json')
      writeFileSync(faults, JSON.stringify([{ match: `^${host.replaceAll('.', '\\.')}/`, times: null, ...fault }]))
      const broken = await verified(root, '--faults', faults)
      for (const item of broken.items) {
        if (item.key === key) {
          expect(item, `${host} ${key}`).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
          expect(reasons, `${host}: ${item.reasons.join()}`).toContain(item.reasons[0])
        } else expect(item, `${host} ${item.key}`).toMatchObject(item.key === 'absent' ? { notFound: host !== 'api.crossref.org' || item.notFound } : host === 'api.crossref.org' ? { notFound: false } : { status: 'ok', lookupError: false })
      }
      const healed = await verified(root)
      expect(healed.items.find((item) => item.key === key), host).toMatchObject(key === 'absent' ? { notFound: true, lookupError: false } : { status: 'ok', lookupError: false })
    }
  })

  it('an untrusted certificate is a network error, never an absence', async () => {
    const { items } = await verified(join(folder, 'certificate'), '--bad-cert', Object.keys(DECIDES).join(','))
    for (const item of items) expect(item).toMatchObject({ status: 'unchecked', notFound: false, lookupError: true })
    expect(items[0]?.reasons).toEqual(['network_error'])
  })

  async function verified(root: string, ...args: string[]): Promise<Line> {
    const simulator = await startSimulator({ cases: join(folder, 'cases.jsonl') }, ...args)
    try {
      return await new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [fileURLToPath(new URL('check-every-file.ts', import.meta.url))], { env: { ...process.env, ...simulator.env }, stdio: ['pipe', 'pipe', 'inherit'] })
        let out = ''
        child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
        child.on('error', reject)
        child.on('close', () => { try { resolve(JSON.parse(out.trim()) as Line) } catch (error) { reject(error as Error) } })
        child.stdin.end(JSON.stringify({ root, folder, files: ['library.bib'], timeoutMs: 700 }))
      })
    } finally {
      await simulator.close()
    }
  }
}, 300_000)
