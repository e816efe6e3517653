import { isLoopbackBase, parseBase, type Base } from './base-url.ts'
import { ownTagProblem } from './tags.ts'

export const UPDATE_POLICIES = ['fill_blank', 'prefer_zotero', 'prefer_enriched'] as const
export type UpdatePolicy = (typeof UPDATE_POLICIES)[number]

export interface ZoteroSettings {
  readonly base: Base
  readonly timeoutMs: number
  /** Default number of search results; a call may ask for up to 200. */
  readonly maxResults: number
  /** `user`, or `group:<id>`. */
  readonly library: string
  /** `dry_run`: nothing is ever written. `explicit`: written on request with a receipt. */
  readonly writePolicy: 'dry_run' | 'explicit'
  readonly updatePolicy: UpdatePolicy
  readonly reviewTags: readonly string[]
  readonly tagPrefix: string
  readonly reviewCollectionPath: string
  readonly crossrefVerification: boolean
  readonly connectorFallback: boolean
  readonly rememberKey: boolean
  /** Any difference of years is a conflict, not only one of more than a year. */
  readonly strictYear: boolean
  /** `extra`: one provenance line is appended to Extra of what is written. */
  readonly provenance: 'none' | 'extra'
}

export interface ZoteroKey {
  readonly key: string
  readonly kind: 'boolean' | 'string' | 'natural' | 'choice' | 'texts'
  readonly default: boolean | string | number | readonly string[]
  readonly choices?: readonly string[]
  readonly min?: number
  readonly max?: number
  /** Older spelling that is read too. */
  readonly alias?: string
  readonly meaning: string
}

/** Every key of the configuration section `zotero`. No key includes Zotero in a search: only the call can. */
export const ZOTERO_KEYS: readonly ZoteroKey[] = [
  { key: 'baseUrl', kind: 'string', default: 'http://127.0.0.1:23119', meaning: 'where Zotero listens; loopback only' },
  { key: 'timeoutMs', kind: 'natural', default: 5_000, min: 100, max: 600_000, meaning: 'deadline of one request to Zotero in milliseconds' },
  { key: 'maxResults', kind: 'natural', default: 25, min: 1, max: 200, meaning: 'search results unless the call asks for another number' },
  { key: 'library', kind: 'string', default: 'user', meaning: 'user, or group:<id>' },
  { key: 'writePolicy', kind: 'choice', default: 'explicit', choices: ['dry_run', 'explicit'], meaning: 'dry_run: never write; explicit: write on request, with a receipt' },
  { key: 'updatePolicy', kind: 'choice', default: 'fill_blank', choices: UPDATE_POLICIES, meaning: 'what an update may do to fields of an existing item' },
  { key: 'reviewTags', kind: 'texts', default: ['<p>:imported', '<p>:needs-review'], alias: 'zotero_default_review_tags', meaning: 'tags of everything that is written; <p> is the tag prefix' },
  { key: 'tagPrefix', kind: 'string', default: 'qiongli', meaning: 'prefix of our own tags' },
  { key: 'reviewCollectionPath', kind: 'string', default: '', alias: 'zotero_default_review_collection_path', meaning: 'collection for what is written; empty: none' },
  { key: 'crossrefVerification', kind: 'boolean', default: true, alias: 'zotero_crossref_verification_enabled', meaning: 'look DOIs up at Crossref before a write or an export' },
  { key: 'connectorFallback', kind: 'boolean', default: false, meaning: 'on Zotero 7 to 9, create new items through the connector' },
  { key: 'rememberKey', kind: 'boolean', default: false, meaning: 'keep an "Always Allow" key in the host\'s credential store, where it has one' },
  { key: 'strictYear', kind: 'boolean', default: false, meaning: 'a year that differs by one is a conflict too' },
  { key: 'provenance', kind: 'choice', default: 'none', choices: ['none', 'extra'], meaning: 'extra: append one line to Extra of what is written' },
]

/**
 * The section's values with defaults. Throws a TypeError naming the key for an unknown key, a value of the wrong kind, an address
 * that is not loopback, and review tags that could not survive an import file.
 */
export function parseZoteroSettings(section: Readonly<Record<string, unknown>> = {}): ZoteroSettings {
  const known = new Set(ZOTERO_KEYS.flatMap((row) => (row.alias === undefined ? [row.key] : [row.key, row.alias])))
  const unknown = Object.keys(section).filter((key) => !known.has(key))
  if (unknown.length > 0) throw new TypeError(`invalid config: unknown key ${unknown.map((key) => `"zotero.${key}"`).join(', ')}; the keys are ${ZOTERO_KEYS.map((row) => `zotero.${row.key}`).join(', ')}`)
  const values = Object.fromEntries(ZOTERO_KEYS.map((row) => {
    const name = section[row.key] === undefined && row.alias !== undefined && section[row.alias] !== undefined ? row.alias : row.key
    return [row.key, valueOf(row, section[name] ?? row.default, `zotero.${name}`)]
  })) as unknown as Omit<ZoteroSettings, 'base'> & { readonly baseUrl: string }
  const { baseUrl, ...rest } = values
  const base = parseBase(baseUrl)
  if (base === undefined || !isLoopbackBase(base)) {
    throw new TypeError('invalid config: zotero.baseUrl has to be http:// with 127.0.0.1, [::1] or localhost and a port, without user, path or query')
  }
  if (!isLibrary(rest.library)) throw new TypeError('invalid config: zotero.library expected "user" or "group:<id>"')
  if (ownTagProblem(`${rest.tagPrefix}:x`) !== undefined || rest.tagPrefix === '') throw new TypeError('invalid config: zotero.tagPrefix must be a word without comma, semicolon or line break')
  const reviewTags = rest.reviewTags.map((tag) => tag.replaceAll('<p>', rest.tagPrefix))
  for (const tag of reviewTags) {
    const problem = ownTagProblem(tag)
    if (problem !== undefined) throw new TypeError(`invalid config: zotero.reviewTags: ${JSON.stringify(tag)} ${problem}`)
  }
  return { ...rest, base, reviewTags }
}

/** True for `user` and `group:<id>`. */
export function isLibrary(text: string): boolean {
  return /^(?:user|group:[1-9]\d{0,9})$/.test(text)
}

function valueOf(row: ZoteroKey, value: unknown, name: string): unknown {
  const fail = (expected: string): never => { throw new TypeError(`invalid config: ${name} expected ${expected}`) }
  switch (row.kind) {
    case 'boolean': return typeof value === 'boolean' ? value : fail('true or false')
    case 'string': return typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : fail('one line of text')
    case 'choice': return row.choices?.includes(value as string) ? value : fail(`one of ${row.choices?.join(', ')}`)
    case 'natural': return Number.isInteger(value) && (value as number) >= (row.min ?? 0) && (value as number) <= (row.max ?? Infinity) ? value : fail(`a whole number from ${row.min} to ${row.max}`)
    case 'texts': {
      // The older spelling is one string with commas.
      const list = typeof value === 'string' ? value.split(',').map((tag) => tag.trim()).filter((tag) => tag !== '') : value
      return Array.isArray(list) && list.every((tag) => typeof tag === 'string' && tag.trim() !== '') ? list : fail('a list of texts')
    }
  }
}
