/** What a registry would answer, in the registries' own shapes. `csl`, `openalex` and `registered` go beyond the shared format and are optional. */
export interface CaseRecords {
  /** Crossref `message` objects. */
  readonly crossref?: readonly CrossrefRecord[]
  /** DataCite JSON:API resources. */
  readonly datacite?: readonly DataciteRecord[]
  /** PubMed esummary documents; `comments` feeds the CommentsCorrectionsList of efetch and is no part of esummary. */
  readonly pubmed?: readonly PubmedRecord[]
  /** arXiv Atom `<entry>` elements. */
  readonly arxiv?: readonly string[]
  readonly openalex?: readonly OpenAlexRecord[]
  /** What doi.org's content negotiation gives for DOIs of other agencies (CSL-JSON). */
  readonly csl?: readonly CrossrefRecord[]
}
export interface CrossrefRecord { readonly DOI: string; readonly [key: string]: unknown }
export interface DataciteRecord { readonly id?: string; readonly attributes: { readonly doi: string; readonly [key: string]: unknown }; readonly [key: string]: unknown }
export interface PubmedRecord {
  readonly uid: string
  readonly articleids?: readonly { readonly idtype: string; readonly value: string }[]
  readonly comments?: readonly { readonly refType: string; readonly source: string; readonly pmid?: string }[]
  readonly [key: string]: unknown
}
export interface OpenAlexRecord { readonly doi: string; readonly [key: string]: unknown }

/** What one provider world knows: the part of a case that the case server needs. */
export interface CaseAnswers {
  readonly records: CaseRecords
  /** Registered nowhere: DOIs; `pmid:` and `arxiv:` prefixes name other identifiers. */
  readonly absent: readonly string[]
  /** DOI -> agency, for DOIs that exist but have no record above. */
  readonly registered?: Readonly<Record<string, string>>
}

export interface Expected {
  /** null: nothing says whether the work exists (no identifier). */
  readonly exists: boolean | null
  /** null: not scored. */
  readonly flagged: boolean | null
  readonly fields: readonly string[]
  /** A notice type about this work, or `notice-of:<type>` when the record is itself the notice. */
  readonly notice?: string
}

/** One line of a benchmark set. */
export interface BenchCase extends CaseAnswers {
  readonly id: string
  readonly label: string
  /** The citation as written: one BibTeX entry. */
  readonly citation: string
  readonly expected: Expected
  readonly note: string
}

/** Reads a JSON-lines set; throws with file and line on a line that is not a case. */
export function parseCases(text: string, file: string): BenchCase[] {
  const cases: BenchCase[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const problem = (what: string): Error => new Error(`${file}:${index + 1}: ${what}`)
    let value: Partial<BenchCase>
    try { value = JSON.parse(line) as Partial<BenchCase> } catch { throw problem('not JSON') }
    for (const key of ['id', 'label', 'citation'] as const) if (typeof value[key] !== 'string') throw problem(`${key} is not a text`)
    if (value.expected === undefined || !Array.isArray(value.expected.fields) || !('flagged' in value.expected)) throw problem('expected is not complete')
    cases.push({ ...(value as BenchCase), records: value.records ?? {}, absent: value.absent ?? [], note: value.note ?? '' })
  }
  return cases
}
