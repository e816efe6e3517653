import type { InferArgs } from '@deepseek-ai/dsh-tools'

/** Numbers are accepted where a model tends to send them: `2019`, volume `12`. */
const TEXT_OR_NUMBER = [{ type: 'string' }, { type: 'integer' }] as const

/** One citation as the model hands it over: identifiers, an entry, the fields as cited. Shared by cite_verify and cite_fix. */
export const CITATION_PARAMETERS = {
  doi: { type: 'string', description: 'DOI, bare or as a doi.org URL' },
  pmid: { type: 'string', description: 'PubMed identifier' },
  arxiv: { type: 'string', description: 'arXiv identifier, new or old style' },
  bibtex: { type: 'string', description: 'One BibTeX entry; it supplies the identifiers and the fields as cited. Explicit parameters override its fields.' },
  citation: { type: 'string', description: 'One reference after GB/T 7714, such as "[1] 张三, 李四, 等. 题名[J]. 刊名, 2023, 103(48): 3967-3971."; it supplies the fields as cited and what identifiers it holds. Explicit parameters override them. Not together with bibtex.' },
  title: { type: 'string', description: 'Title as cited' },
  authors: {
    oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    description: 'Authors as cited, in order: one string per author ("Family, Given" or "Given Family"), or one string joined with " and "',
  },
  year: { oneOf: TEXT_OR_NUMBER, description: 'Year as cited' },
  venue: { type: 'string', description: 'Journal, book or proceedings title as cited' },
  pages: { oneOf: TEXT_OR_NUMBER, description: 'Pages as cited' },
  volume: { oneOf: TEXT_OR_NUMBER, description: 'Volume as cited' },
  issue: { oneOf: TEXT_OR_NUMBER, description: 'Issue as cited' },
  articleNumber: { oneOf: TEXT_OR_NUMBER, description: 'Article number as cited' },
  publisher: { type: 'string', description: 'Publisher as cited' },
  location: { type: 'string', description: 'Place of the event or of the publisher as cited' },
  isbn: { type: 'string', description: 'ISBN as cited' },
  issn: { type: 'string', description: 'ISSN as cited' },
  suggest: { type: 'boolean', description: 'Search by title where the citation has no identifier; the result is candidates, never a verdict. Default false.' },
  fresh: { type: 'boolean', description: 'Bypass the response cache. Default false.' },
} as const

/** Of cite_verify and cite_batch alone: cite_fix reads and writes no library. */
const INCLUDE_ZOTERO = { include_zotero: { type: 'boolean', description: 'Also mark what stands in the local Zotero library (local_zotero_match). Default false: then not one request goes to Zotero.' } } as const

export const VERIFY_PARAMETERS = { ...CITATION_PARAMETERS, ...INCLUDE_ZOTERO } as const

export type CitationArguments = InferArgs<typeof CITATION_PARAMETERS>

export const BATCH_PARAMETERS = {
  citations: {
    type: 'array', items: { type: 'string' }, required: true,
    description: 'Each item: doi:10..., pmid:123, arxiv:2401.00001, one BibTeX entry, one reference after GB/T 7714 (with its type mark, such as [J]), or a bare identifier recognised by its shape',
  },
  suggest: { type: 'boolean', description: 'Search by title for entries without identifier. Default false.' },
  ...INCLUDE_ZOTERO,
  fresh: { type: 'boolean', description: 'Bypass the response cache. Default false.' },
} as const
