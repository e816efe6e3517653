const TEXT = { type: 'string' } as const
const TEXTS = { type: 'array', items: TEXT } as const
const TEXT_OR_NUMBER = { oneOf: [{ type: 'string' }, { type: 'integer' }] } as const

/** Records as cite_search and cite_zotero_search return them, or written by hand. */
export const RECORDS = {
  type: 'array', required: true, description: 'Up to 100 references, as cite_search returns them',
  items: {
    type: 'object', additionalProperties: true,
    properties: {
      title: TEXT, authors: { type: 'array', items: { type: 'json' }, description: '"Family, Given" each, or {family, given} or {name}' }, year: TEXT_OR_NUMBER, doi: TEXT, url: TEXT, abstract: TEXT, venue: TEXT, document_type: TEXT,
      provider: TEXT, tags: TEXTS, volume: TEXT_OR_NUMBER, issue: TEXT_OR_NUMBER, pages: TEXT_OR_NUMBER,
    },
  },
} as const

export const REVIEW_PARAMETERS = {
  tags: { ...TEXTS, description: 'Further tags for every record' },
  review_tags: { oneOf: [{ type: 'array', items: TEXT }, { type: 'string', enum: ['none'] }], description: 'In place of the configured review tags; "none" for no review tag' },
  verify_crossref: { type: 'boolean', description: 'Look DOIs up at Crossref first. Default true.' },
  crossref_enrichment: { type: 'string', enum: ['fill_blank', 'off'], description: 'Fill blank fields from Crossref. Default fill_blank.' },
} as const
