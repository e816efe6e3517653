import type { Sha256 } from '../base/sha256.ts'
import type { AuditOptions, AuditReport } from './audit.ts'
import type { EvidenceRecord } from './record.ts'
import { withId } from './record.ts'
import { fromSharedItem, isSharedItem } from './shared-item.ts'
import type { SharedItem } from './shared-item.ts'
import { assertEvidenceRecord } from './schema.ts'
import type { EvidenceStore } from './store.ts'
import type { EvidenceFilter, EvidenceSummary } from './summary.ts'

/** Says that a service takes this package's own records as they are. */
export const OWN_DIALECT = 'dsh-cite-verify/rep/v1'

/**
 * What `ctx.researchEvidence` is assumed to offer, as a structure: the package that defines it is optional and its types
 * are never imported. A foreign service is given items in the shared words (SharedItem), our own takes records whole.
 */
export interface ResearchEvidence {
  readonly dialect?: string
  putSnapshot(bytes: Uint8Array, about: { readonly mediaType: string }): Promise<{ readonly sha256: string; readonly size: number; readonly created: boolean }>
  register(item: EvidenceRecord | SharedItem): Promise<{ readonly id: string; readonly created: boolean; readonly recordPath?: string }>
  get(id: string): Promise<unknown>
  readSnapshot(digest: Sha256): Promise<{ readonly bytes?: Uint8Array; readonly integrity: 'ok' | 'tampered' | 'missing' }>
  list(filter?: EvidenceFilter): AsyncIterable<EvidenceSummary>
  verify(scope?: { readonly id?: string }): Promise<AuditReport>
}

/** True for an object with the methods that writing evidence needs; the others are not called by this package. */
export function isResearchEvidence(value: unknown): value is ResearchEvidence {
  if (typeof value !== 'object' || value === null) return false
  const service = value as Record<string, unknown>
  return (['putSnapshot', 'register', 'get'] as const).every((method) => typeof service[method] === 'function')
}

/**
 * The own store, offered as that service: what the plugin `dsh-cite-verify/evidence` provides. `register` takes a whole
 * record or an item in the shared words; the bodies must have been put before. `verify({ id })` names that record's problems alone.
 */
export function createResearchEvidence(store: EvidenceStore, auditOptions: AuditOptions = {}): ResearchEvidence {
  return {
    dialect: OWN_DIALECT,
    async putSnapshot(bytes) {
      return store.parts.blobs.put(bytes)
    },
    async register(item) {
      const record: unknown = isSharedItem(item) ? withId(fromSharedItem(item)) : item
      assertEvidenceRecord(record)
      return store.add(record, async () => undefined)
    },
    get: (id) => store.get(id),
    readSnapshot: (digest) => store.readSnapshot(digest),
    list: (filter) => store.list(filter),
    async verify(scope = {}) {
      const report = await store.audit(auditOptions)
      if (scope.id === undefined) return report
      const problems = report.problems.filter(({ id, severity, path }) => id === scope.id || (id === undefined && severity === 'error' && path === '.'))
      return { ...report, problems, ok: await store.get(scope.id) !== undefined && problems.every(({ severity }) => severity !== 'error') }
    },
  }
}
