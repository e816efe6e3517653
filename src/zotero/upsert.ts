import { applyPlan, requestsNeeded, type Write } from './apply.ts'
import type { ZoteroBackend, ZoteroStatus } from './backend.ts'
import { chosenPath, resolvePath, type ResolvedPath } from './collection-path.ts'
import { FALLBACK_WARNINGS, importThroughConnector } from './connector-fallback.ts'
import type { CrossrefLookup } from './crossref-lookup.ts'
import { exportItems } from './export-item.ts'
import { importFiles } from './import-files.ts'
import { bundledFields } from './item-fields.ts'
import type { LibraryFinder } from './library-finder.ts'
import { forWriting, type ItemMatch, type Wanted } from './match.ts'
import { planRecord, type PlanSettings, type PlannedWrite, type RecordPlan } from './plan.ts'
import { prepareRecords, type Prepared } from './prepare.ts'
import type { ZoteroCode, ZoteroProblem } from './problem.ts'
import { isReceipt, type Receipts } from './receipt.ts'
import { wantedReference } from './reference.ts'
import type { ZoteroSettings } from './settings.ts'
import { assertOwnTags } from './tags.ts'
import type { UpsertAnswer, UpsertRequest } from './upsert-answer.ts'
import type { VerifiedReference } from './verification.ts'
import type { Language } from '../messages/message.ts'

export interface UpsertParts {
  readonly backend: ZoteroBackend
  readonly finder: LibraryFinder
  readonly settings: ZoteroSettings
  readonly lookup: CrossrefLookup
  readonly receipts: Receipts
  /** 32 hex digits that were never given before. */
  readonly token: () => string
  /** Today as YYYY-MM-DD. */
  readonly today: () => string
  readonly language: Language
}

/** A call's plan with everything that a write needs. */
interface Planned {
  readonly status: ZoteroStatus
  readonly prepared: Prepared
  readonly writes: readonly (Write & { readonly verified: VerifiedReference })[]
  readonly path: ResolvedPath | undefined
  readonly matches: readonly (readonly ItemMatch[])[]
  readonly problem?: ZoteroProblem
}

/**
 * Verifies records and plans how they go into the library; with `dryRun: false`, intent, and the receipt of an unchanged dry run, also writes.
 * Everything that a library or a registry answers is a value. Throws CiteError INVALID_INPUT (tags) and BATCH_TOO_LARGE.
 */
export async function upsertRecords(request: UpsertRequest, parts: UpsertParts, signal: AbortSignal): Promise<UpsertAnswer> {
  assertOwnTags(request.reviewTags, request.tags)
  const planned = await plan(request, parts, signal)
  const canWrite = planned.status.canWrite || (planned.status.canRead && canFallBack(parts.settings))
  if (!canWrite || planned.problem) return unwritten(request, planned, parts)
  if (request.dryRun !== false) return dryRun(request, planned, parts, 'dry_run')
  const refusal = refusalOf(request, planned, parts)
  if (refusal !== undefined) return dryRun(request, planned, parts, 'approval_required', refusal)
  const { results, problem } = await carryOut(request, planned, parts, signal)
  const isWritten = results.some(({ status }) => status === 'created' || status === 'updated')
  const isFailed = problem !== undefined || results.some(({ status }) => status === 'failed')
  return {
    ...common(planned, parts), status: isFailed ? (isWritten ? 'partial' : 'failed') : 'ok', dry_run: false, ...(problem === undefined ? {} : { error: problem }), results: inOrder(results, planned),
  }
}

/** The connector writes into whatever is selected in Zotero: never where a group's library was meant. */
const canFallBack = ({ connectorFallback, library }: ZoteroSettings): boolean => connectorFallback && library === 'user'

/** What stands between a plan and its execution. The receipt is used up by being looked at. */
function refusalOf(request: UpsertRequest, planned: Planned, { settings, receipts, backend }: UpsertParts): ZoteroProblem | undefined {
  const refuse = (code: ZoteroCode, detail: string): ZoteroProblem => ({ code, detail })
  if (settings.writePolicy !== 'explicit') return refuse('zotero_write_policy', 'zotero.writePolicy is dry_run: nothing is written')
  if (request.writeIntent !== 'apply') return refuse('zotero_write_intent_required', 'write_intent has to be "apply"')
  if (!isReceipt(request.receipt)) return refuse('zotero_dry_run_receipt_required', 'the receipt of the dry run is required')
  switch (receipts.redeem(request.receipt, boundTo(request, planned, settings, backend))) {
    case 'good': return undefined
    case 'unknown': return refuse('zotero_dry_run_receipt_invalid', 'the receipt was used, is older than five minutes, or was never given')
    case 'other-plan': return refuse('zotero_dry_run_plan_changed', 'the plan is another one than the receipt was given for; read the new plan')
  }
}

async function plan(request: UpsertRequest, parts: UpsertParts, signal: AbortSignal): Promise<Planned> {
  const { backend, finder, settings, lookup } = parts
  const prepared = await prepareRecords(request.records, {
    verify: settings.crossrefVerification && request.verifyCrossref !== false, enrichment: request.crossrefEnrichment ?? 'fill_blank', strictYear: settings.strictYear, lookup, signal,
  })
  const status = await backend.status(signal)
  const wantedPath = chosenPath({ collectionPath: request.collectionPath, configured: settings.reviewCollectionPath, topic: request.topic, prefix: settings.tagPrefix })
  const base = { status, prepared, matches: [] as readonly (readonly ItemMatch[])[] }
  const offline = async (problem?: ZoteroProblem): Promise<Planned> => {
    const path = wantedPath === undefined ? undefined : { path: wantedPath, missing: [] }
    return { ...base, path, writes: await writesOf(prepared, [], path, async (type) => bundledFields(type), request, parts), ...(problem === undefined ? {} : { problem }) }
  }
  if (!status.canRead) return offline()
  const wanted = prepared.references.map(({ reference }) => wantedReference(reference))
  const found = await finder.find(wanted, signal, { includeTrashed: true })
  if (!found.ok) return offline(found.problem)
  const matches = found.value.map((list, index) => list.map((match) => forWriting(wanted[index] as Wanted, match)))
  let path: ResolvedPath | undefined
  if (wantedPath !== undefined) {
    const collections = await backend.collections(signal)
    if (!collections.ok) return offline(collections.problem)
    const resolved = resolvePath(wantedPath, collections.value)
    if (!resolved.ok) return offline(resolved.problem)
    path = resolved.value
  }
  return { ...base, matches, path, writes: await writesOf(prepared, matches, path, (type) => backend.allowedFields(type, signal), request, parts) }
}

async function writesOf(prepared: Prepared, matches: readonly (readonly ItemMatch[])[], path: ResolvedPath | undefined, allowedFields: (type: string) => Promise<ReadonlySet<string>>, request: UpsertRequest, { settings, today }: UpsertParts): Promise<Planned['writes']> {
  return Promise.all(prepared.references.map(async (verified, index) => {
    const found = matches[index] ?? []
    const planSettings: PlanSettings = {
      policy: request.updatePolicy ?? settings.updatePolicy, prefix: settings.tagPrefix, library: settings.library, path,
      ...tagSettings(request, settings), provenance: settings.provenance === 'extra' ? `Cite-Verify: crossref ${verified.crossref.status} ${today()}` : undefined,
    }
    const type = found.find(({ item, basis }) => !item.inTrash && basis !== 'related_version')?.item.itemType ?? verified.itemType
    return { reference: verified.reference, verified, planned: planRecord(verified, found, await allowedFields(type), planSettings) }
  }))
}

async function carryOut(request: UpsertRequest, planned: Planned, parts: UpsertParts, signal: AbortSignal): Promise<{ readonly results: readonly RecordPlan[]; readonly problem?: ZoteroProblem }> {
  const { backend, finder, settings, token } = parts
  if (!planned.status.canWrite) return importThroughConnector(planned.writes, { prefix: settings.tagPrefix, ...tagSettings(request, settings) }, { backend, library: settings.library, session: token, signal })
  return applyPlan(planned.writes, planned.path, { backend, finder, library: settings.library, token, signal })
}

function dryRun(request: UpsertRequest, planned: Planned, parts: UpsertParts, status: 'dry_run' | 'approval_required', error?: ZoteroProblem): UpsertAnswer {
  const { receipt, expiresInSeconds } = parts.receipts.issue(boundTo(request, planned, parts.settings, parts.backend))
  const isFallback = !planned.status.canWrite
  const answer = common(planned, parts)
  return {
    ...answer, status, dry_run: true, ...(error === undefined ? {} : { error }), receipt, receipt_expires_in_seconds: expiresInSeconds,
    results: inOrder(planned.writes.map(({ planned: { plan } }) => plan), planned),
    warnings: isFallback ? [...answer.warnings, ...FALLBACK_WARNINGS] : answer.warnings,
  }
}

/** A library that cannot be written to, or not be read: the same plan, marked, and the records as files. */
function unwritten(request: UpsertRequest, planned: Planned, parts: UpsertParts): UpsertAnswer {
  const { settings, language } = parts
  const { status, problem, prepared } = planned
  const isSearched = status.canRead && problem === undefined
  const items = exportItems(prepared.references, { prefix: settings.tagPrefix, ...tagSettings(request, settings) })
  const inLibrary = new Map(planned.matches.flatMap((found, index): [number, string][] => { const match = found[0]; const reference = prepared.references[index]?.reference; return match && reference ? [[reference.index, match.item.key]] : [] }))
  const error = problem ?? (status.code === undefined ? undefined : { code: status.code as ZoteroCode, detail: status.help })
  return {
    ...common(planned, parts), dry_run: true, status: status.canRead ? (problem === undefined ? 'read_only' : 'failed') : status.status === 'disabled' || status.status === 'ok' ? 'unreachable' : status.status,
    ...(error === undefined ? {} : { error }),
    results: inOrder(planned.writes.map(({ planned: { plan } }) => (isSearched ? plan : { ...plan, warnings: [...plan.warnings, 'library_not_searched'] })), planned),
    import_files: importFiles({ items, formats: ['csl', 'ris', 'bibtex'], inLibrary: isSearched ? inLibrary : undefined, duplicates: prepared.duplicates, skipped: prepared.invalid, language }),
  }
}

function common({ path, writes, prepared, status }: Planned, { backend }: UpsertParts): Pick<UpsertAnswer, 'dedup_log' | 'requests_needed' | 'authorization' | 'external_verification_attempted' | 'warnings'> & Partial<Pick<UpsertAnswer, 'collection'>> {
  return {
    dedup_log: prepared.duplicates, requests_needed: requestsNeeded(writes.map(({ planned }) => planned).filter(({ plan: { status: state } }) => status.canWrite || state === 'created'), status.canWrite ? path : undefined), authorization: backend.authorization(),
    ...(path === undefined ? {} : { collection: { path: path.path, missing: path.missing } }),
    external_verification_attempted: prepared.attempted, warnings: [],
  }
}

/** Everything that a receipt stands for: the library, the policy, the collection, and for each record what would be sent, versions included. */
function boundTo(request: UpsertRequest, { writes, path }: Planned, settings: ZoteroSettings, backend: ZoteroBackend): unknown {
  return JSON.parse(JSON.stringify({
    server: backend.identity() ?? '', library: settings.library, policy: request.updatePolicy ?? settings.updatePolicy, collection: path ?? null,
    records: writes.map(({ planned: { plan, object, collections, joinsCollection } }: { readonly planned: PlannedWrite }) => ({ index: plan.index, status: plan.status, object: object ?? null, collections, joinsCollection })),
  }))
}

/** Results in the caller's order, with those records that were joined to another or could not be read. */
function inOrder(results: readonly RecordPlan[], { prepared }: Planned): readonly RecordPlan[] {
  const blank = { title: '', planned: false, item_type: '', patch: {}, tags_added: [], collections_added: [], review_status: 'skipped', verification: { crossref: { status: 'skipped', filled_fields: [], conflicts: [], advisories: [] } } } as const
  return [
    ...results,
    ...prepared.duplicates.map(({ dropped, kept }): RecordPlan => ({ ...blank, index: dropped, title: prepared.titles.get(dropped) ?? '', status: 'skipped', warnings: [`duplicate_of_${kept}`] })),
    ...prepared.invalid.map(({ index, reason }): RecordPlan => ({ ...blank, index, status: 'failed', warnings: [], error: { code: 'invalid_item', detail: reason } })),
  ].sort((a, b) => a.index - b.index)
}

function tagSettings(request: UpsertRequest, settings: ZoteroSettings): { readonly reviewTags: readonly string[]; readonly callTags: readonly string[] } {
  const review = request.reviewTags === 'none' ? [] : request.reviewTags ?? settings.reviewTags
  return { reviewTags: review, callTags: request.tags ?? [] }
}
