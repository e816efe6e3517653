import { CiteError } from '../../base/cite-error.ts'
import { normalizeCjkTitle } from '../../compare/cjk.ts'
import { asObject } from '../json-field.ts'
import { quotable } from './entrez-term.ts'
import { JOURNAL_ROWS } from './journal-rows.ts'

/** How PubMed knows a journal that a citation names in Chinese. */
export interface BridgedJournal {
  readonly displayName: string
  readonly issn: string
  readonly nlmId: string
  /** NLM title abbreviation: what the `[ta]` tag takes. */
  readonly nlmTa: string
}

/** The journal of a cited name, or undefined where the table has none: a gap of the table, no finding about the citation. */
export type JournalBridge = (name: string) => BridgedJournal | undefined

/**
 * The table with the caller's rows on top; `《中华医学杂志》` and `中华医学杂志` are one name. A caller's row is `{name, issn, nlmTa, nlmId,
 * displayName?}` (`nlm_ta`, `nlm_id`, `display_name` are read too). Throws CiteError INVALID_INPUT for a row that lacks a member or
 * holds what cannot stand in a PubMed query.
 */
export function createJournalBridge(rows: readonly Readonly<Record<string, unknown>>[] = []): JournalBridge {
  const table = new Map<string, BridgedJournal>()
  for (const row of JOURNAL_ROWS) table.set(normalizeCjkTitle(row.displayName), row)
  rows.forEach((row, index) => {
    const { key, journal } = journalOf(row, index)
    table.set(key, journal)
  })
  return (name) => table.get(normalizeCjkTitle(name))
}

function journalOf(value: unknown, index: number): { readonly key: string; readonly journal: BridgedJournal } {
  const row = asObject(value)
  const refuse = (why: string): never => { throw new CiteError('INVALID_INPUT', `chinese.journalMap row ${index + 1}: ${why}`) }
  if (!row) return refuse('is no object')
  const text = (...names: readonly string[]): string => {
    const found = names.map((name) => row[name]).find((member) => member !== undefined)
    return typeof found === 'string' && found.trim() !== '' ? found.trim() : refuse(`needs a text ${names[0]}`)
  }
  const name = text('name')
  const key = normalizeCjkTitle(name)
  const issn = text('issn').toUpperCase()
  const nlmId = text('nlmId', 'nlm_id')
  const nlmTa = text('nlmTa', 'nlm_ta')
  if (key === '' || !name.isWellFormed()) refuse('needs a name')
  if (!/^[0-9]{4}-[0-9]{3}[0-9X]$/.test(issn)) refuse('issn must look like 0376-2491')
  if (!/^[0-9A-Za-z]{1,20}$/.test(nlmId)) refuse('nlmId must be the NLM Catalog\'s identifier')
  if (quotable(nlmTa) === undefined) refuse('nlmTa holds characters that cannot stand in a PubMed query')
  const displayName = row['displayName'] ?? row['display_name'] ?? name
  return { key, journal: { displayName: typeof displayName === 'string' ? displayName : name, issn, nlmId, nlmTa } }
}
