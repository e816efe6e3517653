import { compareIsbn, compareIssn } from '../compare/isbn.ts'
import { compareLocation } from '../compare/location.ts'
import { formatName } from '../compare/name-form.ts'
import { compareAuthors } from '../compare/names.ts'
import { comparePages } from '../compare/pages.ts'
import { comparePublisher } from '../compare/publisher.ts'
import { compareTitle } from '../compare/title.ts'
import { compareVenue } from '../compare/venue.ts'
import { isPreprintServer } from '../compare/venue-words.ts'
import { compareArticleNumber, compareIssue, compareVolume } from '../compare/volume.ts'
import { compareYear, yearsOf } from '../compare/year.ts'
import type { Check, Comparison, DeclineReason } from '../model/check.ts'
import { FIELDS, type Citation, type Field, type PersonName } from '../model/citation.ts'
import { isGraveNotice, type Notice } from '../model/notice.ts'
import type { Identity } from '../model/verdict.ts'
import { PROVIDER_NAMES, type ProviderName, type Work } from '../model/work.ts'

/** What decides how much a difference costs. */
export interface CheckSettings {
  /** Title similarity below which a title always fails, 0 to 1; the rules are stricter for what they call a difference. */
  readonly titleThreshold: number
}

/** `record` is empty where the record's silence is what differs: evidence keeps both sides of every difference. */
interface Compared { readonly cited: string; readonly record: string; readonly comparison: Comparison }

/** Classes of work whose records say where a thing can be read, not where it was published. */
const PREPRINT_TYPES: ReadonlySet<string> = new Set(['posted-content', 'preprint', 'article'])

/**
 * One metadata-match check for each field that both the citation and the record carry, in the order of FIELDS, and what
 * they say together about the identity of the two. A title or (beyond one year) a year that differs fails; authors fail
 * when fewer than half of the cited family names are in the record; every other difference warns.
 */
export function checksOf(citation: Citation, work: Work, settings: CheckSettings): { readonly checks: Check[]; readonly identity: Identity } {
  const checks: Check[] = []
  const compared = new Map<Field, Comparison>()
  for (const field of FIELDS) {
    const found = guarded(field, citation, () => compareField(field, citation, work, compared))
    if (found === undefined) continue
    compared.set(field, found.comparison)
    checks.push(checkOf(field, found, work.provider, settings))
  }
  return { checks, identity: identityOf(compared, isContainerOf(citation, work), placeOf(citation, compared)) }
}

/** A comparison that breaks down costs its own field: everything else that was cited is compared all the same. */
function guarded(field: Field, citation: Citation, compare: () => Compared | undefined): Compared | undefined {
  try {
    return compare()
  } catch (error) {
    const cited = field === 'authors' ? people(citation.authors ?? citation.editors ?? [], citation.authorsTruncated) : [citation[field] ?? ''].flat().join(', ')
    return { cited, record: '', comparison: { relation: 'declined', rule: `${field}.fault`, detail: faultDetail(error) } }
  }
}

/** The kind of error only: its text may change from one version of Node to the next, and a replay has to say the same. */
export function faultDetail(error: unknown): string {
  return `could not be compared, a fault of this program (${error instanceof Error ? error.name : typeof error})`
}

function compareField(field: Field, citation: Citation, work: Work, known: ReadonlyMap<Field, Comparison>): Compared | undefined {
  switch (field) {
    case 'title': return citation.title && (work.title || work.alternativeTitles?.length) ? { cited: citation.title, record: [work.title, work.subtitle].filter(Boolean).join(': ') || (work.alternativeTitles?.[0] ?? ''), comparison: compareTitle(citation.title, work) } : undefined
    case 'authors': return comparePeople(citation, work)
    case 'year': {
      if (!citation.year) return undefined
      const comparison = compareYear(citation.year, work.dates, isPublishedElsewhere(citation, work), work.volume !== undefined && /\d\s*[-–]+\s*\w*\d/.test(work.pages ?? ''))
      return comparison.rule === 'year.no-date' ? undefined : { cited: citation.year, record: years(work), comparison }
    }
    case 'venue': {
      const record = work.venues?.[0] ?? work.shortVenues?.[0] ?? work.event
      return citation.venue && record ? { cited: citation.venue, record, comparison: venueOrPublisher(citation.venue, compareVenue(citation.venue, work, citation.issn), work) } : undefined
    }
    case 'volume': {
      if (!citation.volume) return undefined
      if (work.volume) return { cited: citation.volume, record: work.volume, comparison: compareVolume(citation.volume, work.volume) }
      return hasOtherLocator(citation, work) ? { cited: citation.volume, record: '', comparison: { relation: 'differs', rule: 'volume.with-other-pages', detail: 'the record gives no volume, and the pages cited with this one are not its pages' } } : undefined
    }
    case 'issue': return citation.issue && work.issue ? { cited: citation.issue, record: work.issue, comparison: compareIssue(citation.issue, work.issue) } : undefined
    case 'pages': {
      const record = work.pages ?? work.articleNumber
      return citation.pages && record ? { cited: citation.pages, record, comparison: comparePages(citation.pages, work) } : undefined
    }
    case 'articleNumber': {
      if (!citation.articleNumber) return undefined
      if (work.articleNumber) return { cited: citation.articleNumber, record: work.articleNumber, comparison: compareArticleNumber(citation.articleNumber, work.articleNumber) }
      if (!work.pages || known.has('pages')) return undefined
      const comparison = comparePages(citation.articleNumber, work)
      return { cited: citation.articleNumber, record: work.pages, comparison: comparison.relation === 'differs' ? { relation: 'declined', rule: 'articleNumber.other-numbering' } : comparison }
    }
    case 'publisher': return citation.publisher && work.publisher ? { cited: citation.publisher, record: work.publisher, comparison: isPreprintServer(citation.publisher) || isPreprintServer(work.publisher) ? { relation: 'declined', rule: 'publisher.preprint-server' } : comparePublisher(citation.publisher, work.publisher) } : undefined
    case 'location': return citation.location && work.locations?.length ? { cited: citation.location, record: work.locations.join('; '), comparison: compareLocation(citation.location, work.locations) } : undefined
    case 'isbn': return citation.isbn?.length && work.isbn?.length ? { cited: citation.isbn.join(', '), record: work.isbn.join(', '), comparison: compareIsbn(citation.isbn, work.isbn) } : undefined
    case 'issn': return citation.issn?.length && work.issn?.length ? { cited: citation.issn.join(', '), record: work.issn.join(', '), comparison: compareIssn(citation.issn, work.issn) } : undefined
  }
}

/** A cited venue that is the name of the record's publisher (`journal = {Springer}`) names the house, not the book or serial. */
function venueOrPublisher(cited: string, comparison: Comparison, work: Work): Comparison {
  if (comparison.relation !== 'differs' || !work.publisher) return comparison
  const { rule } = comparePublisher(cited, work.publisher)
  return PUBLISHER_BY_NAME.has(rule) ? { relation: 'declined', rule: 'venue.publisher-name' } : comparison
}

/** Rules of publisher comparison by which the two are one name; not those by which they are one company. */
const PUBLISHER_BY_NAME: ReadonlySet<string> = new Set(['publisher.exact', 'publisher.form', 'publisher.legal-form'])

/**
 * Volume and pages are one locator: where the record has pages but no volume, a cited volume that stands with other pages
 * belongs to the wrong locator and is said to differ with them. Beside right pages it is not compared.
 */
function hasOtherLocator(citation: Citation, work: Work): boolean {
  return Boolean(citation.pages && work.pages) && comparePages(citation.pages ?? '', work).rule === 'pages.other'
}

/** Authors against authors; an edited book, which has none, editor against editor (a citation may give them as authors). */
function comparePeople(citation: Citation, work: Work): Compared | undefined {
  const hasAuthors = (work.authors?.length ?? 0) > 0
  // A chapter's authors are not the editors of the book around it.
  const isPart = citation.type === 'chapter' || citation.type === 'paper-conference'
  const record = hasAuthors ? work.authors : isPart ? undefined : work.editors
  const cited = citation.authors?.length ? citation.authors : hasAuthors ? undefined : citation.editors
  if (!cited?.length || !record?.length) return undefined
  const comparison = compareAuthors({ names: cited, truncated: citation.authorsTruncated ?? false }, { names: record, truncated: work.authorsTruncated ?? false, sorted: isSortedByRegistrant(work) })
  return { cited: people(cited, citation.authorsTruncated), record: people(record, work.authorsTruncated), comparison }
}

/** Curran deposits the authors of the conference papers that it prints in alphabetical order (10.52202: NeurIPS, ICPR and others). */
function isSortedByRegistrant(work: Work): boolean {
  return work.identifiers.doi?.startsWith('10.52202/') ?? false
}

const SHOWN_NAMES = 40

function people(names: readonly PersonName[], truncated = false): string {
  const shown = names.slice(0, SHOWN_NAMES).map(formatName).join('; ')
  return shown + (names.length > SHOWN_NAMES ? `; … (${names.length} in all)` : '') + (truncated ? '; et al.' : '')
}

function years(work: Work): string {
  const { print, online, issued, posted, updated, other } = work.dates
  return [...new Set([print, online, issued, posted, updated, ...(other ?? [])].flatMap((date) => (date === undefined ? [] : [date.slice(0, 4)])))].join(', ')
}

/** The record is a preprint and the citation names the venue that published the work. */
function isPublishedElsewhere(citation: Citation, work: Work): boolean {
  if (work.provider !== 'arxiv' && !PREPRINT_TYPES.has(work.type ?? '')) return false
  return citation.venue !== undefined && citation.venue !== '' && !isPreprintServer(citation.venue)
}

function checkOf(field: Field, { cited, record, comparison }: Compared, provider: ProviderName, settings: CheckSettings): Check {
  const base = { type: 'metadata-match', field, provider, rule: comparison.rule, cited, record, ...(comparison.detail === undefined ? {} : { detail: comparison.detail }) } as const
  if (comparison.relation === 'declined') return { ...base, status: 'skipped', relation: 'declined', reason: declineReason(comparison.rule) }
  const score = comparison.score === undefined ? {} : { score: comparison.score }
  if (field === 'title') {
    const scored = { ...base, score: comparison.score ?? 0, threshold: settings.titleThreshold }
    return comparison.relation === 'differs' || (comparison.score ?? 0) < settings.titleThreshold ? { ...scored, status: 'fail', relation: 'differs' } : { ...scored, status: 'pass', relation: comparison.relation }
  }
  if (comparison.relation !== 'differs') return { ...base, ...score, status: 'pass', relation: comparison.relation }
  return { ...base, ...score, status: isFailure(field, comparison.score ?? 0) ? 'fail' : 'warn', relation: 'differs' }
}

function isFailure(field: Field, score: number): boolean {
  return field === 'authors' ? score < 0.5 : field === 'year' ? score > 1 : false
}

function declineReason(rule: string): DeclineReason {
  return rule === 'venue.series-only' || rule === 'venue.preprint-record' ? 'class_not_indexed' : 'not_comparable'
}

/** The record is the book or the volume that the citation names as its venue: the identifier is that of the whole. */
function isContainerOf(citation: Citation, work: Work): boolean {
  if (!citation.venue || !work.title || (work.authors?.length ?? 0) > 0) return false
  const { relation } = compareTitle(citation.venue, work)
  return relation === 'equal' || relation === 'variant'
}

/** Where in print a work stands: what an invented title or an invented list of authors leaves right. */
interface Place { readonly pages: boolean; readonly venueAndYear: boolean; readonly titleWords: number }

/** What both sides agree on of that place, as long as no part of it differs. The first page must be above 1: many a conference paper is `1-6`. */
function placeOf(citation: Citation, compared: ReadonlyMap<Field, Comparison>): Place {
  const agrees = (field: Field): boolean => ['equal', 'variant'].includes(compared.get(field)?.relation ?? '')
  const differs = (['year', 'venue', 'volume', 'pages'] as const).some((field) => compared.get(field)?.relation === 'differs')
  return { pages: !differs && agrees('pages') && Number(/\d+/.exec(citation.pages ?? '')?.[0] ?? 0) > 1, venueAndYear: !differs && agrees('venue') && agrees('year'), titleWords: citation.title?.trim().split(/\s+/).length ?? 0 }
}

const TELLING_TITLE = 4

/**
 * other-work: the title differs and so do the authors (fewer than half of the cited names are in the record), or the record is the volume
 * that holds the work. Where only one of the two is all wrong, the place in print decides: the same people on the same pages, or a telling title
 * in the same venue and year, are one work cited wrongly.
 */
function identityOf(compared: ReadonlyMap<Field, Comparison>, container: boolean, place: Place): Identity {
  const title = compared.get('title')
  const authors = compared.get('authors')
  if (title === undefined || title.relation === 'declined') return 'undecided'
  const disagree = authors?.relation === 'differs' && (authors.score ?? 0) < 0.5
  if (title.relation !== 'differs') return disagree && !(place.titleWords >= TELLING_TITLE && (place.pages || place.venueAndYear)) ? 'undecided' : 'same-work'
  if (disagree || container) return 'other-work'
  if (authors === undefined || authors.relation === 'declined') return 'undecided'
  return (title.score ?? 0) >= 0.5 || (authors.relation !== 'differs' && place.pages) ? 'same-work' : 'undecided'
}

/**
 * A `retraction` check, warn, for each grave notice about this very work, one for each source that tells of it. Corrections, reinstatements
 * and records that are notices themselves are information, no check. `detail` names type, date, notice and source, and whether the notice
 * came after, in or before the year that the citation gives.
 */
export function noticeChecks(notices: readonly Notice[], citedYear?: string): Check[] {
  return notices.filter(isGraveNotice).map((notice) => ({
    type: 'retraction', status: 'warn', rule: `notice.${notice.type}`, notice,
    ...((PROVIDER_NAMES as readonly string[]).includes(notice.source) ? { provider: notice.source as ProviderName } : {}),
    detail: [notice.type.replaceAll('_', ' '), notice.date, notice.doi, `source: ${notice.source}`, relationToYear(notice.date, citedYear)].filter(Boolean).join(', '),
  }))
}

function relationToYear(date: string | undefined, citedYear: string | undefined): string | undefined {
  const [year] = yearsOf(citedYear ?? '')
  if (date === undefined || year === undefined) return undefined
  const noticed = Number(date.slice(0, 4))
  return noticed > year ? `after the cited year ${year}` : noticed < year ? `before the cited year ${year}` : `in the cited year ${year}`
}

/**
 * Whether two records name one work: pass when the titles agree or a registry links the two (preprint and published
 * version are variants), warn when they do not, skipped when a title is missing.
 */
export function versionMatch(first: Work, second: Work): Check {
  const base = { type: 'version-match', provider: second.provider, ...(first.title === undefined ? {} : { cited: first.title }), ...(second.title === undefined ? {} : { record: second.title }) } as const
  if (isLinked(first, second) || isLinked(second, first)) return { ...base, status: 'pass', relation: 'variant', rule: 'version.linked' }
  if (first.title === undefined || second.title === undefined) return { ...base, status: 'skipped', relation: 'declined', reason: 'not_comparable', rule: 'version.no-title' }
  let title = compareTitle(first.title, second)
  if (title.relation === 'differs') title = compareTitle(second.title, first)
  if (title.relation === 'declined') return { ...base, status: 'skipped', relation: 'declined', reason: 'not_comparable', rule: 'version.other-script' }
  const authors = first.authors?.length && second.authors?.length ? compareAuthors({ names: first.authors, truncated: first.authorsTruncated ?? false }, { names: second.authors, truncated: second.authorsTruncated ?? false }) : undefined
  const disagree = authors?.relation === 'differs' && (authors.score ?? 0) < 0.5
  if (title.relation !== 'differs' && !disagree) return { ...base, status: 'pass', relation: title.relation, rule: 'version.same-title' }
  return { ...base, status: 'warn', relation: 'differs', rule: title.relation === 'differs' ? 'version.other-title' : 'version.other-authors' }
}

function isLinked(work: Work, other: Work): boolean {
  const same = (a: { doi?: string; pmid?: string; arxiv?: string; pmcid?: string }, b: typeof a): boolean => (['doi', 'pmid', 'pmcid', 'arxiv'] as const).some((kind) => a[kind] !== undefined && a[kind] === b[kind])
  return same(work.identifiers, other.identifiers) || (work.sameWork ?? []).some((link) => same(link.identifiers, other.identifiers))
}
