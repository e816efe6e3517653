import { canonicalJson } from '../base/canonical-json.ts'
import { sha256, type Sha256 } from '../base/sha256.ts'
import { UnparsableBody } from '../base/json.ts'
import type { Replay } from '../evidence/audit.ts'
import { citationOf } from '../evidence/record.ts'
import type { ParsedAnswer } from '../providers/provider.ts'
import { PARSERS } from '../providers/registry.ts'
import { replayChecks } from '../verify/replay.ts'

/** Parses a record's stored bodies again and assesses its citation under the policy that the record names. */
export const replayRecord: Replay = async (record, bodyOf) => {
  const parsed = new Map<string, ParsedAnswer<unknown>>()
  const keyOf = (provider: string, digest: Sha256): string => `${provider} ${digest}`
  for (const snapshot of record.snapshots) {
    const parse = PARSERS[snapshot.provider]
    const bytes = await bodyOf(snapshot.body.sha256)
    if (!parse || !bytes) throw new UnparsableBody(`no ${bytes ? 'parser' : 'body'} for the answer of ${snapshot.provider}`)
    parsed.set(keyOf(snapshot.provider, snapshot.body.sha256), parse(bytes, snapshot.status))
  }
  const { checks, values } = replayChecks(
    { citation: citationOf(record), snapshots: record.snapshots, checks: record.checks },
    (snapshot) => parsed.get(keyOf(snapshot.provider, snapshot.body.sha256)) as ParsedAnswer<unknown>,
    { titleThreshold: Number(record.tool.policy.settings['titleThreshold'] ?? 0.85) },
  )
  return { checks, facts: values.map((value) => (value === undefined ? undefined : sha256(canonicalJson(value)))) }
}
