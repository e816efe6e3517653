import type { StoredVerification, VerificationKey, VerificationStore } from './verification-store.ts'

const DAY = 86_400_000
const LIFETIME_DAYS = 90
const DEFAULT_STALE_DAYS = 30

/** The rules that a stored decision was made by. Rows of another version are asked again. */
export const DECISION_VERSION = 'exact-title-registry-1'

/** What a row's JSON must hold to be read as a decision. */
export interface Decision {
  readonly matched: boolean
  readonly matched_by: 'doi' | 'arxiv' | 'title' | null
  readonly queried_by: 'id' | 'title'
  readonly decision_version: string
  /** What else the answer showed, for the one who stored it. */
  readonly finding?: unknown
}

export interface CachedDecision {
  readonly decision: Decision
  /** ISO 8601: when the source was really asked. */
  readonly at: string
  readonly ageDays: number
  /** Older than the threshold of the age advisory. */
  readonly isStale: boolean
}

export interface CacheAge {
  /** Days, rounded to 0.1. */
  readonly ageDays: number
  readonly isStale: boolean
}

/**
 * Decisions of the gate for 90 days, over any store. A row that is older, of other rules, damaged or not of the promised shape is a miss.
 * The age is an advisory and never decides anything.
 */
export interface VerificationCache {
  recall(keys: readonly VerificationKey[]): Promise<readonly (CachedDecision | undefined)[]>
  remember(rows: readonly (VerificationKey & { readonly decision: Omit<Decision, 'decision_version'>; readonly at: string })[]): Promise<void>
  /** The oldest live row of each citation; citations without one are left out. */
  ages(citationKeys: readonly string[]): Promise<ReadonlyMap<string, CacheAge>>
  /** The citations whose oldest live row is stale, oldest first. */
  staleReport(citationKeys: readonly string[]): Promise<readonly (CacheAge & { readonly citationKey: string })[]>
  /** Removes every row of a citation and says how many there were; none is no error. */
  invalidate(citationKey: string): Promise<number>
  close(): Promise<void>
}

/** `now` in milliseconds since the epoch; `staleDays` 0 switches the age advisory off. */
export function createVerificationCache(store: VerificationStore, options: { readonly now: () => number; readonly staleDays?: number }): VerificationCache {
  const { now, staleDays = DEFAULT_STALE_DAYS } = options
  const nameOf = ({ citation_key, resolver_name, query_form }: VerificationKey): string => JSON.stringify([citation_key, resolver_name, query_form])
  const judge = (ageDays: number): CacheAge => {
    const rounded = Math.round(ageDays * 10) / 10
    return { ageDays: rounded, isStale: staleDays > 0 && rounded > staleDays }
  }
  /** Age of a live row in days; undefined for one that has had its time or does not say when it was written. */
  const ageOf = ({ verification_timestamp: text }: StoredVerification): number | undefined => {
    const written = Date.parse(withZone(text))
    if (Number.isNaN(written)) return undefined
    const age = Math.max(0, now() - written) / DAY
    return age > LIFETIME_DAYS ? undefined : age
  }

  const ages: VerificationCache['ages'] = async (citationKeys) => {
    const oldest = new Map<string, number>()
    for (const row of await store.rowsOf(citationKeys)) {
      const age = ageOf(row)
      if (age !== undefined && decisionOf(row.response_json)) oldest.set(row.citation_key, Math.max(oldest.get(row.citation_key) ?? 0, age))
    }
    return new Map([...oldest].map(([key, age]) => [key, judge(age)]))
  }

  return {
    async recall(keys) {
      const rows = new Map((await store.getMany(keys)).map((row) => [nameOf(row), row]))
      return keys.map((key) => {
        const row = rows.get(nameOf(key))
        const age = row && ageOf(row)
        const decision = row && age !== undefined ? decisionOf(row.response_json) : undefined
        return row && age !== undefined && decision ? { decision, at: withZone(row.verification_timestamp), ...judge(age) } : undefined
      })
    },
    remember: (rows) => (rows.length === 0 ? Promise.resolve() : store.putMany(rows.map(({ citation_key, resolver_name, query_form, decision, at }) => ({
      citation_key, resolver_name, query_form, response_json: JSON.stringify({ ...decision, decision_version: DECISION_VERSION }), verification_timestamp: at,
    })))),
    ages,
    async staleReport(citationKeys) {
      return [...(await ages(citationKeys))].filter(([, age]) => age.isStale).map(([citationKey, age]) => ({ citationKey, ...age })).sort((a, b) => b.ageDays - a.ageDays)
    },
    invalidate: (citationKey) => store.invalidate(citationKey),
    close: () => store.close(),
  }
}

/** The threshold of the age advisory in whole days: 0 switches it off; anything that is no such number is the default of 30. */
export function parseStaleDays(text: string | undefined): number {
  return /^\s*\d{1,6}\s*$/.test(text ?? '') ? Number(text) : DEFAULT_STALE_DAYS
}

/** A timestamp without a zone is UTC. */
function withZone(text: string): string {
  return /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
}

/** The decision in a row, or undefined. A text "false" for `matched` is truthy, so only a real boolean counts. */
function decisionOf(json: string): Decision | undefined {
  let value: unknown
  try { value = JSON.parse(json) } catch { return undefined }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { matched, matched_by: by, queried_by: asked, decision_version: version } = value as Record<string, unknown>
  const isDecision = typeof matched === 'boolean' && (asked === 'id' || asked === 'title') && version === DECISION_VERSION && (by === null || by === 'doi' || by === 'arxiv' || by === 'title')
  return isDecision ? (value as Decision) : undefined
}
