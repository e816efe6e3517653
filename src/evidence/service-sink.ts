import { CiteError, isCiteError } from '../base/cite-error.ts'
import { createRecord } from './record.ts'
import type { EvidenceRecord } from './record.ts'
import { isResearchEvidence, OWN_DIALECT } from './research-evidence.ts'
import type { ResearchEvidence } from './research-evidence.ts'
import { toSharedItem } from './shared-item.ts'
import type { SharedItem } from './shared-item.ts'
import { assertRegistrable } from './register.ts'
import type { EvidenceSink, Registered } from './sink.ts'

/**
 * A mounted `researchEvidence` service as sink, or undefined when the value has not the shape that this package knows:
 * the caller then takes the own store and says so once. Whatever the service throws becomes a STORE_ERROR.
 */
export function serviceSink(service: unknown): EvidenceSink | undefined {
  if (!isResearchEvidence(service)) return undefined
  return {
    name: 'researchEvidence',
    async register(draft, bodyOf) {
      const record = createRecord(draft)
      assertRegistrable(record)
      const done = new Set<string>()
      for (const snapshot of draft.snapshots) {
        if (done.has(snapshot.body.sha256)) continue
        done.add(snapshot.body.sha256)
        const bytes = await bodyOf(snapshot)
        if (bytes === undefined) throw new CiteError('STORE_ERROR', `the record names the body ${snapshot.body.sha256}, which is not there`)
        const put = await asked('putSnapshot', () => service.putSnapshot(bytes, { mediaType: snapshot.mediaType }))
        if (put.sha256 !== snapshot.body.sha256) throw new CiteError('STORE_ERROR', `researchEvidence names the body ${snapshot.body.sha256} otherwise: ${put.sha256}`)
      }
      return registerWith(service, record)
    },
  }
}

async function registerWith(service: ResearchEvidence, record: EvidenceRecord): Promise<Registered> {
  const item = service.dialect === OWN_DIALECT ? record : toSharedItem(record)
  try {
    return registered(await service.register(item))
  } catch (error) {
    if (!isConflict(error)) throw asStoreError('register', error)
  }
  return afterConflict(service, record, item)
}

/** Our id commits the finding: if the service has it, the same finding was registered before, with other times. If not, the service may choose the id. */
async function afterConflict(service: ResearchEvidence, record: EvidenceRecord, item: EvidenceRecord | SharedItem): Promise<Registered> {
  if (await asked('get', () => service.get(record.id)) !== undefined) return { id: record.id, created: false }
  const { id: _id, ...unnamed } = item
  return registered(await asked('register', () => service.register(unnamed as SharedItem)))
}

function registered(answer: unknown): Registered {
  const { id, created, recordPath } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  if (typeof id !== 'string') throw new CiteError('STORE_ERROR', 'researchEvidence gave no id for the record')
  return { id, created: created !== false, ...(typeof recordPath === 'string' && { recordPath }) }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /conflict/i.test(error.name) || ('code' in error && /conflict/i.test(String(error.code)))
}

async function asked<Value>(method: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    throw asStoreError(method, error)
  }
}

function asStoreError(method: string, error: unknown): CiteError {
  if (isCiteError(error) && error.code === 'STORE_ERROR') return error
  return new CiteError('STORE_ERROR', `researchEvidence.${method} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}
