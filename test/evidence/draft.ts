import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { sha256 } from '../../src/base/sha256.ts'
import { createEvidenceStore } from '../../src/evidence/store.ts'
import type { EvidenceStore, EvidenceStoreOptions } from '../../src/evidence/store.ts'
import type { EvidenceDraft } from '../../src/evidence/sink.ts'
import { bytesOf, draftOf } from './finding.ts'
import type { Finding } from './finding.ts'

export * from './finding.ts'

/** A directory that is gone after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export function openStore(options: Partial<EvidenceStoreOptions> = {}): EvidenceStore {
  return createEvidenceStore({ root: join(temporaryDirectory(), 'store'), durability: 'fast', now: () => new Date(), randomId: randomUUID, pid: process.pid, ...options })
}

/** Registers a finding with its body. */
export function register(store: EvidenceStore, finding: Finding = {}): ReturnType<EvidenceStore['sink']['register']> {
  return registerDraft(store, draftOf(finding), bytesOf(finding))
}

export function registerDraft(store: EvidenceStore, draft: EvidenceDraft, ...bodies: readonly Uint8Array[]): ReturnType<EvidenceStore['sink']['register']> {
  const known = new Map(bodies.map((bytes) => [sha256(bytes) as string, bytes]))
  return store.sink.register(draft, async ({ body }) => known.get(body.sha256))
}

export async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}
