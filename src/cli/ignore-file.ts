import { readFile } from 'node:fs/promises'
import { FIELDS } from '../model/citation.ts'
import { UsageError } from './exit-codes.ts'

/** What an ignore entry may name besides the compared fields. */
const OTHER_FINDINGS = ['retraction', 'not-found', 'duplicate', 'identifier', 'checklist'] as const
export const IGNORABLE: readonly string[] = [...FIELDS, ...OTHER_FINDINGS]

/** One accepted finding: the entry's key, what of it (everything when absent), why, and until which day. */
export interface IgnoreEntry {
  readonly key: string
  readonly field?: string
  readonly reason: string
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until?: string
}

/** The accepted findings of a run. `usedBy` remembers which entries met a finding, so that the rest can be mentioned. */
export class IgnoreList {
  readonly expired: readonly IgnoreEntry[]
  readonly #active: readonly IgnoreEntry[]
  readonly #used = new Set<IgnoreEntry>()

  /** `today` is an ISO date; an entry whose `until` lies before it no longer holds. */
  constructor(entries: readonly IgnoreEntry[], today: string) {
    this.expired = entries.filter((entry) => entry.until !== undefined && entry.until < today)
    this.#active = entries.filter((entry) => !this.expired.includes(entry))
  }

  /** The entry that accepts this finding of this key, or undefined. */
  match(key: string, finding: string): IgnoreEntry | undefined {
    const entry = this.#active.find((candidate) => candidate.key === key && (candidate.field === undefined || candidate.field === finding))
    if (entry) this.#used.add(entry)
    return entry
  }

  /** Entries that met no finding: the citation was mended, or the key is misspelt. */
  unused(): readonly IgnoreEntry[] {
    return this.#active.filter((entry) => !this.#used.has(entry))
  }
}

/** Parses an ignore file: a YAML list of `{key, field?, reason, until?}`. Throws UsageError naming file, entry and what is wrong with it. */
export async function parseIgnoreFile(text: string, name: string): Promise<readonly IgnoreEntry[]> {
  const { parse } = await import('../formats/yaml.ts')
  let value: unknown
  try {
    value = parse(text, { schema: 'core' })
  } catch (cause) {
    throw new UsageError(`${name} is not YAML: ${(cause as Error).message.split('\n')[0]}`, { cause })
  }
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw new UsageError(`${name}: a list of {key, field?, reason, until?} is expected`)
  return value.map((entry: unknown, index) => parseEntry(entry, `${name}: entry ${index + 1}`))
}

/** Reads and parses an ignore file. */
export async function readIgnoreFile(file: string): Promise<readonly IgnoreEntry[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`cannot read the ignore file ${file}: ${(cause as Error).message}`, { cause })
  }
  return parseIgnoreFile(text, file)
}

function parseEntry(value: unknown, where: string): IgnoreEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${where}: {key, field?, reason, until?} is expected`)
  const row = value as Record<string, unknown>
  for (const name of Object.keys(row)) if (!['key', 'field', 'reason', 'until'].includes(name)) throw new UsageError(`${where}: unknown key "${name}"; known are key, field, reason, until`)
  // A citation key of digits only is a number in YAML.
  const key = typeof row['key'] === 'number' ? String(row['key']) : row['key']
  if (typeof key !== 'string' || key === '') throw new UsageError(`${where}: "key" is missing`)
  const { field, reason, until } = row
  if (typeof reason !== 'string' || reason.trim() === '') throw new UsageError(`${where} (${key}): "reason" is missing; say why the finding is accepted`)
  if (field !== undefined && (typeof field !== 'string' || !IGNORABLE.includes(field))) throw new UsageError(`${where} (${key}): "field" is one of ${IGNORABLE.join(', ')}`)
  if (until !== undefined && !isDay(until)) throw new UsageError(`${where} (${key}): "until" is a day, as 2027-01-31`)
  return { key, reason: reason.trim(), ...(typeof field === 'string' ? { field } : {}), ...(isDay(until) ? { until } : {}) }
}

function isDay(value: unknown): value is string {
  const match = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return month >= 1 && month <= 12 && day >= 1 && day <= (days[month - 1] as number)
}
