import { describe, expect, it } from 'vitest'
import { assessItem, isFinding, parseFailOn } from '../../src/cli/assessment.ts'
import { ALL, BROKEN, DUPLICATE, FAILED, FINE, NO_IDENTIFIER, NO_RECORD, OTHER_WORK, RETRACTED, sampleItem, WRONG_YEAR } from './sample-items.ts'

describe('what an entry needs', () => {
  it('is told apart: wrong, no record, failed look-up and unreadable are never one another', () => {
    expect(ALL.map((item) => assessItem(item).attention)).toEqual(['ok', 'wrong', 'other-work', 'retracted', 'no-record', 'failed', 'no-identifier', 'unreadable', 'duplicate'])
  })

  it('is a comparison by hand when the agency gives no metadata', () => {
    const item = sampleItem('jalc', { checks: [{ type: 'doi-exists', status: 'pass', provider: 'handle' }, { type: 'metadata-match', field: 'title', status: 'skipped', relation: 'declined', reason: 'agency_no_metadata' }] })
    expect(assessItem(item).attention).toBe('no-metadata')
  })

  it('is a comparison by hand when the record has none of the fields cited', () => {
    const checks = [{ type: 'doi-exists', status: 'pass', provider: 'crossref' }] as const
    expect(assessItem(sampleItem('bare-record', { citation: { title: 'A study of rivers' }, checks })).attention).toBe('no-metadata')
    const declined = { type: 'metadata-match', field: 'title', status: 'skipped', relation: 'declined', reason: 'not_comparable' } as const
    expect(assessItem(sampleItem('two-scripts', { citation: { title: '\u6cb3\u6d41\u7814\u7a76' }, checks: [...checks, declined] })).attention).toBe('no-metadata')
  })

  it('is nothing for an identifier alone that exists', () => {
    expect(assessItem(sampleItem('bare', { checks: [{ type: 'doi-exists', status: 'pass', provider: 'crossref' }] })).attention).toBe('ok')
  })
})

describe('--fail-on', () => {
  const found = (list: string): string[] => ALL.filter((item) => isFinding(assessItem(item), parseFailOn(list))).map((item) => item.input.key)

  it('chooses what is a finding', () => {
    expect(found('fail')).toEqual([WRONG_YEAR, OTHER_WORK].map((item) => item.input.key))
    expect(found('retracted')).toEqual([RETRACTED.input.key])
    expect(found('not-found')).toEqual([NO_RECORD.input.key])
    expect(found('warn')).toEqual([WRONG_YEAR, OTHER_WORK, RETRACTED, DUPLICATE].map((item) => item.input.key))
    expect(found('unchecked')).toEqual([NO_RECORD, FAILED, NO_IDENTIFIER, BROKEN].map((item) => item.input.key))
    expect(found('never')).toEqual([])
    expect(found('fail,retracted,not-found')).not.toContain(FINE.input.key)
  })

  it.each([['fial', /"fial" is none of fail, retracted/], ['', /"" is none of/], ['fail,', /"" is none of/], ['never,fail', /"never" stands alone/]])('refuses %j', (list, problem) => {
    expect(() => parseFailOn(list)).toThrow(problem)
  })

  it('takes blanks and capitals', () => {
    expect([...parseFailOn(' Fail , not-found')]).toEqual(['fail', 'not-found'])
  })
})
