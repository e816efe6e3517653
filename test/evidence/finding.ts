import { sha256 } from '../../src/base/sha256.ts'
import type { EvidenceDraft } from '../../src/evidence/sink.ts'
import type { Check } from '../../src/model/check.ts'
import type { Citation } from '../../src/model/citation.ts'
import type { Doi } from '../../src/model/identifiers.ts'

/** What varies between the findings of these tests. */
export interface Finding {
  readonly doi?: string
  readonly citation?: Partial<Citation>
  readonly facts?: string
  readonly body?: string
  readonly url?: string
  readonly fromCache?: boolean
  readonly at?: string
  readonly raw?: string
  readonly checks?: readonly Check[]
  readonly status?: EvidenceDraft['verification']['status']
}

export const PASSED: readonly Check[] = [
  { type: 'doi-exists', status: 'pass', provider: 'crossref', snapshot: 0 },
  { type: 'metadata-match', field: 'title', status: 'pass', relation: 'equal', rule: 'title.equal', cited: 'On stores', record: 'On stores', provider: 'crossref', snapshot: 0, score: 1, threshold: 0.85 },
]

export function bytesOf({ body = '{"message":{"title":["On stores"]}}' }: Finding): Uint8Array {
  return new TextEncoder().encode(body)
}

/** A draft as verify/ makes them: one Crossref answer, one citation. */
export function draftOf(finding: Finding = {}): EvidenceDraft {
  const { doi = '10.5555/store.1', facts = 'facts', fromCache = false, at = '2026-11-30T10:00:00.000Z', raw = doi, checks = PASSED, status = 'ok', url = `https://api.crossref.org/works/${doi}` } = finding
  const bytes = bytesOf(finding)
  const snapshots = [{
    provider: 'crossref', role: 'authority', url, finalUrl: url, status: 200, mediaType: 'application/json',
    body: { sha256: sha256(bytes), size: bytes.byteLength }, locator: doi, facts: sha256(facts), retrievedAt: at, fromCache,
  }] as const
  return {
    input: { key: 'k', kind: 'bibtex', raw, citation: { title: 'On stores', authors: [{ family: 'Oord', given: 'A.', particle: 'van den' }], year: '2024', venue: 'J. Stores', ...finding.citation, identifiers: { doi: doi as Doi } } },
    verification: { status, notFound: false, lookupError: false, identity: 'same-work', checks, notices: [], snapshots, warnings: [] },
    snapshots, checks, policy: { name: 'default', settings: { titleThreshold: 0.85 } }, recordedAt: at,
  }
}
