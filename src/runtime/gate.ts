import { join } from 'node:path'
import { sha256 } from '../base/sha256.ts'
import { createChineseWitness } from '../gate/chinese-witness.ts'
import { createSources, type LiveSources } from '../gate/create-clients.ts'
import type { CorpusEntry } from '../gate/corpus-entry.ts'
import { createVerificationCache, parseStaleDays, type VerificationCache } from '../gate/verification-cache.ts'
import { examinePassport, verifyCitation, verifyPassport, type CitationOptions, type GateClients, type PassportData, type PassportExamination, type PassportOptions } from '../gate/verify-passport.ts'
import type { CitationVerificationOutcome, SummaryRow } from '../gate/summary-row.ts'
import type { Witness } from '../gate/witness.ts'
import { createHttpClient } from '../http/client.ts'
import { defaultConfig, type CiteConfig } from '../model/config.ts'
import type { SnapshotBodies } from '../model/snapshot.ts'
import { createChineseResolver } from '../providers/chinese/resolver.ts'
import type { SourceContext } from '../providers/source-context.ts'
import type { RuntimeHost } from '../runtime.ts'
import { createRefusals } from './refusals.ts'
import { systemClock } from './system-clock.ts'
import { createVerificationStore } from './verification-store.ts'

/** The package's entry `dsh-cite-verify/gate`: the gate's functions, and here the way to live clients. */
export * from '../gate/index.ts'

/** Environment variables of the reference gate, honoured so that both find the same cache and the same credentials. */
type Environment = Readonly<Partial<Record<
  'ARS_VERIFICATION_CACHE_PATH' | 'ARS_CACHE_REVALIDATE' | 'ARS_CACHE_STALE_ADVISORY_DAYS' | 'CROSSREF_POLITE_EMAIL' | 'OPENALEX_POLITE_EMAIL' | 'OPENALEX_API_KEY' | 'S2_API_KEY', string | undefined
>>>

export interface GateHost extends Pick<RuntimeHost, 'fetch' | 'pace' | 'clock'> {
  readonly environment?: Environment
  /** Cache file; before the environment's, before the one in the configured root. */
  readonly cachePath?: string
  /** Further sources beside the four resolvers and DataCite. Default: the Chinese-literature resolver. */
  readonly witnesses?: (context: SourceContext) => readonly Witness[]
}

/** The gate with live resolvers and its cache. */
export interface Gate {
  /** To be handed to verifyCitation and verifyPassport where the functions are used alone. */
  readonly clients: GateClients & LiveSources
  readonly cache: VerificationCache
  readonly cachePath: string
  verifyCitation(entry: CorpusEntry, options: CitationOptions): Promise<CitationVerificationOutcome>
  verifyPassport(passport: PassportData, options: PassportOptions): Promise<readonly SummaryRow[]>
  examinePassport(passport: PassportData, options: PassportOptions): Promise<PassportExamination>
  /** The runtime's clock as ISO 8601. */
  now(): string
  /** What the cache refused since the last call, as warnings. */
  warnings(): readonly string[]
  close(): Promise<void>
}

/** Puts the gate together from a configuration (keys that are left out are the defaults). Opens nothing until it is used. */
export function createGate(settings: Partial<CiteConfig> = {}, host: GateHost = {}): Gate {
  const config: CiteConfig = { ...defaultConfig(), ...settings }
  const clock = host.clock ?? systemClock
  const environment: Environment = host.environment ?? process.env
  const refused = createRefusals()
  const { userAgent, mailto, openAlexApiKey, semanticScholarApiKey, ncbiApiKey, timeoutMs, minIntervalMs, retries, maxRedirects, batchConcurrency } = withCredentials(config, environment)
  const http = createHttpClient({
    userAgent, mailto, openAlexApiKey, semanticScholarApiKey, ncbiApiKey, timeoutMs, minIntervalMs, retries, maxRedirects, batchConcurrency, clock,
    ...(host.fetch ? { fetch: host.fetch } : {}), ...(host.pace ? { pace: host.pace } : {}),
  })
  const cachePath = host.cachePath ?? (environment.ARS_VERIFICATION_CACHE_PATH || join(config.root, 'cache', 'verification.sqlite'))
  const cache = createVerificationCache(createVerificationStore(cachePath, refused.add), { now: clock.now, staleDays: parseStaleDays(environment.ARS_CACHE_STALE_ADVISORY_DAYS) })
  const chinese = (context: SourceContext): readonly Witness[] => [createChineseWitness(createChineseResolver(context, { journalMap: config.chinese.journalMap, mailto, language: config.language }))]
  const clients = { ...createSources(http, noBodies, host.witnesses ?? chinese), now: clock.now, cache, revalidateStale: environment.ARS_CACHE_REVALIDATE === '1' }
  return {
    clients,
    cache,
    cachePath,
    verifyCitation: (entry, options) => verifyCitation(entry, clients, options),
    verifyPassport: (passport, options) => verifyPassport(passport, clients, options),
    examinePassport: (passport, options) => examinePassport(passport, clients, options),
    now: () => new Date(clock.now()).toISOString(),
    warnings: refused.take,
    close: () => cache.close(),
  }
}

/** The configuration, and from the environment what it leaves open. The package has one mail address for every polite pool: Crossref's name goes before OpenAlex's. */
function withCredentials(config: CiteConfig, { CROSSREF_POLITE_EMAIL, OPENALEX_POLITE_EMAIL, OPENALEX_API_KEY, S2_API_KEY }: Environment): CiteConfig {
  return {
    ...config,
    mailto: config.mailto || CROSSREF_POLITE_EMAIL?.trim() || OPENALEX_POLITE_EMAIL?.trim(),
    openAlexApiKey: config.openAlexApiKey || OPENALEX_API_KEY?.trim(), semanticScholarApiKey: config.semanticScholarApiKey || S2_API_KEY?.trim(),
  }
}

/** The gate keeps decisions, not bodies: a passport names what was asked and when, and a live run asks again. */
const noBodies: SnapshotBodies = {
  put: async (bytes) => ({ sha256: sha256(bytes), size: bytes.byteLength }),
  get: async () => undefined,
}
