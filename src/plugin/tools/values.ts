import type { InferValue } from '@deepseek-ai/dsh-tools'
import { ERROR_CODES } from '../../base/cite-error.ts'
import { DECLINE_REASONS, LOOKUP_FAILURES } from '../../model/check.ts'
import { NOTICE_TYPES } from '../../model/notice.ts'
import { PROVIDER_NAMES } from '../../model/work.ts'

const TEXT = { type: 'string' } as const
const TEXTS = { type: 'array', items: TEXT } as const
const REQUIRED_TEXT = { type: 'string', required: true } as const
const PROVIDER = { type: 'string', enum: PROVIDER_NAMES } as const

const IDENTIFIERS = {
  type: 'object', additionalProperties: false, properties: { doi: TEXT, pmid: TEXT, pmcid: TEXT, arxiv: TEXT },
} as const

const PERSONS = {
  type: 'array',
  items: { type: 'object', additionalProperties: false, properties: { family: TEXT, given: TEXT, particle: TEXT, suffix: TEXT, literal: TEXT } },
} as const

const NOTICE = {
  type: 'object', additionalProperties: false,
  properties: {
    type: { type: 'string', enum: NOTICE_TYPES, required: true },
    direction: { type: 'string', enum: ['about-this', 'this-is-notice'], required: true },
    doi: TEXT, date: TEXT, source: REQUIRED_TEXT,
  },
} as const

const WORK = {
  type: 'object', additionalProperties: false,
  properties: {
    provider: { ...PROVIDER, required: true },
    identifiers: { ...IDENTIFIERS, required: true },
    type: TEXT, title: TEXT, subtitle: TEXT, alternativeTitles: TEXTS,
    authors: PERSONS, authorsTruncated: { type: 'boolean' }, editors: PERSONS,
    dates: {
      type: 'object', additionalProperties: false, required: true,
      properties: { print: TEXT, online: TEXT, issued: TEXT, posted: TEXT, updated: TEXT, other: TEXTS },
    },
    venues: TEXTS, shortVenues: TEXTS, event: TEXT, volume: TEXT, issue: TEXT, pages: TEXT, articleNumber: TEXT,
    publisher: TEXT, locations: TEXTS, isbn: TEXTS, issn: TEXTS,
    notices: { type: 'array', items: NOTICE },
    sameWork: {
      type: 'array',
      items: {
        type: 'object', additionalProperties: false,
        properties: {
          relation: { type: 'string', enum: ['is-preprint-of', 'has-preprint', 'is-version-of', 'has-version'], required: true },
          identifiers: { ...IDENTIFIERS, required: true },
        },
      },
    },
  },
} as const

const CHECK = {
  type: 'object', additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['doi-exists', 'metadata-match', 'version-match', 'retraction', 'other'], required: true },
    field: TEXT,
    status: { type: 'string', enum: ['pass', 'warn', 'fail', 'skipped'], required: true },
    relation: { type: 'string', enum: ['equal', 'variant', 'differs', 'declined'] },
    reason: { type: 'string', enum: ['not_found', ...LOOKUP_FAILURES, ...DECLINE_REASONS], description: 'Why a check was skipped. Only not_found means that a registry answered "no such record".' },
    provider: PROVIDER,
    rule: TEXT, cited: TEXT, record: TEXT, score: { type: 'number' }, threshold: { type: 'number' }, detail: TEXT,
    snapshot: { type: 'integer', description: 'Index into the snapshots of the evidence record' },
    notice: NOTICE,
  },
} as const

const SUGGESTION = {
  type: 'object', additionalProperties: false,
  properties: {
    strength: { type: 'string', enum: ['strong', 'weak'], required: true },
    provider: { type: 'string', enum: ['crossref', 'openalex'], required: true },
    identifiers: { ...IDENTIFIERS, required: true },
    title: REQUIRED_TEXT,
    authors: { ...TEXTS, required: true },
    year: TEXT, venue: TEXT,
    relations: { type: 'object', additionalProperties: false, required: true, properties: { title: REQUIRED_TEXT, authors: TEXT, year: TEXT } },
  },
} as const

const TEXT_OR_NULL = { oneOf: [TEXT, { type: 'null' }], required: true } as const

const ATTEMPTS = {
  type: 'array', required: true,
  items: { type: 'object', additionalProperties: false, properties: { stage: REQUIRED_TEXT, outcome: REQUIRED_TEXT, detail: TEXT } },
} as const

/** The Chinese resolver's outcome; the names within a row are those of the published protocol. */
const CHINESE = {
  type: 'object', additionalProperties: false,
  properties: {
    code: { type: 'string', description: 'One of fourteen outcome codes; absent where a question could not be answered' },
    attempts: ATTEMPTS,
    checklistRow: {
      required: true,
      oneOf: [{ type: 'null' }, {
        type: 'object', additionalProperties: false,
        properties: {
          citation_key: REQUIRED_TEXT,
          priority: { type: 'string', enum: ['P0', 'P1', 'P2', 'P3'], required: true, description: 'Order of the work by hand, not suspicion' },
          reason_code: REQUIRED_TEXT,
          verdict_contribution: { type: 'string', enum: ['false', 'unresolvable'], required: true },
          cited_as: {
            type: 'object', additionalProperties: false, required: true,
            properties: { title: TEXT_OR_NULL, container_title: TEXT_OR_NULL, year: TEXT_OR_NULL, volume: TEXT_OR_NULL, issue: TEXT_OR_NULL, pages: TEXT_OR_NULL, doi: TEXT_OR_NULL },
          },
          attempts: ATTEMPTS,
          human_action: REQUIRED_TEXT,
          verification_urls: { ...TEXTS, required: true },
          human_result: { type: 'null', required: true, description: 'Filled in by a person' },
        },
      }],
    },
    needs: { type: 'string', enum: ['mailto'], description: 'Configuration without which PubMed was not asked' },
  },
} as const

const VERDICT = {
  ok: { type: 'boolean', required: true, description: 'True only when something was compared and everything agreed' },
  status: { type: 'string', enum: ['ok', 'warn', 'fail', 'unchecked'], required: true },
  notFound: { type: 'boolean', required: true, description: 'No provider has a record, at least one said so definitely, and no look-up failed' },
  lookupError: { type: 'boolean', required: true, description: 'A look-up failed, so nothing may be concluded from what is missing' },
  identity: { type: 'string', enum: ['same-work', 'other-work', 'undecided'], required: true },
} as const

const FINDINGS = {
  ...VERDICT,
  registrationAgency: TEXT,
  resolved: WORK,
  checks: { type: 'array', items: CHECK, required: true },
  notices: { type: 'array', items: NOTICE, required: true },
  suggestions: { type: 'array', items: SUGGESTION },
  chinese: CHINESE,
  local_zotero_match: {
    type: 'object', additionalProperties: false, description: 'The work stands in the local Zotero library; only with include_zotero',
    properties: {
      item_key: REQUIRED_TEXT, match_basis: REQUIRED_TEXT, match_confidence: { type: 'number', required: true }, select_uri: REQUIRED_TEXT, in_trash: { type: 'boolean', required: true },
      candidates: { type: 'integer', description: 'How many items match, where it is more than one' },
    },
  },
  evidenceId: TEXT,
  recordPath: TEXT,
  nextAction: REQUIRED_TEXT,
  warnings: { ...TEXTS, required: true },
} as const

/** The value of cite_verify. */
export const VERIFY_VALUE = { type: 'object', additionalProperties: false, properties: FINDINGS } as const

/** The value of cite_batch: the items in the order in which they were given. */
export const BATCH_VALUE = {
  type: 'object', additionalProperties: false,
  properties: {
    items: {
      type: 'array', required: true,
      items: {
        type: 'object', additionalProperties: false,
        properties: {
          key: { type: 'string', required: true, description: 'Citation key, or the identifier' },
          ...FINDINGS,
          duplicate: { type: 'boolean' },
          duplicateOf: { type: 'string', description: 'Key of the first item that names the same work' },
          error: {
            type: 'object', additionalProperties: false, description: 'The item could not be read and was not looked up',
            properties: { code: { type: 'string', enum: ERROR_CODES, required: true }, detail: REQUIRED_TEXT },
          },
        },
      },
    },
    summary: {
      type: 'object', additionalProperties: false, required: true,
      properties: Object.fromEntries(
        ['total', 'ok', 'warn', 'fail', 'unchecked', 'notFound', 'retracted', 'lookupErrors', 'duplicates']
          .map((key) => [key, { type: 'integer', required: true }]),
      ) as Record<SummaryKey, { readonly type: 'integer'; readonly required: true }>,
    },
    requests: { type: 'object', additionalProperties: true, required: true, description: 'Requests sent per host' },
    warnings: { ...TEXTS, required: true },
  },
} as const

type SummaryKey = 'total' | 'ok' | 'warn' | 'fail' | 'unchecked' | 'notFound' | 'retracted' | 'lookupErrors' | 'duplicates'

/** The value of cite_fix: the corrected entry as text and each proposed change. */
export const FIX_VALUE = {
  type: 'object', additionalProperties: false,
  properties: {
    ...VERDICT,
    bibtex: { type: 'string', required: true, description: 'The entry after the proposed changes; equal to the given text when there are none' },
    diffs: {
      type: 'array', required: true,
      items: {
        type: 'object', additionalProperties: false,
        properties: { field: REQUIRED_TEXT, old: TEXT, new: REQUIRED_TEXT, rule: REQUIRED_TEXT, evidenceId: TEXT },
      },
    },
    checks: { type: 'array', items: CHECK, required: true },
    notices: { type: 'array', items: NOTICE, required: true },
    suggestions: { type: 'array', items: SUGGESTION },
    evidenceId: TEXT,
    recordPath: TEXT,
    nextAction: REQUIRED_TEXT,
    warnings: { ...TEXTS, required: true },
  },
} as const

export type VerifyValue = InferValue<typeof VERIFY_VALUE>
export type BatchValue = InferValue<typeof BATCH_VALUE>
export type FixValue = InferValue<typeof FIX_VALUE>
