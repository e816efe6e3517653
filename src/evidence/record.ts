import { canonicalJson } from '../base/canonical-json.ts'
import { CiteError } from '../base/cite-error.ts'
import { sha256 } from '../base/sha256.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { Check } from '../model/check.ts'
import type { Citation } from '../model/citation.ts'
import { VERSION } from '../model/config.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { InputKind } from '../model/input.ts'
import type { Notice } from '../model/notice.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import { statusOf, type Identity, type Status } from '../model/verdict.ts'
import { fromCited, nfc, toCited } from './cited.ts'
import type { CitedFields } from './cited.ts'
import type { EvidenceId } from './path.ts'
import type { EvidenceDraft } from './sink.ts'

export const TOOL_NAME = 'dsh-cite-verify'

export type PolicySettings = Readonly<Record<string, string | number | boolean>>

/** One evidence item: what was cited, which answers it was held against, and what came out. REP v1; a JSON document. */
export interface EvidenceRecord {
  readonly schema: 'rep/v1'
  readonly id: EvidenceId
  readonly kind: 'citation-verification'
  readonly subject: {
    /** At least one. */
    readonly identifiers: Identifiers
    readonly cited: CitedFields
    /** Digest of the text as given; not part of the id, since white space changes no finding. */
    readonly input: { readonly kind: InputKind; readonly sha256: Sha256 }
  }
  readonly snapshots: readonly SnapshotRef[]
  readonly checks: readonly Check[]
  readonly identity: Identity
  readonly registrationAgency?: string
  readonly notices: readonly Notice[]
  /** Stored for readers; audit computes it again from the checks. */
  readonly status: Status
  readonly tool: {
    readonly name: string
    readonly version: string
    readonly policy: { readonly name: string; readonly sha256: Sha256; readonly settings: PolicySettings }
  }
  /** Ids of records that this one corrects. */
  readonly supersedes?: readonly string[]
  /** ISO 8601. */
  readonly recordedAt: string
}

/**
 * Makes the record of a verification: subject in NFC, status from the checks, id from the core.
 * Throws STORE_ERROR when nothing was looked up (no identifier), when a stored url would hold credentials, or when the
 * given verdict is not what the checks say; a TypeError of canonicalJson comes through as its cause.
 */
export function createRecord(draft: EvidenceDraft): EvidenceRecord {
  const { input, verification } = draft
  const { doi, pmid, pmcid, arxiv } = input.citation.identifiers
  const identifiers = { ...(doi && { doi }), ...(pmid && { pmid }), ...(pmcid && { pmcid }), ...(arxiv && { arxiv }) }
  if (Object.keys(identifiers).length === 0) throw new CiteError('STORE_ERROR', 'a citation without identifier has no evidence record')
  const status = statusOf(draft.checks)
  if (status !== verification.status) throw new CiteError('STORE_ERROR', `the verdict is ${verification.status}, the checks say ${status}`)
  const { name, settings } = draft.policy
  try {
    return withId({
      schema: 'rep/v1',
      kind: 'citation-verification',
      subject: { identifiers, cited: toCited(input.citation), input: { kind: input.kind, sha256: sha256(input.raw) } },
      snapshots: draft.snapshots,
      checks: draft.checks.map(recordedCheck),
      identity: verification.identity,
      ...(verification.registrationAgency !== undefined && { registrationAgency: verification.registrationAgency }),
      notices: verification.notices,
      status,
      tool: { name: TOOL_NAME, version: VERSION, policy: { name, sha256: sha256(canonicalJson(settings)), settings } },
      recordedAt: draft.recordedAt,
    })
  } catch (cause) {
    if (cause instanceof TypeError) throw new CiteError('STORE_ERROR', `the finding is not plain JSON: ${cause.message}`, { cause })
    throw cause
  }
}

/** The record with the id that its core gives. */
export function withId(body: Omit<EvidenceRecord, 'id'>): EvidenceRecord {
  return { ...body, id: evidenceId(body) }
}

/**
 * `ev-` + sha256 of the canonical JSON of the core. The core is the finding: what was cited, what each source's record
 * said (`facts`), the checks, tool and policy. Outside it stands what may differ between two honest runs: times, the
 * cache flag, the bytes and url of an answer (counters, batch-mates), the raw input text, and the derived status.
 */
export function evidenceId(record: Omit<EvidenceRecord, 'id'> & { readonly id?: string }): EvidenceId {
  return `ev-${sha256(canonicalJson(coreOf(record)))}` as EvidenceId
}

function coreOf(record: Omit<EvidenceRecord, 'id'> & { readonly id?: string }): object {
  const { id: _id, recordedAt: _recordedAt, status: _status, subject, snapshots, ...rest } = record
  return {
    ...rest,
    subject: { identifiers: subject.identifiers, cited: subject.cited },
    snapshots: snapshots.map(({ provider, role, locator, facts }) => ({ provider, role, locator, ...(facts !== undefined && { facts }) })),
  }
}

/** The bytes of the record's file: canonical JSON, so that one record has one text. */
export function recordBytes(record: EvidenceRecord): Uint8Array {
  return new TextEncoder().encode(canonicalJson(record))
}

/** A check as records hold it: what was cited in NFC like the subject, the record's side untouched. */
export function recordedCheck(check: Check): Check {
  return {
    ...check,
    ...(check.cited !== undefined && { cited: nfc(check.cited) as string }),
    ...(check.detail !== undefined && { detail: nfc(check.detail) as string }),
  }
}

/** The citation that the record speaks of, for a replay. */
export function citationOf(record: EvidenceRecord): Citation {
  return fromCited(record.subject.cited, record.subject.identifiers)
}

/** What a stored url must not hold: user info, keys, mail addresses. Answers the name of what it holds. */
export function secretInUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return 'user info'
  const bad = [...parsed.searchParams.keys()].find((key) => /^(?:api[-_]?key|key|token|access[-_]?token|mailto|email)$/i.test(key))
  return bad
}
