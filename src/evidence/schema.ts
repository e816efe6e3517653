import { CiteError } from '../base/cite-error.ts'
import { isSha256 } from '../base/sha256.ts'
import { DECLINE_REASONS, LOOKUP_FAILURES } from '../model/check.ts'
import { FIELDS } from '../model/citation.ts'
import type { InputKind } from '../model/input.ts'
import { NOTICE_TYPES } from '../model/notice.ts'
import { PROVIDER_NAMES } from '../model/work.ts'
import { CITED_NAMES, PERSON_KEYS } from './cited.ts'
import { isEvidenceId } from './path.ts'
import type { EvidenceRecord } from './record.ts'

/** A path into the record and what is wrong there: `checks[2].reason: …`. */
type Report = (path: string, problem: string) => void
type Rule = (value: unknown, path: string, report: Report) => void
type Members = Readonly<Record<string, Rule>>

const EXISTENCE_FIELDS = ['pmid-exists', 'arxiv-exists', 'pmcid-exists'] as const
/** Keyed by the model's type, so that a new kind does not type-check until it stands here and in the JSON Schema. */
const INPUT_KINDS = { bibtex: 1, ris: 1, nbib: 1, csl: 1, identifier: 1, text: 1, gbt7714: 1, fields: 1 } satisfies Record<InputKind, 1>
const SKIP_REASONS = ['not_found', ...LOOKUP_FAILURES, ...DECLINE_REASONS] as const

/**
 * Every way in which a value is not a REP v1 record, as `path: problem`; none means that it is one. Says the same as
 * schemas/evidence-record.schema.json (a test holds them together). It looks at form alone: whether the id is the
 * core's and the bodies are there is the store's and the audit's question.
 */
export function evidenceRecordFaults(value: unknown): readonly string[] {
  const faults: string[] = []
  record(value, 'record', (path, problem) => faults.push(`${path}: ${problem}`))
  return faults
}

/** Throws STORE_ERROR naming all bad fields at once. */
export function assertEvidenceRecord(value: unknown): asserts value is EvidenceRecord {
  const faults = evidenceRecordFaults(value)
  if (faults.length > 0) throw new CiteError('STORE_ERROR', `not a REP v1 record: ${faults.join('; ')}`)
}

const text: Rule = (value, path, report) => { if (typeof value !== 'string') report(path, 'must be text') }
const filled: Rule = (value, path, report) => { if (typeof value !== 'string' || value === '') report(path, 'must be text that is not empty') }
const flag: Rule = (value, path, report) => { if (typeof value !== 'boolean') report(path, 'must be true or false') }
const finite: Rule = (value, path, report) => { if (typeof value !== 'number' || !Number.isFinite(value)) report(path, 'must be a number') }
const count: Rule = (value, path, report) => { if (!Number.isInteger(value) || (value as number) < 0) report(path, 'must be a whole number from 0') }
const digest: Rule = (value, path, report) => { if (typeof value !== 'string' || !isSha256(value)) report(path, 'must be 64 lower-case hex digits') }
const id: Rule = (value, path, report) => { if (typeof value !== 'string' || !isEvidenceId(value)) report(path, 'must be ev- and 64 lower-case hex digits') }
const time: Rule = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/, 'must be an ISO 8601 time in UTC')

function matching(pattern: RegExp, problem: string): Rule {
  return (value, path, report) => { if (typeof value !== 'string' || !pattern.test(value)) report(path, problem) }
}

function oneOf(allowed: readonly unknown[]): Rule {
  return (value, path, report) => { if (!allowed.includes(value)) report(path, `must be ${allowed.join(' | ')}`) }
}

function listOf(item: Rule, least = 0): Rule {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, 'must be a list')
    if (value.length < least) report(path, `must hold at least ${least}`)
    value.forEach((entry, index) => item(entry, `${path}[${index}]`, report))
  }
}

function object(required: Members, optional: Members = {}, extra?: RegExp): Rule {
  return (value, path, report) => {
    if (!isObject(value)) return report(path, 'must be an object')
    for (const [key, rule] of Object.entries(required)) {
      if (Object.hasOwn(value, key)) rule(value[key], `${path}.${key}`, report)
      else report(`${path}.${key}`, 'is missing')
    }
    for (const [key, item] of Object.entries(value)) {
      if (Object.hasOwn(required, key)) continue
      const rule = Object.hasOwn(optional, key) ? optional[key] : undefined
      if (rule) rule(item, `${path}.${key}`, report)
      else if (!extra?.test(key)) report(`${path}.${key}`, 'is not known')
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const notice = object(
  { type: oneOf(NOTICE_TYPES), direction: oneOf(['about-this', 'this-is-notice']), source: filled },
  { doi: filled, date: matching(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, 'must be an ISO date') },
)

const CHECK_MEMBERS = {
  provider: oneOf(PROVIDER_NAMES), rule: filled, cited: text, record: text, score: finite, threshold: finite,
  detail: text, snapshot: count, notice,
} satisfies Members
const RELATIONS = { pass: ['equal', 'variant'], warn: ['differs', 'variant'], fail: ['differs'], skipped: ['declined'] } as const

/** One question and its answer; which answers a question may have is decided by its type, field and status together. */
const check: Rule = (value, path, report) => {
  if (!isObject(value)) return report(path, 'must be an object')
  const { type, field, status, relation, reason } = value
  const allowed = Object.hasOwn(RELATIONS, String(status)) ? RELATIONS[status as keyof typeof RELATIONS] : undefined
  object(
    {
      type: oneOf(['doi-exists', 'metadata-match', 'version-match', 'retraction', 'other']),
      status: oneOf(Object.keys(RELATIONS)),
      ...(status === 'skipped' && { reason: oneOf(SKIP_REASONS) }),
      ...(type === 'metadata-match' && { field: oneOf(FIELDS) }),
      ...(type === 'metadata-match' && (status === 'warn' || status === 'fail') && { cited: text, record: text }),
      ...(type === 'retraction' && status === 'warn' && { notice }),
    },
    {
      ...CHECK_MEMBERS,
      ...(type === 'other' && { field: oneOf([...FIELDS, ...EXISTENCE_FIELDS]) }),
      ...(type === 'version-match' && { field: oneOf(FIELDS) }),
      ...(allowed && { relation: oneOf(allowed) }),
    },
  )(value, path, report)
  const existence = type === 'doi-exists' || (type === 'other' && (EXISTENCE_FIELDS as readonly unknown[]).includes(field))
  if (existence && status !== 'pass' && status !== 'skipped') report(`${path}.status`, 'of an existence check is pass or skipped: no record is no failure')
  if (type === 'retraction' && status !== 'warn' && status !== 'skipped') report(`${path}.status`, 'of a retraction check is warn or skipped: silence is no clean bill')
  if (relation === 'declined' && !(DECLINE_REASONS as readonly unknown[]).includes(reason)) report(`${path}.reason`, `of a declined comparison is ${DECLINE_REASONS.join(' | ')}`)
}

const person = object({}, Object.fromEntries(PERSON_KEYS.map((key) => [key, text])))
const CITED_RULES: Members = {
  author: listOf(person), editor: listOf(person), authorsTruncated: flag, ISBN: listOf(text), ISSN: listOf(text),
  unreadable: listOf(object({ kind: oneOf(['doi', 'pmid', 'pmcid', 'arxiv', 'isbn', 'issn']), value: text })),
}

const identifiers: Rule = (value, path, report) => {
  object({}, {
    doi: matching(/^10\.\d{4,9}(?:\.\d+)*\/\S+$/, 'must be a canonical DOI'),
    pmid: matching(/^[1-9]\d{0,8}$/, 'must be a PMID'),
    pmcid: matching(/^PMC[1-9]\d{0,8}$/, 'must be a PMCID'),
    arxiv: filled,
  })(value, path, report)
  if (isObject(value) && Object.keys(value).length === 0) report(path, 'must hold at least one identifier')
}

const snapshot = object({
  provider: oneOf(PROVIDER_NAMES), role: oneOf(['authority', 'second-opinion', 'existence']),
  url: matching(/^https?:\/\/\S+$/, 'must be an http(s) url'), finalUrl: matching(/^https?:\/\/\S+$/, 'must be an http(s) url'),
  status: count, mediaType: text, body: object({ sha256: digest, size: count }), locator: filled, retrievedAt: time, fromCache: flag,
}, { facts: digest })

const setting: Rule = (value, path, report) => {
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) report(path, 'must be text, a number, true or false')
}
const settings: Rule = (value, path, report) => {
  if (!isObject(value)) return report(path, 'must be an object')
  for (const [key, item] of Object.entries(value)) setting(item, `${path}.${key}`, report)
}

const record = object(
  {
    schema: oneOf(['rep/v1']), id, kind: oneOf(['citation-verification']),
    subject: object({
      identifiers,
      cited: object({}, Object.fromEntries(CITED_NAMES.map((name) => [name, CITED_RULES[name] ?? text]))),
      input: object({ kind: oneOf(Object.keys(INPUT_KINDS)), sha256: digest }),
    }),
    snapshots: listOf(snapshot), checks: listOf(check, 1),
    identity: oneOf(['same-work', 'other-work', 'undecided']), notices: listOf(notice),
    status: oneOf(['ok', 'warn', 'fail', 'unchecked']),
    tool: object({ name: filled, version: filled, policy: object({ name: filled, sha256: digest, settings }) }),
    recordedAt: time,
  },
  { registrationAgency: filled, supersedes: listOf(id, 1) },
  /^x-/,
)
