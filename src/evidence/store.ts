import { CiteError } from '../base/cite-error.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { SnapshotBodies } from '../model/snapshot.ts'
import { auditStore } from './audit.ts'
import type { AuditOptions, AuditReport } from './audit.ts'
import { createBlobs } from './blobs.ts'
import type { StoredBody } from './blobs.ts'
import { createDisk } from './disk.ts'
import type { EvidenceStoreOptions } from './disk.ts'
import { createJournal } from './journal.ts'
import { prepareRoot } from './layout.ts'
import type { EvidenceId } from './path.ts'
import { pruneStore } from './prune.ts'
import type { PruneOptions, Pruned } from './prune.ts'
import { createRecord } from './record.ts'
import type { EvidenceRecord } from './record.ts'
import { createRecords } from './records.ts'
import type { Records } from './records.ts'
import { registerRecord } from './register.ts'
import type { EvidenceSink, Registered } from './sink.ts'
import type { StoreParts } from './store-parts.ts'
import { matches, summaryOf } from './summary.ts'
import type { EvidenceFilter, EvidenceSummary } from './summary.ts'

export type { EvidenceStoreOptions } from './disk.ts'

export interface StoreStats {
  readonly records: number
  readonly blobs: number
  /** Sum of the bodies' sizes. */
  readonly bytes: number
}

/** The own evidence store: bodies and records on disk, safe among processes, nothing ever edited. Errors are STORE_ERROR. */
export interface EvidenceStore {
  readonly root: string
  readonly bodies: SnapshotBodies
  readonly sink: EvidenceSink
  readonly parts: StoreParts
  /** Adds a finished record whose bodies are in the store or come from `bodyOf`. */
  add(record: EvidenceRecord, bodyOf: (digest: Sha256) => Promise<Uint8Array | undefined>): Promise<Registered>
  /** Record of an id, or of a prefix of at least 8 hex digits (`ev-` may be left out); undefined when there is none. Hashed on every read. */
  get(idOrPrefix: string): Promise<EvidenceRecord | undefined>
  /** Summaries in id order; a damaged record is listed as such, not left out. */
  list(filter?: EvidenceFilter): AsyncIterable<EvidenceSummary>
  readSnapshot(digest: Sha256): Promise<StoredBody>
  /** Removes old records, then bodies that no record names. Only ever called on the user's command. */
  prune(options: PruneOptions): Promise<Pruned>
  stats(): Promise<StoreStats>
  /** Reads everything and changes nothing; see auditStore. */
  audit(options?: AuditOptions): Promise<AuditReport>
}

/** Opens a store. Touches the disk only when used, so that mounting a plugin makes no directory. */
export function createEvidenceStore(options: EvidenceStoreOptions): EvidenceStore {
  const disk = createDisk(options)
  let prepared: Promise<void> | undefined
  const prepare = (): Promise<void> => {
    prepared ??= prepareRoot(disk).catch((error: unknown) => { prepared = undefined; throw error })
    return prepared
  }
  const blobs = createBlobs(disk, prepare)
  const records = createRecords(disk, prepare)
  const parts: StoreParts = { disk, blobs, records, journal: createJournal(disk) }

  const bodies: SnapshotBodies = {
    async put(bytes) {
      const { sha256, size } = await blobs.put(bytes)
      return { sha256, size }
    },
    async get(digest) {
      return (await blobs.read(digest)).bytes
    },
  }

  return {
    root: options.root,
    bodies,
    parts,
    sink: {
      name: 'own',
      async register(draft, bodyOf) {
        const byDigest = new Map(draft.snapshots.map((snapshot) => [snapshot.body.sha256, snapshot]))
        return registerRecord(parts, createRecord(draft), async (digest) => {
          const snapshot = byDigest.get(digest)
          return snapshot && bodyOf(snapshot)
        })
      },
    },
    add: (record, bodyOf) => registerRecord(parts, record, bodyOf),
    async get(idOrPrefix) {
      const id = await resolveId(records, idOrPrefix)
      const stored = id && await records.read(id)
      if (stored?.integrity === 'tampered') throw new CiteError('STORE_ERROR', `${id} is damaged: ${stored.why}`)
      return stored?.record
    },
    async * list(filter = {}) {
      for await (const id of records.ids()) {
        const stored = await records.read(id)
        if (stored === undefined) continue // pruned by another process since the directory was read
        const summary = summaryOf(id, stored)
        if (matches(summary, filter)) yield summary
      }
    },
    readSnapshot: (digest) => blobs.read(digest),
    prune: (pruneOptions) => pruneStore(parts, pruneOptions),
    stats: () => statsOf(parts),
    audit: (auditOptions) => auditStore(parts, auditOptions),
  }
}

/** Full id, or a prefix of at least 8 hex digits as git users expect; a prefix of two records is the caller's mistake. */
async function resolveId(records: Records, text: string): Promise<EvidenceId | undefined> {
  const hex = text.trim().toLowerCase().replace(/^ev-/, '')
  if (!/^[0-9a-f]{8,64}$/.test(hex)) throw new CiteError('INVALID_INPUT', 'an evidence id is ev- and hex digits, of which at least 8 are given')
  const found = await records.matching(hex)
  if (found.length > 1) throw new CiteError('INVALID_INPUT', `${found.length} evidence ids start with ${hex}`)
  return found[0]
}

async function statsOf({ blobs, records }: StoreParts): Promise<StoreStats> {
  let recordCount = 0
  for await (const _id of records.ids()) recordCount++
  const sizes: number[] = []
  for await (const digest of blobs.digests()) sizes.push(await blobs.size(digest) ?? 0)
  return { records: recordCount, blobs: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
