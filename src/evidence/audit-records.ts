import { canonicalJson } from '../base/canonical-json.ts'
import { sha256 } from '../base/sha256.ts'
import type { Audit, AuditProblem } from './audit.ts'
import { readable, sharded } from './audit-files.ts'
import { blobPath, isEvidenceId, MAX_RECORD_BYTES, RECORDS, recordPath } from './path.ts'
import type { EvidenceId } from './path.ts'
import { statusOf } from '../model/verdict.ts'
import { evidenceId, secretInUrl } from './record.ts'
import type { EvidenceRecord } from './record.ts'
import { isCanonical, parsedJson } from './records.ts'
import { evidenceRecordFaults } from './schema.ts'

type Finding = Pick<AuditProblem, 'kind' | 'detail'> & { readonly severity?: 'info' }

/** Every record: its bytes, its form, its id, its status, the bodies that it names, its urls. */
export async function auditRecords(audit: Audit): Promise<void> {
  for await (const { path, name } of sharded(audit, RECORDS, 'file of a record')) {
    const id = name.endsWith('.json') ? name.slice(0, -5) : ''
    if (!isEvidenceId(id) || path !== recordPath(id)) {
      audit.problems.push({ kind: 'foreign', severity: 'error', path, detail: 'its name is not the name of a record in this place' })
      continue
    }
    const bytes = await readable(audit, path, () => audit.parts.disk.read(path, MAX_RECORD_BYTES))
    if (bytes === undefined) continue // pruned by another process since the directory was read
    audit.files.set(id, sha256(bytes))
    const { record, findings } = await examine(audit, bytes, id)
    for (const finding of findings) audit.problems.push({ severity: 'error', ...finding, id, path })
    if (record && findings.every(({ severity }) => severity === 'info')) audit.good.set(id, { record, path })
  }
}

/** A file whose form is wrong is only read so far: what it says could not be trusted. */
async function examine(audit: Audit, bytes: Uint8Array, id: EvidenceId): Promise<{ record?: EvidenceRecord; findings: readonly Finding[] }> {
  const value = parsedJson(bytes)
  if (value === undefined) return { findings: [{ kind: 'tampered', detail: 'it is not JSON' }] }
  const form: Finding[] = evidenceRecordFaults(value).map((detail) => ({ kind: 'schema', detail }))
  if (!isCanonical(bytes, value)) form.push({ kind: 'noncanonical', detail: 'its bytes are not the canonical JSON of its content' })
  if (form.some(({ kind }) => kind === 'schema')) return { findings: form }
  const record = value as EvidenceRecord
  for (const { body } of record.snapshots) audit.named.add(body.sha256)
  return { record, findings: [...form, ...identity(record, id), ...consistency(record), ...urls(audit, record), ...await bodies(audit, record)] }
}

function identity(record: EvidenceRecord, id: EvidenceId): readonly Finding[] {
  const derived = evidenceId(record)
  if (derived === id && record.id === id) return []
  return [{ kind: 'tampered', detail: derived === id ? `it calls itself ${record.id}` : `its content gives the id ${derived}` }]
}

function consistency({ status, checks, snapshots, tool: { policy } }: EvidenceRecord): readonly Finding[] {
  const found: Finding[] = []
  if (status !== statusOf(checks)) found.push({ kind: 'status-mismatch', detail: `it says ${status}, its checks say ${statusOf(checks)}` })
  if (policy.sha256 !== sha256(canonicalJson(policy.settings))) found.push({ kind: 'tampered', detail: 'the policy settings do not hash to the policy digest' })
  checks.forEach(({ snapshot }, index) => {
    if (snapshot !== undefined && snapshot >= snapshots.length) found.push({ kind: 'schema', detail: `record.checks[${index}].snapshot: there is no snapshot ${snapshot}` })
  })
  return found
}

function urls({ options: { isAllowedHost } }: Audit, { snapshots }: EvidenceRecord): readonly Finding[] {
  return snapshots.flatMap(({ url, finalUrl }) => [...new Set([url, finalUrl])]).flatMap((url): Finding[] => {
    const secret = secretInUrl(url)
    const host = URL.canParse(url) ? new URL(url).hostname : ''
    return [
      ...(secret === undefined ? [] : [{ kind: 'secret' as const, detail: `a url of ${host} holds ${secret}` }]),
      ...(isAllowedHost === undefined || isAllowedHost(host) ? [] : [{ kind: 'foreign' as const, detail: `${host} is not on the allowlist` }]),
    ]
  })
}

/** A body written after the bodies were read is looked for again before it is called absent. */
async function bodies(audit: Audit, { snapshots, supersedes = [] }: EvidenceRecord): Promise<readonly Finding[]> {
  const { parts, blobs, problems } = audit
  const found: Finding[] = []
  for (const { body } of snapshots) {
    let size = blobs.get(body.sha256)
    if (size === undefined) {
      const again = await readable(audit, blobPath(body.sha256), () => parts.blobs.read(body.sha256))
      if (again?.integrity === 'ok') blobs.set(body.sha256, size = again.bytes.byteLength)
      if (again?.integrity === 'missing') found.push({ kind: 'dangling', detail: `the body ${body.sha256} is not there` })
      // A damaged body has its own line; without one the damage happened after that step.
      if (again?.integrity === 'tampered' && !problems.some(({ path }) => path === blobPath(body.sha256))) found.push({ kind: 'tampered', detail: `the body ${body.sha256} is damaged` })
    }
    if (size !== undefined && size !== body.size) found.push({ kind: 'tampered', detail: `the body ${body.sha256} has ${size} bytes, the record says ${body.size}` })
  }
  for (const id of supersedes) {
    if (isEvidenceId(id) && await parts.disk.size(recordPath(id)) === undefined) found.push({ kind: 'dangling', severity: 'info', detail: `the superseded ${id} is not there` })
  }
  return found
}

