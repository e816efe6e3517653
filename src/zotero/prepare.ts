import type { Doi } from '../model/identifiers.ts'
import { joinDuplicates, type DuplicateNote } from './batch-duplicates.ts'
import type { CrossrefAnswer, CrossrefLookup } from './crossref-lookup.ts'
import { CiteError } from '../base/cite-error.ts'
import { MOST_RECORDS, parseReference, type Reference } from './reference.ts'
import { verifyReference, type VerifiedReference, type VerifySettings } from './verification.ts'

export interface Prepared {
  readonly references: readonly VerifiedReference[]
  readonly duplicates: readonly DuplicateNote[]
  /** Titles of all records that could be read, by the caller's index. */
  readonly titles: ReadonlyMap<number, string>
  /** Records that cannot be used, with the reason. */
  readonly invalid: readonly { readonly index: number; readonly reason: string }[]
  /** At least one DOI was sent to Crossref. */
  readonly attempted: boolean
}

export interface PrepareSettings extends VerifySettings {
  /** False: no request to Crossref. */
  readonly verify: boolean
  readonly lookup: CrossrefLookup
  readonly signal: AbortSignal
}

/** Reads, joins and verifies records: the same for a write and for an export. Throws CiteError BATCH_TOO_LARGE for more than 100 records. */
export async function prepareRecords(records: readonly unknown[], settings: PrepareSettings): Promise<Prepared> {
  if (records.length > MOST_RECORDS) throw new CiteError('BATCH_TOO_LARGE', `too_many (${MOST_RECORDS}): ${records.length} records; at most ${MOST_RECORDS} in one call`)
  const read = records.map((record, index) => parseReference(record, index))
  const { references, log } = joinDuplicates(read.filter((entry): entry is Reference => typeof entry !== 'string'))
  const dois = references.flatMap(({ doi }) => doi ?? [])
  const answers: ReadonlyMap<Doi, CrossrefAnswer> = settings.verify && dois.length > 0 ? await settings.lookup(dois, settings.signal) : new Map()
  settings.signal.throwIfAborted()
  return {
    references: references.map((reference) => verifyReference(reference, reference.doi === undefined ? undefined : answers.get(reference.doi), settings)),
    duplicates: log,
    titles: new Map(read.flatMap((entry): [number, string][] => (typeof entry === 'string' || entry.values.title === undefined ? [] : [[entry.index, entry.values.title]]))),
    invalid: read.flatMap((entry, index) => (typeof entry === 'string' ? [{ index, reason: entry }] : [])),
    attempted: answers.size > 0,
  }
}
