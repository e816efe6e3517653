import { describe, expect, it } from 'vitest'
import * as entry from '../../src/runtime/gate.ts'
import { lintCorpus } from '../../src/gate/corpus-lint.ts'
import { isAcknowledgeable } from '../../src/gate/read-log.ts'
import { SUFFIXES } from '../../src/gate/contamination.ts'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'

describe('the entry dsh-cite-verify/gate', () => {
  it('has the functions of the contract and the way to live clients', () => {
    const functions = ['createGate', 'verifyCitation', 'verifyPassport', 'examinePassport', 'reduce', 'createVerificationCache', 'createMemoryStore', 'finalizeDraft', 'checkDraft', 'stripMarkers', 'policyHash', 'parsePolicies', 'readPassport', 'formatProvenance', 'problemsOfRow', 'markRead', 'unmarkRead', 'isAcknowledgeable', 'lintCorpus', 'signalsOf', 'suffixOf', 'joinsOfDraft', 'findMarkers', 'formatMarker']
    expect(functions.filter((name) => typeof entry[name as keyof typeof entry] !== 'function')).toEqual([])
  })
})

describe('rules over a corpus', () => {
  const one = (more: Partial<CorpusEntry>): CorpusEntry => ({ citation_key: 'k', title: 'T', year: 2020, ...more })
  it.each<[string, readonly CorpusEntry[], number]>([
    ['nothing', [one({}), one({ citation_key: 'other' })], 0],
    ['the same key twice', [one({}), one({})], 1],
    ['an index as trusted source', [one({ venue_type_provenance: 'trusted_source_declared', venue_type_source: 'the OpenAlex API' })], 1],
    ['a publisher as trusted source', [one({ venue_type_provenance: 'trusted_source_declared', venue_type_source: 'openalexandria.example' })], 0],
    ['arxiv_unmatched false without an id', [one({ contamination_signals: { arxiv_unmatched: false } })], 1],
    ['arxiv_unmatched with an id', [one({ arxiv_id: '2401.00001', contamination_signals: { arxiv_unmatched: false } })], 0],
    ['a signal that is also omitted', [one({ contamination_signals: { crossref_unmatched: true }, contamination_signal_omissions: { crossref_unmatched: 'api_degraded' } })], 1],
  ])('%s', (_name, corpus, count) => expect(lintCorpus(corpus)).toHaveLength(count))
  it.each([[null], ['a text'], [[]], [7]])('an entry that is %j has no rule to break here: who reads it refuses it by name', (odd) => expect(lintCorpus([odd as unknown as CorpusEntry])).toEqual([]))
})

describe('what a person may acknowledge', () => {
  it.each<[string, boolean]>([['LOW-WARN', true], ['lookup_verified_false', true], ...SUFFIXES.map((suffix): [string, boolean] => [suffix, true]), ['terminal-block', false], ['no-locator', false], ['no-original', false], ['not-checked', false]])('%s: %s', (finding, expected) => expect(isAcknowledgeable(finding)).toBe(expected))
})
