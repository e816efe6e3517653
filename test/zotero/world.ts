import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultConfig } from '../../src/model/config.ts'
import { createZoteroBridge, type ZoteroBridge, type ZoteroHost } from '../../src/runtime/zotero.ts'
import { json, startProviderServer, text, type ProviderServer, type Reply } from '../support/tls-provider-server.ts'
import { startZoteroDouble, type DoubleOptions, type ZoteroDouble } from './double/zotero-double.ts'

/** A Zotero and the registries, both on loopback, and a bridge between them. */
export interface World {
  readonly zotero: ZoteroDouble
  readonly server: ProviderServer
  readonly bridge: ZoteroBridge
  readonly root: string
  readonly signal: AbortSignal
  /** Another bridge on the same parts. */
  bridgeWith(zotero?: Readonly<Record<string, unknown>>, host?: ZoteroHost): ZoteroBridge
  close(): Promise<void>
}

export async function startWorld(server: ProviderServer, options: DoubleOptions & { readonly settings?: Readonly<Record<string, unknown>> } = {}): Promise<World> {
  const zotero = await startZoteroDouble(options)
  const root = mkdtempSync(join(tmpdir(), 'zotero-'))
  const bridges: ZoteroBridge[] = []
  const bridgeWith: World['bridgeWith'] = (settings = {}, host = {}) => {
    const bridge = createZoteroBridge({ ...defaultConfig(), root: join(root, 'store'), durability: 'fast', minIntervalMs: 0, retries: 0, timeoutMs: 2_000, mailto: 'tests@example.org', zotero: { baseUrl: zotero.baseUrl, timeoutMs: 2_000, ...settings } }, host)
    bridges.push(bridge)
    return bridge
  }
  return {
    zotero, server, root, bridgeWith, bridge: bridgeWith(options.settings), signal: new AbortController().signal,
    async close() {
      for (const bridge of bridges) await bridge.close()
      await zotero.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export const startServer = startProviderServer

export interface Registered { readonly title: string; readonly year?: number; readonly venue?: string; readonly [field: string]: unknown }

/** Lets Crossref hold these works and doi.org name the agency of what it does not hold. */
export function registry(server: ProviderServer, works: Readonly<Record<string, Registered | Reply>>, agency = 'Crossref'): void {
  server.on('api.crossref.org', ({ url }) => {
    const doi = decodeURIComponent(/^\/works\/(.+)$/.exec(url.pathname)?.[1] ?? '').toLowerCase()
    const work = works[doi]
    if (work === undefined) return text('Resource not found.', 404)
    if (!('title' in work)) return work as Reply
    const { title, year, venue, ...rest } = work as Registered
    return json({ status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message: { DOI: doi, type: 'journal-article', title: [title], ...(year === undefined ? {} : { issued: { 'date-parts': [[year]] } }), ...(venue === undefined ? {} : { 'container-title': [venue] }), ...rest } })
  })
  server.on('doi.org', ({ url }) => json(decodeURIComponent(url.pathname.slice('/doiRA/'.length)).split(',').map((DOI) => ({ DOI, RA: agency }))))
}

/** An article as a caller hands it over. */
export const article = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  title: 'Bridges of the inner delta', authors: ['Smith, Alex', 'Lee, Jordan'], year: 2024, doi: '10.1000/delta.1', venue: 'River Journal', document_type: 'journalArticle', provider: 'openalex', ...more,
})
