import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/base/sha256.ts'
import { exportJsonl } from '../../src/evidence/export/jsonl.ts'
import { exportRoCrate } from '../../src/evidence/export/ro-crate.ts'
import { RO_CRATE } from '../../src/evidence/export/ro-crate-metadata.ts'
import { blobPath } from '../../src/evidence/path.ts'
import { assertEvidenceRecord } from '../../src/evidence/schema.ts'
import type { EvidenceStore } from '../../src/evidence/store.ts'
import { bytesOf, collected, openStore, register, temporaryDirectory } from './draft.ts'

interface Entity { readonly '@id': string; readonly '@type': string; readonly [key: string]: unknown }

async function twoFindings(): Promise<EvidenceStore> {
  const store = openStore({ now: () => new Date('2026-12-01T00:00:00Z') })
  await register(store, { doi: '10.5555/a', body: 'shared list answer' })
  await register(store, { doi: '10.5555/b', body: 'shared list answer', fromCache: true, at: '2026-11-30T12:00:00.000Z' })
  await register(store, { doi: '10.5555/c', body: 'own answer' })
  return store
}

async function crateOf(store: EvidenceStore): Promise<{ directory: string; graph: readonly Entity[]; byId: ReadonlyMap<string, Entity>; context: unknown }> {
  const directory = join(temporaryDirectory(), 'crate')
  await exportRoCrate(store, { into: directory })
  const metadata = JSON.parse(readFileSync(join(directory, 'ro-crate-metadata.json'), 'utf8')) as { '@context': unknown; '@graph': Entity[] }
  return { directory, graph: metadata['@graph'], byId: new Map(metadata['@graph'].map((entity) => [entity['@id'], entity])), context: metadata['@context'] }
}

const ids = (value: unknown): string[] => [value].flat().map((one) => (one as { '@id': string })['@id'])

describe('the RO-Crate', () => {
  it('has the descriptor and the root data entity that RO-Crate 1.2 asks for', async () => {
    const { byId, context } = await crateOf(await twoFindings())
    expect([context].flat()).toContain(RO_CRATE.context)
    expect(byId.get('ro-crate-metadata.json')).toMatchObject({ '@type': 'CreativeWork', about: { '@id': './' }, conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' } })
    expect(byId.get('./')).toMatchObject({ '@type': 'Dataset', name: expect.any(String), description: expect.any(String), datePublished: '2026-12-01T00:00:00.000Z', license: { '@id': '#terms' } })
  })

  it('is flat: every id once, every entity with a type, every reference to an entity that is there', async () => {
    const { graph, byId } = await crateOf(await twoFindings())
    expect(byId.size).toBe(graph.length)
    const references: string[] = []
    const walk = (value: unknown, depth: number): void => {
      if (Array.isArray(value)) for (const item of value) walk(item, depth)
      else if (typeof value === 'object' && value !== null) {
        if (depth > 0) { expect(Object.keys(value)).toEqual(['@id']); references.push((value as Entity)['@id']) }
        else for (const item of Object.values(value)) walk(item, 1)
      }
    }
    for (const entity of graph) { expect(entity['@type']).toBeTruthy(); walk(entity, 0) }
    expect(references.filter((id) => !byId.has(id))).toEqual([RO_CRATE.conformsTo])
  })

  it('lists each file that is in the directory, with its real size and digest, and no other', async () => {
    const { directory, byId } = await crateOf(await twoFindings())
    const listed = ids(byId.get('./')!['hasPart'])
    const onDisk = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    expect([...listed, 'ro-crate-metadata.json'].sort()).toEqual(onDisk.sort())
    expect(listed).toHaveLength(5)
    for (const path of listed) {
      const bytes = readFileSync(join(directory, path))
      expect(byId.get(path)).toMatchObject({ '@type': 'File', contentSize: String(bytes.byteLength), sha256: sha256(bytes), encodingFormat: 'application/json' })
    }
  })

  it('says for each record which run made it, with what, of which work, from which answers', async () => {
    const { graph, byId } = await crateOf(await twoFindings())
    const runs = graph.filter((entity) => entity['@type'] === 'CreateAction')
    expect(ids(byId.get('./')!['mentions']).sort()).toEqual(runs.map((run) => run['@id']).sort())
    expect(runs).toHaveLength(3)
    for (const run of runs) {
      expect(byId.get(ids(run['instrument'])[0]!)).toMatchObject({ '@type': 'SoftwareApplication', name: 'dsh-cite-verify', softwareVersion: expect.any(String) })
      expect(ids(run['object']).map((id) => byId.get(id)?.['@type'])).toEqual(['ScholarlyArticle', 'File'])
      expect(byId.get(ids(run['result'])[0]!)?.['name']).toMatch(/^Evidence record ev-/)
      expect(Date.parse(run['startTime'] as string)).toBeLessThanOrEqual(Date.parse(run['endTime'] as string))
    }
    expect(graph.filter((entity) => entity['@type'] === 'ScholarlyArticle').map((work) => work['identifier']).sort()).toEqual([['doi:10.5555/a'], ['doi:10.5555/b'], ['doi:10.5555/c']])
  })

  it('tells what it wrote', async () => {
    const into = join(temporaryDirectory(), 'crate')
    const exported = await exportRoCrate(await twoFindings(), { into })
    const sizes = readdirSync(into, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    expect(exported).toEqual({ path: into, records: 3, blobs: 2, bytes: sizes.reduce((sum, size) => sum + size, 0) })
  })

  it('refuses a directory that holds something, an empty store, and a damaged body', async () => {
    const full = temporaryDirectory()
    writeFileSync(join(full, 'mine'), '')
    await expect(exportRoCrate(await twoFindings(), { into: full })).rejects.toThrow(/^INVALID_INPUT: .*not empty/)
    expect(readdirSync(full)).toEqual(['mine'])
    await expect(exportRoCrate(openStore(), { into: temporaryDirectory() })).rejects.toThrow(/^STORE_ERROR/)
    const store = openStore()
    await register(store)
    const blob = join(store.root, blobPath(sha256(bytesOf({}))))
    chmodSync(blob, 0o644)
    writeFileSync(blob, 'other')
    const into = temporaryDirectory()
    await expect(exportRoCrate(store, { into })).rejects.toThrow(/^STORE_ERROR: .*tampered/)
    expect(existsSync(join(into, 'ro-crate-metadata.json'))).toBe(false)
  })
})

describe('the JSON Lines export', () => {
  it('has one valid record a line, in id order', async () => {
    const lines = await collected(exportJsonl(await twoFindings()))
    expect(lines.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n'))).toBe(true)
    const records = lines.map((line) => JSON.parse(line) as unknown)
    const found = records.map((record) => { assertEvidenceRecord(record); return record.id })
    expect(found).toEqual([...found].sort())
    expect(found).toHaveLength(3)
  })

  it('stops at a damaged record instead of leaving it out', async () => {
    const store = openStore()
    const { recordPath } = await register(store)
    chmodSync(recordPath!, 0o644)
    writeFileSync(recordPath!, '{}')
    await expect(collected(exportJsonl(store))).rejects.toThrow(/^STORE_ERROR: .*damaged/)
  })
})
