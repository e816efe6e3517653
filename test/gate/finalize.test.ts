import { describe, expect, it } from 'vitest'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import { finalizeDraft, type FinalizeInput } from '../../src/gate/finalize.ts'
import type { ResolverOutcomes } from '../../src/gate/outcome.ts'
import type { TerminalPolicies } from '../../src/gate/policies.ts'
import type { ReadLog } from '../../src/gate/read-log.ts'
import { checkDraft, stripMarkers } from '../../src/gate/release-check.ts'
import type { SummaryRow } from '../../src/gate/summary-row.ts'

const done = { source_acquired: true, source_verified_against_original: true }
const entry = (key: string, more: Partial<CorpusEntry> = {}): CorpusEntry => ({ citation_key: key, title: 'T', year: 2020, source_pointer: 'file:x', ...done, ...more })
const outcomes = (status: 'matched' | 'unmatched' | 'skipped', by: 'id' | 'title' | null): ResolverOutcomes => {
  const outcome = { status, queried_by: by } as ResolverOutcomes['crossref']
  return { crossref: outcome, openalex: outcome, semantic_scholar: outcome, arxiv: { status: 'skipped', queried_by: null } }
}
const row = (key: string, verdict: SummaryRow['lookup_verified']): SummaryRow => ({
  citation_key: key, ref_slug: key, lookup_verified: verdict, anchor_present: true, verification_timestamp: '2026-01-01T00:00:00Z',
  resolver_outcomes: verdict === 'true' ? outcomes('matched', 'id') : verdict === 'false' ? outcomes('unmatched', 'id') : outcomes('unmatched', 'title'),
})
const read = (...keys: string[]): ReadLog => ({ human_read: keys.map((key) => ({ citation_key: key, marked_at: '2026-01-01T00:00:00Z' })) })
const quiet = { contamination_signals: {} }
const base: FinalizeInput = {
  draft: 'One (A)<!--ref:real--><!--anchor:page:3-->. Two (B)<!--ref:bogus--><!--anchor:page:4-->.\nThree (C)<!--ref:noid-->\n<!--anchor:section:2-->.\n',
  corpus: [entry('real', quiet), entry('bogus', quiet), entry('noid', quiet)],
  summary: [row('real', 'true'), row('bogus', 'false'), row('noid', 'unresolvable')],
  policies: {}, readLog: read('real', 'bogus', 'noid'),
}
const under = (policies: TerminalPolicies, more: Partial<FinalizeInput> = {}) => finalizeDraft({ ...base, policies, ...more })
const STRICT: TerminalPolicies = { citation_existence: 'strict' }

describe('citation_existence', () => {
  it('advisory, absent and no policies at all give the same bytes: no token, no stamp', () => {
    const { draft, terminalBlocked } = under({})
    expect(draft).toBe('One (A)<!--ref:real ok--><!--anchor:page:3-->. Two (B)<!--ref:bogus ok--><!--anchor:page:4-->.\nThree (C)<!--ref:noid ok-->\n<!--anchor:section:2-->.\n')
    expect(under({ citation_existence: 'advisory' }).draft).toBe(draft)
    expect(terminalBlocked).toEqual([])
    expect(checkDraft(draft, {}, base.summary)).toEqual([])
  })
  it('strict blocks a false row and no other, and stamps every marker', () => {
    const { draft, terminalBlocked, affectedRefs } = under(STRICT)
    expect(draft).toContain('<!--ref:bogus ok TERMINAL-BLOCK severity=HIGH-BLOCK policy=citation_existence reason=lookup_verified_false mode=strict policy_hash=citation_existence.strict-->')
    expect(draft).toContain('<!--ref:real ok policy_hash=citation_existence.strict-->')
    expect(draft).toContain('<!--ref:noid ok policy_hash=citation_existence.strict-->')
    expect(terminalBlocked).toEqual([{ slug: 'bogus', policy: 'citation_existence', reason: 'lookup_verified_false', mode: 'strict' }])
    expect(affectedRefs).toBe(1)
  })
  it('gates the output by a false row only under strict', () => {
    expect(checkDraft(under({}).draft, {}, base.summary)).toEqual([])
    expect(checkDraft(under(STRICT).draft, STRICT, base.summary).map(({ kind, slug }) => [kind, slug])).toEqual([['terminal-block', 'bogus']])
    const mended = [row('real', 'true'), row('bogus', 'true'), row('noid', 'unresolvable')]
    expect(checkDraft(under(STRICT, { summary: mended }).draft, STRICT, mended)).toEqual([])
  })
  it('is judged anew: a flip and back, a resumed run, a second pass', () => {
    const advisory = under({}).draft
    const strict = under(STRICT).draft
    expect(finalizeDraft({ ...base, draft: advisory, policies: STRICT }).draft).toBe(strict)
    expect(finalizeDraft({ ...base, draft: strict, policies: {} }).draft).toBe(advisory)
    expect(finalizeDraft({ ...base, draft: strict, policies: STRICT }).draft).toBe(strict)
    // resumed with another summary: what the markers said before does not count
    const resumed = finalizeDraft({ ...base, draft: strict, policies: STRICT, summary: [row('real', 'false'), row('bogus', 'true'), row('noid', 'unresolvable')] })
    expect(resumed.terminalBlocked.map(({ slug }) => slug)).toEqual(['real'])
    // nothing that was ready stays ready under another policy
    expect(checkDraft(advisory, STRICT, base.summary).map(({ kind }) => kind)).toEqual(['stale-policy', 'stale-policy', 'stale-policy'])
    expect(checkDraft(under(STRICT).draft, {}, base.summary).map(({ kind }) => kind)).toEqual(['stale-policy', 'stale-policy', 'stale-policy', 'terminal-block'])
  })
  it('two policies on one reference: two blocks, one stamp, one affected reference however often it is cited', () => {
    const policies: TerminalPolicies = { citation_existence: 'strict', contamination_triangulation: 'strict' }
    const { draft, terminalBlocked, affectedRefs, suffixes } = finalizeDraft({ ...base, corpus: base.corpus.map(({ contamination_signals: _signals, ...rest }) => rest as CorpusEntry), draft: 'B<!--ref:bogus--><!--anchor:page:4-->, again<!--ref:bogus--><!--anchor:page:5-->', policies })
    expect(draft.match(/TERMINAL-BLOCK/g)).toHaveLength(4)
    expect(draft).toContain('ok CONTAMINATED-TRIANGULATION-UNMATCHED TERMINAL-BLOCK severity=HIGH-BLOCK policy=citation_existence reason=lookup_verified_false mode=strict TERMINAL-BLOCK severity=HIGH-BLOCK policy=contamination_triangulation reason=k3_all_indexes_unmatched mode=strict policy_hash=citation_existence.strict+contamination_triangulation.strict-->')
    expect(terminalBlocked.map(({ policy }) => policy)).toEqual(['citation_existence', 'contamination_triangulation'])
    expect(affectedRefs).toBe(1)
    expect(suffixes['CONTAMINATED-TRIANGULATION-UNMATCHED']).toBe(2)
    expect(checkDraft(draft, policies).filter(({ kind }) => kind === 'malformed-marker')).toEqual([])
  })
  it('an entry made by hand and a miss by title alone never block', () => {
    const hand = { ...row('noid', 'unresolvable'), resolver_outcomes: outcomes('skipped', null) }
    expect(under({ citation_existence: 'strict', contamination_triangulation: 'strict' }, { summary: [row('real', 'true'), row('bogus', 'true'), hand], corpus: [entry('real', quiet), entry('bogus', quiet), entry('noid', { obtained_via: 'manual' })] }).terminalBlocked).toEqual([])
    expect(under(STRICT).terminalBlocked.some(({ slug }) => slug === 'noid')).toBe(false)
  })
})

describe('status', () => {
  const one = (more: Partial<CorpusEntry>, anchor = '<!--anchor:page:12-->', readLog?: ReadLog) => {
    const { draft, statuses } = finalizeDraft({ draft: `Text (A)<!--ref:real old tokens-->${anchor}.`, corpus: [entry('real', { ...quiet, ...more })], summary: [row('real', 'true')], policies: {}, ...(readLog ? { readLog } : {}) })
    return { draft, status: Object.entries(statuses).find(([, count]) => count === 1)?.[0] }
  }
  const scoped = (level: string, locators?: string[]): ReadLog => ({ human_read: [{ citation_key: 'real', marked_at: '2026-01-01T00:00:00Z', read_scope: { level: level as never, ...(locators ? { locators } : {}) } }] })
  it.each<[string, Partial<CorpusEntry>, string, ReadLog | undefined, string]>([
    ['no anchor', {}, '', read('real'), 'no-locator'], ['anchor none', {}, '<!--anchor:none:-->', read('real'), 'no-locator'],
    ['not acquired', { source_acquired: false }, '<!--anchor:page:12-->', read('real'), 'no-original'], ['not cross-checked', { source_verified_against_original: false }, '<!--anchor:page:12-->', read('real'), 'not-checked'],
    ['not read', {}, '<!--anchor:page:12-->', undefined, 'LOW-WARN'], ['read', {}, '<!--anchor:page:12-->', read('real'), 'ok'],
    ['the mark taken back', {}, '<!--anchor:page:12-->', { human_read: [{ citation_key: 'real', marked_at: '2026-01-01T00:00:00Z', rescinded_at: '2026-01-02T00:00:00Z' }] }, 'LOW-WARN'],
    ['taken back and marked again', {}, '<!--anchor:page:12-->', { human_read: [{ citation_key: 'real', marked_at: '2026-01-01T00:00:00Z', rescinded_at: '2026-01-02T00:00:00Z' }, { citation_key: 'real', marked_at: '2026-01-03T00:00:00Z' }] }, 'ok'],
    ['full text', {}, '<!--anchor:quote:x-->', scoped('full_text'), 'ok'], ['unknown scope', {}, '<!--anchor:quote:x-->', scoped('unknown'), 'ok'],
    ['abstract only', {}, '<!--anchor:page:12-->', scoped('abstract_only'), 'LOW-WARN-PARTIAL-COVERAGE'], ['contents only', {}, '<!--anchor:page:12-->', scoped('toc_only'), 'LOW-WARN-PARTIAL-COVERAGE'],
    ['a page within the pages read', {}, '<!--anchor:page:12-->', scoped('sections', ['pp. 10–15']), 'ok'], ['a page outside them', {}, '<!--anchor:page:16-->', scoped('sections', ['pp. 10-15']), 'LOW-WARN-PARTIAL-COVERAGE'],
    ['a part of a section read', {}, '<!--anchor:section:3.2-->', scoped('sections', ['Section 3']), 'ok'], ['section 30 is not within 3', {}, '<!--anchor:section:30-->', scoped('sections', ['Section 3']), 'LOW-WARN-PARTIAL-COVERAGE'],
    ['a quote is never within sections', {}, '<!--anchor:quote:12-->', scoped('sections', ['12']), 'LOW-WARN-PARTIAL-COVERAGE'],
  ])('%s: %5$s', (_name, more, anchor, log, expected) => expect(one(more, anchor, log).status).toBe(expected))

  it('an unverified one is said in the text, once however often it runs, and goes when it is mended', () => {
    const input = (more: Partial<CorpusEntry>, draft: string): FinalizeInput => ({ draft, corpus: [entry('real', { ...quiet, ...more })], summary: [row('real', 'true')], policies: {}, readLog: read('real') })
    const original = 'Text (A) <!--ref:real--><!--anchor:page:1-->.'
    const once = finalizeDraft(input({ source_acquired: false }, original)).draft
    expect(once).toBe('Text (A)  [UNVERIFIED CITATION — NO ORIGINAL]<!--ref:real--><!--anchor:page:1-->.')
    expect(finalizeDraft(input({ source_acquired: false }, once)).draft).toBe(once)
    expect(finalizeDraft(input({}, once)).draft).toBe('Text (A) <!--ref:real ok--><!--anchor:page:1-->.')
    expect(checkDraft(once, {}).map(({ kind }) => kind)).toEqual(['unresolved-ref', 'unverified-literal'])
  })
  it('a slug without a row keeps nothing of what it said', () => {
    const { draft, unknownSlugs, statuses } = finalizeDraft({ ...base, draft: '<!--ref:stranger ok--><!--anchor:page:1-->' })
    expect(draft).toBe('<!--ref:stranger--><!--anchor:page:1-->')
    expect([unknownSlugs, statuses.unknown]).toEqual([['stranger'], 1])
  })
  it('signals that a pipeline put into the entry stand before those of the row', () => {
    expect(finalizeDraft({ ...base, draft: '<!--ref:real--><!--anchor:page:1-->', corpus: [entry('real', { contamination_signals: { crossref_unmatched: true } })] }).draft).toContain('ok CONTAMINATED-COVERAGE-NOISE-->')
  })
})

describe('the output boundary', () => {
  const whole = '<!--ref:a ok-->'
  const anchor = '<!--anchor:page:1-->'
  const terminal = '<!--ref:a ok TERMINAL-BLOCK severity=HIGH-BLOCK policy=citation_existence reason=lookup_verified_false mode=strict policy_hash=citation_existence.strict-->'
  it.each<[string, string, TerminalPolicies, string[]]>([
    ['stampless under advisory', whole + anchor, {}, []],
    ['an old stamp under advisory', `<!--ref:a ok policy_hash=citation_existence.strict-->${anchor}`, {}, ['stale-policy']],
    ['stampless under strict', whole + anchor, STRICT, ['stale-policy']],
    ['another stamp', `<!--ref:a ok policy_hash=contamination_triangulation.strict-->${anchor}`, STRICT, ['stale-policy']],
    ['the stamp of now', `<!--ref:a ok policy_hash=citation_existence.strict-->${anchor}`, STRICT, []],
    ['a terminal block', terminal + anchor, STRICT, ['terminal-block']],
    ['a terminal block whose stamp is gone', terminal.replace(' policy_hash=citation_existence.strict', '') + anchor, {}, ['terminal-block', 'malformed-marker']],
    ['a later terminal marker', `<!--ref:b ok policy_hash=citation_existence.strict-->${anchor} ${terminal}${anchor}`, STRICT, ['terminal-block']],
    ['the words in prose', `severity=HIGH-BLOCK is what a marker would say. <!-- severity=HIGH-BLOCK --> ${whole}${anchor}`, {}, []],
    ['a marker in fenced code', `${whole}${anchor}\n\`\`\`\n${terminal}\n\`\`\`\n`, {}, []],
    ['no status', `<!--ref:a-->${anchor}`, {}, ['unresolved-ref']],
    ['no anchor', whole, {}, ['no-anchor']],
    ['anchor none', `${whole}<!--anchor:none:-->`, {}, ['no-anchor']],
    ['a literal', `[UNVERIFIED CITATION — AI HAS NOT CROSS-CHECKED] ${whole}${anchor}`, {}, ['unverified-literal']],
    ...['CLAIM-NOT-SUPPORTED', 'NEGATIVE-CONSTRAINT-VIOLATION', 'FABRICATED-REFERENCE', 'CLAIM-AUDIT-ANCHORLESS', 'CONSTRAINT-VIOLATION-UNCITED'].map((name): [string, string, TerminalPolicies, string[]] => [name, `[HIGH-WARN-${name}] ${whole}${anchor}`, {}, ['claim-audit']]),
  ])('%s', (_name, draft, policies, kinds) => expect(checkDraft(draft, policies).map(({ kind }) => kind)).toEqual(kinds))

  it('echoes reason, suffix and the row', () => {
    const draft = terminal.replace('ok TERMINAL', 'ok CONTAMINATED-TRIANGULATION-UNMATCHED TERMINAL').replace('ref:a', 'ref:bogus') + anchor
    const [refusal] = checkDraft(draft, STRICT, base.summary)
    expect(refusal?.text).toContain('[UNVERIFIED CITATION — lookup_verified=false: citation_key bogus, ref_slug bogus, resolvers_unmatched=[crossref, openalex, semantic_scholar]]')
    expect(refusal?.text).toContain('reason=lookup_verified_false')
    expect(refusal?.text).toContain('CONTAMINATED-TRIANGULATION-UNMATCHED')
  })
  it('lists what no person has marked as read', () => {
    const whole = { source_acquired: true, source_verified_against_original: true }
    const input = { draft: `A<!--ref:real-->${anchor} again<!--ref:real-->${anchor} B<!--ref:seen-->${anchor}`, corpus: [entry('real', whole), entry('seen', whole)], summary: [row('real', 'true'), row('seen', 'true')], policies: {} }
    expect(finalizeDraft({ ...input, readLog: { human_read: [{ citation_key: 'seen', marked_at: '2026-01-01T00:00:00Z' }] } }).toRead).toEqual(['real'])
  })
  it('sends nobody back to the finalizer for what it has left without a status on purpose', () => {
    const [, unresolved] = checkDraft(`A [UNVERIFIED CITATION — NO ORIGINAL]<!--ref:a-->${anchor}`, STRICT)
    expect(unresolved).toMatchObject({ kind: 'unresolved-ref', text: 'ref a has no status: NO ORIGINAL; mend the citation, then finalize again' })
    expect(checkDraft(`A<!--ref:a-->${anchor}`, {})[0]?.text).toBe('ref a has no status; finalize the draft')
  })
  it('a deliverable holds none of the markers and every other byte', () => {
    expect(stripMarkers(`A (B)${whole}\n${anchor}. <!-- a note -->\n\`\`\`\n${whole}\n\`\`\`\n`)).toBe(`A (B). <!-- a note -->\n\`\`\`\n${whole}\n\`\`\`\n`)
    expect(stripMarkers(`An anchor alone${anchor}, a second one${whole}${anchor} ${anchor}.\n\`\`\`\n${anchor}\n\`\`\`\n`)).toBe(`An anchor alone, a second one.\n\`\`\`\n${anchor}\n\`\`\`\n`)
  })
})
