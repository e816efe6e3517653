import { CiteError } from '../base/cite-error.ts'
import type { CacheUse } from './cached-resolver.ts'
import { queryOf, type CorpusEntry, type GateQuery } from './corpus-entry.ts'
import { examineEntries, type Examined, type GateSources } from './examine.ts'
import { RESOLVERS } from './outcome.ts'
import { observationsOf, rowOf } from './summarize.ts'
import type { Anchor, CitationVerificationOutcome, Observation, SummaryRow } from './summary-row.ts'
import type { VerificationCache } from './verification-cache.ts'

/** Entries that are asked together: large enough to fill every batch, small enough that an interrupted run has kept most of what it learned. */
const SLICE = 500

/** The four resolver clients, and what stands around them. Made by createGate, or by hand for other sources. */
export interface GateClients extends GateSources {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Used where a call does not name a cache. */
  readonly cache?: VerificationCache | null
  /** Used where a call does not say. */
  readonly revalidateStale?: boolean
}

export interface GateOptions {
  /** Left out: the clients' own; null: live, with no cache fields in the row. */
  readonly cache?: VerificationCache | null
  readonly revalidateStale?: boolean
  readonly signal?: AbortSignal
  /** Nothing is asked; what the cache does not hold is unreachable. */
  readonly offline?: boolean
}

export interface CitationOptions extends GateOptions {
  /** The slug of `<!--ref:slug-->` in the prose. Never taken from the entry. */
  readonly refSlug: string
  readonly anchor?: Anchor | null
}

export interface PassportOptions extends GateOptions {
  readonly refSlugByKey: Readonly<Record<string, string>>
  /** By slug. */
  readonly anchors?: Readonly<Record<string, Anchor>> | null
  /** Called after each slice with how many entries are done. */
  readonly onProgress?: (done: number) => void
}

/** A passport as far as the gate reads it. */
export interface PassportData {
  readonly literature_corpus?: readonly CorpusEntry[] | null
  readonly terminal_policies?: unknown
  readonly [key: string]: unknown
}

/** The rows, and what was seen beside them: the passport's sibling array. */
export interface PassportExamination {
  readonly citation_verification_summary: readonly SummaryRow[]
  readonly citation_verification_observations: readonly Observation[]
}

/**
 * One citation's existence as a summary row. Throws CiteError INVALID_INPUT for a missing or empty refSlug and for an entry without key or
 * title; for what a source does it never rejects. Later versions only add optional options.
 */
export async function verifyCitation(entry: CorpusEntry, clients: GateClients, options: CitationOptions): Promise<CitationVerificationOutcome> {
  const { refSlug, anchor, ...rest } = options
  assertSlug(refSlug, entry?.citation_key)
  const { citation_verification_summary: [row] } = await examine([{ entry, refSlug, anchor }], clients, rest)
  return row as SummaryRow
}

/** One row per corpus entry, in order; an empty or missing corpus gives none. Throws CiteError INVALID_INPUT naming the key whose slug is missing, before anything is asked. */
export async function verifyPassport(passport: PassportData, clients: GateClients, options: PassportOptions): Promise<readonly SummaryRow[]> {
  return (await examinePassport(passport, clients, options)).citation_verification_summary
}

/** verifyPassport together with the observations. */
export async function examinePassport(passport: PassportData, clients: GateClients, options: PassportOptions): Promise<PassportExamination> {
  const { refSlugByKey, anchors, onProgress, ...rest } = options
  const corpus = passport.literature_corpus ?? []
  if (!Array.isArray(corpus)) throw new CiteError('INVALID_INPUT', 'literature_corpus is not a list')
  const joined = (corpus as readonly CorpusEntry[]).map((entry) => {
    const refSlug: unknown = Object.hasOwn(refSlugByKey, entry?.citation_key) ? refSlugByKey[entry.citation_key] : undefined
    assertSlug(refSlug, entry?.citation_key)
    return { entry, refSlug, anchor: anchors && Object.hasOwn(anchors, refSlug) ? anchors[refSlug] : undefined }
  })
  return examine(joined, clients, rest, onProgress)
}

interface Joined {
  readonly entry: CorpusEntry
  readonly refSlug: string
  readonly anchor: Anchor | null | undefined
}

async function examine(joined: readonly Joined[], clients: GateClients, options: GateOptions, onProgress?: (done: number) => void): Promise<PassportExamination> {
  const items = joined.map((item) => ({ ...item, query: queryOf(item.entry) }))
  const use: CacheUse = {
    cache: options.cache === undefined ? (clients.cache ?? null) : options.cache,
    revalidateStale: options.revalidateStale ?? clients.revalidateStale ?? false,
  }
  const lookup = { signal: options.signal ?? new AbortController().signal, fresh: true, ...(options.offline ? { offline: true } : {}) }
  const rows: SummaryRow[] = []
  const observations: Observation[] = [...duplicateKeys(items)]
  for (let start = 0; start < items.length; start += SLICE) {
    const slice = items.slice(start, start + SLICE)
    const examined = await examineEntries(slice, clients, use, lookup)
    const ages = use.cache ? await use.cache.ages(examined.filter(isPartlyCached).map(({ query }) => query.key)) : new Map<string, never>()
    const now = new Date(clients.now()).toISOString()
    examined.forEach((item, index) => {
      const { refSlug, anchor } = slice[index] as Joined
      rows.push(rowOf(item, { refSlug, anchor, now, age: ages.get(item.query.key) }))
      observations.push(...observationsOf(item, refSlug))
    })
    onProgress?.(rows.length)
  }
  return { citation_verification_summary: rows, citation_verification_observations: observations }
}

function isPartlyCached({ resolutions }: Examined): boolean {
  return RESOLVERS.some((name) => resolutions[name].isFromCache)
}

function* duplicateKeys(items: readonly (Joined & { readonly query: GateQuery })[]): Generator<Observation> {
  const seen = new Set<string>()
  for (const { query, refSlug } of items) {
    if (seen.has(query.key)) yield { citation_key: query.key, ref_slug: refSlug, observation: 'duplicate_citation_key', source: 'entry' }
    seen.add(query.key)
  }
}

function assertSlug(slug: unknown, citationKey: unknown): asserts slug is string {
  if (typeof slug === 'string' && slug.trim() !== '') return
  throw new CiteError('INVALID_INPUT', `no ref_slug for citation_key ${JSON.stringify(citationKey) ?? 'missing'}: it is a join with the prose (<!--ref:slug-->) and is never taken from the entry`)
}
