import { describe, expect, it } from 'vitest'
import type { Doi } from '../../src/model/identifiers.ts'
import type { SnapshotRef } from '../../src/model/snapshot.ts'
import { sha256 } from '../../src/base/sha256.ts'
import { concludeDoi } from '../../src/verify/conclude.ts'
import type { Attempt } from '../../src/verify/trail.ts'

const id = '10.5555/conclude' as Doi
const snapshot = (provider: SnapshotRef['provider']): SnapshotRef => ({
  provider, role: 'authority', url: 'https://example.invalid/', finalUrl: 'https://example.invalid/', status: 200, mediaType: 'application/json',
  body: { sha256: sha256(provider), size: 1 }, locator: id, retrievedAt: '2026-01-01T00:00:00Z', fromCache: false,
})
type DoiAttempt = Attempt & { of: 'doi' }
const miss = (provider: 'crossref' | 'datacite' | 'arxiv'): DoiAttempt => ({ of: 'doi', id, provider, answer: { kind: 'not-found', snapshot: snapshot(provider) } })
const hit = (provider: 'crossref' | 'datacite'): DoiAttempt => ({ of: 'doi', id, provider, answer: { kind: 'found', value: { provider, identifiers: { doi: id }, dates: {} }, snapshot: snapshot(provider) } })
const failed = (provider: 'crossref' | 'datacite'): DoiAttempt => ({ of: 'doi', id, provider, answer: { kind: 'failed', reason: 'unavailable', detail: 'HTTP 503' } })
const agency = (name: string): DoiAttempt => ({ of: 'doi', id, provider: 'doi-agency', answer: { kind: 'found', value: { agency: name }, snapshot: snapshot('doi-agency') } })
const noAgency: DoiAttempt = { of: 'doi', id, provider: 'doi-agency', answer: { kind: 'not-found', snapshot: snapshot('doi-agency') } }
const agencyFailed: DoiAttempt = { of: 'doi', id, provider: 'doi-agency', answer: { kind: 'failed', reason: 'network_error', detail: 'reset' } }
const handle = (registered: boolean): DoiAttempt => ({ of: 'doi', id, provider: 'handle', answer: registered ? { kind: 'found', value: { registered: true }, snapshot: snapshot('handle') } : { kind: 'not-found', snapshot: snapshot('handle') } })
const handleFailed: DoiAttempt = { of: 'doi', id, provider: 'handle', answer: { kind: 'failed', reason: 'rate_limited', detail: 'HTTP 429' } }

describe('concludeDoi', () => {
  it.each<[string, DoiAttempt[], string, string | undefined]>([
    ['a Crossref record', [hit('crossref')], 'found', 'Crossref'],
    ['a Crossref miss and a DataCite record', [miss('crossref'), agency('DataCite'), hit('datacite')], 'found', 'DataCite'],
    ['a failed Crossref look-up and a DataCite record', [failed('crossref'), agency('DataCite'), hit('datacite')], 'found', 'DataCite'],
    ['a Crossref miss alone', [miss('crossref')], 'failed', undefined],
    ['a Crossref miss and no agency and no handle', [miss('crossref'), noAgency, handle(false)], 'not-found', undefined],
    ['a Crossref miss and an agency that could not be asked, no handle', [miss('crossref'), agencyFailed, handle(false)], 'not-found', undefined],
    ['a Crossref miss, no agency, and a failed handle look-up', [miss('crossref'), noAgency, handleFailed], 'failed', undefined],
    ['a failed Crossref look-up at Crossref\'s own prefix', [failed('crossref'), agency('Crossref')], 'failed', 'Crossref'],
    ['another agency\'s registered DOI', [miss('crossref'), agency('JaLC'), handle(true)], 'registered', 'JaLC'],
    ['a DataCite DOI without metadata', [miss('crossref'), agency('DataCite'), miss('datacite'), handle(true)], 'registered', 'DataCite'],
    ['an arXiv DOI that arXiv does not know', [miss('arxiv')], 'not-found', undefined],
  ])('%s', (_name, attempts, kind, name) => {
    const { conclusion, agency: concluded } = concludeDoi(attempts)
    expect([conclusion.kind, concluded]).toEqual([kind, name])
  })

  it('keeps a failure visible beside a registered handle', () => {
    const { conclusion } = concludeDoi([miss('crossref'), agencyFailed, handle(true)])
    expect(conclusion).toMatchObject({ kind: 'registered', undecided: { provider: 'doi-agency', reason: 'network_error' } })
  })
})
