import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOOKUP_FAILURES, type Check } from '../../src/model/check.ts'
import { rollup } from '../../src/verify/rollup.ts'

const exists: Check = { type: 'doi-exists', status: 'pass', provider: 'crossref' }
const absent: Check = { type: 'doi-exists', status: 'skipped', reason: 'not_found', provider: 'handle' }
const agrees: Check = { type: 'metadata-match', field: 'title', status: 'pass', relation: 'equal' }
const warns: Check = { type: 'metadata-match', field: 'venue', status: 'warn', relation: 'differs' }
const fails: Check = { type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs' }

describe('rollup', () => {
  it('takes the gravest status', () => {
    expect(rollup([exists, agrees]).status).toBe('ok')
    expect(rollup([exists, agrees, warns]).status).toBe('warn')
    expect(rollup([exists, warns, fails, agrees]).status).toBe('fail')
  })

  it('calls nothing checked "unchecked"', () => {
    expect(rollup([])).toEqual({ status: 'unchecked', notFound: false, lookupError: false })
    expect(rollup([{ type: 'other', status: 'skipped', reason: 'no_identifier' }]).status).toBe('unchecked')
  })

  it('says notFound only for a definite absence', () => {
    expect(rollup([absent])).toEqual({ status: 'unchecked', notFound: true, lookupError: false })
    expect(rollup([absent, { ...exists, type: 'other', field: 'pmid-exists' }]).notFound).toBe(false)
  })

  it.each(LOOKUP_FAILURES)('a 404 beside %s is not "not found"', (reason) => {
    const verdict = rollup([absent, { type: 'other', field: 'pmid-exists', status: 'skipped', reason }])
    expect(verdict).toEqual({ status: 'unchecked', notFound: false, lookupError: true })
  })

  it('never gives a milder verdict for one more wrong field', () => {
    const rank = { unchecked: 0, ok: 0, warn: 1, fail: 2 }
    fc.assert(fc.property(fc.array(fc.constantFrom(exists, absent, agrees, warns, fails)), fc.constantFrom(warns, fails), (checks, worse) => {
      expect(rank[rollup([...checks, worse]).status]).toBeGreaterThanOrEqual(rank[rollup(checks).status])
    }))
  })
})
