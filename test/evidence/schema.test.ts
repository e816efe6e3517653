import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecord } from '../../src/evidence/record.ts'
import { assertEvidenceRecord, evidenceRecordFaults } from '../../src/evidence/schema.ts'
import { DECLINE_REASONS, LOOKUP_FAILURES } from '../../src/model/check.ts'
import { FIELDS } from '../../src/model/citation.ts'
import { NOTICE_TYPES } from '../../src/model/notice.ts'
import { PROVIDER_NAMES } from '../../src/model/work.ts'
import { draftOf, PASSED } from './draft.ts'
import { compiledSchema } from './json-schema.ts'

const bySchema = compiledSchema('evidence-record.schema.json')
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const valid = plain(createRecord(draftOf({ citation: { isbn: ['9780306406157'], editors: [{ literal: 'WHO' }], authorsTruncated: true } }))) as Record<string, unknown>

/** Both say the same; the answer is theirs. */
function isValid(value: unknown): boolean {
  const faults = evidenceRecordFaults(value)
  const answer = bySchema(value)
  expect(faults.length === 0, `${JSON.stringify(value)}\nhand-written: ${faults.join('; ')}\najv: ${JSON.stringify(bySchema.errors)}`).toBe(answer)
  return answer
}

const withCheck = (check: unknown): unknown => ({ ...valid, checks: [...PASSED, check] })
const notice = { type: 'retraction', direction: 'about-this', source: 'crossref', date: '2024-05' }

describe('the JSON Schema and the hand-written validator', () => {
  it('accept a record', () => {
    expect(isValid(valid)).toBe(true)
    expect(isValid({ ...valid, 'x-note': { any: 1 }, registrationAgency: 'Crossref', supersedes: [valid['id']] })).toBe(true)
  })

  it('refuse "no record" with any status but skipped', () => {
    expect(isValid(withCheck({ type: 'doi-exists', status: 'skipped', reason: 'not_found' }))).toBe(true)
    for (const status of ['pass', 'warn', 'fail']) {
      for (const type of ['doi-exists', 'other', 'metadata-match', 'version-match', 'retraction']) {
        expect(isValid(withCheck({ type, status, reason: 'not_found', cited: 'a', record: 'b', ...(type === 'metadata-match' && { field: 'title' }), notice }))).toBe(false)
      }
    }
  })

  it.each<[boolean, string, unknown]>([
    [false, 'a DOI that does not exist as a failure', { type: 'doi-exists', status: 'fail' }],
    [false, 'a DOI that does not exist as a warning', { type: 'doi-exists', status: 'warn' }],
    [false, 'a PMID that does not exist as a failure', { type: 'other', field: 'pmid-exists', status: 'fail' }],
    [false, 'an arXiv id that does not exist as a warning', { type: 'other', field: 'arxiv-exists', status: 'warn' }],
    [true, 'another question answered by a warning', { type: 'other', status: 'warn' }],
    [false, 'a skipped check that does not say why', { type: 'doi-exists', status: 'skipped' }],
    [false, 'a reason that is not known', { type: 'doi-exists', status: 'skipped', reason: 'fabricated' }],
    [false, 'a difference without what was cited', { type: 'metadata-match', field: 'year', status: 'warn', relation: 'differs', record: '2024' }],
    [true, 'a difference with both sides', { type: 'metadata-match', field: 'year', status: 'warn', relation: 'differs', cited: '2023', record: '2024' }],
    [false, 'a metadata check of no field', { type: 'metadata-match', status: 'pass' }],
    [false, 'a metadata check of an existence field', { type: 'metadata-match', field: 'pmid-exists', status: 'pass' }],
    [false, 'a clean bill about retraction', { type: 'retraction', status: 'pass' }],
    [false, 'a retraction without its notice', { type: 'retraction', status: 'warn' }],
    [true, 'a retraction with its notice', { type: 'retraction', status: 'warn', notice }],
    [true, 'a declined comparison', { type: 'metadata-match', field: 'title', status: 'skipped', relation: 'declined', reason: 'not_comparable' }],
    [false, 'a declined comparison for a failed look-up', { type: 'metadata-match', field: 'title', status: 'skipped', relation: 'declined', reason: 'unavailable' }],
    [false, 'a passed check that differs', { type: 'metadata-match', field: 'title', status: 'pass', relation: 'differs', cited: 'a', record: 'b' }],
    [false, 'an unknown member', { type: 'doi-exists', status: 'pass', confidence: 1 }],
    [false, 'a snapshot number below zero', { type: 'doi-exists', status: 'pass', snapshot: -1 }],
    [false, 'a list as check', []], [false, 'null as check', null],
  ])('agree (%s) on %s', (expected, _what, check) => {
    expect(isValid(withCheck(check))).toBe(expected)
  })

  it('agree on every combination of type, field, status, relation, reason and what goes with them', () => {
    const valids = { true: 0, false: 0 }
    for (const type of ['doi-exists', 'metadata-match', 'version-match', 'retraction', 'other']) for (const status of ['pass', 'warn', 'fail', 'skipped']) {
      for (const field of [undefined, 'title', 'pmid-exists']) for (const relation of [undefined, 'equal', 'variant', 'differs', 'declined']) {
        for (const reason of [undefined, 'not_found', 'unavailable', 'not_comparable']) for (const sides of [{}, { cited: 'a' }, { cited: 'a', record: 'b' }]) {
          for (const about of [undefined, notice, { ...notice, type: 'x' }]) valids[`${isValid(withCheck(plain({ type, status, field, relation, reason, ...sides, notice: about })))}`]++
        }
      }
    }
    expect(valids.true).toBeGreaterThan(400)
    expect(valids.false).toBeGreaterThan(5000)
  })

  it('know the words of the model: every field, provider, notice and reason, and no other', () => {
    const checks = [
      ...FIELDS.map((field) => ({ type: 'metadata-match', field, status: 'pass' })),
      ...PROVIDER_NAMES.map((provider) => ({ type: 'doi-exists', status: 'pass', provider })),
      ...NOTICE_TYPES.map((type) => ({ type: 'retraction', status: 'warn', notice: { ...notice, type } })),
      ...['not_found', ...LOOKUP_FAILURES, ...DECLINE_REASONS].map((reason) => ({ type: 'doi-exists', status: 'skipped', reason })),
    ]
    expect(checks.filter((check) => !isValid(withCheck(check)))).toEqual([])
    expect(isValid(withCheck({ type: 'doi-exists', status: 'pass', provider: 'x' }))).toBe(false)
  })

  it('agree on any record of which one value was replaced, removed or added', () => {
    const paths: (readonly (string | number)[])[] = []
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      paths.push(path)
      if (typeof value === 'object' && value !== null) for (const key of Object.keys(value)) walk((value as Record<string, unknown>)[key], [...path, Array.isArray(value) ? Number(key) : key])
    }
    walk(valid, [])
    expect(paths.length).toBeGreaterThan(60)
    for (const path of paths) {
      for (const change of ['', 'x', -1, 0.5, 1, true, null, [], {}, { x: 1 }, undefined]) isValid(changed(valid, path, change))
      isValid(changed(valid, [...path, 'unknown'], 1))
    }
  })

  it('agree that any other JSON value is no record', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => { expect(isValid(value)).toBe(false) }))
  })
})

/** A copy with the value at a path replaced, or removed when it is undefined. */
function changed(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  if (path.length === 0) return value === undefined ? null : value
  const copy = plain(root)
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) {
    if (typeof at[key] !== 'object' || at[key] === null) return copy
    at = at[key] as typeof at
  }
  const last = path.at(-1)!
  if (value !== undefined) at[last] = value
  else if (Array.isArray(at)) at.splice(Number(last), 1)
  else delete at[last]
  return plain(copy)
}

describe('assertEvidenceRecord', () => {
  it('names all bad fields at once', () => {
    const bad = { ...valid, id: 'ev-1', status: 'fine', checks: [{ type: 'doi-exists', status: 'fail', reason: 'not_found' }] }
    expect(() => assertEvidenceRecord(bad)).toThrow(/^STORE_ERROR: .*record\.id.*record\.checks\[0\]\.reason.*record\.checks\[0\]\.status.*record\.status/s)
  })
})
