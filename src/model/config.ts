/** Every configuration key of the package: the plugin's schema, the command line's options and environment variables, and the READMEs are made from or tested against this table. */
export interface CiteConfig {
  readonly enabled: boolean
  /** Directory of the evidence store and of the cache. */
  readonly root: string
  readonly userAgent: string
  readonly mailto?: string | undefined
  readonly timeoutMs: number
  readonly minIntervalMs: number
  readonly retries: number
  readonly maxRedirects: number
  readonly cacheTtlMs: number
  readonly titleThreshold: number
  readonly batchConcurrency: number
  readonly maxBatch: number
  readonly secondOpinion: boolean
  readonly openAlexApiKey?: string | undefined
  readonly semanticScholarApiKey?: string | undefined
  readonly ncbiApiKey?: string | undefined
  readonly durability: 'full' | 'fast'
  readonly language: 'en' | 'zh'
  readonly chinese: { readonly journalMap?: readonly Readonly<Record<string, unknown>>[] | undefined }
  readonly zotero: Readonly<Record<string, unknown>>
}

export interface ConfigKey {
  readonly key: keyof CiteConfig
  readonly kind: 'boolean' | 'string' | 'natural' | 'fraction' | 'choice' | 'object'
  readonly default?: boolean | string | number
  readonly choices?: readonly string[]
  /** Inclusive bounds of a natural number. */
  readonly min?: number
  readonly max?: number
  /** Never printed, never in a url that is stored; on the command line only from the environment. */
  readonly secret?: true
  /** One line for --help and for the schema's description. */
  readonly meaning: string
}

export const VERSION = '0.1.0'
const DAY = 86_400_000

export const CONFIG_KEYS: readonly ConfigKey[] = [
  { key: 'enabled', kind: 'boolean', default: true, meaning: 'false mounts nothing' },
  { key: 'root', kind: 'string', default: '.cite-verify', meaning: 'store and cache root' },
  { key: 'userAgent', kind: 'string', default: `dsh-cite-verify/${VERSION} (+https://www.npmjs.com/package/dsh-cite-verify)`, meaning: 'sent to every provider' },
  { key: 'mailto', kind: 'string', meaning: 'mail address for the polite pools (Crossref, OpenAlex, DataCite) and the tool/email parameters of PubMed' },
  { key: 'timeoutMs', kind: 'natural', default: 15_000, min: 1, max: 600_000, meaning: 'per-request deadline in milliseconds' },
  { key: 'minIntervalMs', kind: 'natural', default: 150, min: 0, max: 600_000, meaning: 'least time between two requests to one host; the per-host pace wins where it is slower' },
  { key: 'retries', kind: 'natural', default: 1, min: 0, max: 5, meaning: 'retries on 429 and 503' },
  { key: 'maxRedirects', kind: 'natural', default: 3, min: 0, max: 10, meaning: 'redirect budget (each hop re-validated)' },
  { key: 'cacheTtlMs', kind: 'natural', default: 7 * DAY, min: 0, max: 3_650 * DAY, meaning: 'cache lifetime of found records in milliseconds (0 disables the cache)' },
  { key: 'titleThreshold', kind: 'fraction', default: 0.85, meaning: 'title similarity below which a title always fails; the rules may be stricter' },
  { key: 'batchConcurrency', kind: 'natural', default: 3, min: 1, max: 16, meaning: 'most requests to one host at once; the per-host limit wins where it is lower' },
  { key: 'maxBatch', kind: 'natural', default: 50, min: 1, max: 1_000, meaning: 'items per cite_batch' },
  { key: 'secondOpinion', kind: 'boolean', default: false, meaning: 'also ask OpenAlex about DOIs (confirms, adds a retraction flag, or shows a disagreement)' },
  { key: 'openAlexApiKey', kind: 'string', secret: true, meaning: 'OpenAlex API key' },
  { key: 'semanticScholarApiKey', kind: 'string', secret: true, meaning: 'Semantic Scholar API key' },
  { key: 'ncbiApiKey', kind: 'string', secret: true, meaning: 'NCBI E-utilities API key' },
  { key: 'durability', kind: 'choice', default: 'full', choices: ['full', 'fast'], meaning: 'full: fsync every stored file; fast: leave it to the operating system' },
  { key: 'language', kind: 'choice', default: 'en', choices: ['en', 'zh'], meaning: 'language of tool texts and reports' },
  { key: 'chinese', kind: 'object', meaning: 'Chinese literature: { journalMap }' },
  { key: 'zotero', kind: 'object', meaning: 'Zotero bridge' },
]

/** Text that may stand in an HTTP header or a path: no control characters. */
const ONE_LINE = /^\P{Cc}+$/u
const MAIL_ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+$/

/** What a text option must look like, in both shells. */
export function formOf(row: ConfigKey): RegExp {
  return row.key === 'mailto' ? MAIL_ADDRESS : ONE_LINE
}

/** The documented defaults as one object. */
export function defaultConfig(): CiteConfig {
  const defaults = Object.fromEntries(CONFIG_KEYS.filter((row) => row.default !== undefined).map((row) => [row.key, row.default]))
  return { ...defaults, chinese: {}, zotero: {} } as unknown as CiteConfig
}
