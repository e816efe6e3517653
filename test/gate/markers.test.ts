import { describe, expect, it } from 'vitest'
import { findMarkers, formatMarker } from '../../src/gate/markers.ts'
import { policyHash, parsePolicies } from '../../src/gate/policies.ts'

const BLOCK = 'TERMINAL-BLOCK severity=HIGH-BLOCK policy=citation_existence reason=lookup_verified_false mode=strict'
const STAMP = 'policy_hash=citation_existence.strict'
const first = (draft: string) => findMarkers(draft)[0]

describe('a marker', () => {
  it.each<[string, object]>([
    ['<!--ref:a2020 ok-->', { slug: 'a2020', status: 'ok', blocks: [], problems: [] }],
    ['<!--ref:a2020  LOW-WARN\nCONTAMINATED-PREPRINT+UNMATCHED -->', { status: 'LOW-WARN', suffix: 'CONTAMINATED-PREPRINT+UNMATCHED', problems: [] }],
    ['<!--ref:a2020 LOW-WARN-PARTIAL-COVERAGE-->', { status: 'LOW-WARN-PARTIAL-COVERAGE', problems: [] }],
    [`<!--ref:bogus2024 ok ${BLOCK} ${STAMP}-->`, { status: 'ok', blocks: [{ policy: 'citation_existence', reason: 'lookup_verified_false', mode: 'strict' }], policyHash: 'citation_existence.strict', problems: [] }],
    ['<!--ref:a-->', { slug: 'a', problems: ['it has no status'] }],
    ['<!--ref:a maybe-->', { problems: ['it has no status', 'unknown token "maybe"'] }],
    ['<!--ref:1a ok-->', { problems: ['the slug "1a" is not one'] }],
    ['<!--ref:a ok CONTAMINATED-NONSENSE-->', { problems: ['unknown token "CONTAMINATED-NONSENSE"'] }],
    ['<!--ref:a ok CONTAMINATED-PREPRINT CONTAMINATED-UNMATCHED-->', { problems: ['unknown token "CONTAMINATED-UNMATCHED"'] }],
    [`<!--ref:a ok ${BLOCK}-->`, { problems: ['a terminal marker has no policy_hash'] }],
    [`<!--ref:a ok ${BLOCK} policy_hash=-->`, { problems: ['policy_hash is empty'] }],
  ])('%s', (text, expected) => expect(first(text)).toMatchObject(expected))

  it.each(['severity=HIGH-BLOCK', 'policy=citation_existence', 'reason=lookup_verified_false', 'mode=strict'])('without %s, or with it blank, is malformed; a whole block behind it mends nothing', (part) => {
    const name = part.split('=')[0] as string
    const without = BLOCK.replace(` ${part}`, '')
    const blank = BLOCK.replace(part, `${name}=`)
    for (const broken of [without, blank, `${without} ${BLOCK}`, `${blank} ${BLOCK}`]) expect(first(`<!--ref:a ok ${broken} ${STAMP}-->`)?.problems.join(), broken).toContain(name)
  })
  it('as formatted is as parsed', () => {
    for (const text of ['<!--ref:a-->', '<!--ref:a ok-->', `<!--ref:a LOW-WARN CONTAMINATED-PREPRINT ${BLOCK} TERMINAL-BLOCK severity=HIGH-BLOCK policy=contamination_triangulation reason=k3_all_indexes_unmatched mode=strict policy_hash=citation_existence.strict+contamination_triangulation.strict-->`]) {
      expect(formatMarker(first(text) as never)).toBe(text)
    }
  })
  it('in fenced code is text', () => {
    const draft = 'before <!--ref:a ok-->\n```md\n<!--ref:b ok-->\n```\n~~~\n<!--ref:c ok-->\n```\n~~~\n> ```\n> <!--ref:d ok-->\n> ```\nafter <!--ref:e ok-->\n```\n<!--ref:f ok-->'
    expect(findMarkers(draft).map(({ slug, line }) => [slug, line])).toEqual([['a', 1], ['e', 12]])
  })
})

describe('an anchor', () => {
  it.each<[string, object, string[]]>([
    ['<!--anchor:page:12-->', { kind: 'page', value: '12' }, []],
    [' \n <!--anchor:quote:two%20words%2D%2D-->', { kind: 'quote', value: 'two%20words%2D%2D' }, []],
    ['<!--anchor:none:-->', { kind: 'none' }, []],
    ['', { kind: 'none' }, []],
    [' words <!--anchor:page:12-->', { kind: 'none' }, []],
    ['<!--anchor:figure:2-->', { kind: 'figure' }, ['anchor kind "figure" is unknown']],
    ['<!--anchor:page:-->', { kind: 'page' }, ['the page anchor is empty']],
    [`<!--anchor:quote:${Array.from({ length: 26 }, () => 'w').join('%20')}-->`, { kind: 'quote' }, ['the quote anchor has more than 25 words']],
    [`<!--anchor:quote:${Array.from({ length: 25 }, () => 'w').join('%20')}-->`, { kind: 'quote' }, []],
  ])('%s', (text, anchor, problems) => expect(first(`<!--ref:a ok-->${text}`)).toMatchObject({ anchor, problems }))
})

describe('policy_hash', () => {
  it.each<[Parameters<typeof policyHash>[0], string | undefined]>([
    [{}, undefined], [null, undefined], [undefined, undefined], [{ citation_existence: 'advisory', contamination_triangulation: 'advisory' }, undefined],
    [{ contamination_triangulation: 'strict_articles_only', citation_existence: 'strict' }, 'citation_existence.strict+contamination_triangulation.strict_articles_only'],
    [{ submission_package: 'strict' }, undefined], [{ retraction: 'strict' }, undefined], [{ submission_package: 'strict', citation_existence: 'strict' }, 'citation_existence.strict'],
  ])('%j: %s', (policies, expected) => expect(policyHash(policies)).toBe(expected))
  it('policies that are none are refused by name', () => {
    expect(() => parsePolicies({ citation_existence: 'strict_articles_only', nonsense: 'strict' })).toThrow(/citation_existence is one of advisory, strict.*there is no policy nonsense|there is no policy nonsense/)
    expect(() => parsePolicies('strict')).toThrow(/INVALID_INPUT/)
    expect(parsePolicies(null)).toEqual({})
  })
})
