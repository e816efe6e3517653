import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import { joinsOfDraft } from '../../src/gate/draft-joins.ts'
import { readPassport } from '../../src/gate/passport-file.ts'
import { formatProvenance } from '../../src/gate/provenance.ts'
import type { Observation, SummaryRow } from '../../src/gate/summary-row.ts'
import type { PassportExamination } from '../../src/gate/verify-passport.ts'
import { markRead, unmarkRead } from '../../src/gate/read-log.ts'

const skipped = { status: 'skipped', queried_by: null } as const
const missed = { status: 'unmatched', queried_by: 'id' } as const
const examination: PassportExamination = {
  citation_verification_summary: [{ citation_key: 'k1', ref_slug: 's1', lookup_verified: 'false', anchor_present: true, verification_timestamp: '2026-01-02T03:04:05.678Z', resolver_outcomes: { crossref: missed, openalex: missed, semantic_scholar: { status: 'unreachable', queried_by: null }, arxiv: skipped } }],
  citation_verification_observations: [{ citation_key: 'k1', ref_slug: 's1', observation: 'doi_title_mismatch', source: 'crossref', identifier: '10.5555/x', cited_title: 'T', record_title: 'A [link](https://example.org) <b>: "q"' }],
}
const HEAD = `# who made this, and when
version:   1   # aligned by hand
literature_corpus:
    - {citation_key: k1, title: "T: a title", authors: [{literal: 'Somebody'}], year: 2020, source_pointer: file:x, arxiv_id: 2401.10000}
    # the second one is still to be read
    - citation_key: k2
      title: 1984
      authors:
      - family: Orwell
      year: 1949
      source_pointer: |
        folded over
        two lines
terminal_policies: {citation_existence: strict}   # since May
`
const TAIL = `notes:
  - last   # nothing below
`

describe('a passport in YAML', () => {
  it('keeps texts that look like numbers', async () => {
    const { data } = await readPassport(HEAD, 'p.yaml')
    expect(data.literature_corpus?.map(({ title, arxiv_id: arxiv }) => [title, arxiv])).toEqual([['T: a title', '2401.10000'], ['1984', undefined]])
    expect(data.literature_corpus?.[1]?.year).toBe(1949)
  })
  it.each<[string, string]>([
    ['without rows', HEAD + TAIL],
    ['with rows of an earlier run in the middle', `${HEAD}citation_verification_summary:   # from May\n  - citation_key: k1\n    old: true\n${TAIL}`],
    ['with rows at the end, without a last line break', `${HEAD}${TAIL}citation_verification_summary: []`],
    ['with both arrays', `${HEAD}citation_verification_observations:\n- {citation_key: x}\n${TAIL}citation_verification_summary:\n- citation_key: k1\n`],
    ['with CRLF', (HEAD + TAIL).replaceAll('\n', '\r\n')],
    ['with an end marker', `---\n${HEAD}${TAIL}...\n`],
  ])('%s gets its rows; every other byte stays', async (_name, text) => {
    const file = await readPassport(text, 'p.yaml')
    const written = await file.withExamination(examination)
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    for (const part of [HEAD, TAIL]) expect(written).toContain(part.replaceAll('\n', eol))
    expect(written).not.toContain('old: true')
    const { citation_verification_summary: rows, citation_verification_observations: seen, ...rest } = parse(written) as Record<string, unknown>
    expect(rows).toEqual(examination.citation_verification_summary)
    expect(seen).toEqual(examination.citation_verification_observations)
    const { citation_verification_summary: _rows, citation_verification_observations: _seen, ...before } = parse(text) as Record<string, unknown>
    expect(rest).toEqual(before)
    expect(await (await readPassport(written, 'p.yaml')).withExamination(examination)).toBe(written)
  })
  it('quotes what another YAML would read as something else', async () => {
    const written = await (await readPassport(HEAD, 'p.yaml')).withExamination(examination)
    expect(written).toContain('lookup_verified: "false"')
    expect(written).toContain('verification_timestamp: "2026-01-02T03:04:05.678Z"')
  })
  it('in a form that gives no place for rows is written by the library, comments kept', async () => {
    const written = await (await readPassport('# head\n{ literature_corpus: [], # inner\n  a: 1 } # tail\n', 'p.yaml')).withExamination(examination)
    expect((parse(written) as PassportExamination).citation_verification_summary).toEqual(examination.citation_verification_summary)
    for (const comment of ['# head', '# inner', '# tail']) expect(written).toContain(comment)
  })
  it('whose old rows are referred to from below is refused instead of being broken', async () => {
    const file = await readPassport('literature_corpus: []\ncitation_verification_summary: &rows [{citation_key: old}]\ncopy: *rows\n', 'p.yaml')
    await expect(file.withExamination(examination)).rejects.toThrow(/^INVALID_INPUT: p.yaml: its rows/)
  })
  it.each([['a: [', 'p is no passport'], ['- a list', 'a mapping'], ['just words', 'a mapping'], ['a: 1\na: 2', 'no passport'], ['', 'a mapping']])('%j is refused', async (text, words) => {
    await expect(readPassport(text, 'p')).rejects.toThrow(new RegExp(`^INVALID_INPUT: .*${words}`))
  })
})

describe('a passport in JSON', () => {
  it.each<[string, string]>([
    ['indented', '{\n    "b": 1.0,\n    "literature_corpus": [],\n    "a": [1, 2]\n}\n'], ['in one line', '{"b": 1.0, "literature_corpus": [], "a": [1, 2]}'], ['empty', '{}'], ['with old rows', '{\n  "citation_verification_summary": [{"old": true}],\n  "literature_corpus": []\n}'],
  ])('%s stays JSON, its keys in order', async (_name, text) => {
    const written = await (await readPassport(text, 'p.json')).withExamination(examination)
    const data = JSON.parse(written) as Record<string, unknown>
    expect(data['citation_verification_summary']).toEqual(examination.citation_verification_summary)
    expect(Object.keys(data)).toEqual([...new Set([...Object.keys(JSON.parse(text) as object), 'citation_verification_summary', 'citation_verification_observations'])])
    if (text.includes('1.0')) expect(written).toContain(text.slice(0, text.indexOf('[1, 2]') + 6))
  })
})

describe('the provenance summary', () => {
  const corpus = [{ citation_key: 'k1', title: 'T', doi: '10.99999/x', year: 2020 }]
  const given = { ...examination, corpus, language: 'en' } as const
  it('lists every false row under an advisory policy, with its identifier and the resolvers that missed', () => {
    const text = formatProvenance({ ...given, policies: {} })
    expect(text).toContain('## Citation Existence Advisories\n\nThe identifiers below')
    expect(text).toContain('* `s1` (citation_key `k1`): DOI `10.99999/x`; resolvers_unmatched: crossref, openalex\n')
  })
  it('under strict the rows are terminal and the section says that it has none', () => {
    const text = formatProvenance({ ...given, policies: { citation_existence: 'strict' } })
    expect(text).toContain('## Citation Existence Advisories\n\nNo citation-existence advisories\n')
    expect(text).toContain('policy=citation_existence reason=lookup_verified_false mode=strict')
  })
  it('without a false row it says so', () => {
    const rows = examination.citation_verification_summary.map((row) => ({ ...row, lookup_verified: 'true' as const }))
    expect(formatProvenance({ ...given, citation_verification_summary: rows, policies: {} })).toContain('No citation-existence advisories')
  })
  it('calls no DOI refuted that only indexes lack, where the arXiv id is the refuted one', () => {
    const [row] = examination.citation_verification_summary as [SummaryRow]
    const both = { ...row, resolver_outcomes: { ...row.resolver_outcomes, arxiv: { status: 'unmatched', queried_by: 'id' } as const } }
    const observations = [{ citation_key: 'k1', ref_slug: 's1', observation: 'identifier_registered', source: 'registry', identifier: '10.3760/x' }, { citation_key: 'k1', ref_slug: 's1', observation: 'identifier_refuted', source: 'arxiv', identifier: '2401.00001' }] as const
    const text = formatProvenance({ corpus: [{ ...corpus[0] as CorpusEntry, doi: '10.3760/x', arxiv_id: '2401.00001' }], language: 'en', policies: {}, citation_verification_summary: [both], citation_verification_observations: observations })
    expect(text).toContain('(citation_key `k1`): arXiv `2401.00001`; resolvers_unmatched')
  })
  const asked = { status: 'unmatched', queried_by: 'title' } as const
  const failed = { status: 'unreachable', queried_by: null } as const
  it.each<[string, SummaryRow['resolver_outcomes'], Partial<CorpusEntry>, Observation['observation'][], string]>([
    ['made by hand', { crossref: skipped, openalex: skipped, semantic_scholar: skipped, arxiv: skipped }, { obtained_via: 'manual' }, [], 'entered by hand'],
    ['a generic title', { crossref: skipped, openalex: skipped, semantic_scholar: skipped, arxiv: skipped }, {}, [], 'nothing to ask by'],
    ['a failed look-up', { crossref: failed, openalex: asked, semantic_scholar: asked, arxiv: skipped }, {}, [], 'not reached: crossref; asked by title alone, without an exact match: openalex, semantic_scholar'],
    ['an unindexed DOI', { crossref: missed, openalex: missed, semantic_scholar: missed, arxiv: skipped }, {}, ['identifier_registered'], 'its DOI is registered, but no index asked has the work'],
    ['another work', { crossref: missed, openalex: missed, semantic_scholar: missed, arxiv: skipped }, {}, ['doi_title_mismatch', 'doi_title_mismatch'], ': its identifier leads to another title, and no index asked has the cited one\n'],
  ])('says why a row is not decided: %s', (_name, outcomes, more, seen, expected) => {
    const [row] = examination.citation_verification_summary as [SummaryRow]
    const text = formatProvenance({
      corpus: [{ ...corpus[0] as CorpusEntry, ...more }], language: 'en', policies: {}, citation_verification_summary: [{ ...row, lookup_verified: 'unresolvable', resolver_outcomes: outcomes }],
      citation_verification_observations: seen.map((observation) => ({ citation_key: 'k1', ref_slug: 's1', observation, source: 'crossref' })),
    })
    expect(text).toContain(`## Not decided\n\n* \`s1\` (citation_key \`k1\`): `)
    expect(text).toContain(expected)
  })
  it('shows observations as words, not as Markdown of their own', () => {
    expect(formatProvenance({ ...given, policies: {} })).toContain('record “A \\[link\\](https://example.org) \\<b\\>: "q"”')
  })
  it('names the section alike in Chinese, and says the age of old answers', () => {
    const rows = examination.citation_verification_summary.map((row) => ({ ...row, cache_age_days: 40.2, cache_stale_advisory: true }))
    const text = formatProvenance({ ...given, citation_verification_summary: rows, language: 'zh', policies: {} })
    expect(text).toContain('## Citation Existence Advisories')
    expect(text).toContain('ADV-CACHE-1')
    expect(text).toContain('40.2')
  })
})

describe('observations', () => {
  it('are of the published form', () => {
    const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default
    const ajv = new Ajv2020({ strict: false })
    addFormats(ajv)
    const isObservation = ajv.compile(JSON.parse(readFileSync(new URL('../../schemas/passport-observation.schema.json', import.meta.url), 'utf8')) as object)
    expect(isObservation(examination.citation_verification_observations[0])).toBe(true)
    expect(isObservation({ citation_key: 'k', ref_slug: 's', observation: 'guess', source: 'x' })).toBe(false)
  })
})

describe('joins of a draft', () => {
  it('a slug is a key, or extends the longest one; one unlocated place makes it unlocated', () => {
    const draft = 'a<!--ref:smith2020:intro--><!--anchor:page:1--> b<!--ref:smith2020-b--><!--anchor:page:2--> c<!--ref:jones--><!--anchor:page:3--> d<!--ref:jones--> e<!--ref:smithson-->'
    expect(joinsOfDraft('a<!--ref:jones--> b<!--ref:jones--><!--anchor:page:3-->', ['jones']).anchors).toEqual({ jones: { kind: 'none' } })
    expect(joinsOfDraft(draft, ['smith2020', 'smith2020-b', 'jones', 'unread'])).toEqual({
      refSlugByKey: { smith2020: 'smith2020:intro', 'smith2020-b': 'smith2020-b', jones: 'jones' },
      anchors: { 'smith2020:intro': { kind: 'page', value: '1' }, 'smith2020-b': { kind: 'page', value: '2' }, jones: { kind: 'none' } },
      uncited: ['unread'], unknownSlugs: ['smithson'],
    })
  })
})

describe('the log of what was read', () => {
  const known = ['a', 'b']
  it('takes a batch or nothing', () => {
    expect(markRead({}, ['a', 'b'], { known, at: '2026-01-01T00:00:00Z' }).human_read).toHaveLength(2)
    expect(() => markRead({}, ['a', 'x'], { known, at: '2026-01-01T00:00:00Z' })).toThrow(/x; nothing was marked/)
    expect(() => markRead({}, ['a'], { known, at: '2026-01-01T00:00:00Z', scope: { level: 'sections' } })).toThrow(/locator/)
  })
  it('takes a mark back without losing it', () => {
    const log = unmarkRead(markRead({ session_id: 'x' }, ['a', 'b'], { known, at: '2026-01-01T00:00:00Z' }), ['a'], { known, at: '2026-01-02T00:00:00Z' })
    expect(log).toMatchObject({ session_id: 'x', human_read: [{ citation_key: 'a', rescinded_at: '2026-01-02T00:00:00Z' }, { citation_key: 'b' }] })
    expect(log.human_read?.[1]).not.toHaveProperty('rescinded_at')
  })
})
