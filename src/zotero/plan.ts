import type { ResolvedPath } from './collection-path.ts'
import { extraLines, isLocalPath, selectUri, type Creator, type ZoteroItem } from './item.ts'
import { draftItem, type ItemDraft } from './item-draft.ts'
import { hasMigratingLine, PROTECTED_FIELDS } from './item-fields.ts'
import { titlesClash, type ItemMatch, type MatchBasis } from './match.ts'
import { wantedReference } from './reference.ts'
import type { UpdatePolicy } from './settings.ts'
import { reviewedTags, staleStatusTags, statusTag } from './tags.ts'
import type { CrossrefVerification, VerifiedReference } from './verification.ts'

export interface FieldChange { readonly old: unknown; readonly new: unknown }
export type RecordStatus = 'created' | 'updated' | 'unchanged' | 'skipped' | 'conflict' | 'failed'

/** What is to happen with one record, before it happens (`planned`) and afterwards. */
export interface RecordPlan {
  readonly index: number
  readonly title: string
  readonly status: RecordStatus
  readonly planned: boolean
  readonly item_type: string
  readonly item_key?: string
  readonly select_uri?: string
  readonly match_basis?: MatchBasis
  readonly candidates?: readonly string[]
  /** Field by field, old and new value. For a new item every old value is ''. */
  readonly patch: Readonly<Record<string, FieldChange>>
  readonly tags_added: readonly string[]
  readonly collections_added: readonly string[]
  readonly stale_review_tags?: readonly string[]
  readonly omitted_fields?: readonly string[]
  readonly review_status: 'needs_review' | 'unchanged' | 'skipped'
  readonly verification: { readonly crossref: CrossrefVerification }
  readonly warnings: readonly string[]
  readonly error?: { readonly code: string; readonly detail: string }
}

/** A record's plan with the object to send; no object where nothing is to be written. Its collections are joined when their keys are known. */
export interface PlannedWrite {
  readonly plan: RecordPlan
  readonly object?: Readonly<Record<string, unknown>>
  /** Keys that the item is in already. */
  readonly collections: readonly string[]
  readonly joinsCollection: boolean
}

export interface PlanSettings {
  readonly policy: UpdatePolicy
  readonly prefix: string
  readonly library: string
  readonly reviewTags: readonly string[]
  readonly callTags: readonly string[]
  /** Where to; undefined: no collection. */
  readonly path: ResolvedPath | undefined
  /** Line for Extra of what is written; undefined: none. */
  readonly provenance: string | undefined
}

/** Plans one record against the items that match it. `allowed` are the fields of the type that the item has or will have. */
export function planRecord(verified: VerifiedReference, matches: readonly ItemMatch[], allowed: ReadonlySet<string>, settings: PlanSettings): PlannedWrite {
  const real = matches.filter((match) => match.basis !== 'related_version')
  const live = real.filter(({ item }) => !item.inTrash)
  const related = matches.filter((match) => match.basis === 'related_version' && !match.item.inTrash)
  const base = baseOf(verified, related)
  const stop = (status: 'skipped' | 'conflict', warning: string, found: readonly ItemMatch[]): PlannedWrite => ({
    collections: [], joinsCollection: false,
    plan: {
      ...base, status, review_status: 'skipped', ...(found[0] === undefined ? {} : { match_basis: found[0].basis }),
      candidates: found.map(({ item }) => item.key), patch: {}, tags_added: [], collections_added: [], warnings: [...base.warnings, warning],
    },
  })
  if (live.length === 0 && real.length > 0) return stop('skipped', 'in_trash', real)
  if (live.length > 1) return stop('conflict', 'several_items_match', live)
  const match = live[0]
  if (match === undefined) return planCreation(verified, base, allowed, settings)
  if (match.basis === 'doi' && titlesClash(wantedReference(verified.reference), match.item)) return stop('conflict', 'doi_title_clash', live)
  return planUpdate(verified, base, match, allowed, settings)
}

type Base = Pick<RecordPlan, 'index' | 'title' | 'planned' | 'verification' | 'warnings' | 'item_type'> & Pick<Partial<RecordPlan>, 'candidates'>

function baseOf(verified: VerifiedReference, related: readonly ItemMatch[]): Base {
  return {
    index: verified.reference.index, title: verified.values.title ?? '', planned: true, item_type: verified.itemType, verification: { crossref: verified.crossref },
    warnings: [...verified.warnings, ...(related.length > 0 ? ['related_version_in_library'] : [])],
    ...(related.length > 0 ? { candidates: related.map(({ item }) => item.key) } : {}),
  }
}

function tagsOf(verified: VerifiedReference, settings: PlanSettings): readonly string[] {
  const { reference: { provider, tags }, crossref: { status } } = verified
  return reviewedTags({ call: settings.callTags, record: tags, review: settings.reviewTags, prefix: settings.prefix, status, ...(provider === undefined ? {} : { provider }) })
}

function planCreation(verified: VerifiedReference, base: Base, allowed: ReadonlySet<string>, settings: PlanSettings): PlannedWrite {
  const draft = draftItem(verified, verified.itemType, allowed)
  const tags = tagsOf(verified, settings)
  const fields = settings.provenance === undefined ? draft.fields : { ...draft.fields, extra: settings.provenance }
  return {
    collections: [], joinsCollection: settings.path !== undefined,
    object: { itemType: verified.itemType, ...fields, creators: draft.creators, tags: tags.map((tag) => ({ tag })), relations: {} },
    plan: {
      ...base, status: 'created', review_status: 'needs_review',
      patch: { ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { old: '', new: value }])), ...(draft.creators.length === 0 ? {} : { creators: { old: [], new: shownCreators(draft.creators) } }) },
      tags_added: tags, collections_added: settings.path === undefined ? [] : [settings.path.path], ...omittedOf(draft),
    },
  }
}

function planUpdate(verified: VerifiedReference, base: Base, { item, basis }: ItemMatch, allowed: ReadonlySet<string>, settings: PlanSettings): PlannedWrite {
  const draft = draftItem(verified, item.itemType, allowed)
  const overwrites = settings.policy === 'prefer_enriched' && verified.crossref.status !== 'conflict'
  const patch: Record<string, FieldChange> = {}
  if (settings.policy !== 'prefer_zotero') {
    for (const [name, value] of Object.entries(draft.fields)) {
      const old = item.fields[name] ?? ''
      if (old === '' || (overwrites && !isAsGood(name, old, value))) patch[name] = { old, new: value }
    }
    if (draft.creators.length > 0 && (item.creators.length === 0 || (overwrites && namesOf(item.creators) !== namesOf(draft.creators)))) patch['creators'] = { old: item.creators, new: draft.creators }
  }
  const present = new Set(item.tags.map(({ tag }) => tag.toLowerCase()))
  const tagsAdded = tagsOf(verified, settings).filter((tag) => !present.has(tag.toLowerCase()))
  const joins = settings.path !== undefined && (settings.path.missing.length > 0 || !item.collections.includes(settings.path.key ?? ''))
  const isChanged = Object.keys(patch).length > 0 || tagsAdded.length > 0 || joins
  const extra = item.fields['extra'] ?? ''
  if (isChanged && settings.provenance !== undefined && !extra.includes(settings.provenance)) patch['extra'] = { old: extra, new: extra === '' ? settings.provenance : `${extra}\n${settings.provenance}` }
  const stale = staleStatusTags(settings.prefix, item.tags.map(({ tag }) => tag), statusTag(settings.prefix, verified.crossref.status))
  const warnings = [
    ...base.warnings,
    ...(isChanged && hasMigratingLine(extraLines(extra).map(({ label }) => label)) ? ['extra_will_migrate'] : []),
    ...(Object.entries(patch).some(([name, change]) => PROTECTED_FIELDS.has(name) && name !== 'extra' && !isBlank(change.old)) ? ['overwrites_curated_field'] : []),
  ]
  const changed = Object.fromEntries(Object.entries(patch).map(([name, change]) => [name, change.new]))
  return {
    collections: item.collections, joinsCollection: joins,
    // Arrays are replaced whole by Zotero, so what is there goes along; kinds of tags are kept.
    ...(isChanged ? { object: { key: item.key, version: item.version, ...changed, ...(tagsAdded.length > 0 ? { tags: [...item.tags, ...tagsAdded.map((tag) => ({ tag }))] } : {}) } } : {}),
    plan: {
      ...base, status: isChanged ? 'updated' : 'unchanged', item_type: item.itemType, item_key: item.key, select_uri: selectUri(settings.library, item.key), match_basis: basis,
      patch: shownPatch(patch), tags_added: tagsAdded, collections_added: joins ? [settings.path?.path as string] : [], ...(stale.length > 0 ? { stale_review_tags: stale } : {}), ...omittedOf(draft),
      review_status: isChanged ? 'needs_review' : 'unchanged', warnings,
    },
  }
}

/** Creators in a plan at most; an article of a large collaboration has thousands. */
const MOST_SHOWN = 100

function shownCreators(creators: readonly Creator[]): readonly Creator[] {
  return creators.length <= MOST_SHOWN ? creators : [...creators.slice(0, MOST_SHOWN), { creatorType: 'author', name: `(${creators.length - MOST_SHOWN} more)` }]
}

function shownPatch(patch: Readonly<Record<string, FieldChange>>): RecordPlan['patch'] {
  const creators = patch['creators']
  return creators === undefined ? patch : { ...patch, creators: { old: shownCreators(creators.old as readonly Creator[]), new: shownCreators(creators.new as readonly Creator[]) } }
}

const omittedOf = (draft: ItemDraft): Pick<Partial<RecordPlan>, 'omitted_fields'> => (draft.omitted.length === 0 ? {} : { omitted_fields: draft.omitted })
const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
const namesOf = (creators: ZoteroItem['creators']): string => JSON.stringify(creators.map((creator) => [creator.creatorType, creator.name ?? creator.lastName, creator.firstName ?? '']))

/** An equal value, a DOI in another case, a date that says more than the new one, a file of the user's own (which is not shown either): no reason to overwrite. */
function isAsGood(name: string, old: string, value: string): boolean {
  if (isLocalPath(old)) return true
  if (name === 'DOI') return old.toLowerCase() === value.toLowerCase()
  return old.trim() === value.trim() || (name === 'date' && old.startsWith(value))
}
