/**
 * Fields that this package may send, by item type (Zotero schema 41; all of them are valid from Zotero 7 on but `DOI` outside articles,
 * conference papers, preprints, data sets and standards, which came with 7.1). Zotero's own list (`itemTypeFields`) is asked first; this
 * stands in where it cannot be asked. A field that is not valid for a type would fall into Extra.
 */
const COMMON = ['title', 'date', 'abstractNote', 'language', 'url', 'extra'] as const
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  journalArticle: ['publicationTitle', 'volume', 'issue', 'pages', 'journalAbbreviation', 'DOI', 'ISSN'],
  magazineArticle: ['publicationTitle', 'volume', 'issue', 'pages', 'ISSN'],
  newspaperArticle: ['publicationTitle', 'place', 'pages', 'ISSN'],
  conferencePaper: ['proceedingsTitle', 'conferenceName', 'place', 'publisher', 'volume', 'pages', 'DOI', 'ISBN'],
  book: ['volume', 'place', 'publisher', 'ISBN', 'DOI'],
  bookSection: ['bookTitle', 'volume', 'place', 'publisher', 'pages', 'ISBN', 'DOI'],
  encyclopediaArticle: ['encyclopediaTitle', 'volume', 'place', 'publisher', 'pages', 'ISBN', 'DOI'],
  dictionaryEntry: ['dictionaryTitle', 'volume', 'place', 'publisher', 'pages', 'ISBN', 'DOI'],
  preprint: ['repository', 'archiveID', 'DOI'],
  thesis: ['university', 'place', 'DOI'],
  report: ['institution', 'place', 'reportNumber', 'pages', 'DOI'],
  dataset: ['repository', 'DOI'],
  standard: ['organization', 'number', 'place', 'DOI'],
  webpage: ['websiteTitle'],
  blogPost: ['blogTitle'],
  patent: ['patentNumber', 'place', 'pages'],
  manuscript: ['place'],
  presentation: ['place'],
  computerProgram: ['company', 'place', 'ISBN', 'DOI'],
  document: ['publisher', 'DOI'],
}

/** The bundled list for one type; the common fields alone for a type that is not in it. */
export function bundledFields(itemType: string): ReadonlySet<string> {
  return new Set([...COMMON, ...(FIELDS[itemType] ?? [])])
}

const VENUE: Readonly<Record<string, string>> = {
  journalArticle: 'publicationTitle', magazineArticle: 'publicationTitle', newspaperArticle: 'publicationTitle', conferencePaper: 'proceedingsTitle', bookSection: 'bookTitle',
  encyclopediaArticle: 'encyclopediaTitle', dictionaryEntry: 'dictionaryTitle', webpage: 'websiteTitle', blogPost: 'blogTitle',
}
const PUBLISHER: Readonly<Record<string, string>> = {
  thesis: 'university', report: 'institution', preprint: 'repository', dataset: 'repository', standard: 'organization', computerProgram: 'company',
  // An article's publisher is its journal's business; Zotero 7 to 9 have no such field there.
  journalArticle: '', magazineArticle: '', newspaperArticle: '',
}
const NUMBER: Readonly<Record<string, string>> = { report: 'reportNumber', standard: 'number', preprint: 'archiveID', patent: 'patentNumber' }

/** A reference's own names of fields. Names in results (`filled_fields`, conflicts) are these. */
export const NEUTRAL_FIELDS = ['title', 'year', 'doi', 'url', 'abstract', 'language', 'venue', 'short_venue', 'volume', 'issue', 'pages', 'issn', 'isbn', 'publisher', 'place', 'number', 'event', 'event_place'] as const
export type NeutralField = (typeof NEUTRAL_FIELDS)[number]

const PLAIN: Readonly<Partial<Record<NeutralField, string>>> = {
  title: 'title', year: 'date', doi: 'DOI', url: 'url', abstract: 'abstractNote', language: 'language', volume: 'volume', issue: 'issue', pages: 'pages', issn: 'ISSN', isbn: 'ISBN', place: 'place',
}

/** The Zotero field in which a value goes for an item type, or undefined where the type has no place for it. */
export function zoteroField(field: NeutralField, itemType: string): string | undefined {
  const name = field === 'venue' ? VENUE[itemType]
    : field === 'publisher' ? PUBLISHER[itemType] ?? 'publisher'
      : field === 'number' ? NUMBER[itemType]
        : field === 'short_venue' ? (itemType === 'journalArticle' ? 'journalAbbreviation' : undefined)
          : field === 'event' ? (itemType === 'conferencePaper' ? 'conferenceName' : undefined)
            : field === 'event_place' ? (itemType === 'conferencePaper' ? 'eventPlace' : undefined)
              : PLAIN[field]
  return name === '' ? undefined : name
}

/** Fields that a reader curates: never overwritten but under `prefer_enriched`, and never in a record with a conflict. */
export const PROTECTED_FIELDS: ReadonlySet<string> = new Set(['title', 'creators', 'date', 'publicationTitle', 'conferenceName', 'abstractNote', 'url', 'extra'])

/** Labels of Extra lines that any save moves into fields, or that change the item's type: names of fields and CSL variables, and these. */
const MIGRATING = new Set([
  'type', 'doi', 'isbn', 'issn', 'source', 'title', 'publication title', 'proceedings title', 'book title', 'volume', 'issue', 'pages', 'page', 'date', 'issued', 'url', 'publisher', 'place',
  'container-title', 'container title', 'event place', 'event-place', 'publisher-place', 'archive', 'archive location', 'call number', 'call-number', 'language', 'series', 'series title', 'edition', 'repository',
  'library catalog', 'short title', 'journal abbreviation', 'report number', 'number', 'genre', 'medium', 'citation key', 'original-date', 'original date', 'status', 'section', 'version', 'rights', 'author', 'editor',
])

/** True when Extra holds a line that Zotero will move into a field as soon as the item is saved by anybody. */
export function hasMigratingLine(labels: readonly string[]): boolean {
  return labels.some((label) => MIGRATING.has(label))
}
