import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { isAnchorPresent, problemsOfRow } from '../../src/gate/summary-row.ts'

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default
const schema = (name: string): object => JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)
const isRow = ajv.compile(schema('passport-summary'))
const isEntry = ajv.compile(schema('passport-entry'))
const isPolicies = ajv.compile(schema('passport-policies'))

const skipped = { status: 'skipped', queried_by: null }
const matched = { status: 'matched', queried_by: 'id' }
const row = {
  citation_key: 'k2020', ref_slug: 's', lookup_verified: 'true', anchor_present: false, verification_timestamp: '2026-01-02T03:04:05.678Z',
  resolver_outcomes: { crossref: matched, openalex: { status: 'unmatched', queried_by: 'title' }, semantic_scholar: { status: 'unreachable', queried_by: null }, arxiv: skipped },
}
const without = (key: string): object => Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))
const outcome = (value: unknown): object => ({ ...row, resolver_outcomes: { ...row.resolver_outcomes, crossref: value } })

describe('a summary row, by the schema and by the code alike', () => {
  it.each<[string, unknown, boolean]>([
    ['a whole row', row, true],
    ...['true', 'false', 'unresolvable'].map((value): [string, unknown, boolean] => [`verdict "${value}"`, { ...row, lookup_verified: value }, true]),
    ['verdict "maybe"', { ...row, lookup_verified: 'maybe' }, false], ['verdict as a boolean', { ...row, lookup_verified: true }, false],
    ...['citation_key', 'ref_slug', 'lookup_verified', 'anchor_present', 'verification_timestamp', 'resolver_outcomes'].map((key): [string, unknown, boolean] => [`without ${key}`, without(key), false]),
    ['a null timestamp', { ...row, verification_timestamp: null }, false], ['a timestamp that is none', { ...row, verification_timestamp: 'yesterday' }, false],
    ['a further key', { ...row, chinese: 'x' }, false],
    ['status "bogus"', outcome({ status: 'bogus', queried_by: 'id' }), false], ['queried_by "doi"', outcome({ status: 'matched', queried_by: 'doi' }), false],
    ['an unknown resolver', { ...row, resolver_outcomes: { ...row.resolver_outcomes, chinese: skipped } }, false],
    ['a missing resolver', { ...row, resolver_outcomes: { crossref: matched, openalex: skipped, arxiv: skipped } }, false],
    ['missing queried_by', outcome({ status: 'matched' }), false], ['a further key of an outcome', outcome({ ...matched, code: 'x' }), false],
    ['unmatched with null', outcome({ status: 'unmatched', queried_by: null }), false], ['skipped with id', outcome({ status: 'skipped', queried_by: 'id' }), false],
    ['unreachable with title', outcome({ status: 'unreachable', queried_by: 'title' }), false],
    ['a response summary', outcome({ ...matched, response_summary: 'text' }), true], ['a null response summary', outcome({ ...matched, response_summary: null }), true], ['a number as response summary', outcome({ ...matched, response_summary: 1 }), false],
    ['cache fields', { ...row, cache_age_days: 3.4, cache_stale_advisory: false }, true], ['a negative age', { ...row, cache_age_days: -1 }, false], ['an advisory as text', { ...row, cache_stale_advisory: 'false' }, false],
    ['an empty slug', { ...row, ref_slug: '' }, false], ['no object', [], false],
  ])('%s: %s', (_name, value, expected) => {
    expect(isRow(value), JSON.stringify(isRow.errors)).toBe(expected)
    expect(problemsOfRow(value).length === 0, problemsOfRow(value).join('; ')).toBe(expected)
  })
})

describe('anchor_present', () => {
  it.each([[{ kind: 'quote' }, true], [{ kind: 'page', value: '3' }, true], [{ kind: 'section' }, true], [{ kind: 'paragraph' }, true], [{ kind: 'none' }, false], [{ kind: 'figure' }, false], [undefined, false], [null, false]])('%o: %s', (anchor, expected) => expect(isAnchorPresent(anchor)).toBe(expected))
})

describe('a corpus entry', () => {
  const entry = { citation_key: 'k2020', title: 'T', authors: [{ family: 'F', given: 'G' }], year: 2020, source_pointer: 'file:x' }
  it.each<[string, object, boolean]>([
    ['the required five', {}, true], ['a closed object', { ref_slug: 'x' }, false], ['a DOI with its prefix', { doi: 'doi:10.5555/x' }, false], ['a DOI', { doi: '10.5555/x' }, true],
    ['an old arXiv id', { arxiv_id: 'hep-th/9901001v2' }, true], ['a new one', { arxiv_id: '2401.00001' }, true], ['none', { arxiv_id: 'arXiv:2401.00001' }, false],
    ['other without adapter', { obtained_via: 'other' }, false], ['other with adapter', { obtained_via: 'other', adapter_name: 'a' }, true],
    ['manual with an unmatched signal', { obtained_via: 'manual', contamination_signals: { crossref_unmatched: true } }, false], ['manual with the preprint flag', { obtained_via: 'manual', year: 2024, contamination_signals: { preprint_post_llm_inflection: true } }, true],
    ['verified without acquired', { source_verified_against_original: true }, false], ['verified by nobody', { source_acquired: true, source_verified_against_original: true, source_verification_method: 'none' }, false],
    ['verified', { source_acquired: true, source_verified_against_original: true, source_verification_method: 'manual_grep' }, true],
    ['not acquired but audited', { source_acquired: false, description_last_audit: '2026-01-01' }, false], ['not acquired', { source_acquired: false, description_last_audit: 'none' }, true],
    ['a preprint flag before 2024', { contamination_signals: { preprint_post_llm_inflection: true } }, false],
    ['a type without provenance', { venue_type: 'book' }, false], ['unknown type, declared provenance', { venue_type: 'unknown', venue_type_provenance: 'user_declared' }, false], ['a type of unknown provenance', { venue_type: 'book', venue_type_provenance: 'unknown' }, true],
    ['trusted source without name', { venue_type: 'book', venue_type_provenance: 'trusted_source_declared' }, false],
    ['a signal and its omission', { contamination_signals: { crossref_unmatched: true }, contamination_signal_omissions: { crossref_unmatched: 'api_degraded' } }, false],
    ['an omission of arXiv without id', { contamination_signal_omissions: { arxiv_unmatched: 'api_degraded' } }, false], ['an empty omission', { contamination_signal_omissions: {} }, false],
  ])('%s: %s', (_name, more, expected) => expect(isEntry({ ...entry, ...more }), JSON.stringify(isEntry.errors)).toBe(expected))
})

describe('terminal_policies', () => {
  it.each<[object, boolean]>([[{}, true], [{ citation_existence: 'strict' }, true], [{ citation_existence: 'strict_articles_only' }, false], [{ contamination_triangulation: 'strict_articles_only' }, true], [{ temporal_integrity: 'strict' }, false], [{ submission_package: 'strict', retraction: 'strict' }, true], [{ other: 'strict' }, false]])('%o: %s', (value, expected) => expect(isPolicies(value)).toBe(expected))
  it('has no default: absence is the evaluator\'s business', () => expect(JSON.stringify(schema('passport-policies'))).not.toContain('"default"'))
})
