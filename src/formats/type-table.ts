/** One CSL type and its names in the other formats; the first name of a list is the one written, all are read. */
interface TypeRow {
  readonly csl: string
  readonly bibtex: readonly string[]
  readonly ris: readonly string[]
}

/** Sources: CSL 1.0.2 appendix III, biblatex manual section 2.1, RIS (Reference Manager, 2011). Read from BibTeX and RIS to CSL the first row that names the type wins. */
export const TYPE_TABLE: readonly TypeRow[] = [
  { csl: 'article-journal', bibtex: ['article', 'suppperiodical'], ris: ['JOUR', 'EJOUR', 'JFULL', 'ABST', 'INPR'] },
  { csl: 'article-magazine', bibtex: [], ris: ['MGZN'] },
  { csl: 'article-newspaper', bibtex: [], ris: ['NEWS'] },
  { csl: 'paper-conference', bibtex: ['inproceedings', 'conference'], ris: ['CPAPER', 'CONF'] },
  { csl: 'chapter', bibtex: ['incollection', 'inbook', 'suppbook', 'suppcollection', 'bookinbook'], ris: ['CHAP', 'ECHAP'] },
  { csl: 'entry-encyclopedia', bibtex: ['inreference'], ris: ['ENCYC'] },
  { csl: 'entry-dictionary', bibtex: [], ris: ['DICT'] },
  { csl: 'book', bibtex: ['book', 'mvbook', 'collection', 'mvcollection', 'proceedings', 'mvproceedings', 'reference', 'mvreference'], ris: ['BOOK', 'EBOOK', 'EDBOOK', 'SER'] },
  { csl: 'pamphlet', bibtex: ['booklet'], ris: ['PAMP'] },
  { csl: 'thesis', bibtex: ['thesis', 'phdthesis', 'mastersthesis', 'bathesis', 'candthesis'], ris: ['THES'] },
  { csl: 'report', bibtex: ['report', 'techreport', 'manual'], ris: ['RPRT', 'GOVDOC'] },
  { csl: 'patent', bibtex: ['patent'], ris: ['PAT'] },
  { csl: 'standard', bibtex: ['standard'], ris: ['STAND'] },
  { csl: 'dataset', bibtex: ['dataset'], ris: ['DATA', 'AGGR'] },
  { csl: 'software', bibtex: ['software'], ris: ['COMP'] },
  { csl: 'webpage', bibtex: ['online', 'electronic', 'www', 'webpage'], ris: ['ELEC', 'WEB', 'BLOG', 'ICOMM'] },
  { csl: 'periodical', bibtex: ['periodical'], ris: [] },
  { csl: 'manuscript', bibtex: ['unpublished'], ris: ['UNPB', 'MANSCPT'] },
  { csl: 'document', bibtex: ['misc', 'artwork', 'audio', 'image', 'letter', 'review', 'video', 'bibnote'], ris: ['GEN'] },
]

const BY_BIBTEX = index((row) => row.bibtex)
const BY_RIS = index((row) => row.ris)

function index(names: (row: TypeRow) => readonly string[]): ReadonlyMap<string, string> {
  return new Map(TYPE_TABLE.flatMap((row) => names(row).map((name) => [name, row.csl] as const)))
}

/** CSL type of a BibTeX or biblatex entry type; `document` for unknown ones (biblatex treats them as misc). */
export function cslTypeOfBibtex(type: string): string {
  return BY_BIBTEX.get(type.toLowerCase()) ?? 'document'
}

/** CSL type of a RIS type (`JOUR`). */
export function cslTypeOfRis(type: string): string {
  return BY_RIS.get(type.toUpperCase()) ?? 'document'
}

/** The BibTeX entry type in which a CSL type is written; `misc` where there is none. */
export function bibtexTypeOfCsl(type: string): string {
  return TYPE_TABLE.find((row) => row.csl === type)?.bibtex[0] ?? 'misc'
}

/** The RIS type in which a CSL type is written; `GEN` where there is none. */
export function risTypeOfCsl(type: string): string {
  return TYPE_TABLE.find((row) => row.csl === type)?.ris[0] ?? 'GEN'
}
