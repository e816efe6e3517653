import { randomUUID } from 'node:crypto'
import { createEvidenceStore, type EvidenceStore } from '../evidence/store.ts'

/** The own evidence store with the machine's clock, randomness and process. Touches the disk only when it is used. */
export function openOwnStore(options: { readonly root: string; readonly durability: 'full' | 'fast' }): EvidenceStore {
  return createEvidenceStore({ ...options, now: () => new Date(), randomId: () => randomUUID(), pid: process.pid })
}
