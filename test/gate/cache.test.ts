import { beforeEach, describe, expect, it } from 'vitest'
import { createVerificationCache, DECISION_VERSION, parseStaleDays, type VerificationCache } from '../../src/gate/verification-cache.ts'
import { createMemoryStore, type VerificationStore } from '../../src/gate/verification-store.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 1)
const key = { citation_key: 'a', resolver_name: 'crossref', query_form: 'doi:10.5555/x|title:T' }
const decision = { matched: true, matched_by: 'doi', queried_by: 'id' } as const
const daysAgo = (days: number): string => new Date(NOW - days * DAY).toISOString()

let store: VerificationStore
let cache: VerificationCache
const open = (staleDays?: number): VerificationCache => createVerificationCache(store, { now: () => NOW, ...(staleDays === undefined ? {} : { staleDays }) })
const put = (at: string, json: unknown = { ...decision, decision_version: DECISION_VERSION }, more: Partial<typeof key> = {}): Promise<void> =>
  store.putMany([{ ...key, ...more, response_json: typeof json === 'string' ? json : JSON.stringify(json), verification_timestamp: at }])
const recall = async () => (await cache.recall([key]))[0]
beforeEach(() => {
  store = createMemoryStore()
  cache = open()
})

describe('a decision', () => {
  it('comes back with the time it was made and the version of the rules', async () => {
    await cache.remember([{ ...key, decision, at: daysAgo(3) }])
    expect(await recall()).toEqual({ decision: { ...decision, decision_version: DECISION_VERSION }, at: daysAgo(3), ageDays: 3, isStale: false })
  })
  it.each<[string, string, boolean]>([
    ['89 days old', daysAgo(89), true], ['91 days old', daysAgo(91), false], ['from the future', daysAgo(-5), true], ['without a zone', daysAgo(2).slice(0, -1), true], ['of an unreadable time', 'last week', false],
  ])('%s: usable %s', async (_name, at, usable) => {
    await put(at)
    expect((await recall()) !== undefined).toBe(usable)
  })
  it('without a zone is UTC; one from the future is new', async () => {
    await put(daysAgo(2).slice(0, -1))
    expect(await recall()).toMatchObject({ ageDays: 2, at: daysAgo(2) })
    await put(daysAgo(-5))
    expect((await recall())?.ageDays).toBe(0)
  })
  const version = { decision_version: DECISION_VERSION }
  it.each<[string, unknown]>([
    ['damaged JSON', '{"matched": tr'], ['a list', []], ['null', 'null'], ['the text "false" for matched', { ...decision, ...version, matched: 'false' }], ['no matched', { matched_by: null, queried_by: 'id', ...version }],
    ['queried_by null', { ...decision, ...version, queried_by: null }], ['an older version of the rules', { ...decision, decision_version: '431-v5' }], ['no version', decision], ['an unknown matched_by', { ...decision, ...version, matched_by: 'pmid' }],
  ])('%s is a miss', async (_name, json) => {
    await put(daysAgo(1), json)
    expect(await recall()).toBeUndefined()
  })
})

describe('the age advisory', () => {
  it.each([[undefined, 30], ['', 30], ['7', 7], ['0', 0], ['x', 30], ['-5', 30], ['1.5', 30]])('a threshold of %j is %i', (text, days) => expect(parseStaleDays(text)).toBe(days))
  it('is judged on the rounded age, and never with a threshold of 0', async () => {
    await put(daysAgo(30.04))
    expect(await recall()).toMatchObject({ ageDays: 30, isStale: false })
    await put(daysAgo(30.06))
    expect(await recall()).toMatchObject({ ageDays: 30.1, isStale: true })
    cache = open(0)
    expect(await recall()).toMatchObject({ isStale: false })
  })
  it('goes by the oldest live row; expired and unusable rows do not count', async () => {
    await put(daysAgo(10))
    await put(daysAgo(40), undefined, { resolver_name: 'openalex' })
    await put(daysAgo(120), undefined, { resolver_name: 'arxiv' })
    await put(daysAgo(80), '{}', { resolver_name: 'semantic_scholar' })
    expect(await cache.ages(['a', 'never'])).toEqual(new Map([['a', { ageDays: 40, isStale: true }]]))
  })
  it('reports stale citations, oldest first, and leaves out those without a live row', async () => {
    await put(daysAgo(40), undefined, { citation_key: 'b' })
    await put(daysAgo(60), undefined, { citation_key: 'c' })
    await put(daysAgo(120), undefined, { citation_key: 'd' })
    await put(daysAgo(1))
    expect((await cache.staleReport(['a', 'b', 'c', 'd', 'e'])).map(({ citationKey }) => citationKey)).toEqual(['c', 'b'])
  })
})
