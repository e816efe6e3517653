import { parseArxivId, arxivIdOfDoi } from '../identifiers/arxiv.ts'
import { doiOfUrl, parseDoi } from '../identifiers/doi.ts'
import { parsePmid } from '../identifiers/pmid.ts'
import type { PersonName } from '../model/citation.ts'
import type { ArxivId, Doi, Pmid } from '../model/identifiers.ts'
import { asObject, asText, asTexts, compact, type JsonObject } from '../providers/json-field.ts'
import { personOfInverted } from '../providers/person-name.ts'
import { plain, type Creator } from './item.ts'
import type { NeutralField } from './item-fields.ts'
import type { Wanted } from './match.ts'
import { LONGEST_TAG } from './tags.ts'

/** A reference as a caller hands it over, read and normalised, before anything is looked up. */
export interface Reference {
  /** Position in the caller's list. */
  readonly index: number
  /** Values by our own names; blank ones are absent. `year` is an ISO date as precise as it was given. */
  readonly values: Readonly<Partial<Record<NeutralField, string>>>
  readonly creators: readonly Creator[]
  /** Names without a comma that are no body: which part is the family name was not said. */
  readonly unsplit: boolean
  readonly doi?: Doi
  readonly pmid?: Pmid
  readonly arxiv?: ArxivId
  readonly documentType?: string
  readonly provider?: string
  readonly tags: readonly string[]
  readonly warnings: readonly string[]
}

export const MOST_RECORDS = 100
/** More than any paper has. */
const MOST_CREATORS = 20_000
const LONGEST_ABSTRACT = 20_000

const TEXT_FIELDS: readonly (readonly [NeutralField, ...string[]])[] = [
  ['title', 'title'], ['url', 'url', 'URL'], ['language', 'language'], ['venue', 'venue', 'container_title'], ['short_venue', 'short_venue'],
  ['volume', 'volume'], ['issue', 'issue'], ['pages', 'pages', 'article_number'], ['issn', 'issn'], ['isbn', 'isbn'], ['publisher', 'publisher'], ['place', 'place'], ['number', 'number'], ['event', 'event'],
]

/** One record of a caller's list: `{title, authors, year, doi, ...}`. A string says why it cannot be used. */
export function parseReference(value: unknown, index: number): Reference | string {
  const record = asObject(value)
  if (!record) return 'a record is an object'
  const warnings: string[] = []
  const values: Partial<Record<NeutralField, string>> = {}
  for (const [field, ...names] of TEXT_FIELDS) {
    const text = names.flatMap((name) => asTexts(record[name]))[0]
    if (text !== undefined) values[field] = plain(text)
  }
  const abstract = typeof record['abstract'] === 'string' ? plain(record['abstract']).replace(/\r\n?/g, '\n').trim().slice(0, LONGEST_ABSTRACT) : ''
  if (abstract !== '') values.abstract = abstract
  const date = dateOf(asText(record['date']) ?? asText(record['year']))
  if (date !== undefined) values.year = date
  const givenDoi = asText(record['doi']) ?? asText(record['DOI'])
  const doi = parseDoi(givenDoi ?? '') ?? (/^https?:\/\/(?:dx\.|www\.)?doi\.org\//i.test(values.url ?? '') ? doiOfUrl(values.url as string) : undefined)
  if (givenDoi !== undefined && doi === undefined) warnings.push('doi_unreadable')
  if (doi !== undefined) values.doi = doi
  const pmid = parsePmid(asText(record['pmid']) ?? '')
  const arxiv = parseArxivId(asText(record['arxiv']) ?? '')?.id ?? (doi === undefined ? undefined : arxivIdOfDoi(doi))
  if (arxiv !== undefined) values.number ??= `arXiv:${arxiv}`
  const people = peopleOf(record)
  if (values.title === undefined && doi === undefined && pmid === undefined && arxiv === undefined) return 'a record needs a title or an identifier'
  const tags = asTexts(record['tags'])
  if (tags.some((tag) => tag.length > LONGEST_TAG)) warnings.push('tag_too_long')
  const documentType = asText(record['document_type']) ?? asText(record['type'])
  const provider = asText(record['provider'])
  return {
    index, values, warnings, creators: people.creators, unsplit: people.unsplit, tags,
    ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }),
    ...(documentType === undefined ? {} : { documentType }), ...(provider === undefined ? {} : { provider }),
  }
}

/** ISO date, or the year, of what people write; what has no four-digit year stays as written. */
export function dateOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const iso = /^(\d{4})(?:[-/](0[1-9]|1[0-2])(?:[-/](0[1-9]|[12]\d|3[01]))?)?(?=$|[T/\s])/.exec(text.trim())
  if (iso !== null) return [iso[1], iso[2], iso[3]].filter(Boolean).join('-')
  return /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? text.trim()
}

/** The four digits of a date. */
export function yearOf(date: string | undefined): string | undefined {
  return /(?<!\d)\d{4}(?!\d)/.exec(date ?? '')?.[0]
}

function peopleOf(record: JsonObject): { readonly creators: readonly Creator[]; readonly unsplit: boolean } {
  let unsplit = false
  const list = (value: unknown, creatorType: string): Creator[] => (Array.isArray(value) ? value : typeof value === 'string' ? value.split(/\s*;\s*/) : []).slice(0, MOST_CREATORS).flatMap((entry: unknown) => {
    const person = personOf(entry)
    if (person === undefined) return []
    if (typeof entry === 'string' && person.literal !== undefined && looksUnsplit(person.literal)) unsplit = true
    return [creatorOfPerson(person, creatorType)]
  })
  const creators = [...list(record['authors'] ?? record['author'], 'author'), ...list(record['editors'] ?? record['editor'], 'editor')]
  return { creators, unsplit }
}

function personOf(entry: unknown): PersonName | undefined {
  if (typeof entry === 'string') return entry.trim() === '' ? undefined : personOfInverted(plain(entry.replace(/\s+/g, ' ')))
  const object = asObject(entry)
  const text = (...names: readonly string[]): string | undefined => names.map((name) => asText(object?.[name])).find((found) => found !== undefined)
  const family = text('family', 'lastName', 'last_name')
  const given = text('given', 'firstName', 'first_name')
  if (family !== undefined) return compact<PersonName>({ family, given, particle: text('particle', 'non-dropping-particle'), suffix: text('suffix') })
  const literal = text('literal', 'name') ?? given
  return literal === undefined ? undefined : { literal }
}

const BODY = /\b(?:collaboration|consortium|group|team|committee|society|association|institute|university|organi[sz]ation|initiative|foundation|cent(?:er|re)|agency|department|ministry|council|network|project|commission|company|inc|ltd|gmbh)\b/i

/** Two or more Latin words that name no body: a person's name that somebody put in reading order. */
function looksUnsplit(name: string): boolean {
  return /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’.-]*(?:\s+\p{Script=Latin}[\p{Script=Latin}\p{M}'’.-]*)+$/u.test(name) && !BODY.test(name)
}

/** A name as Zotero keeps it: the suffix behind the given name, particles before the family name; one field for bodies and single names. */
export function creatorOfPerson(person: PersonName, creatorType: string): Creator {
  if (person.family === undefined) return { creatorType, name: person.literal ?? '' }
  const lastName = [person.particle, person.family].filter((part) => part !== undefined).join(' ')
  const firstName = [person.given, person.suffix].filter((part) => part !== undefined).join(', ')
  return firstName === '' ? { creatorType, name: lastName } : { creatorType, lastName, firstName }
}

/** What of a reference is looked for in the library. */
export function wantedReference({ doi, pmid, arxiv, values, creators }: Reference): Wanted {
  const year = yearOf(values.year)
  return {
    creators, ...(doi === undefined ? {} : { doi }), ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }),
    ...(values.title === undefined ? {} : { title: values.title }), ...(year === undefined ? {} : { year }),
  }
}
