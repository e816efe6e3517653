import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultConfig } from '../../src/model/config.ts'
import { readCitations } from '../../src/formats/read.ts'
import { createCiteVerifier, type CiteVerifier } from '../../src/runtime.ts'
import { crossrefWork } from '../support/record-world.ts'
import { json, startProviderServer, status, type ProviderServer } from '../support/tls-provider-server.ts'

const TITLE = 'Tides of the inner delta'
const BIB = `@article{noid, title={${TITLE}}, author={Brook, Ann}, year={2015}}`

let server: ProviderServer
let root: string
let verifier: CiteVerifier
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'suggest-'))
  server.reset()
  verifier = createCiteVerifier({ ...defaultConfig(), root, minIntervalMs: 0, retries: 0, durability: 'fast' })
})
afterEach(async () => {
  await verifier.close()
  rmSync(root, { recursive: true, force: true })
})

const crossref = (...titles: readonly string[]) => json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': titles.length, items: titles.map((title, index) => crossrefWork(`10.5555/c${index}`, title, 'Brook', 2015)) } })
const openalex = (...titles: readonly string[]) => json({ meta: { count: titles.length }, results: titles.map((title, index) => ({ id: `https://openalex.org/W${index + 1}`, doi: `https://doi.org/10.5281/o${index}`, title, publication_year: 2015, authorships: [{ raw_author_name: 'Ann Brook' }] })) })
async function searched() {
  const inputs = []
  for await (const slice of readCitations(new TextEncoder().encode(BIB), { name: 'a.bib' })) inputs.push(...slice)
  return (await verifier.verify(inputs, { suggest: true })).items[0]!
}
const askedHosts = (): string[] => server.requests.map(({ host }) => host)

describe('candidates for a citation without identifier', () => {
  it('come from Crossref alone where it has the title', async () => {
    server.on('api.crossref.org', crossref(TITLE))
    const { suggestions } = await searched()
    expect(suggestions).toMatchObject([{ strength: 'strong', provider: 'crossref', identifiers: { doi: '10.5555/c0' } }])
    expect(askedHosts()).toEqual(['api.crossref.org'])
  })

  it('are looked for in OpenAlex too where Crossref has only other titles, and the right one stands first', async () => {
    server.on('api.crossref.org', crossref('Winds of the outer plain', 'Delta and Tide, Attorneys'))
    server.on('api.openalex.org', openalex(TITLE))
    const { suggestions } = await searched()
    expect(suggestions?.[0]).toMatchObject({ strength: 'strong', provider: 'openalex', identifiers: { doi: '10.5281/o0' } })
    expect(suggestions?.length).toBeLessThanOrEqual(3)
  })

  it('that nobody has are an empty list, and the next action says that a search was made', async () => {
    server.on('api.crossref.org', crossref())
    server.on('api.openalex.org', openalex())
    const { suggestions, nextAction, warnings } = await searched()
    expect(suggestions).toEqual([])
    expect(nextAction).toContain('found no candidate')
    expect(warnings).toEqual([])
  })

  it('that could not be searched for are not called absent: no list, and the failure is said', async () => {
    server.on('api.crossref.org', status(503))
    server.on('api.openalex.org', status(429))
    const { suggestions, nextAction, warnings, notFound } = await searched()
    expect(suggestions).toBeUndefined()
    expect(notFound).toBe(false)
    expect(nextAction).not.toContain('candidate')
    expect(warnings).toEqual([expect.stringMatching(/^the search for candidates failed \(crossref unavailable: .*503; openalex rate_limited: .*429.*\)$/) as string])
  })
})
