import { join } from 'node:path'
import { exportJsonl } from './evidence/export/jsonl.ts'
import { exportRoCrate } from './evidence/export/ro-crate.ts'
import { auditStore, type AuditReport } from './evidence/audit.ts'
import type { EvidenceStore } from './evidence/store.ts'
import { createHttpClient } from './http/client.ts'
import { ALLOWED_HOSTS } from './http/allowlist.ts'
import type { Clock } from './http/clock.ts'
import type { Pace } from './http/pace.ts'
import { createSqliteCache } from './http/cache.ts'
import type { CiteConfig } from './model/config.ts'
import type { CitationInput } from './model/input.ts'
import type { VerifiedItem, VerifiedReport } from './model/item.ts'
import { createChineseResolver } from './providers/chinese/resolver.ts'
import { createProviders } from './providers/registry.ts'
import { loadSqlite } from './runtime/sqlite.ts'
import { deadlineSignal } from './runtime/deadline-signal.ts'
import { chooseSink } from './runtime/evidence-sink.ts'
import { createEvidenceWriter } from './runtime/evidence-writer.ts'
import { createLibraryMarker } from './runtime/mark-library.ts'
import { missingMailto } from './runtime/missing-mailto.ts'
import { createLookupMemory } from './runtime/lookup-memory.ts'
import { openOwnStore } from './runtime/own-store.ts'
import { createRefusals, unrecorded } from './runtime/refusals.ts'
import { replayRecord } from './runtime/replay-record.ts'
import { createResilientBodies } from './runtime/resilient-bodies.ts'
import { runAll } from './runtime/run.ts'
import { summarize } from './runtime/summarize.ts'
import { systemClock } from './runtime/system-clock.ts'
import { searchWith } from './runtime/title-search.ts'
import type { AssessSettings } from './verify/assess.ts'
import { proposeFix, type Fix } from './verify/fix.ts'
import { verifyCitations, type VerifySettings } from './verify/verify.ts'

export interface VerifyOptions {
  readonly fresh?: boolean
  /** Cache and snapshots only. */
  readonly offline?: boolean
  /** Search by title where a citation has no identifier. */
  readonly suggest?: boolean
  /** Mark what stands in the local Zotero library; not one request goes to Zotero otherwise. */
  readonly includeZotero?: boolean
  readonly signal?: AbortSignal
  /** Stop asking after so many milliseconds and return what is there. */
  readonly budgetMs?: number
  /** Called once for every finished item, in no promised order. */
  readonly onItem?: (item: VerifiedItem, index: number) => void
}

/** The one object behind both shells: the plugin's tools and the command line. */
export interface CiteVerifier {
  readonly config: CiteConfig
  /** Verifies many inputs at once, batch-first; items come back in input order. Never throws for what a provider answers. */
  verify(inputs: readonly CitationInput[], options?: VerifyOptions): Promise<VerifiedReport>
  /** Verifies BibTeX entries and proposes the smallest edits. `text` is the whole .bib text that the inputs' ranges point into. */
  fix(text: string, inputs: readonly CitationInput[], options?: VerifyOptions): Promise<{ readonly report: VerifiedReport; readonly fixes: readonly Fix[] }>
  /** Audits the own store; with replay, runs the stored bytes through the same parsers and comparers again. */
  audit(options: { readonly replay: boolean }): Promise<AuditReport>
  /** The runtime's clock as ISO 8601, so that the shells need none of their own. */
  now(): string
  cacheStats(): Promise<CacheStats>
  /** Removes every cached answer and says how many there were. */
  cacheClear(): Promise<number>
  /** Removes the cached answers for identifiers in canonical form, whatever their kind; says how many there were for each. */
  cacheInvalidate(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Drops records older than so many milliseconds, then the blobs that no record names any more. */
  prune(options: { readonly olderThanMs: number }): Promise<RemovedEvidence>
  /** Exports the own store: an RO-Crate into a folder that is new or empty, or one record a line to `write`. CiteError STORE_ERROR when it can't. */
  exportEvidence(options: { readonly format: 'ro-crate'; readonly into: string } | { readonly format: 'jsonl'; readonly write: (text: string) => Promise<void> }): Promise<{ readonly records: number; readonly blobs: number }>
  close(): Promise<void>
}

export interface CacheStats {
  readonly entries: number
  readonly found: number
  /** Definite "no such record". */
  readonly absent: number
  readonly expired: number
  readonly bytes: number
}

export interface RemovedEvidence {
  readonly records: number
  readonly blobs: number
  readonly bytes: number
}

/** What the shells give from outside; everything has a live default. */
export interface RuntimeHost {
  /** The one network seam (the benchmark and the demo serve stored answers through it). Default: the global fetch when a request is sent. */
  readonly fetch?: typeof fetch
  /** Only together with a fetch that reaches no host. */
  readonly pace?: Pace
  readonly clock?: Clock
  /** The mounted `researchEvidence` service, if any; asked once at the start of each run. */
  readonly service?: () => unknown
}

/** Puts the parts together: client, cache, store, sources, verification. Opens nothing until it is used. */
export function createCiteVerifier(config: CiteConfig, host: RuntimeHost = {}): CiteVerifier {
  const clock = host.clock ?? systemClock
  const now = (): string => new Date(clock.now()).toISOString()
  const refused = createRefusals()
  const store = openOwnStore({ root: config.root, durability: config.durability })
  const bodies = createResilientBodies(store.bodies, refused.add)
  const cache = createSqliteCache(join(config.root, 'cache', 'lookups.sqlite'), { ttlMs: config.cacheTtlMs, now: clock.now, load: loadSqlite })
  const { userAgent, mailto, openAlexApiKey, semanticScholarApiKey, ncbiApiKey, timeoutMs, minIntervalMs, retries, maxRedirects, batchConcurrency } = config
  const http = createHttpClient({
    userAgent, mailto, openAlexApiKey, semanticScholarApiKey, ncbiApiKey, timeoutMs, minIntervalMs, retries, maxRedirects, batchConcurrency, clock,
    ...(host.fetch ? { fetch: host.fetch } : {}), ...(host.pace ? { pace: host.pace } : {}),
  })
  const sourceContext = { http, cache: createLookupMemory(cache), bodies, onStoreError: refused.add }
  const providers = createProviders(sourceContext)
  const registries = { ...providers, chinese: createChineseResolver(sourceContext, { journalMap: config.chinese.journalMap, mailto, language: config.language }) }
  const assessSettings: AssessSettings = { titleThreshold: config.titleThreshold }
  const markLibrary = createLibraryMarker(config)

  async function run(inputs: readonly CitationInput[], options: VerifyOptions, suggest: VerifySettings['suggest']): Promise<VerifiedReport> {
    const before = http.counts()
    const warnings: string[] = []
    const sink = chooseSink(host.service?.(), store.sink, warnings)
    const writer = createEvidenceWriter(sink, bodies, { ...assessSettings, secondOpinion: config.secondOpinion }, now)
    const { signal, release } = deadlineSignal(options, clock)
    const settings: VerifySettings = { ...assessSettings, secondOpinion: config.secondOpinion, suggest, signal, fresh: options.fresh ?? false, offline: options.offline ?? false }
    try {
      const items = await runAll(inputs, {
        verify: (slice) => verifyCitations(slice, registries, searchWith(providers), settings),
        writer, language: config.language, onItem: options.onItem,
      })
      const { marked, warnings: libraryWarnings } = await markLibrary(items, { include: options.includeZotero === true, signal })
      return { items: marked, summary: summarize(marked), requests: difference(before, http.counts()), warnings: [...warnings, ...libraryWarnings, ...missingMailto(items, config.language), ...unrecorded(items), ...refused.take()] }
    } finally {
      release()
    }
  }

  return {
    config,
    now,
    verify: (inputs, options = {}) => run(inputs, options, options.suggest ? 'all' : 'never'),
    async fix(text, inputs, options = {}) {
      const report = await run(inputs, options, options.suggest ? 'all' : 'other-work')
      const fixes = await Promise.all(report.items.map((item) => proposeFix(text, item.input, item)))
      return { report, fixes }
    },
    audit: ({ replay }) => auditStore(store.parts, { isAllowedHost: (name) => ALLOWED_HOSTS.some((row) => row.host === name), ...(replay ? { replay: replayRecord } : {}) }),
    async cacheStats() {
      const stats = await cache.stats()
      return { entries: stats.found + stats.notFound, found: stats.found, absent: stats.notFound, expired: stats.expired, bytes: stats.bytes }
    },
    cacheClear: () => cache.clear(),
    cacheInvalidate: async (ids) => new Map(await Promise.all(ids.map(async (id) => [id, await cache.invalidate(id)] as const))),
    async prune({ olderThanMs }) {
      const { records, blobs, bytes } = await store.prune({ olderThan: new Date(clock.now() - olderThanMs) })
      return { records: records.length, blobs: blobs.length, bytes }
    },
    exportEvidence: (options) => exportStore(store, options),
    close: () => cache.close(),
  }
}

async function exportStore(store: EvidenceStore, options: Parameters<CiteVerifier['exportEvidence']>[0]): Promise<{ records: number; blobs: number }> {
  if (options.format === 'ro-crate') {
    const { records, blobs } = await exportRoCrate(store, { into: options.into })
    return { records, blobs }
  }
  let records = 0
  for await (const line of exportJsonl(store)) {
    await options.write(line)
    records++
  }
  return { records, blobs: 0 }
}

/** Requests of this run. Runs that overlap on one verifier share the counts of the hosts that both ask. */
function difference(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([host, count]) => [host, count - (before[host] ?? 0)] as const).filter(([, count]) => count > 0))
}
