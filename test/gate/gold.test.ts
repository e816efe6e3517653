import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import { finalizeDraft } from '../../src/gate/finalize.ts'
import type { LookupVerified } from '../../src/gate/reduce.ts'
import { checkDraft } from '../../src/gate/release-check.ts'
import { problemsOfRow, type Observation, type SummaryRow } from '../../src/gate/summary-row.ts'
import { defaultConfig } from '../../src/model/config.ts'
import { createGate } from '../../src/runtime/gate.ts'
import { createHurriedClock } from '../support/hurried-clock.ts'
import { startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { serveWorld, type WorldWork } from './world.ts'

interface Tuple {
  readonly id: string
  readonly class: 'doi' | 'arxiv' | 'fabricated' | 'manual' | 'title-only'
  readonly expected: LookupVerified
  readonly entry: CorpusEntry
  readonly world: readonly WorldWork[]
}
const tuples = readFileSync(new URL('../../fixtures/gate/gold.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Tuple)
const AGENCIES = Object.fromEntries(tuples.flatMap(({ class: kind, world }) => (kind === 'doi' ? world.flatMap(({ doi }) => (doi ? [[doi.split('/')[0] as string, 'Crossref']] : [])) : [])))

let server: ProviderServer
let rows: readonly SummaryRow[]
let seen: readonly Observation[]
beforeAll(async () => {
  server = await startProviderServer()
  serveWorld(server, { works: tuples.flatMap(({ world }) => world), agencies: AGENCIES })
  const root = mkdtempSync(join(tmpdir(), 'gate-gold-'))
  const gate = createGate({ ...defaultConfig(), root, minIntervalMs: 0, timeoutMs: 600_000 }, { clock: createHurriedClock(200), environment: {} })
  const corpus = tuples.map(({ entry }) => entry)
  const examined = await gate.examinePassport({ literature_corpus: corpus }, { refSlugByKey: Object.fromEntries(corpus.map(({ citation_key: key }) => [key, key])), cache: null })
  rows = examined.citation_verification_summary
  seen = examined.citation_verification_observations
  await gate.close()
  rmSync(root, { recursive: true, force: true })
}, 120_000)
afterAll(() => server.close())

const share = (chosen: readonly Tuple[]): number => chosen.filter(({ entry, expected }) => rows.find(({ citation_key: key }) => key === entry.citation_key)?.lookup_verified === expected).length / chosen.length
const ofClass = (kind: Tuple['class']): readonly Tuple[] => tuples.filter((tuple) => tuple.class === kind)

describe('the gold set', () => {
  it('holds the 51 tuples of its classes, each entry in the published form', () => {
    const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default
    const ajv = new Ajv2020({ strict: false })
    addFormats(ajv)
    const isEntry = ajv.compile(JSON.parse(readFileSync(new URL('../../schemas/passport-entry.schema.json', import.meta.url), 'utf8')) as object)
    expect(tuples.map(({ entry, id }) => (isEntry(entry) ? '' : `${id}: ${ajv.errorsText(isEntry.errors)}`)).filter(Boolean)).toEqual([])
    expect((['doi', 'arxiv', 'fabricated', 'manual', 'title-only'] as const).map((kind) => ofClass(kind).length)).toEqual([20, 10, 15, 5, 1])
    expect(ofClass('fabricated').every(({ entry }) => /^10\.99999\/citegate\.fake\.[a-z]+\.\d{4}\.\d{4}$/.test(entry.doi ?? ''))).toBe(true)
    expect(new Set(tuples.map(({ entry }) => entry.citation_key)).size).toBe(51)
  })
  it('is answered at least 98 % rightly', () => {
    const wrong = tuples.filter((tuple) => share([tuple]) === 0).map(({ id, expected, entry }) => `${id}: expected ${expected}, is ${rows.find((row) => row.citation_key === entry.citation_key)?.lookup_verified ?? 'missing'}`)
    expect(share(tuples), wrong.join('; ')).toBeGreaterThanOrEqual(0.98)
  })
  it.each(['doi', 'arxiv', 'fabricated', 'manual', 'title-only'] as const)('class %s at least 95 %', (kind) => expect(share(ofClass(kind))).toBeGreaterThanOrEqual(0.95))
  it('keeps the three verdicts apart: no expected "unresolvable" counts as "false", nor the other way round', () => {
    expect([...new Set(rows.map(({ lookup_verified: verdict }) => verdict))].sort()).toEqual(['false', 'true', 'unresolvable'])
    expect(ofClass('manual').concat(ofClass('title-only')).every(({ expected }) => expected === 'unresolvable')).toBe(true)
  })
  it('has rows whose outcomes and what was asked go together', () => expect(rows.flatMap(problemsOfRow)).toEqual([]))
  it('shows a DOI that is registered nowhere also where the work itself was found', () => {
    expect(rows.find(({ citation_key: key }) => key === 'hatsumi2013')?.lookup_verified).toBe('true')
    expect(seen).toContainEqual(expect.objectContaining({ citation_key: 'hatsumi2013', observation: 'identifier_refuted', identifier: '10.99999/jpet.12025' }))
  })
})

describe('the named recall limit', () => {
  it('an invented title without identifier stays unresolvable and does not block, also under strict', () => {
    const [tuple] = ofClass('title-only') as [Tuple]
    const row = rows.find(({ citation_key: key }) => key === tuple.entry.citation_key) as SummaryRow
    expect(row).toMatchObject({ lookup_verified: 'unresolvable', resolver_outcomes: { crossref: { status: 'unmatched', queried_by: 'title' } } })
    const policies = { citation_existence: 'strict' } as const
    const entry = { ...tuple.entry, source_acquired: true, source_verified_against_original: true }
    const readLog = { human_read: [{ citation_key: entry.citation_key, marked_at: '2026-01-01T00:00:00Z' }] }
    const { draft, terminalBlocked } = finalizeDraft({ draft: `Text<!--ref:${row.ref_slug}--><!--anchor:page:1-->`, corpus: [entry], summary: [row], policies, readLog })
    expect(terminalBlocked).toEqual([])
    expect(checkDraft(draft, policies)).toEqual([])
  })
})
