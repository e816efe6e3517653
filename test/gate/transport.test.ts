import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CorpusEntry } from '../../src/gate/corpus-entry.ts'
import { defaultConfig } from '../../src/model/config.ts'
import { createGate, type Gate } from '../../src/runtime/gate.ts'
import { createHurriedClock } from '../support/hurried-clock.ts'
import { html, json, reset, startProviderServer, status, text, truncated, type ProviderServer } from '../support/tls-provider-server.ts'
import { feed, requestList, serveWorld, type World } from './world.ts'

const TITLE = 'Synthetic entry for checking a reference gate'
const DOI = '10.5555/gate.one'
const ARXIV = '2401.00001'
const entry: CorpusEntry = { citation_key: 'one2020', title: TITLE, year: 2020, authors: [{ literal: 'A Working Group' }], source_pointer: 'file:one', doi: DOI, arxiv_id: ARXIV }
const everywhere: World = { works: [{ title: TITLE, year: 2020, doi: DOI, arxiv: ARXIV, in: ['crossref', 'openalex', 'semantic_scholar', 'arxiv'] }], agencies: { '10.5555': 'Crossref' } }
const nowhere: World = { works: [], agencies: { '10.5555': 'Crossref' } }

let server: ProviderServer
let root: string
let gate: Gate
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gate-'))
  server.reset()
  gate = createGate({ ...defaultConfig(), root, mailto: 'reader@example.org', minIntervalMs: 0, timeoutMs: 100_000 }, { clock: createHurriedClock(100), environment: {} })
})
afterEach(async () => {
  await gate.close()
  rmSync(root, { recursive: true, force: true })
})
const row = (given: CorpusEntry = entry) => gate.verifyCitation(given, { refSlug: 'slug', cache: null })
const id = { status: 'matched', queried_by: 'id' }

describe('the requests of one citation', () => {
  it('found everywhere: four requests, matched by identifier', async () => {
    serveWorld(server, everywhere)
    expect(await row()).toMatchObject({ lookup_verified: 'true', resolver_outcomes: { crossref: id, openalex: id, semantic_scholar: id, arxiv: id } })
    expect(requestList(server)).toEqual([
      `api.crossref.org GET /works/${DOI}`,
      `api.openalex.org GET /works?filter=doi:${DOI}&per-page=1&select=…`,
      `api.semanticscholar.org POST /graph/v1/paper/batch?fields=externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes {"ids":["DOI:${DOI}"]}`,
      `export.arxiv.org GET /api/query?id_list=${ARXIV}&max_results=1`,
    ])
  })

  it('found nowhere: identifier and title at each, then agency and Handle; refuted, so false', async () => {
    serveWorld(server, nowhere)
    const missed = { status: 'unmatched', queried_by: 'id' }
    expect(await row()).toMatchObject({ lookup_verified: 'false', resolver_outcomes: { crossref: missed, openalex: missed, semantic_scholar: missed, arxiv: missed } })
    expect(requestList(server)).toEqual([
      `api.crossref.org GET /works/${DOI}`,
      `api.crossref.org GET /works?query.title=${TITLE}&rows=5&select=…`,
      `api.openalex.org GET /works?filter=doi:${DOI}&per-page=1&select=…`,
      `api.openalex.org GET /works?search=${TITLE}&per-page=5&select=…`,
      `api.semanticscholar.org POST /graph/v1/paper/batch?fields=externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes {"ids":["DOI:${DOI}"]}`,
      `api.semanticscholar.org GET /graph/v1/paper/search?query=${TITLE}&limit=5&fields=title,authors,year,externalIds,venue,publicationDate`,
      'doi.org GET /doiRA/10.5555',
      `export.arxiv.org GET /api/query?id_list=${ARXIV}&max_results=1`,
      `export.arxiv.org GET /api/query?search_query=ti:"${TITLE}"&max_results=5`,
      `hdl.handle.net GET /api/handles/${DOI}`,
    ])
  })

  it('every host failing with its own status: four requests, unreachable, unresolvable', async () => {
    server.on('api.crossref.org', status(502))
    server.on('api.openalex.org', status(500))
    server.on('api.semanticscholar.org', status(500))
    server.on('export.arxiv.org', status(503))
    const failed = { status: 'unreachable', queried_by: null }
    expect(await row()).toMatchObject({ lookup_verified: 'unresolvable', resolver_outcomes: { crossref: failed, openalex: failed, semantic_scholar: failed, arxiv: failed } })
    expect(server.requests).toHaveLength(4)
  })
})
