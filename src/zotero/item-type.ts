/** One Zotero item type and its names elsewhere. A name that several rows have belongs to the first. */
interface TypeRow {
  readonly zotero: string
  /** Types of Crossref (api.crossref.org/types). */
  readonly crossref: readonly string[]
  /** Types of CSL, OpenAlex and others; the first is written to CSL-JSON. */
  readonly csl: readonly string[]
  readonly ris: string
  readonly bibtex: string
  /** What Zotero's own importers make of the RIS and the BibTeX type, where it is not this type (observed imports). */
  readonly risBecomes?: string
  readonly bibtexBecomes?: string
}

/**
 * Sources: Zotero schema 41, CSL 1.0.2, the observed imports. Zotero reads UNPB, GEN and unknown RIS types as journalArticle, STAND as report,
 * @misc as document. CSL holds only types that Zotero accepts: one unknown type makes it refuse the whole file.
 */
const ROWS: readonly TypeRow[] = [
  { zotero: 'journalArticle', crossref: ['journal-article', 'journal-issue', 'journal-volume', 'journal'], csl: ['article-journal', 'letter', 'editorial', 'review-article', 'periodical'], ris: 'JOUR', bibtex: 'article' },
  { zotero: 'conferencePaper', crossref: ['proceedings-article'], csl: ['paper-conference', 'conference-paper', 'conference'], ris: 'CONF', bibtex: 'inproceedings' },
  { zotero: 'book', crossref: ['book', 'monograph', 'edited-book', 'reference-book', 'book-set', 'book-series', 'proceedings', 'proceedings-series'], csl: ['book'], ris: 'BOOK', bibtex: 'book' },
  { zotero: 'bookSection', crossref: ['book-chapter', 'book-section', 'book-part', 'book-track'], csl: ['chapter'], ris: 'CHAP', bibtex: 'incollection' },
  { zotero: 'encyclopediaArticle', crossref: ['reference-entry'], csl: ['entry-encyclopedia', 'entry'], ris: 'ENCYC', bibtex: 'incollection', bibtexBecomes: 'bookSection' },
  { zotero: 'dictionaryEntry', crossref: [], csl: ['entry-dictionary'], ris: 'DICT', bibtex: 'incollection', bibtexBecomes: 'bookSection' },
  { zotero: 'preprint', crossref: ['posted-content'], csl: ['article', 'preprint'], ris: 'UNPB', bibtex: 'misc', risBecomes: 'journalArticle', bibtexBecomes: 'document' },
  { zotero: 'thesis', crossref: ['dissertation'], csl: ['thesis'], ris: 'THES', bibtex: 'phdthesis' },
  { zotero: 'report', crossref: ['report', 'report-component', 'report-series'], csl: ['report'], ris: 'RPRT', bibtex: 'techreport' },
  { zotero: 'dataset', crossref: ['dataset', 'database'], csl: ['dataset'], ris: 'DATA', bibtex: 'misc', bibtexBecomes: 'document' },
  { zotero: 'standard', crossref: ['standard', 'standard-series'], csl: ['standard'], ris: 'STAND', bibtex: 'misc', risBecomes: 'report', bibtexBecomes: 'document' },
  { zotero: 'webpage', crossref: [], csl: ['webpage'], ris: 'ELEC', bibtex: 'misc', bibtexBecomes: 'document' },
  { zotero: 'blogPost', crossref: [], csl: ['post-weblog'], ris: 'ELEC', bibtex: 'misc', risBecomes: 'webpage', bibtexBecomes: 'document' },
  { zotero: 'patent', crossref: [], csl: ['patent'], ris: 'PAT', bibtex: 'misc', bibtexBecomes: 'document' },
  { zotero: 'manuscript', crossref: [], csl: ['manuscript'], ris: 'MANSCPT', bibtex: 'misc', bibtexBecomes: 'document' },
  { zotero: 'magazineArticle', crossref: [], csl: ['article-magazine'], ris: 'MGZN', bibtex: 'article', bibtexBecomes: 'journalArticle' },
  { zotero: 'newspaperArticle', crossref: [], csl: ['article-newspaper'], ris: 'NEWS', bibtex: 'article', bibtexBecomes: 'journalArticle' },
  { zotero: 'presentation', crossref: [], csl: ['speech'], ris: 'SLIDE', bibtex: 'misc', bibtexBecomes: 'document' },
  { zotero: 'computerProgram', crossref: [], csl: ['document', 'software', 'computer-program'], ris: 'COMP', bibtex: 'misc', bibtexBecomes: 'document' },
  { zotero: 'document', crossref: ['peer-review', 'component', 'grant', 'other'], csl: ['document', 'other', 'review'], ris: 'GEN', bibtex: 'misc', risBecomes: 'journalArticle' },
]

const BY_ZOTERO = new Map(ROWS.map((row) => [row.zotero, row]))
const BY_CROSSREF = firstOf((row) => row.crossref)
const BY_CSL = firstOf((row) => row.csl)

function firstOf(names: (row: TypeRow) => readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const row of ROWS) for (const name of names(row)) if (!found.has(name)) found.set(name, row.zotero)
  return found
}

export interface TypeHints {
  readonly venue?: string | undefined
  readonly issn?: string | undefined
  readonly volume?: string | undefined
  readonly doi?: string | undefined
}

/** Zotero type of a Crossref record. What Crossref has no own type for is a document, unless it stands in a journal. */
export function itemTypeOfCrossref(type: string | undefined, hints: TypeHints): string {
  const known = type === undefined ? undefined : BY_CROSSREF.get(type)
  if (known !== undefined && known !== 'document') return known
  return hints.venue !== undefined && (hints.issn !== undefined || hints.volume !== undefined) ? 'journalArticle' : 'document'
}

/**
 * Zotero type of a record's `document_type` in the words of Zotero, Crossref, CSL or OpenAlex. `article` is a journal article, or a preprint
 * where its DOI is a preprint server's. Undefined when there is no type, or one that nobody here knows: then Crossref's type decides.
 */
export function itemTypeOf(type: string | undefined, hints: TypeHints): string | undefined {
  const name = type?.trim() ?? ''
  if (name === '') return undefined
  if (BY_ZOTERO.has(name)) return name
  const word = name.toLowerCase().replace(/[\s_]+/g, '-')
  if (word === 'article') return isPreprintDoi(hints.doi) && hints.volume === undefined ? 'preprint' : 'journalArticle'
  return BY_CROSSREF.get(word) ?? BY_CSL.get(word) ?? [...BY_ZOTERO.keys()].find((known) => known.toLowerCase() === word.replaceAll('-', ''))
}

/** DOI prefixes that hold only preprints: arXiv, bioRxiv and medRxiv, Research Square, SSRN, OSF, Preprints.org, ChemRxiv, Authorea. */
export function isPreprintDoi(doi: string | undefined): boolean {
  return doi !== undefined && (/^10\.(?:48550|64898|21203|31234|31235|31219|20944|26434|22541|36227)\//.test(doi) || /^10\.1101\/(?:\d{6}$|\d{4}\.)/.test(doi) || doi.startsWith('10.2139/ssrn.'))
}

export const cslTypeOf = (zotero: string): string => BY_ZOTERO.get(zotero)?.csl[0] ?? 'document'
export const risTypeOf = (zotero: string): string => BY_ZOTERO.get(zotero)?.ris ?? 'GEN'
export const bibtexTypeOf = (zotero: string): string => BY_ZOTERO.get(zotero)?.bibtex ?? 'misc'

/** What the item becomes when the file is imported, by format: the type itself where it survives. */
export function importedType(zotero: string, format: 'csl' | 'ris' | 'bibtex'): string {
  const row = BY_ZOTERO.get(zotero)
  if (row === undefined) return format === 'ris' ? 'journalArticle' : 'document'
  if (format === 'ris') return row.risBecomes ?? zotero
  if (format === 'bibtex') return row.bibtexBecomes ?? zotero
  return row.csl[0] === 'document' ? 'document' : zotero
}
