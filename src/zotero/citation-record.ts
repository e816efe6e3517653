import type { CitationInput } from '../model/input.ts'

/** A citation as it was read from a bibliography file, as a record for a plan or an export. */
export function recordOfCitation({ citation }: CitationInput): Readonly<Record<string, unknown>> {
  const { identifiers, authorsTruncated: _truncated, unreadable: _unreadable, type, articleNumber, location, isbn, issn, pages, ...rest } = citation
  const record = {
    ...rest, ...identifiers, pages: pages?.replace(/[\u2010-\u2015]/g, '-') ?? articleNumber, place: location, isbn: isbn?.[0], issn: issn?.[0],
    // CSL's `article` is a preprint; other vocabularies mean a journal article.
    // `document` is what a format without types says: the identifier or the registry knows better.
    document_type: type === 'article' ? 'preprint' : type === 'document' ? undefined : type,
  }
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
