import type { VerifiedItem } from '../src/model/item.ts'
import { isExistenceCheck } from '../src/model/check.ts'
import type { BenchCase } from './case.ts'

export interface Prediction {
  readonly id: string
  readonly flagged: boolean
  readonly fields: readonly string[]
  readonly notFound: boolean
  readonly lookupError: boolean
  readonly status: string
  /** A registry returned the record, or says that it exists. */
  readonly exists: boolean
  /** As in Expected.notice. */
  readonly notices: readonly string[]
}

export interface Rates { readonly precision: number | null; readonly recall: number | null; readonly f1: number | null }
export interface Metrics {
  readonly existencePrecision: number | null
  readonly existenceRecall: number | null
  readonly fieldPrecision: number | null
  readonly fieldRecall: number | null
  readonly fieldF1: number | null
  readonly updateNoticePrecision: number | null
  readonly updateNoticeRecall: number | null
  readonly cleanFalsePositiveRate: number | null
  readonly exactMatchRate: number | null
  readonly detectionRate: number | null
  readonly falsePositiveRate: number | null
  readonly rightFieldRate: number | null
}
export interface Scores {
  readonly metrics: Metrics
  readonly byField: Readonly<Record<string, Rates>>
  readonly byLabel: Readonly<Record<string, { readonly n: number; readonly flagged: number | null; readonly rightField: number | null }>>
}

/**
 * What the benchmark reads out of a verified item. A field is flagged when its metadata check is warn or fail; `identifier`
 * when notFound or identity other-work; the case when any field is, or a retraction warns.
 */
export function predictionOf(id: string, item: VerifiedItem): Prediction {
  const fields = new Set<string>()
  for (const check of item.checks) if (check.type === 'metadata-match' && check.field && (check.status === 'warn' || check.status === 'fail')) fields.add(check.field)
  if (item.notFound || item.identity === 'other-work') fields.add('identifier')
  const retracted = item.checks.some((check) => check.type === 'retraction' && check.status === 'warn')
  return {
    id, flagged: fields.size > 0 || retracted, fields: [...fields].sort(), notFound: item.notFound, lookupError: item.lookupError, status: item.status,
    exists: item.checks.some((check) => isExistenceCheck(check) && check.status === 'pass'),
    notices: [...new Set(item.notices.map((n) => (n.direction === 'about-this' ? n.type : `notice-of:${n.type}`)))].sort(),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
function ratesOf(tp: number, fp: number, fn: number): Rates {
  return { precision: share(tp, tp + fp), recall: share(tp, tp + fn), f1: share(2 * tp, 2 * tp + fp + fn) }
}

/**
 * Scores over the cases that have a prediction; `expected.flagged: null` counts nowhere but in byLabel's n.
 * Existence: "the work exists" is the positive class (cases with exists null left out). Fields: micro-averaged over (case, field).
 * Notices: a notice of the expected type and direction is a hit, any other notice of a case a false one.
 * cleanFalsePositiveRate: any field flagged, among cases that exist and are to have none and no notice. exactMatchRate: flag, fields and notices all as expected.
 * A rate without a denominator is null, never 0 or 1.
 */
export function scoresOf(cases: readonly BenchCase[], predictions: readonly Prediction[]): Scores {
  const byId = new Map(predictions.map((p) => [p.id, p]))
  const pairs = cases.flatMap((c) => { const p = byId.get(c.id); return p ? [{ c, p }] : [] })
  const scored = pairs.filter(({ c }) => c.expected.flagged !== null)
  const count = (test: (pair: { c: BenchCase; p: Prediction }) => boolean, among = scored): number => among.filter(test).length
  const right = (pair: { c: BenchCase; p: Prediction }): boolean => pair.c.expected.fields.every((f) => pair.p.fields.includes(f))

  const known = scored.filter(({ c }) => c.expected.exists !== null)
  const existence = ratesOf(count(({ c, p }) => c.expected.exists === true && p.exists, known), count(({ c, p }) => c.expected.exists === false && p.exists, known), count(({ c, p }) => c.expected.exists === true && !p.exists, known))

  const fieldNames = [...new Set(scored.flatMap(({ c, p }) => [...c.expected.fields, ...p.fields]))].sort()
  const tallies = fieldNames.map((field) => ({
    field,
    tp: count(({ c, p }) => c.expected.fields.includes(field) && p.fields.includes(field)),
    fp: count(({ c, p }) => !c.expected.fields.includes(field) && p.fields.includes(field)),
    fn: count(({ c, p }) => c.expected.fields.includes(field) && !p.fields.includes(field)),
  }))
  const sum = (key: 'tp' | 'fp' | 'fn'): number => tallies.reduce((total, t) => total + t[key], 0)
  const fields = ratesOf(sum('tp'), sum('fp'), sum('fn'))

  const wanted = (c: BenchCase): string[] => (c.expected.notice === undefined ? [] : [c.expected.notice])
  let hits = 0, falseNotices = 0, missedNotices = 0
  for (const { c, p } of scored) {
    hits += wanted(c).filter((n) => p.notices.includes(n)).length
    missedNotices += wanted(c).filter((n) => !p.notices.includes(n)).length
    falseNotices += p.notices.filter((n) => !wanted(c).includes(n)).length
  }
  const notices = ratesOf(hits, falseNotices, missedNotices)

  const bad = scored.filter(({ c }) => c.expected.flagged === true)
  const good = scored.filter(({ c }) => c.expected.flagged === false)
  const clean = good.filter(({ c }) => c.expected.exists === true && c.expected.notice === undefined)
  const located = bad.filter(({ c, p }) => p.flagged && c.expected.fields.length > 0)
  const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((x) => b.includes(x))
  const labels = [...new Set(pairs.map(({ c }) => c.label))].sort()
  return {
    metrics: {
      existencePrecision: existence.precision, existenceRecall: existence.recall,
      fieldPrecision: fields.precision, fieldRecall: fields.recall, fieldF1: fields.f1,
      updateNoticePrecision: notices.precision, updateNoticeRecall: notices.recall,
      cleanFalsePositiveRate: share(count(({ p }) => p.fields.length > 0, clean), clean.length),
      exactMatchRate: share(count(({ c, p }) => p.flagged === c.expected.flagged && same(c.expected.fields, p.fields) && same(wanted(c), p.notices)), scored.length),
      detectionRate: share(count(({ p }) => p.flagged, bad), bad.length),
      falsePositiveRate: share(count(({ p }) => p.flagged, good), good.length),
      rightFieldRate: share(count(right, located), located.length),
    },
    byField: Object.fromEntries(tallies.map(({ field, tp, fp, fn }) => [field, ratesOf(tp, fp, fn)])),
    byLabel: Object.fromEntries(labels.map((label) => {
      const own = pairs.filter(({ c }) => c.label === label)
      const ownLocated = own.filter(({ c, p }) => c.expected.flagged === true && p.flagged && c.expected.fields.length > 0)
      return [label, { n: own.length, flagged: share(count(({ p }) => p.flagged, own), own.length), rightField: share(count(right, ownLocated), ownLocated.length) }]
    })),
  }
}
