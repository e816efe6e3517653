import type { Citation, PersonName } from '../../model/citation.ts'
import type { CitationInput } from '../../model/input.ts'

/** CSL-JSON (1.0.2) of a citation as it was read, for the report's `citation.csl`. Only what the citation carries; a year that is no number is `literal`. */
export function toCsl({ key, citation }: CitationInput): object {
  const { identifiers } = citation
  return present({
    id: key,
    type: citation.type ?? 'document',
    title: citation.title,
    author: citation.authors && [...citation.authors.map(person), ...(citation.authorsTruncated ? [{ literal: 'others' }] : [])],
    editor: citation.editors?.map(person),
    issued: citation.year === undefined ? undefined : issued(citation.year),
    'container-title': citation.venue, volume: citation.volume, issue: citation.issue, page: citation.pages, number: citation.articleNumber,
    publisher: citation.publisher, 'publisher-place': citation.location,
    ISBN: citation.isbn?.join(' '), ISSN: citation.issn?.join(' '), URL: citation.url,
    DOI: identifiers.doi, PMID: identifiers.pmid, PMCID: identifiers.pmcid,
    // CSL has no variable for arXiv ids; citeproc styles and Zotero print them from archive and archive_location.
    ...(identifiers.arxiv === undefined ? {} : { archive: 'arXiv', archive_location: identifiers.arxiv }),
  } satisfies Record<string, unknown>)
}

function person(name: PersonName): object {
  return present({ family: name.family, given: name.given, 'non-dropping-particle': name.particle, suffix: name.suffix, literal: name.literal })
}

function issued(year: NonNullable<Citation['year']>): object {
  return /^\d{4}$/.test(year) ? { 'date-parts': [[Number(year)]] } : { literal: year }
}

/** Without the keys that have no value. */
function present(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
}
