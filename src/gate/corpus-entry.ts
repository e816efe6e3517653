import { CiteError } from '../base/cite-error.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import { parseDoi } from '../identifiers/doi.ts'
import type { ArxivId, Doi } from '../model/identifiers.ts'

/**
 * One entry of a passport's literature_corpus, as far as the gate reads it (schemas/passport-entry.schema.json has the whole). `ref_slug` and
 * `anchor` are joins with the prose: they are given by the caller and never read from here.
 */
export interface CorpusEntry {
  readonly citation_key: string
  readonly title: string
  readonly year?: number | string
  readonly authors?: readonly unknown[]
  readonly venue?: string
  readonly doi?: string
  readonly arxiv_id?: string
  readonly obtained_via?: string
  readonly source_pointer?: string
  readonly source_acquired?: boolean
  readonly source_verified_against_original?: boolean
  readonly venue_type?: string
  readonly venue_type_provenance?: string
  readonly contamination_signals?: Readonly<Record<string, boolean | undefined>>
  readonly [key: string]: unknown
}

/** What the resolvers are asked about one entry. */
export interface GateQuery {
  readonly key: string
  readonly title: string
  /** Four digits; absent where the entry's year is no year (then nothing is compared with it). */
  readonly year?: string
  readonly doi?: Doi
  readonly arxiv?: ArxivId
  /** Entered by hand: no source is asked. */
  readonly isManual: boolean
  /** Identifiers of the entry that cannot be read; never looked up. */
  readonly unreadable: readonly { readonly kind: 'doi' | 'arxiv'; readonly value: string }[]
}

const KEY = /^[A-Za-z][A-Za-z0-9_:-]*$/

/**
 * The questions of an entry: identifiers in canonical form (prefixes, URLs, percent-encoding undone), the year as four digits.
 * Throws CiteError INVALID_INPUT for an entry without a usable citation_key or title.
 */
export function queryOf(entry: CorpusEntry): GateQuery {
  const given = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
  const key: unknown = entry?.citation_key
  if (typeof key !== 'string' || !KEY.test(key)) throw new CiteError('INVALID_INPUT', `citation_key ${JSON.stringify(key) ?? 'missing'} of a corpus entry is not a key (letter first, then letters, digits, _ : -)`)
  if (given(entry.title) === '') throw new CiteError('INVALID_INPUT', `the corpus entry ${key} has no title`)
  const [doiText, arxivText] = [given(entry.doi), given(entry.arxiv_id)]
  const doi = parseDoi(doiText)
  const arxiv = parseArxivId(arxivText)?.id
  const year = String(entry.year ?? '').trim()
  return {
    key, title: entry.title, isManual: entry.obtained_via === 'manual',
    ...(/^\d{4}$/.test(year) ? { year } : {}), ...(doi ? { doi } : {}), ...(arxiv ? { arxiv } : {}),
    unreadable: [...(doiText !== '' && !doi ? [{ kind: 'doi' as const, value: doiText }] : []), ...(arxivText !== '' && !arxiv ? [{ kind: 'arxiv' as const, value: arxivText }] : [])],
  }
}
