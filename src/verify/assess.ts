import { FIELDS, type Citation, type Field } from '../model/citation.ts'
import { isExistenceCheck, type Check, type CheckField, type CheckType, type LookupFailure } from '../model/check.ts'
import type { ChineseFinding } from '../model/chinese.ts'
import type { Notice } from '../model/notice.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import type { Identity, Verification } from '../model/verdict.ts'
import { PROVIDER_NAMES, type ProviderName, type Work } from '../model/work.ts'
import { checksOf, noticeChecks, versionMatch } from './checks.ts'
import { concludeDoi, type Conclusion } from './conclude.ts'
import { contradictions } from './disagreement.ts'
import { rollup } from './rollup.ts'
import type { Trail } from './trail.ts'

export interface AssessSettings {
  /** Title similarity below which a title always fails, 0 to 1. */
  readonly titleThreshold: number
}

/** What the Chinese resolver adds to a trail. For an ISTIC or CNKI DOI the trail says it all; without an identifier this is all there is. */
export interface ChineseStory {
  readonly finding: ChineseFinding
  /** Found by PubMed's coordinates and confirmed by its registry's own title. */
  readonly confirmed?: { readonly work: Work; readonly snapshot: SnapshotRef }
  /** Why a question could not be answered. */
  readonly failure?: { readonly reason: LookupFailure; readonly detail: string }
}

interface KnownRecord { readonly work: Work; readonly provider: ProviderName; readonly snapshot: number }

/**
 * The verdict on one citation from what the registries answered. Pure: the same citation and the same answers give the same
 * checks, whether they came from the network, the cache or stored snapshots; the audit's replay calls this very function.
 */
export function assess(citation: Citation, trail: Trail, settings: AssessSettings, chinese?: ChineseStory): Verification {
  const snapshots: SnapshotRef[] = []
  const indexOf = (snapshot: SnapshotRef): number => snapshots.push(snapshot) - 1
  const existence: Check[] = []
  const records: KnownRecord[] = []
  const warnings: string[] = []
  let registrationAgency: string | undefined

  const doi = trail.filter((attempt) => attempt.of === 'doi')
  if (doi.length > 0) {
    const { conclusion, agency } = concludeDoi(doi)
    registrationAgency = agency
    note(conclusion, { type: 'doi-exists' })
  }
  for (const attempt of trail) {
    if (attempt.of === 'pmid' || attempt.of === 'arxiv') note({ ...attempt.answer, provider: attempt.provider }, { type: 'other', field: attempt.of === 'pmid' ? 'pmid-exists' : 'arxiv-exists' })
    else if (attempt.of === 'pmcid') note(attempt.answer.kind === 'found' ? { kind: 'registered', provider: attempt.provider, snapshot: attempt.answer.snapshot } : { ...attempt.answer, provider: attempt.provider }, { type: 'other', field: 'pmcid-exists' })
  }
  if (chinese?.confirmed) note({ kind: 'found', provider: 'pubmed-coordinates', value: chinese.confirmed.work, snapshot: chinese.confirmed.snapshot }, { type: 'other', field: 'pmid-exists' })
  // Answers that decided nothing by themselves (the agency's name, a miss before the hit) are evidence all the same.
  for (const attempt of trail) if (attempt.answer.kind !== 'failed' && !snapshots.includes(attempt.answer.snapshot)) snapshots.push(attempt.answer.snapshot)

  const { checks: fields, identity, notices, versions, disputed } = compareRecords(citation, records, settings)
  for (const { field, first, second } of disputed) warnings.push(`${field}: the sources disagree, ${first.provider} has ${JSON.stringify(first.record)}, ${second.provider} has ${JSON.stringify(second.record)}`)
  const second = trail.flatMap((attempt) => (attempt.of === 'doi' && attempt.provider === 'openalex' ? [attempt.answer] : []))[0]
  const allNotices = mergeNotices(notices, second?.kind === 'found' ? (second.value.notices ?? []) : [])
  if (second?.kind === 'found' && records[0] && versionMatch(records[0].work, second.value).status === 'warn') warnings.push(`OpenAlex has another title for this DOI: ${JSON.stringify(second.value.title ?? '')}`)
  if (second?.kind === 'found' && records.length === 0) warnings.push('OpenAlex has a record of this DOI; the registry that is responsible for it gave none')
  if (second?.kind === 'failed') warnings.push(`the second opinion could not be asked (${second.reason}: ${second.detail})`)

  // A field that another record was compared with is not declined beside that; that the two identifiers name one work cannot be said.
  const isCompared = new Set(fields.map(({ field }) => field))
  const declined = existence.filter((check) => check.reason === 'agency_no_metadata')
  if (declined.length > 0 && records.length > 0) versions.push({ type: 'version-match', status: 'skipped', relation: 'declined', reason: 'agency_no_metadata', rule: 'version.no-metadata', ...(registrationAgency === undefined ? {} : { detail: registrationAgency }) })
  const checks: Check[] = [...existence.filter((check) => !(declined.includes(check) && isCompared.has(check.field as Field))), ...versions, ...fields, ...noticeChecks(allNotices, citation.year)]
  if (trail.length === 0 && !chinese?.confirmed) checks.push(chinese ? declinedChinese(chinese) : nothingAsked(citation))
  for (const bad of citation.unreadable ?? []) warnings.push(`${bad.kind} ${JSON.stringify(bad.value)} is not a well-formed ${bad.kind.toUpperCase()} and was not looked up`)
  return {
    ...rollup(checks), identity, ...(registrationAgency === undefined ? {} : { registrationAgency }),
    ...(records[0] ? { resolved: records[0].work } : {}), checks, notices: allNotices, ...(disputed.length > 0 ? { disputed: disputed.map(({ field }) => field) } : {}), snapshots, ...(chinese ? { chinese: chinese.finding } : {}), warnings,
  }

  function note(conclusion: Conclusion, about: { readonly type: CheckType; readonly field?: CheckField }): void {
    const base = { ...about, provider: conclusion.provider }
    switch (conclusion.kind) {
      case 'found': {
        const snapshot = indexOf(conclusion.snapshot)
        existence.push({ ...base, status: 'pass', snapshot })
        records.push({ work: conclusion.value, provider: conclusion.provider, snapshot })
        return
      }
      case 'registered':
        existence.push({ ...base, status: 'pass', snapshot: indexOf(conclusion.snapshot) })
        if (conclusion.undecided) existence.push({ type: 'other', status: 'skipped', ...conclusion.undecided })
        else if (about.type === 'doi-exists') existence.push(...citedFields(citation).map((field): Check => ({ type: 'metadata-match', field, status: 'skipped', relation: 'declined', reason: 'agency_no_metadata', ...(registrationAgency === undefined ? {} : { detail: registrationAgency }) })))
        return
      case 'not-found':
        existence.push({ ...base, status: 'skipped', reason: 'not_found', snapshot: indexOf(conclusion.snapshot), detail: `asked: ${askedAbout(about, trail).join(', ')}` })
        return
      case 'failed':
        existence.push({ ...base, status: 'skipped', reason: conclusion.reason, detail: conclusion.detail })
    }
  }
}

/**
 * Compares the citation with the first record (the DOI's registry before PubMed before arXiv); a field that it lacks, or about which
 * it differs while another authority's record of the same work agrees, is taken from that record: a value that an authority gives is not wrong.
 */
function compareRecords(citation: Citation, records: readonly KnownRecord[], settings: AssessSettings): { checks: Check[]; identity: Identity; notices: Notice[]; versions: Check[]; disputed: Disputed[] } {
  const [primary, ...others] = records
  if (!primary) return { checks: [], identity: 'undecided', notices: [], versions: [], disputed: [] }
  const first = checksOf(citation, primary.work, settings)
  const byField = new Map<CheckField, Check>(first.checks.map((check) => [check.field as CheckField, { ...check, snapshot: primary.snapshot }]))
  const versions: Check[] = []
  const disputed: Disputed[] = []
  const notices: Notice[] = [...(primary.work.notices ?? [])]
  for (const other of others) {
    const version = versionMatch(primary.work, other.work)
    versions.push({ ...version, snapshot: other.snapshot })
    if (version.status !== 'pass') continue
    notices.push(...(other.work.notices ?? []))
    const compared = checksOf(citation, other.work, settings).checks
    disputed.push(...disputesOf(first.checks, compared, () => contradictions(primary.work, other.work, settings)))
    for (const check of compared) {
      const known = byField.get(check.field as CheckField)
      if (known === undefined) byField.set(check.field as CheckField, { ...check, snapshot: other.snapshot })
      else if (known.status !== 'pass' && check.status === 'pass') byField.set(check.field as CheckField, { ...check, snapshot: other.snapshot, ...(known.status === 'skipped' ? {} : { detail: `${known.provider ?? 'the registry'} has ${JSON.stringify(known.record ?? '')}` }) })
    }
  }
  const checks = FIELDS.flatMap((field) => { const check = byField.get(field); return check ? [check] : [] })
  return { checks, identity: first.identity, notices: mergeNotices(notices, []), versions, disputed: disputed.filter(({ field }) => byField.get(field)?.relation === 'differs') }
}

interface Side { readonly provider: string; readonly record: string }
interface Disputed { readonly field: Field; readonly first: Side; readonly second: Side }

/** The fields that differ from both records while these contradict each other: which of the two is right cannot be said here. */
function disputesOf(first: readonly Check[], second: readonly Check[], contradicting: () => ReadonlySet<Field>): Disputed[] {
  const both = first.flatMap((check) => { const other = second.find(({ field }) => field === check.field); return check.relation === 'differs' && other?.relation === 'differs' ? [{ check, other }] : [] })
  if (both.length === 0) return []
  const fields = contradicting()
  const side = (check: Check): Side => ({ provider: check.provider ?? 'the registry', record: check.record ?? '' })
  return both.flatMap(({ check, other }) => (fields.has(check.field as Field) ? [{ field: check.field as Field, first: side(check), second: side(other) }] : []))
}

/** All that the sources say, each once: the same notice from two sources stands twice, since each has its own date and its own weight. */
function mergeNotices(first: readonly Notice[], second: readonly Notice[]): Notice[] {
  return [...first, ...second].filter((notice, index, all) => !all.slice(0, index).some((known) => known.type === notice.type && known.direction === notice.direction && known.source === notice.source && known.doi === notice.doi))
}

/** Who was asked about an identifier and has no record of it: an absence is only as good as this list. The agency's answer is about the prefix, whatever it is. */
function askedAbout(about: { readonly type: CheckType; readonly field?: CheckField }, trail: Trail): readonly ProviderName[] {
  const kind = about.type === 'doi-exists' ? 'doi' : about.field?.replace('-exists', '')
  const answered = new Set<ProviderName>(trail.filter((attempt) => attempt.of === kind && (attempt.answer.kind === 'not-found' || (attempt.provider === 'doi-agency' && attempt.answer.kind === 'found'))).map((attempt) => attempt.provider))
  return PROVIDER_NAMES.filter((name) => answered.has(name)) // in a fixed order: a replay knows the answers, not who was asked first
}

/** A Chinese citation without identifier that coordinates did not confirm: declined with the outcome's code, or the failure that prevented one. */
function declinedChinese({ finding: { code, needs }, failure }: ChineseStory): Check {
  const about = { type: 'other', status: 'skipped' } as const
  if (needs) return { ...about, relation: 'declined', reason: 'no_identifier', detail: `PubMed coordinates need ${needs}` }
  if (failure) return { ...about, provider: 'pubmed-coordinates', ...failure }
  const reason = code === 'JOURNAL_NOT_INDEXED' || code === 'NO_ISSN_MAPPING' ? 'class_not_indexed' : code === 'INSUFFICIENT_PUBMED_COORDINATES' ? 'no_identifier' : 'not_comparable'
  return { ...about, relation: 'declined', reason, ...(code === undefined ? {} : { rule: `chinese.${code}`, detail: code }) }
}

function nothingAsked(citation: Citation): Check {
  const unreadable = citation.unreadable?.[0]
  return { type: 'other', status: 'skipped', relation: 'declined', reason: 'no_identifier', ...(unreadable ? { detail: `${unreadable.kind} cannot be read: ${unreadable.value}` } : {}) }
}

/** The comparable fields that a citation carries. */
export function citedFields(citation: Citation): readonly Field[] {
  return FIELDS.filter((field) => { const value = citation[field]; return value !== undefined && value.length > 0 })
}

/** Fields were cited and a record or a registration was found, but not one field could be compared: that the identifier exists says nothing about them. */
export function comparedNothing(citation: Citation, checks: readonly Check[]): boolean {
  return citedFields(citation).length > 0 && checks.some((check) => isExistenceCheck(check) && check.status === 'pass') && !checks.some((check) => check.type === 'metadata-match' && check.status !== 'skipped')
}
