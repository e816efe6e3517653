import { describe, expect, it } from 'vitest'
import type { BenchCase } from '../../bench/case.ts'
import { predictionOf, scoresOf, type Prediction } from '../../bench/metrics.ts'
import type { VerifiedItem } from '../../src/model/item.ts'

const made = (id: string, label: string, expected: BenchCase['expected']): BenchCase => ({ id, label, citation: '', records: {}, absent: [], expected, note: '' })
const said = (id: string, fields: string[], more: Partial<Prediction> = {}): Prediction => ({ id, flagged: fields.length > 0, fields, notFound: false, lookupError: false, status: 'ok', exists: true, notices: [], ...more })

// Ten cases whose scores can be counted on paper.
const CASES = [
  made('clean-1', 'clean', { exists: true, flagged: false, fields: [] }),
  made('clean-2', 'clean', { exists: true, flagged: false, fields: [] }),
  made('year-1', 'year', { exists: true, flagged: true, fields: ['year'] }),
  made('year-2', 'year', { exists: true, flagged: true, fields: ['year'] }),
  made('two', 'two', { exists: true, flagged: true, fields: ['pages', 'volume'] }),
  made('gone', 'gone', { exists: false, flagged: true, fields: ['identifier'] }),
  made('retracted', 'notice', { exists: true, flagged: true, fields: [], notice: 'retraction' }),
  made('corrected', 'notice', { exists: true, flagged: false, fields: [], notice: 'correction' }),
  made('open', 'open', { exists: true, flagged: null, fields: ['year'] }),
  made('bare', 'bare', { exists: null, flagged: false, fields: [] }),
]
const PREDICTIONS = [
  said('clean-1', []),
  said('clean-2', ['venue']),
  said('year-1', ['year']),
  said('year-2', ['title']),
  said('two', ['pages']),
  said('gone', ['identifier'], { notFound: true, exists: false }),
  said('retracted', [], { flagged: true, notices: ['retraction'] }),
  said('corrected', [], { notices: ['erratum-like'] }),
  said('open', ['year']),
  said('bare', [], { exists: false }),
]

describe('scores of a set that can be counted by hand', () => {
  const { metrics, byField, byLabel } = scoresOf(CASES, PREDICTIONS)
  it('detection: 5 of 5 that are to be flagged', () => expect(metrics.detectionRate).toBe(1))
  it('false positives: 1 of 4 that are not', () => expect(metrics.falsePositiveRate).toBe(1 / 4))
  it('clean false positives leave out the corrected and the one without identifier: 1 of 2', () => expect(metrics.cleanFalsePositiveRate).toBe(1 / 2))
  it('right field: year-1 and gone of the 4 detected that name fields', () => expect(metrics.rightFieldRate).toBe(2 / 4))
  it('fields: 3 right, 2 wrong (venue, title), 2 missed (year, volume)', () => {
    expect(metrics.fieldPrecision).toBe(3 / 5)
    expect(metrics.fieldRecall).toBe(3 / 5)
    expect(metrics.fieldF1).toBeCloseTo(0.6, 12)
    expect(byField['year']).toEqual({ precision: 1, recall: 1 / 2, f1: 2 / 3 })
    expect(byField['volume']).toEqual({ precision: null, recall: 0, f1: 0 })
  })
  it('existence: 7 that exist, none missed and none invented; the one without identifier does not count', () => {
    expect(metrics.existencePrecision).toBe(1)
    expect(metrics.existenceRecall).toBe(1)
  })
  it('notices: one right, one of another type', () => {
    expect(metrics.updateNoticePrecision).toBe(1 / 2)
    expect(metrics.updateNoticeRecall).toBe(1 / 2)
  })
  it('exact: clean-1, year-1, gone, retracted, bare of 9', () => expect(metrics.exactMatchRate).toBe(5 / 9))
  it('a case with flagged null is counted by label and nowhere else', () => {
    expect(byLabel['open']).toEqual({ n: 1, flagged: 1, rightField: null })
    expect(byLabel['year']).toEqual({ n: 2, flagged: 1, rightField: 1 / 2 })
  })
  it('a case without a prediction is left out, not scored as a miss', () => {
    expect(scoresOf(CASES, PREDICTIONS.filter((p) => p.id !== 'year-2')).metrics.rightFieldRate).toBe(2 / 3)
  })
  it('a rate without a denominator is null', () => {
    expect(scoresOf([], []).metrics.detectionRate).toBeNull()
    expect(scoresOf(CASES.slice(0, 1), PREDICTIONS.slice(0, 1)).metrics.updateNoticeRecall).toBeNull()
  })
})

describe('what is read out of a verified item', () => {
  const item = (more: Partial<VerifiedItem>): VerifiedItem => ({
    input: { key: 'k', kind: 'bibtex', citation: { identifiers: {} }, raw: '' }, ok: false, status: 'ok', notFound: false, lookupError: false, identity: 'same-work', checks: [], notices: [], nextAction: '', warnings: [], ...more,
  })
  it('warn and fail flag a field, pass and skipped do not', () => {
    const p = predictionOf('x', item({ checks: [
      { type: 'metadata-match', field: 'year', status: 'warn', relation: 'differs' }, { type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs' },
      { type: 'metadata-match', field: 'venue', status: 'pass', relation: 'variant' }, { type: 'metadata-match', field: 'pages', status: 'skipped', relation: 'declined', reason: 'not_comparable' },
    ] }))
    expect(p.fields).toEqual(['title', 'year'])
    expect(p.flagged).toBe(true)
  })
  it('no record and another work count as the field identifier', () => {
    expect(predictionOf('x', item({ notFound: true })).fields).toEqual(['identifier'])
    expect(predictionOf('x', item({ identity: 'other-work' })).fields).toEqual(['identifier'])
  })
  it('a retraction flags the case without a field; a version-match warning alone does not', () => {
    expect(predictionOf('x', item({ checks: [{ type: 'retraction', status: 'warn' }] }))).toMatchObject({ flagged: true, fields: [] })
    expect(predictionOf('x', item({ checks: [{ type: 'version-match', status: 'warn', relation: 'differs' }] })).flagged).toBe(false)
  })
  it('a failed look-up is no flag and no existence', () => {
    expect(predictionOf('x', item({ lookupError: true, checks: [{ type: 'doi-exists', status: 'skipped', reason: 'network_error' }] }))).toMatchObject({ flagged: false, exists: false, lookupError: true })
  })
  it('a notice carries its direction', () => {
    expect(predictionOf('x', item({ notices: [{ type: 'retraction', direction: 'this-is-notice', source: 'crossref' }] })).notices).toEqual(['notice-of:retraction'])
  })
})
