import { canonicalJson } from '../base/canonical-json.ts'
import { UnparsableBody } from '../base/json.ts'
import { sha256, type Sha256 } from '../base/sha256.ts'
import type { HttpAnswer, HttpFailure, HttpRequest } from '../http/request.ts'
import type { SnapshotRef } from '../model/snapshot.ts'
import type { ProviderName } from '../model/work.ts'
import { askInParts } from './ask-in-parts.ts'
import type { Answer, LookupOptions, ParseBody, ParsedAnswer, Source } from './provider.ts'
import type { RememberedLookup, SourceContext } from './source-context.ts'

/** Locator of the one record of an answer that does not name it. */
export const UNNAMED = 'unnamed'

/** One request of a plan and the identifiers that its answer will speak about. */
export interface PlannedRequest<Id extends string> {
  readonly request: Omit<HttpRequest, 'signal'>
  readonly ids: readonly Id[]
  /** The answer holds at most one record and that is the one asked for, under whichever identifier (an alias DOI leads to its primary one). */
  readonly alias?: true
  /** The answer need not name the identifier: a record under UNNAMED is the one asked for. */
  readonly unnamed?: true
  /** Where the answer names no identifiers: the locator of each id, in the order of `ids`. */
  readonly locators?: readonly string[]
  /** Not worth asking in parts when it fails as a whole: something else stands in for it. */
  readonly dispensable?: true
}

/** What makes one source different from another; everything else is createSource's. */
export interface SourceSpec<Id extends string, Value> {
  readonly name: ProviderName
  readonly role: SnapshotRef['role']
  readonly hosts: readonly string[]
  /** Name of its answers in the cache. */
  readonly cacheName: string
  /** Batch-first: as few requests as the provider's limits allow. Planning a part of a request's ids again gives one request. */
  plan(ids: readonly Id[]): readonly PlannedRequest<Id>[]
  readonly parse: ParseBody<Value>
  /**
   * An identifier that the provider has surely had for years. Where a list and its halves are refused, one request for it tells an outage from
   * items that the provider chokes on; its answer is not kept.
   */
  readonly landmark?: Id
}

/**
 * The outcome of one request for all of its ids. `splittable`: asking for fewer at once may help. `fully` where the server chose to
 * refuse this very list (5xx, 400, 414), `tentatively` where anything may be the cause; absent where it asked for less traffic.
 */
export interface Asked<Id extends string, Value> {
  readonly answers: ReadonlyMap<Id, Answer<Value>>
  readonly splittable?: 'fully' | 'tentatively'
}

type Failed = Extract<Answer<never>, { kind: 'failed' }>

/**
 * A source from its spec: cache first (each stored body is parsed once), then the planned requests, then, where a list failed as a
 * whole, its parts. Answers every id. Only definite answers are remembered; a store that refuses costs the memory, not the answer.
 */
export function createSource<Id extends string, Value>(spec: SourceSpec<Id, Value>, context: SourceContext): Source<Id, Value> {
  const { http, cache, bodies } = context
  const lost = (error: unknown): undefined => { context.onStoreError?.(error) }

  async function lookup(queries: readonly { readonly id: Id }[], options: LookupOptions): Promise<ReadonlyMap<Id, Answer<Value>>> {
    const ids = [...new Set(queries.map((query) => query.id))]
    const answers = new Map<Id, Answer<Value>>(options.fresh && !options.offline ? [] : await recall(ids))
    const missing = ids.filter((id) => !answers.has(id))
    if (missing.length === 0) return answers
    if (options.offline) return fill(answers, missing, failed('unavailable', 'offline'))
    const ask = (planned: PlannedRequest<Id>, retries?: number): Promise<Asked<Id, Value>> => askOnce(planned, options.signal, retries)
    const { landmark } = spec
    let out: Promise<boolean> | undefined
    const isOut = landmark === undefined ? undefined : () => (out ??= isRefused(landmark, options.signal))
    const asked = await Promise.all(spec.plan(missing).map(async (planned) => {
      const first = await ask(planned)
      return first.splittable && planned.ids.length > 1 && !planned.dispensable ? askInParts({ ids: planned.ids, plan: (part) => spec.plan(part), ask, first, ...(isOut ? { isOut } : {}), signal: options.signal }) : first.answers
    }))
    for (const part of asked) for (const [id, answer] of part) answers.set(id, answer)
    return fill(answers, missing.filter((id) => !answers.has(id)), failed('unavailable', options.signal.aborted ? 'cancelled' : 'not asked'))
  }

  async function isRefused(id: Id, signal: AbortSignal): Promise<boolean> {
    const [planned] = spec.plan([id])
    if (planned === undefined || signal.aborted) return true
    try {
      return (await http.send({ ...planned.request, signal, retries: 0 })).kind === 'failed'
    } catch (error) {
      if (!signal.aborted) throw error
      return true
    }
  }

  async function askOnce(planned: PlannedRequest<Id>, signal: AbortSignal, retries?: number): Promise<Asked<Id, Value>> {
    let answer: HttpAnswer | HttpFailure
    try {
      answer = await http.send({ ...planned.request, signal, ...(retries === undefined ? {} : { retries }) })
    } catch (error) {
      if (!signal.aborted) throw error
      return { answers: fill(new Map(), planned.ids, failed('unavailable', 'cancelled')) }
    }
    if (answer.kind === 'failed') {
      const { reason, detail, status } = answer
      const splittable = reason === 'rate_limited' ? undefined : status !== undefined && status >= 500 ? 'fully' : 'tentatively'
      return { answers: fill(new Map(), planned.ids, failed(reason, detail)), ...(splittable ? { splittable } : {}) }
    }
    let parsed: ParsedAnswer<Value>
    try {
      parsed = spec.parse(answer.bytes, answer.status)
    } catch (error) {
      const detail = `${new URL(answer.url).host}: ${error instanceof UnparsableBody ? error.message : 'the answer has an unexpected shape'}`
      return { answers: fill(new Map(), planned.ids, failed('unparsable', detail)), splittable: answer.status === 200 ? 'tentatively' : 'fully' }
    }
    return { answers: await conclude(planned, answer, parsed) }
  }

  /** Turns a parsed answer into one answer per id, keeps the body and remembers what is definite. */
  async function conclude(planned: PlannedRequest<Id>, answer: HttpAnswer, parsed: ParsedAnswer<Value>): Promise<ReadonlyMap<Id, Answer<Value>>> {
    const body = await bodies.put(answer.bytes).catch(lost)
    const base = { url: answer.url, finalUrl: answer.finalUrl, status: answer.status, mediaType: answer.mediaType, body: body ?? { sha256: sha256(answer.bytes), size: answer.bytes.byteLength }, retrievedAt: answer.retrievedAt }
    const answers = new Map<Id, Answer<Value>>()
    const memory = new Map<string, RememberedLookup>()
    planned.ids.forEach((id, index) => {
      const locator = planned.locators?.[index] ?? (planned.unnamed && parsed.found.has(UNNAMED) ? UNNAMED : planned.alias && !parsed.found.has(id) && parsed.found.size === 1 ? [...parsed.found.keys()][0] as string : id)
      const said = read(parsed, locator)
      if (said === undefined) return void answers.set(id, failed('unparsable', `${new URL(answer.url).host}: the answer does not say whether it has a record of ${id.slice(0, 100)}`))
      const remembered: RememberedLookup = { kind: said.kind, locator, ...base }
      const made = answerOf(said, remembered, false)
      answers.set(id, made)
      if (made.kind !== 'failed') memory.set(id, remembered)
    })
    if (body && memory.size > 0) await Promise.resolve(cache.setMany(spec.cacheName, memory)).catch(lost)
    return answers
  }

  /** Answers from the cache. An entry whose body is gone, damaged or says something else now is a miss. */
  async function recall(ids: readonly Id[]): Promise<ReadonlyMap<Id, Answer<Value>>> {
    const answers = new Map<Id, Answer<Value>>()
    const remembered = await Promise.resolve().then(() => cache.getMany(spec.cacheName, ids)).catch(lost)
    const byBody = new Map<Sha256, { id: Id; entry: RememberedLookup }[]>()
    for (const id of ids) {
      const entry = remembered?.get(id)
      if (!entry) continue
      const group = byBody.get(entry.body.sha256)
      if (group) group.push({ id, entry })
      else byBody.set(entry.body.sha256, [{ id, entry }])
    }
    for (const [digest, group] of byBody) {
      const bytes = await bodies.get(digest).catch(lost)
      if (!bytes) continue
      const byStatus = new Map<number, ParsedAnswer<Value> | undefined>()
      for (const { id, entry } of group) {
        if (!byStatus.has(entry.status)) byStatus.set(entry.status, parsedOrNot(bytes, entry.status))
        const parsed = byStatus.get(entry.status)
        const said = parsed && read(parsed, entry.locator)
        if (said?.kind === entry.kind) answers.set(id, answerOf(said, entry, true))
      }
    }
    return answers
  }

  function parsedOrNot(bytes: Uint8Array, status: number): ParsedAnswer<Value> | undefined {
    try { return spec.parse(bytes, status) } catch { return undefined }
  }

  function answerOf(said: Said<Value>, entry: RememberedLookup, fromCache: boolean): Answer<Value> {
    const { kind: _kind, ...where } = entry
    const snapshot = { provider: spec.name, role: spec.role, ...where, fromCache }
    if (said.kind === 'not-found') return { kind: 'not-found', snapshot }
    try {
      return { kind: 'found', value: said.value, snapshot: { ...snapshot, facts: sha256(canonicalJson(said.value)) } }
    } catch {
      return failed('unparsable', `${spec.name}: the record of ${entry.locator.slice(0, 100)} holds text that is not Unicode`)
    }
  }

  return { name: spec.name, hosts: spec.hosts, lookup }
}

type Said<Value> = { readonly kind: 'found'; readonly value: Value } | { readonly kind: 'not-found' }

/** What a parsed body says about one locator; undefined when it says nothing. */
function read<Value>(parsed: ParsedAnswer<Value>, locator: string): Said<Value> | undefined {
  const value = parsed.found.get(locator)
  if (value !== undefined) return { kind: 'found', value }
  return parsed.absent.has(locator) || parsed.rest === 'absent' ? { kind: 'not-found' } : undefined
}

function failed(reason: Failed['reason'], detail: string): Failed {
  return { kind: 'failed', reason, detail }
}

function fill<Id extends string, Value>(answers: Map<Id, Answer<Value>>, ids: readonly Id[], answer: Failed): Map<Id, Answer<Value>> {
  for (const id of ids) answers.set(id, answer)
  return answers
}
