import { compareVenue } from '../compare/venue.ts'
import { foldLetters } from '../compare/fold.ts'
import { candidateOf, type Candidate } from './crossref-candidate.ts'
import type { CrossrefAnswer, CrossrefRecord } from './crossref-lookup.ts'
import type { NeutralField } from './item-fields.ts'
import { NEUTRAL_FIELDS } from './item-fields.ts'
import { itemTypeOf } from './item-type.ts'
import type { Creator } from './item.ts'
import { yearOf, type Reference } from './reference.ts'
import type { VerificationStatus } from './tags.ts'
import { relateTitles } from './title-match.ts'

export interface CrossrefVerification {
  readonly status: VerificationStatus
  readonly doi?: string
  readonly filled_fields: readonly string[]
  readonly conflicts: readonly { readonly field: string; readonly incoming: string; readonly crossref: string }[]
  readonly advisories: readonly string[]
  /** `other_registration_agency`: Crossref has no record because the DOI is another agency's. */
  readonly hint?: string
  /** Why the look-up failed. */
  readonly reason?: string
  /** Retraction and the like, from Crossref's record. */
  readonly notices?: readonly string[]
  readonly checked_at?: string
  readonly source?: 'api.crossref.org'
}

/** A reference after verification: what will be written, and how it came about. */
export interface VerifiedReference {
  readonly reference: Reference
  readonly values: Readonly<Partial<Record<NeutralField, string>>>
  readonly creators: readonly Creator[]
  readonly itemType: string
  readonly crossref: CrossrefVerification
  readonly warnings: readonly string[]
}

export interface VerifySettings {
  readonly enrichment: 'fill_blank' | 'off'
  readonly strictYear: boolean
}

/** Compares a reference with Crossref's answer and fills what is blank. In a conflict nothing is filled. `answer` is absent where nothing was asked. */
export function verifyReference(reference: Reference, answer: CrossrefAnswer | undefined, settings: VerifySettings): VerifiedReference {
  const doi = reference.doi === undefined ? {} : { doi: reference.doi }
  const nothing = { filled_fields: [], conflicts: [], advisories: [] }
  if (answer === undefined) return verified(reference, { status: 'skipped', ...doi, ...nothing })
  if (answer.kind === 'unavailable') return verified(reference, { status: 'unavailable', ...doi, ...nothing, reason: answer.reason, source: 'api.crossref.org' })
  const checked = { checked_at: answer.checkedAt, source: 'api.crossref.org' } as const
  if (answer.kind === 'not_found') return verified(reference, { status: 'not_found', ...doi, ...nothing, ...(answer.agency === undefined ? {} : { hint: 'other_registration_agency' }), ...checked })
  const candidate = candidateOf(answer.record)
  const { conflicts, advisories } = compare(reference, candidate, answer.record, settings)
  const notices = candidate.notices.length === 0 ? {} : { notices: candidate.notices }
  if (conflicts.length > 0) return verified(reference, { status: 'conflict', ...doi, filled_fields: [], conflicts, advisories, ...notices, ...checked })
  const filled = settings.enrichment === 'off' ? { fields: [], values: {}, creators: reference.creators, takesCreators: false } : fill(reference, candidate)
  const takesType = settings.enrichment !== 'off' && typeOfReference(reference, filled.values) === undefined
  return verified(reference, { status: 'verified', ...doi, filled_fields: takesType ? [...filled.fields, 'document_type'] : filled.fields, conflicts: [], advisories, ...notices, ...checked }, {
    values: filled.values, creators: filled.creators, unsplit: reference.unsplit && !filled.takesCreators, ...(settings.enrichment === 'off' ? {} : { candidate }),
  })
}

function verified(reference: Reference, crossref: CrossrefVerification, more: { readonly values?: VerifiedReference['values']; readonly creators?: readonly Creator[]; readonly unsplit?: boolean; readonly candidate?: Candidate } = {}): VerifiedReference {
  const given = typeOfReference(reference, more.values ?? {})
  const values = { ...more.values, ...reference.values, ...(crossref.status === 'verified' && more.values?.doi !== undefined ? { doi: more.values.doi } : {}) }
  return {
    reference, crossref,
    values: values.url === undefined && values.doi !== undefined ? { ...values, url: `https://doi.org/${values.doi}` } : values,
    creators: more.creators ?? reference.creators,
    itemType: given ?? more.candidate?.itemType ?? guessType(reference),
    warnings: [...reference.warnings, ...(more.unsplit ?? reference.unsplit ? ['author_unsplit'] : []), ...(crossref.notices ?? []).map((notice) => `notice_${notice}`)],
  }
}

function typeOfReference(reference: Reference, filled: VerifiedReference['values']): string | undefined {
  const { venue, issn, volume } = { ...filled, ...reference.values }
  return itemTypeOf(reference.documentType, { venue, issn, volume, doi: reference.doi })
}

function guessType(reference: Reference): string {
  if (reference.arxiv !== undefined) return 'preprint'
  return reference.values.venue === undefined ? 'document' : 'journalArticle'
}

type Compared = Pick<CrossrefVerification, 'conflicts' | 'advisories'>

/** Title and year can conflict; a venue is only remarked on, since abbreviations and proceedings differ; what one side lacks is no conflict. */
function compare(reference: Reference, candidate: Candidate, { work }: CrossrefRecord, settings: VerifySettings): Compared {
  const conflicts: { field: string; incoming: string; crossref: string }[] = []
  const advisories: string[] = []
  const { title, year, venue } = reference.values
  const titles = [candidate.values.title, work.title, ...(work.alternativeTitles ?? [])].filter((text) => text !== undefined)
  if (title !== undefined && titles.length > 0) {
    const relations = titles.map((other) => relateTitles(title, other))
    if (!relations.includes('same')) {
      if (relations.includes('near')) advisories.push('title_advisory')
      else conflicts.push({ field: 'title', incoming: title, crossref: titles[0] as string })
    }
  }
  const years = [work.dates.print, work.dates.online, work.dates.issued, work.dates.posted].flatMap((date) => { const found = yearOf(date); return found === undefined ? [] : [Number(found)] })
  const cited = yearOf(year)
  if (cited !== undefined && years.length > 0) {
    const distance = Math.min(...years.map((other) => Math.abs(other - Number(cited))))
    if (distance > 1 || (distance === 1 && settings.strictYear)) conflicts.push({ field: 'year', incoming: cited, crossref: yearOf(candidate.values.year) ?? String(years[0]) })
    else if (distance === 1) advisories.push('year_advisory')
  }
  if (venue !== undefined) {
    const relation = compareVenue(venue, { ...(work.venues ? { venues: work.venues } : {}), ...(work.shortVenues ? { shortVenues: work.shortVenues } : {}), ...(work.event === undefined ? {} : { event: work.event }), ...(work.issn ? { issn: work.issn } : {}) }, reference.values.issn === undefined ? [] : [reference.values.issn]).relation
    if (relation === 'differs') advisories.push('venue_advisory')
  }
  if (work.identifiers.doi !== undefined && reference.doi !== undefined && work.identifiers.doi !== reference.doi) advisories.push('doi_alias')
  return { conflicts, advisories }
}

interface Filled {
  readonly fields: readonly string[]
  readonly values: Partial<Record<NeutralField, string>>
  readonly creators: readonly Creator[]
  /** The registry's structured names stand for ours. */
  readonly takesCreators: boolean
}

/** Blank fields from Crossref. The DOI and its address are not counted: they were there. */
function fill(reference: Reference, candidate: Candidate): Filled {
  const fields: string[] = []
  const values: Partial<Record<NeutralField, string>> = candidate.values.doi === undefined ? {} : { doi: candidate.values.doi }
  for (const field of NEUTRAL_FIELDS) {
    const value = candidate.values[field]
    if (field === 'doi' || value === undefined || reference.values[field] !== undefined) continue
    values[field] = value
    fields.push(field)
  }
  const takesCreators = candidate.creators.length > 0 && (reference.creators.length === 0 || (reference.unsplit && areSamePeople(reference.creators, candidate.creators)))
  if (takesCreators) fields.push('authors')
  return { fields, values, takesCreators, creators: takesCreators ? candidate.creators : reference.creators }
}

/** As many names, each with Crossref's family name in it at the same place: the registry says how they are split. */
function areSamePeople(given: readonly Creator[], registered: readonly Creator[]): boolean {
  return given.length === registered.length && given.every((creator, index) => {
    const other = registered[index] as Creator
    const name = ` ${foldLetters(creator.name ?? `${creator.firstName} ${creator.lastName}`)} `
    return name.includes(` ${foldLetters(other.lastName ?? other.name)} `)
  })
}
