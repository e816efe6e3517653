import { isCiteError } from '../base/cite-error.ts'
import type { EvidenceSink, Registered } from '../evidence/sink.ts'
import { isLookupFailure } from '../model/check.ts'
import type { CitationInput } from '../model/input.ts'
import type { SnapshotBodies } from '../model/snapshot.ts'
import type { Verification } from '../model/verdict.ts'

export interface EvidenceWriter {
  /** Registers what a verification rests on; undefined when there is nothing to record or the store refused (then `warning` says so). */
  record(input: CitationInput, verification: Verification): Promise<{ readonly registered?: Registered; readonly warning?: string }>
}

/** Writes to one sink, chosen at the start of a run, so that bodies and records of one run stand together. */
export function createEvidenceWriter(sink: EvidenceSink, bodies: SnapshotBodies, settings: Readonly<Record<string, string | number | boolean>>, now: () => string): EvidenceWriter {
  return {
    async record(input, verification) {
      if (!isWorthRecording(input, verification)) return {}
      try {
        const registered = await sink.register({
          input, verification, snapshots: verification.snapshots, checks: verification.checks,
          policy: { name: 'default', settings }, recordedAt: now(),
        }, (snapshot) => bodies.get(snapshot.body.sha256))
        return { registered }
      } catch (error) {
        return { warning: isCiteError(error) ? error.message : `STORE_ERROR: ${error instanceof Error ? error.message : String(error)}` }
      }
    },
  }
}

/** Something was looked up. A run without network, or one that was stopped before it asked, leaves no record. */
function isWorthRecording(input: CitationInput, verification: Verification): boolean {
  if (Object.keys(input.citation.identifiers).length === 0) return false
  if (verification.snapshots.length > 0) return true
  return verification.checks.some((check) => check.status === 'skipped' && isLookupFailure(check.reason) && !/\b(?:offline|cancelled)\b/.test(check.detail ?? ''))
}
