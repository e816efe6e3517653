import type { ZoteroBackend } from './backend.ts'
import { selectUri, type ZoteroItem } from './item.ts'
import type { LibraryFinder } from './library-finder.ts'
import type { PlannedWrite, RecordPlan } from './plan.ts'
import type { ResolvedPath } from './collection-path.ts'
import { done, type Outcome, type ZoteroProblem } from './problem.ts'
import { wantedReference, type Reference } from './reference.ts'

export const BATCH = 50
/** After one of these nothing more is sent: the next request would meet the same. */
const FINAL: ReadonlySet<string> = new Set(['zotero_write_denied', 'zotero_write_unauthorized', 'zotero_authorize_rate_limited', 'zotero_server_changed', 'zotero_library_read_only', 'zotero_not_running', 'zotero_not_writable', 'zotero_api_disabled', 'zotero_write_outcome_unknown'])

export interface ApplyParts {
  readonly backend: ZoteroBackend
  readonly finder: LibraryFinder
  readonly library: string
  /** 32 hex digits. */
  readonly token: () => string
  readonly signal: AbortSignal
}

export interface Write {
  readonly reference: Reference
  readonly planned: PlannedWrite
}

/** Requests that the writes need: one for each missing level of the collection, one for each fifty items. */
export function requestsNeeded(writes: readonly PlannedWrite[], path: ResolvedPath | undefined): number {
  const objects = writes.filter(({ object }) => object !== undefined)
  const levels = objects.some(({ joinsCollection }) => joinsCollection) ? path?.missing.length ?? 0 : 0
  return levels + Math.ceil(objects.length / BATCH)
}

/**
 * Carries a plan out: the collection's missing levels, then the items in batches, each with its own write token. One object that fails costs
 * itself alone; nothing is rolled back. The first problem that concerns all is returned beside what was done before it.
 */
export async function applyPlan(writes: readonly Write[], path: ResolvedPath | undefined, parts: ApplyParts): Promise<{ readonly results: readonly RecordPlan[]; readonly problem?: ZoteroProblem }> {
  const pending = writes.filter(({ planned }) => planned.object !== undefined)
  const after = new Map<number, RecordPlan>()
  let problem: ZoteroProblem | undefined
  let isStopped = false
  let key = path?.key
  if (pending.some(({ planned }) => planned.joinsCollection) && path !== undefined && path.missing.length > 0) {
    const made = await makeLevels(path, parts)
    if (made.ok) key = made.value
    else {
      problem = made.problem
      isStopped = true
    }
  }
  for (let start = 0; start < pending.length; start += BATCH) {
    const batch = pending.slice(start, start + BATCH)
    if (problem !== undefined && isStopped) {
      for (const { planned } of batch) after.set(planned.plan.index, failed(planned.plan, problem.code, problem.detail))
      continue
    }
    const written = await writeBatch(batch, key, parts)
    for (const result of written.results) after.set(result.index, result)
    problem ??= written.problem
    isStopped ||= written.problem !== undefined && FINAL.has(written.problem.code)
  }
  return { results: writes.map(({ planned }) => after.get(planned.plan.index) ?? { ...planned.plan, planned: false }), ...(problem === undefined ? {} : { problem }) }
}

/** The missing levels one under the other; one request each, since a level needs the key of the one above. */
async function makeLevels(path: ResolvedPath, { backend, token, signal }: ApplyParts): Promise<Outcome<string>> {
  let parent = path.key
  for (const name of path.missing) {
    const written = await backend.write('collections', [{ name, parentCollection: parent ?? false }], { token: token(), signal })
    if (!written.ok) return written
    if (written.value.kind === 'answered') {
      const failure = written.value.answer.failed.get(0)
      parent = written.value.answer.written.get(0) ?? written.value.answer.unchanged.get(0)
      if (parent === undefined) return { ok: false, problem: { code: 'zotero_write_rejected', detail: `the collection was not made${failure === undefined ? '' : ` (${failure.code})`}` } }
    } else {
      const above: string | undefined = parent
      const all = await backend.collections(signal)
      if (!all.ok) return all
      parent = all.value.find((collection) => collection.name === name && collection.parent === above)?.key
      if (parent === undefined) return { ok: false, problem: { code: 'zotero_write_outcome_unknown', detail: 'the collection that was made cannot be found' } }
    }
  }
  return done(parent as string)
}

async function writeBatch(batch: readonly Write[], key: string | undefined, parts: ApplyParts): Promise<{ readonly results: readonly RecordPlan[]; readonly problem?: ZoteroProblem }> {
  const objects = batch.map(({ planned }) => {
    const joined = planned.joinsCollection && key !== undefined ? [...new Set([...planned.collections, key])] : planned.collections
    return planned.joinsCollection || planned.plan.status === 'created' ? { ...planned.object, collections: joined } : planned.object as object
  })
  const written = await parts.backend.write('items', objects, { token: parts.token(), signal: parts.signal })
  if (written.ok && written.value.kind === 'answered') {
    const { answer } = written.value
    return {
      results: batch.map(({ planned: { plan } }, index) => {
        const failure = answer.failed.get(index)
        if (failure !== undefined) return failed(plan, failure.code === 412 ? 'zotero_write_conflict' : 'zotero_write_rejected', `${failure.code}: ${failure.message}`)
        const made = answer.written.get(index) ?? answer.unchanged.get(index)
        return made === undefined ? failed(plan, 'zotero_unexpected', 'the answer does not name this record') : carriedOut(plan, made, parts.library, answer.unchanged.has(index))
      }),
    }
  }
  if (!written.ok && written.problem.code !== 'zotero_write_outcome_unknown') return { results: batch.map(({ planned: { plan } }) => failed(plan, written.problem.code, written.problem.detail)), problem: written.problem }
  // It had been carried out, or may have been: the library is asked which.
  const results = await lookedUp(batch, parts)
  const isOpen = results.some(({ status }) => status === 'failed')
  return { results, ...(written.ok || !isOpen ? {} : { problem: written.problem }) }
}

async function lookedUp(batch: readonly Write[], { backend, finder, library, signal }: ApplyParts): Promise<readonly RecordPlan[]> {
  const found = await finder.find(batch.map(({ reference }) => wantedReference(reference)), signal)
  const keys = batch.flatMap(({ planned: { plan } }) => plan.item_key ?? [])
  const items = new Map<string, ZoteroItem>()
  for (let start = 0; start < keys.length; start += BATCH) {
    const page = await backend.items({ itemKeys: keys.slice(start, start + BATCH), limit: BATCH }, signal)
    if (page.ok) for (const item of page.value.items) items.set(item.key, item)
  }
  return batch.map(({ planned: { plan, object } }, index) => {
    const unknown = failed(plan, 'zotero_write_outcome_unknown', 'the answer was lost and the library does not say what was done')
    if (plan.item_key !== undefined) {
      const item = items.get(plan.item_key)
      return item !== undefined && item.version > Number(object?.['version']) ? carriedOut(plan, plan.item_key, library, false) : unknown
    }
    const matches = found.ok ? (found.value[index] ?? []).filter((match) => match.basis !== 'related_version') : []
    return matches.length === 1 && matches[0] !== undefined ? carriedOut(plan, matches[0].item.key, library, false) : unknown
  })
}

function carriedOut(plan: RecordPlan, key: string, library: string, isUnchanged: boolean): RecordPlan {
  return { ...plan, planned: false, item_key: key, select_uri: selectUri(library, key), ...(isUnchanged ? { status: 'unchanged', review_status: 'unchanged' } as const : {}) }
}

/** The plan of a record that was not written, with the code and the reason. */
export function failed(plan: RecordPlan, code: string, detail: string): RecordPlan {
  return { ...plan, planned: false, status: 'failed', review_status: 'skipped', error: { code, detail } }
}
