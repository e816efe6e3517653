import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCases, type BenchCase } from '../../bench/case.ts'
import { derivedText, DERIVED_SET } from '../../bench/make-set.ts'
import { readBibtexInputs } from '../../bench/verifier.ts'
import { SEEDS } from '../../bench/set/seeds.ts'
import { STRANGERS, WRONG_ISBNS, WRONG_ISSNS, WRONG_TITLES, WRONG_VENUES } from '../../bench/set/wrong.ts'
import { parseIsbn, parseIssn } from '../../src/identifiers/isbn.ts'
import { FIELDS } from '../../src/model/citation.ts'
import { NOTICE_TYPES } from '../../src/model/notice.ts'

const dir = new URL('../../fixtures/bench/', import.meta.url)
const cases = readdirSync(dir).filter((name) => name.endsWith('.jsonl')).flatMap((name) => parseCases(readFileSync(new URL(name, dir), 'utf8'), name))
const recordsOf = (c: BenchCase): number => Object.values(c.records).reduce((n, list) => n + (list?.length ?? 0), 0)

describe('the frozen set', () => {
  it('its derived half is exactly what the rules give', () => expect(readFileSync(DERIVED_SET, 'utf8')).toBe(derivedText()))
  it('has at least 320 cases, each with an id of its own and a note', () => {
    expect(cases.length).toBeGreaterThanOrEqual(320)
    expect(new Set(cases.map((c) => c.id)).size).toBe(cases.length)
    expect(cases.filter((c) => c.note === '').map((c) => c.id)).toEqual([])
  })
  it('names only fields and notices that the model knows, and gives a reason to flag whatever is to be flagged', () => {
    const fields = new Set<string>([...FIELDS, 'identifier'])
    for (const c of cases) {
      expect(c.expected.fields.filter((f) => !fields.has(f)), c.id).toEqual([])
      if (c.expected.notice !== undefined) expect(NOTICE_TYPES, c.id).toContain(c.expected.notice.replace('notice-of:', ''))
      if (c.expected.flagged === true) expect(c.expected.fields.length > 0 || c.expected.notice !== undefined, c.id).toBe(true)
      if (c.expected.flagged === false) expect(c.expected.fields, c.id).toEqual([])
    }
  })
  it('serves something for every identifier: a record, an absence or a registration', () => {
    for (const c of cases) {
      if (c.expected.exists === null) continue
      expect(recordsOf(c) > 0 || c.absent.length > 0 || Object.keys(c.registered ?? {}).length > 0, c.id).toBe(true)
      if (c.expected.exists === false) expect(recordsOf(c), c.id).toBe(0)
    }
  })
  it('an absent identifier is impossible by its form: no agency gave it out', () => {
    const impossible = /^10\.99999\/|\/no-such-work-\d+$|^pmid:99999999\d$|^arxiv:9912\.9999\d$|^10\.3969\/j\.issn\.1000-0000\./
    expect(cases.flatMap((c) => c.absent).filter((id) => !impossible.test(id))).toEqual([])
  })
  it('keeps flagged and unflagged cases in balance, and every field of the model has wrong values', () => {
    const bad = cases.filter((c) => c.expected.flagged === true).length
    const good = cases.filter((c) => c.expected.flagged === false).length
    expect(bad / (bad + good)).toBeGreaterThan(0.35)
    expect(bad / (bad + good)).toBeLessThan(0.6)
    const wrong = new Set(cases.flatMap((c) => c.expected.fields))
    for (const field of [...FIELDS.filter((f) => f !== 'articleNumber'), 'identifier']) expect(wrong, field).toContain(field)
    const notices = new Set(cases.map((c) => c.expected.notice))
    for (const type of NOTICE_TYPES.filter((t) => t !== 'reinstatement')) expect(notices, type).toContain(type)
  })
  it('each citation is one readable entry', async () => {
    const text = cases.map((c) => c.citation.replace(/^(@\w+\{)[^,]*/, `$1${c.id}`)).join('\n\n')
    const inputs = await readBibtexInputs(text, 'all.bib')
    expect(inputs.filter((i) => i.invalid).map((i) => `${i.key}: ${i.invalid?.detail}`)).toEqual([])
    expect(inputs.map((i) => i.key)).toEqual(cases.map((c) => c.id))
    const bare = new Set(cases.filter((c) => c.expected.exists === null).map((c) => c.id))
    expect(inputs.filter((i) => (Object.keys(i.citation.identifiers).length === 0) !== bare.has(i.key)).map((i) => i.key)).toEqual([])
  })
})

describe('the seeds', () => {
  it('carry valid ISBNs and ISSNs, and so do the wrong ones', () => {
    for (const isbn of [...SEEDS.flatMap((s) => s.isbn?.split(' ') ?? []), ...WRONG_ISBNS]) expect(parseIsbn(isbn), isbn).toBeDefined()
    for (const issn of [...SEEDS.flatMap((s) => s.issn?.split(' ') ?? []), ...WRONG_ISSNS]) expect(parseIssn(issn), issn).toBeDefined()
  })
  it('every wrong title and venue belongs to a seed and is not its own; no stranger is an author', () => {
    const byKey = new Map(SEEDS.map((s) => [s.key, s]))
    for (const [key, [title]] of Object.entries(WRONG_TITLES)) expect(byKey.get(key)?.title, key).not.toBe(title)
    for (const key of [...Object.keys(WRONG_TITLES), ...Object.keys(WRONG_VENUES)]) expect(byKey.has(key), key).toBe(true)
    for (const stranger of STRANGERS) expect(SEEDS.filter((s) => s.by.includes(stranger))).toEqual([])
  })
})

describe('reading a set', () => {
  it('names file and line of what is not a case', () => {
    expect(() => parseCases('{"id":"a","label":"b","citation":"c","expected":{"flagged":true,"fields":[]}}\n{"id":1}', 'x.jsonl')).toThrow('x.jsonl:2: id is not a text')
    expect(() => parseCases('nonsense', 'x.jsonl')).toThrow('x.jsonl:1: not JSON')
  })
})
