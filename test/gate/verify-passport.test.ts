import { describe, expect, it } from 'vitest'
import type { CorpusEntry, GateQuery } from '../../src/gate/corpus-entry.ts'
import type { RegistryFinding } from '../../src/gate/identifier-registry.ts'
import type { Resolution, ResolverClient } from '../../src/gate/resolver.ts'
import { problemsOfRow } from '../../src/gate/summary-row.ts'
import { createVerificationCache } from '../../src/gate/verification-cache.ts'
import { createMemoryStore } from '../../src/gate/verification-store.ts'
import { examinePassport, verifyCitation, verifyPassport, type GateClients } from '../../src/gate/verify-passport.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 5, 1)
const at = new Date(NOW - 1_000).toISOString()
const entry = (more: Partial<CorpusEntry> = {}): CorpusEntry => ({ citation_key: 'lovelace2020', title: 'A study of loops', authors: [{ family: 'Lovelace' }], year: 2020, source_pointer: 'file:x', doi: '10.5555/loops', ...more })

type Script = (query: GateQuery) => Resolution
const byDoi: Resolution = { status: 'matched', queriedBy: 'id', identifier: { found: 'work' }, at }
const nothing: Script = ({ doi }) => (doi ? { status: 'unmatched', queriedBy: 'id', identifier: { found: 'nothing' }, at } : { status: 'unmatched', queriedBy: 'title', at })
const nothingAtArxiv: Script = ({ arxiv }) => (arxiv ? { status: 'unmatched', queriedBy: 'id', identifier: { found: 'nothing' }, at } : { status: 'skipped' })
const raise: Script = () => { throw new Error('the wire was cut') }

/** Clients that answer by script; `calls` counts what they were asked. */
function clientsOf(scripts: Partial<Record<'crossref' | 'openalex' | 'semantic_scholar' | 'arxiv', Script>> = {}, finding: RegistryFinding = { state: 'refuted', at }, now = NOW): GateClients & { readonly calls: string[] } {
  const calls: string[] = []
  const client = (name: string, script: Script): ResolverClient => ({
    async resolve(queries) {
      calls.push(...queries.map(({ key }) => `${name} ${key}`))
      return queries.map(script)
    },
  })
  return {
    calls, now: () => now,
    crossref: client('crossref', scripts.crossref ?? nothing), openalex: client('openalex', scripts.openalex ?? nothing),
    semantic_scholar: client('semantic_scholar', scripts.semantic_scholar ?? nothing), arxiv: client('arxiv', scripts.arxiv ?? nothingAtArxiv),
    registry: { examine: async (dois) => { calls.push(...dois.map((doi) => `registry ${doi}`)); return new Map(dois.map((doi) => [doi, finding])) } },
  }
}
const verify = (given: CorpusEntry, clients: GateClients, more: object = {}) => verifyCitation(given, clients, { refSlug: 'slug', cache: null, ...more })

describe('verifyCitation', () => {
  it('a DOI match is true', async () => {
    const row = await verify(entry(), clientsOf({ crossref: () => byDoi }))
    expect(row).toMatchObject({ lookup_verified: 'true', ref_slug: 'slug', citation_key: 'lovelace2020', resolver_outcomes: { crossref: { status: 'matched', queried_by: 'id' }, arxiv: { status: 'skipped', queried_by: null } } })
    expect(problemsOfRow(row)).toEqual([])
  })
  it('a DOI that all miss and the registry refutes is false, asked by id', async () => {
    expect(await verify(entry(), clientsOf())).toMatchObject({ lookup_verified: 'false', resolver_outcomes: { crossref: { status: 'unmatched', queried_by: 'id' } } })
  })
  it('no DOI and all miss is unresolvable, asked by title, and no registry is asked', async () => {
    const clients = clientsOf()
    const { doi: _doi, ...rest } = entry()
    expect(await verify(rest as CorpusEntry, clients)).toMatchObject({ lookup_verified: 'unresolvable', resolver_outcomes: { crossref: { status: 'unmatched', queried_by: 'title' } } })
    expect(clients.calls.some((call) => call.startsWith('registry'))).toBe(false)
  })
  it('one resolver that raises is unreachable and leaves the verdict to the others', async () => {
    expect(await verify(entry(), clientsOf({ crossref: raise }))).toMatchObject({ lookup_verified: 'false', resolver_outcomes: { crossref: { status: 'unreachable', queried_by: null } } })
  })
  it('all that raise are unreachable and decide nothing', async () => {
    const row = await verify(entry({ arxiv_id: '2401.00001' }), clientsOf({ crossref: raise, openalex: raise, semantic_scholar: raise, arxiv: raise }))
    expect(row.lookup_verified).toBe('unresolvable')
    expect(Object.values(row.resolver_outcomes)).toEqual(Array.from({ length: 4 }, () => ({ status: 'unreachable', queried_by: null })))
  })
  it('an entry made by hand is asked of nobody', async () => {
    const clients = clientsOf()
    const row = await verify(entry({ obtained_via: 'manual', arxiv_id: '2401.00001' }), clients)
    expect(row.lookup_verified).toBe('unresolvable')
    expect(Object.values(row.resolver_outcomes)).toEqual(Array.from({ length: 4 }, () => ({ status: 'skipped', queried_by: null })))
    expect(clients.calls).toEqual([])
  })
  it.each([[{ kind: 'page', value: '3' }, true], [{ kind: 'none' }, false], [undefined, false]])('anchor %o: %s', async (anchor, expected) => expect((await verify(entry(), clientsOf(), anchor ? { anchor } : {})).anchor_present).toBe(expected))
  it('takes neither slug nor anchor from the entry', async () => {
    expect(await verify(entry({ ref_slug: 'decoy', anchor: { kind: 'page', value: '1' } }), clientsOf())).toMatchObject({ ref_slug: 'slug', anchor_present: false })
  })
  it.each([undefined, null, '', '  ', 0, 123, [], {}])('a slug that is %j is refused', async (refSlug) => {
    await expect(verifyCitation(entry(), clientsOf(), { refSlug: refSlug as string, cache: null })).rejects.toThrow(/^INVALID_INPUT: .*ref_slug/)
  })
  it('an entry without key or title is refused; a year that is none is only not compared', async () => {
    await expect(verify(entry({ citation_key: '1x' }), clientsOf())).rejects.toThrow(/^INVALID_INPUT/)
    await expect(verify(entry({ title: '' }), clientsOf())).rejects.toThrow(/^INVALID_INPUT/)
    let seen: GateQuery | undefined
    await verify(entry({ year: 'in press' as unknown as number, doi: 'https://doi.org/10.5555/LOOPS' }), clientsOf({ crossref: (query) => { seen = query; return byDoi } }))
    expect(seen).toMatchObject({ doi: '10.5555/loops' })
    expect(seen?.year).toBeUndefined()
  })
  it('the timestamp is that of the latest answer, and now only where nobody answered', async () => {
    const early = new Date(NOW - 5_000).toISOString()
    const clients = clientsOf({ crossref: () => ({ ...byDoi, at: early }), openalex: () => byDoi })
    expect((await verify(entry(), clients)).verification_timestamp).toBe(at)
    expect((await verify(entry({ obtained_via: 'manual' }), clients)).verification_timestamp).toBe(new Date(NOW).toISOString())
  })
})

describe('the registry behind a miss', () => {
  it.each<[string, RegistryFinding, string]>([
    ['refuted', { state: 'refuted', at, agency: 'Crossref' }, 'false'], ['registered elsewhere', { state: 'registered', at, agency: 'ISTIC' }, 'unresolvable'], ['not to be asked', { state: 'undecided', detail: 'hdl.handle.net: answered 500' }, 'unresolvable'],
  ])('%s', async (_name, finding, verdict) => {
    const { citation_verification_summary: [row], citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry()] }, clientsOf({}, finding), { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(row?.lookup_verified).toBe(verdict)
    expect(row?.resolver_outcomes.crossref).toEqual({ status: 'unmatched', queried_by: 'id' }) // what was asked stays said
    expect(seen).toContainEqual(expect.objectContaining({ citation_key: 'lovelace2020', ref_slug: 's', observation: `identifier_${finding.state}`, source: 'registry', identifier: '10.5555/loops' }))
  })
  it('is not asked where an index knows the DOI under another title, and that other work stays visible although the title is found', async () => {
    const other: Resolution = { status: 'matched', queriedBy: 'title', identifier: { found: 'other-work', recordTitle: 'Notes on migrating whales' }, at }
    const clients = clientsOf({ crossref: () => other })
    const { citation_verification_summary: [row], citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry()] }, clients, { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(row).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: { status: 'matched', queried_by: 'title' } } })
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'doi_title_mismatch', source: 'crossref', cited_title: 'A study of loops', record_title: 'Notes on migrating whales' }))
    expect(clients.calls.some((call) => call.startsWith('registry'))).toBe(false)
  })
  it('is asked for a DOI that no index knows although arXiv has the work: the verdict stands, and the dead DOI is shown', async () => {
    const clients = clientsOf({ arxiv: () => byDoi })
    const { citation_verification_summary: [row], citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry({ arxiv_id: '2401.00001' })] }, clients, { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(row?.lookup_verified).toBe('true')
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'identifier_refuted', source: 'registry', identifier: '10.5555/loops' }))
    const known = clientsOf({ openalex: () => byDoi })
    await verify(entry({ arxiv_id: '2401.00001' }), known)
    expect(known.calls.some((call) => call.startsWith('registry'))).toBe(false)
  })
  it('an arXiv feed without the id refutes it; one with another work does not', async () => {
    const { doi: _doi, ...rest } = entry({ arxiv_id: 'arXiv:2401.00001v3' })
    expect((await verify(rest as CorpusEntry, clientsOf())).lookup_verified).toBe('false')
    const other: Script = () => ({ status: 'unmatched', queriedBy: 'id', identifier: { found: 'other-work', recordTitle: 'Else' }, at })
    expect((await verify(rest as CorpusEntry, clientsOf({ arxiv: other }))).lookup_verified).toBe('unresolvable')
  })
  it('an identifier that cannot be read is said and never counts', async () => {
    const { citation_verification_summary: [row], citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry({ doi: 'see website', arxiv_id: '2613.04567' })] }, clientsOf(), { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(row).toMatchObject({ lookup_verified: 'unresolvable', resolver_outcomes: { crossref: { queried_by: 'title' }, arxiv: { status: 'skipped' } } })
    expect(seen.filter(({ observation }) => observation === 'identifier_unreadable').map(({ code }) => code)).toEqual(['doi', 'arxiv'])
  })
})

describe('further sources', () => {
  const istic = (contribution: 'confirms' | 'refutes' | 'nothing', code: string, otherTitle?: string): GateClients => ({
    ...clientsOf({}, { state: 'registered', agency: 'ISTIC', at }),
    witnesses: [{ name: 'chinese', testify: async (queries) => queries.map(() => ({ contribution, code, identifier: '10.5555/loops', at, ...(otherTitle ? { otherTitle } : {}) })) }],
  })
  it.each([['confirms', 'DOI_TITLE_VERIFIED', 'true'], ['refutes', 'DOI_REFUTED', 'false'], ['nothing', 'NO_ISSN_MAPPING', 'unresolvable']] as const)('one that %s makes it %s -> %s, in the observations and not in the four outcomes', async (contribution, code, verdict) => {
    const { citation_verification_summary: [row], citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry()] }, istic(contribution, code), { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(row?.lookup_verified).toBe(verdict)
    expect(Object.keys(row?.resolver_outcomes ?? {})).toEqual(['crossref', 'openalex', 'semantic_scholar', 'arxiv'])
    expect(problemsOfRow(row)).toEqual([])
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'further_source', source: 'chinese', code, contribution }))
  })
  it('one that leads to another title shows it and refutes nothing', async () => {
    const { citation_verification_summary: [row], citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry()] }, istic('nothing', 'DOI_TITLE_MISMATCH', '别的题名'), { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(row?.lookup_verified).toBe('unresolvable')
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'doi_title_mismatch', source: 'chinese', record_title: '别的题名' }))
  })
  it('one that raises costs nothing but itself', async () => {
    const clients: GateClients = { ...clientsOf(), witnesses: [{ name: 'chinese', testify: async () => { throw new Error('cut') } }] }
    expect(await verify(entry(), clients)).toMatchObject({ lookup_verified: 'false' })
  })
})

describe('verifyPassport', () => {
  it('gives one row per entry, joined by slug, in order', async () => {
    const passport = { literature_corpus: [entry(), entry({ citation_key: 'babbage1837', doi: '10.5555/engine' })] }
    const rows = await verifyPassport(passport, clientsOf(), { refSlugByKey: { babbage1837: 'engine', lovelace2020: 'loops' }, anchors: { engine: { kind: 'page', value: '4' } }, cache: null })
    expect(rows.map(({ citation_key: key, ref_slug: slug, anchor_present: present }) => [key, slug, present])).toEqual([['lovelace2020', 'loops', false], ['babbage1837', 'engine', true]])
  })
  it('names the key whose slug is missing, before anything is asked', async () => {
    const clients = clientsOf()
    await expect(verifyPassport({ literature_corpus: [entry(), entry({ citation_key: 'toString' })] }, clients, { refSlugByKey: { lovelace2020: 's' }, cache: null })).rejects.toThrow(/INVALID_INPUT: .*toString/)
    expect(clients.calls).toEqual([])
  })
  it.each([{}, { literature_corpus: [] }, { literature_corpus: null }])('%j has no rows', async (passport) => expect(await verifyPassport(passport, clientsOf(), { refSlugByKey: {} })).toEqual([]))
  it('asks each resolver once for the whole corpus and says when a key stands twice', async () => {
    const clients = clientsOf()
    const { citation_verification_observations: seen } = await examinePassport({ literature_corpus: [entry(), entry()] }, clients, { refSlugByKey: { lovelace2020: 's' }, cache: null })
    expect(clients.calls.filter((call) => call.startsWith('crossref'))).toHaveLength(2)
    expect(seen).toContainEqual(expect.objectContaining({ observation: 'duplicate_citation_key' }))
  })
})

describe('the cache', () => {
  const withCache = (ageDays = 0) => {
    const store = createMemoryStore()
    let time = NOW
    const cache = createVerificationCache(store, { now: () => time })
    return { store, cache, turn: (days: number) => { time = NOW + days * DAY }, ageDays }
  }
  it('serves the second call without asking, with the original time and the cache fields', async () => {
    const { cache, turn } = withCache()
    const clients = { ...clientsOf({ crossref: () => byDoi }), cache }
    const first = await verifyCitation(entry(), clients, { refSlug: 's' })
    expect(first).not.toHaveProperty('cache_age_days')
    const before = clients.calls.length
    turn(3)
    const second = await verifyCitation(entry(), clients, { refSlug: 's' })
    expect(clients.calls.length).toBe(before)
    const { cache_age_days: age, cache_stale_advisory: stale, ...rest } = second
    expect(rest).toEqual(first)
    expect([age, stale]).toEqual([3, false])
  })
  it('keeps what a refuted, a mismatched and a confirmed answer rested on: the same verdict from the cache', async () => {
    for (const finding of [{ state: 'refuted', at } as const, { state: 'registered', at, agency: 'ISTIC' } as const]) {
      const { cache } = withCache()
      const clients = { ...clientsOf({}, finding), cache }
      const first = await examinePassport({ literature_corpus: [entry({ arxiv_id: '2401.00001' })] }, clients, { refSlugByKey: { lovelace2020: 's' } })
      const before = clients.calls.length
      const second = await examinePassport({ literature_corpus: [entry({ arxiv_id: '2401.00001' })] }, clients, { refSlugByKey: { lovelace2020: 's' } })
      expect(clients.calls.length).toBe(before)
      expect(second.citation_verification_summary[0]?.lookup_verified).toBe(first.citation_verification_summary[0]?.lookup_verified)
      expect(second.citation_verification_observations).toEqual(first.citation_verification_observations)
    }
  })
  it('null asks live and leaves no fields; left out, it is the clients\' own', async () => {
    const { cache, store } = withCache()
    const clients = { ...clientsOf({ crossref: () => byDoi }), cache }
    await verifyCitation(entry(), clients, { refSlug: 's', cache: null })
    expect(await store.rowsOf(['lovelace2020'])).toEqual([])
    await verifyCitation(entry(), clients, { refSlug: 's' })
    expect(await verifyCitation(entry(), clients, { refSlug: 's', cache: null })).not.toHaveProperty('cache_age_days')
    expect(clients.calls.filter((call) => call.startsWith('crossref'))).toHaveLength(3)
  })
  it('remembers misses, never failures, skips or entries made by hand', async () => {
    const { cache, store } = withCache()
    const clients = { ...clientsOf({ crossref: raise }, { state: 'undecided' }), cache }
    await verifyCitation(entry(), clients, { refSlug: 's' })
    expect((await store.rowsOf(['lovelace2020'])).map(({ resolver_name: name }) => name).sort()).toEqual(['openalex', 'semantic_scholar'])
    await verifyCitation(entry({ citation_key: 'hand', obtained_via: 'manual' }), clients, { refSlug: 's' })
    expect(await store.rowsOf(['hand'])).toEqual([])
  })
  it('stores a match by title as one by title, and the shape of the contract', async () => {
    const { cache, store } = withCache()
    await verifyCitation(entry(), { ...clientsOf({ crossref: () => ({ status: 'matched', queriedBy: 'title', identifier: { found: 'nothing' }, at }) }), cache }, { refSlug: 's' })
    const stored = (await store.rowsOf(['lovelace2020'])).find(({ resolver_name: name }) => name === 'crossref')
    expect(stored?.query_form).toBe('doi:10.5555/loops|title:A study of loops')
    expect(JSON.parse(stored?.response_json ?? '')).toMatchObject({ matched: true, matched_by: 'title', queried_by: 'title', decision_version: expect.any(String) })
  })
  it('an advisory never decides; revalidate asks a stale row again and writes it anew', async () => {
    const { cache, turn } = withCache()
    const first = { ...clientsOf({ crossref: () => byDoi }), cache }
    await verifyCitation(entry(), first, { refSlug: 's' })
    turn(40)
    const later = clientsOf({ crossref: () => ({ ...byDoi, at: new Date(NOW + 40 * DAY).toISOString() }) }, undefined, NOW + 40 * DAY)
    expect(await verifyCitation(entry(), { ...later, cache }, { refSlug: 's' })).toMatchObject({ lookup_verified: 'true', cache_age_days: 40, cache_stale_advisory: true })
    expect(later.calls).toEqual([])
    expect(await verifyCitation(entry(), { ...later, cache }, { refSlug: 's', revalidateStale: true })).toMatchObject({ lookup_verified: 'true' })
    expect(later.calls.length).toBeGreaterThan(0)
    const before = later.calls.length
    await verifyCitation(entry(), { ...later, cache, revalidateStale: true }, { refSlug: 's' })
    expect(later.calls.filter((call) => call.startsWith('crossref')).length).toBe(1)
    expect(later.calls.length).toBeGreaterThanOrEqual(before)
  })
  it('after invalidating, the row is asked again whatever its age', async () => {
    const { cache } = withCache()
    const clients = { ...clientsOf({ crossref: () => byDoi }), cache }
    await verifyCitation(entry(), clients, { refSlug: 's' })
    expect(await cache.invalidate('lovelace2020')).toBeGreaterThan(0)
    await verifyCitation(entry(), clients, { refSlug: 's' })
    expect(clients.calls.filter((call) => call.startsWith('crossref'))).toHaveLength(2)
  })
  it('a stored text "false", an older version of the rules, and a row that contradicts itself are asked again', async () => {
    const { cache, store } = withCache()
    const clients = { ...clientsOf(), cache }
    for (const json of [{ matched: 'false', matched_by: null, queried_by: 'id' }, { matched: true, matched_by: 'doi', queried_by: 'id', decision_version: '431-v5' }, { matched: true, matched_by: null, queried_by: 'id' }]) {
      await cache.remember([{ citation_key: 'lovelace2020', resolver_name: 'crossref', query_form: 'doi:10.5555/loops|title:A study of loops', decision: json as never, at }])
      if ('decision_version' in json) await store.putMany((await store.rowsOf(['lovelace2020'])).map((row) => ({ ...row, response_json: JSON.stringify(json) })))
      clients.calls.length = 0
      expect((await verifyCitation(entry(), clients, { refSlug: 's' })).lookup_verified).toBe('false')
      expect(clients.calls).toContain('crossref lovelace2020')
      await cache.invalidate('lovelace2020')
    }
  })
})
