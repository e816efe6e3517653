import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCiteError } from '../../src/base/cite-error.ts'
import { citationOf, createRecord, evidenceId, recordBytes, secretInUrl } from '../../src/evidence/record.ts'
import { statusOf } from '../../src/model/verdict.ts'
import { parsedJson } from '../../src/evidence/records.ts'
import type { EvidenceRecord } from '../../src/evidence/record.ts'
import type { Check } from '../../src/model/check.ts'
import { draftOf, PASSED } from './draft.ts'

const idOf = (...finding: Parameters<typeof draftOf>): string => createRecord(draftOf(...finding)).id

/** The same JSON value with all keys in another order. */
function shuffled(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order))
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  return Object.fromEntries(order(Object.keys(record)).map((key) => [key, shuffled(record[key], order)]))
}

describe('the id of a record', () => {
  it('is ev- and the 64 hex digits of the core', () => {
    expect(idOf()).toMatch(/^ev-[0-9a-f]{64}$/)
  })

  it('does not depend on times, cache flag, url, raw text, or the bytes of the answer', () => {
    const iso = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString())
    fc.assert(fc.property(iso, fc.boolean(), fc.string(), fc.webUrl(), fc.string(), (at, fromCache, body, url, raw) => {
      expect(idOf({ at, fromCache, body, url, raw })).toBe(idOf())
    }))
  })

  it('does not depend on the order of keys', () => {
    const record = createRecord(draftOf())
    fc.assert(fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      const order = (keys: string[]): string[] => keys.map((key) => [numbers.next().value as number, key] as const).sort((a, b) => a[0] - b[0]).map(([, key]) => key)
      const other = shuffled(record, order) as EvidenceRecord
      expect(evidenceId(other)).toBe(record.id)
      expect(Buffer.from(recordBytes(other)).equals(recordBytes(record))).toBe(true)
    }))
  })

  it('is the same for both Unicode forms of what was cited, but not for another title', () => {
    const title = 'Über Zitate von Ångström'
    const check = (cited: string): readonly Check[] => [{ type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs', cited, record: 'x', snapshot: 0 }]
    const form = (kind: 'NFC' | 'NFD'): string => idOf({ citation: { title: title.normalize(kind) }, checks: check(title.normalize(kind)), status: 'fail' })
    expect(title.normalize('NFD')).not.toBe(title.normalize('NFC'))
    expect(form('NFD')).toBe(form('NFC'))
    expect(idOf({ citation: { title: 'Uber Zitate von Angstrom' } })).not.toBe(idOf({ citation: { title } }))
  })

  it.each<[string, Parameters<typeof draftOf>[0]]>([
    ['the facts', { facts: 'other' }], ['the identifier', { doi: '10.5555/other' }], ['a cited field', { citation: { year: '2023' } }],
    ['a check', { checks: [PASSED[0]!] }],
  ])('changes with %s', (_what, finding) => {
    expect(idOf(finding)).not.toBe(idOf())
  })

  it('changes with the policy, the tool and the look-up that failed', () => {
    const draft = draftOf()
    expect(createRecord({ ...draft, policy: { name: 'default', settings: { titleThreshold: 0.9 } } }).id).not.toBe(idOf())
    const record = createRecord(draft)
    expect(evidenceId({ ...record, tool: { ...record.tool, version: '9.9.9' } })).not.toBe(record.id)
  })
})

describe('createRecord', () => {
  it('keeps the record side of a check exactly as the provider wrote it', () => {
    const record = 'Ångström'.normalize('NFD')
    const checks: readonly Check[] = [{ type: 'metadata-match', field: 'title', status: 'pass', relation: 'variant', cited: 'Ångström', record, snapshot: 0 }]
    expect(createRecord(draftOf({ checks })).checks[0]?.record).toBe(record)
  })

  it('gives back the citation that it was made of', () => {
    const { input } = draftOf({ citation: { isbn: ['9780306406157'], editors: [{ literal: 'WHO' }], authorsTruncated: true, location: 'Paris', unreadable: [{ kind: 'doi', value: '10.x' }] } })
    expect(citationOf(createRecord(draftOf({ citation: input.citation })))).toEqual(input.citation)
  })

  it('is canonical JSON that can be read back', () => {
    const record = createRecord(draftOf())
    expect(parsedJson(recordBytes(record))).toEqual(record)
  })

  it('refuses undefined, a citation without identifier, and a verdict that the checks do not give, as STORE_ERROR', () => {
    const draft = draftOf()
    const broken = [
      { ...draft, checks: [{ ...PASSED[0], detail: undefined }] },
      { ...draft, input: { ...draft.input, citation: { title: 'x', identifiers: {} } } },
      { ...draft, verification: { ...draft.verification, status: 'fail' } },
    ] as unknown as (typeof draft)[]
    for (const value of broken) expect(() => createRecord(value)).toThrow(/^STORE_ERROR: /)
    try { createRecord(broken[0]!) } catch (error) { expect(isCiteError(error) && error.cause).toBeInstanceOf(TypeError) }
  })
})

describe('what the types refuse', () => {
  it('is "no record" as a failure', () => {
    // @ts-expect-error not_found goes with skipped alone
    const failed: Check = { type: 'doi-exists', status: 'fail', reason: 'not_found' }
    // @ts-expect-error a skipped check says why
    const silent: Check = { type: 'doi-exists', status: 'skipped' }
    expect([failed, silent]).toHaveLength(2)
  })
})

describe('statusOf', () => {
  const of = (...statuses: Check['status'][]): string => statusOf(statuses.map((status) => ({ status })))
  it('is the worst of what was decided', () => {
    expect([of('pass', 'warn', 'fail', 'skipped'), of('pass', 'warn'), of('pass', 'skipped'), of('skipped'), of()]).toEqual(['fail', 'warn', 'ok', 'unchecked', 'unchecked'])
  })
})

describe('secretInUrl', () => {
  it('names user info, keys and mail addresses, and nothing else', () => {
    expect(['https://u:p@h.org/', 'https://h.org/?api_key=1', 'https://h.org/?a=1&mailto=a@b.c', 'https://h.org/?EMAIL=x'].map(secretInUrl)).toEqual(['user info', 'api_key', 'mailto', 'EMAIL'])
    expect(secretInUrl('https://api.crossref.org/works?filter=doi:10.1/x,doi:10.1/key&rows=2')).toBeUndefined()
  })
})
