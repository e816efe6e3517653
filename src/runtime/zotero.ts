import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { CiteError } from '../base/cite-error.ts'
import { createSqliteCache } from '../http/cache.ts'
import { createHttpClient } from '../http/client.ts'
import type { Clock } from '../http/clock.ts'
import type { Pace } from '../http/pace.ts'
import { VERSION, type CiteConfig } from '../model/config.ts'
import type { LookupOptions } from '../providers/provider.ts'
import type { SourceContext } from '../providers/source-context.ts'
import type { ZoteroStatus } from '../zotero/backend.ts'
import { createCrossrefLookup } from '../zotero/crossref-lookup.ts'
import type { ExportAnswer, ExportRequest } from '../zotero/export-answer.ts'
import { exportItems } from '../zotero/export-item.ts'
import { importFiles } from '../zotero/import-files.ts'
import { countVerifications } from '../zotero/import-report.ts'
import { writeImportFiles } from '../zotero/import-writer.ts'
import { createKeyRing, type KeyStore } from '../zotero/key-ring.ts'
import { createLibraryFinder } from '../zotero/library-finder.ts'
import { boundedLimit, searchLibrary, type LibraryHits, type LibraryQuery } from '../zotero/library-search.ts'
import { searchLiterature, type LiteratureAnswer, type LiteratureRequest } from '../zotero/literature-search.ts'
import { createLiteratureSources } from '../zotero/literature-sources.ts'
import { createLocalApi } from '../zotero/local-api.ts'
import { createLocalBackend } from '../zotero/local-backend.ts'
import type { ZoteroReader } from '../zotero/local-match.ts'
import { prepareRecords } from '../zotero/prepare.ts'
import type { Outcome } from '../zotero/problem.ts'
import { createReceipts } from '../zotero/receipt.ts'
import { isLibrary, parseZoteroSettings, type ZoteroSettings } from '../zotero/settings.ts'
import { assertOwnTags } from '../zotero/tags.ts'
import { upsertRecords } from '../zotero/upsert.ts'
import type { UpsertAnswer, UpsertRequest } from '../zotero/upsert-answer.ts'
import { createLookupMemory } from './lookup-memory.ts'
import { openOwnStore } from './own-store.ts'
import { createResilientBodies } from './resilient-bodies.ts'
import { loadSqlite } from './sqlite.ts'
import { systemClock } from './system-clock.ts'

/** What the shells give from outside; everything has a live default. */
export interface ZoteroHost {
  readonly fetch?: typeof fetch
  readonly pace?: Pace
  readonly clock?: Clock
  /** The host's credential store; used only with `rememberKey`. */
  readonly keyStore?: KeyStore
}

/** The Zotero bridge behind both shells. Opens nothing until it is used. */
export interface ZoteroBridge {
  readonly settings: ZoteroSettings
  readonly reader: ZoteroReader
  status(signal: AbortSignal): Promise<ZoteroStatus>
  /** `library` other than the configured one: `user` or `group:<id>`. Throws CiteError INVALID_INPUT for anything else. */
  search(query: Omit<LibraryQuery, 'limit'> & { readonly limit?: number | undefined; readonly library?: string | undefined }, signal: AbortSignal): Promise<Outcome<LibraryHits>>
  upsert(request: UpsertRequest, signal: AbortSignal): Promise<UpsertAnswer>
  exportFiles(request: ExportRequest, signal: AbortSignal): Promise<ExportAnswer>
  searchLiterature(request: LiteratureRequest, options: LookupOptions): Promise<LiteratureAnswer>
  close(): Promise<void>
}

/** The read-only half: the library and how to find works in it, for match markers. Throws a TypeError for a wrong `zotero` section. Sends nothing by itself. */
export function createZoteroReader(config: Pick<CiteConfig, 'zotero'>, host: Pick<ZoteroHost, 'clock' | 'keyStore'> = {}): ZoteroReader & { readonly settings: ZoteroSettings } {
  const clock = host.clock ?? systemClock
  const settings = parseZoteroSettings(config.zotero)
  const api = createLocalApi({ base: settings.base, timeoutMs: settings.timeoutMs, clock, userAgent: `dsh-cite-verify/${VERSION}` })
  const keys = createKeyRing(settings.rememberKey ? host.keyStore : undefined)
  const backend = createLocalBackend({ api, settings, keys, clock, appName: 'Cite Verify' })
  return { settings, backend, finder: createLibraryFinder(backend), library: settings.library }
}

/** Puts the bridge together on the package's own client, cache and store. Throws a TypeError for a wrong `zotero` section. */
export function createZoteroBridge(config: CiteConfig, host: ZoteroHost = {}): ZoteroBridge {
  const clock = host.clock ?? systemClock
  const reader = createZoteroReader(config, host)
  const { settings, backend, finder } = reader
  const store = openOwnStore({ root: config.root, durability: config.durability })
  const cache = createSqliteCache(join(config.root, 'cache', 'lookups.sqlite'), { ttlMs: config.cacheTtlMs, now: clock.now, load: loadSqlite })
  const { userAgent, mailto, openAlexApiKey, semanticScholarApiKey, ncbiApiKey, timeoutMs, minIntervalMs, retries, maxRedirects, batchConcurrency } = config
  const http = createHttpClient({
    userAgent, mailto, openAlexApiKey, semanticScholarApiKey, ncbiApiKey, timeoutMs, minIntervalMs, retries, maxRedirects, batchConcurrency, clock,
    ...(host.fetch ? { fetch: host.fetch } : {}), ...(host.pace ? { pace: host.pace } : {}),
  })
  const context: SourceContext = { http, cache: createLookupMemory(cache), bodies: createResilientBodies(store.bodies, () => {}) }
  const lookup = createCrossrefLookup(context)
  const sources = createLiteratureSources(context)
  const receipts = createReceipts(clock, () => randomBytes(32).toString('hex'))
  const upsertParts = { backend, finder, settings, lookup, receipts, token: () => randomBytes(16).toString('hex'), today: () => new Date(clock.now()).toISOString().slice(0, 10), language: config.language }
  return {
    settings,
    reader,
    status: (signal) => backend.status(signal, true),
    async search({ limit, library = settings.library, ...query }, signal) {
      if (!isLibrary(library)) throw new CiteError('INVALID_INPUT', `library ${JSON.stringify(library.slice(0, 80))} is neither "user" nor "group:<id>"`)
      const asked = library === settings.library ? backend : createZoteroReader({ zotero: { ...config.zotero, library } }, host).backend
      return searchLibrary(asked, library, { ...query, limit: boundedLimit(limit, settings.maxResults) }, signal)
    },
    upsert: (request, signal) => upsertRecords(request, upsertParts, signal),
    async exportFiles(request, signal) {
      assertOwnTags(request.reviewTags, request.tags)
      const prepared = await prepareRecords(request.records, { verify: settings.crossrefVerification && request.verifyCrossref !== false, enrichment: request.crossrefEnrichment ?? 'fill_blank', strictYear: settings.strictYear, lookup, signal })
      const items = exportItems(prepared.references, { prefix: settings.tagPrefix, reviewTags: request.reviewTags === 'none' ? [] : request.reviewTags ?? settings.reviewTags, callTags: request.tags ?? [] })
      const files = importFiles({ items, formats: request.formats ?? ['csl', 'ris', 'bibtex'], inLibrary: undefined, duplicates: prepared.duplicates, skipped: prepared.invalid, language: config.language })
      const written = request.outDir === undefined ? files : (await writeImportFiles(files, { outDir: request.outDir, overwrite: request.overwrite === true })).map((name) => ({ name }))
      return { records: items.length, counts: countVerifications(items), files: written, skipped: prepared.invalid, dedup_log: prepared.duplicates, external_verification_attempted: prepared.attempted }
    },
    searchLiterature: (request, options) => searchLiterature(request, sources, () => reader, options),
    close: () => cache.close(),
  }
}
