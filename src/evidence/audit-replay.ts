import { canonicalJson } from '../base/canonical-json.ts'
import { isLookupFailure } from '../model/check.ts'
import type { Check } from '../model/check.ts'
import { VERSION } from '../model/config.ts'
import type { Audit, AuditedRecord, Replay } from './audit.ts'
import { recordedCheck, TOOL_NAME } from './record.ts'

/**
 * Runs each good record's stored bytes through the same parsers and comparers: facts and checks must come out equal.
 * Another version of the tool may well judge otherwise, so that its difference is told, not held against the record.
 * Look-ups that had failed left no bytes; they are not compared.
 */
export async function auditReplay(audit: Audit): Promise<void> {
  const { replay } = audit.options
  if (replay === undefined) return
  for (const [id, audited] of audit.good) {
    const { tool } = audited.record
    const sameTool = tool.name === TOOL_NAME && tool.version === VERSION
    for (const detail of await differences(audit, audited, replay)) {
      audit.problems.push({
        kind: 'replay-differs', severity: sameTool ? 'error' : 'info', id, path: audited.path,
        detail: sameTool ? detail : `${detail} (recorded by ${tool.name} ${tool.version}, replayed by ${TOOL_NAME} ${VERSION})`,
      })
    }
    audit.replayed++
  }
}

async function differences({ parts }: Audit, { record }: AuditedRecord, replay: Replay): Promise<readonly string[]> {
  try {
    const { facts, checks } = await replay(record, async (digest) => (await parts.blobs.read(digest)).bytes)
    const moved = record.snapshots.flatMap((snapshot, index) => (
      snapshot.facts === facts[index] ? [] : [`snapshot ${index} (${snapshot.provider}, ${snapshot.locator}): the stored bytes give other fields than were recorded`]
    ))
    return [...moved, ...changedChecks(record.checks.filter(isReplayable), checks.filter(isReplayable).map(recordedCheck))]
  } catch (error) {
    return [`the stored bytes cannot be replayed: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function isReplayable(check: Check): boolean {
  return !(check.status === 'skipped' && isLookupFailure(check.reason))
}

function changedChecks(recorded: readonly Check[], replayed: readonly Check[]): readonly string[] {
  const length = Math.max(recorded.length, replayed.length)
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const [was, is] = [recorded[index], replayed[index]]
    if (was && is && canonicalJson(was) === canonicalJson(is)) return []
    return [`check ${index}: recorded ${said(was)}, replayed ${said(is)}`]
  })
}

function said(check: Check | undefined): string {
  if (check === undefined) return 'nothing'
  return [check.type, check.field, check.status, check.reason, check.rule].filter((part) => part !== undefined).join(' ')
}
