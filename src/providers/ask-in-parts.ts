import type { Answer } from './provider.ts'
import type { Asked, PlannedRequest } from './lookup.ts'

/** So many ids or fewer are asked one by one instead of being halved again. */
const SMALL = 4
/** So many requests in a row that bring nothing look like an outage, not like a bad item: the rest is left failed. */
const MOST_IN_VAIN = 1_000
/** Single requests in flight; the client's pace decides how fast they really go. */
const AT_ONCE = 3

export interface PartsRequest<Id extends string, Value> {
  readonly ids: readonly Id[]
  readonly plan: (ids: readonly Id[]) => readonly PlannedRequest<Id>[]
  readonly ask: (planned: PlannedRequest<Id>, retries?: number) => Promise<Asked<Id, Value>>
  /** What the whole list brought. */
  readonly first: Asked<Id, Value>
  /** Whether the provider answers nothing at the moment, whatever it is asked. Asked once at most. */
  readonly isOut?: () => Promise<boolean>
  readonly signal: AbortSignal
}

/**
 * A list that failed as a whole is asked in parts, so that one item that the provider chokes on does not cost the others.
 * Halves first: one bad item of n costs at most 2 log2(n) requests. Where two halves of a part both fail, its ids are asked one by one
 * (at most n more). A list that was cut off, timed out or could not be read is halved only while one half helps: on a dead
 * network that is two requests more. Where the whole and both halves failed, `isOut` tells an outage from several bad items. Parts are not
 * retried: the whole was.
 */
export async function askInParts<Id extends string, Value>(request: PartsRequest<Id, Value>): Promise<ReadonlyMap<Id, Answer<Value>>> {
  const answers = new Map(request.first.answers)
  let inVain = 0

  /** Asks for these ids in as few requests as the plan allows; true when the part is still to be divided. */
  async function ask(ids: readonly Id[]): Promise<Asked<Id, Value>['splittable']> {
    let splittable: Asked<Id, Value>['splittable']
    for (const planned of request.plan(ids)) {
      if (request.signal.aborted || inVain >= MOST_IN_VAIN) return undefined
      const asked = await request.ask(planned, 0)
      for (const [id, answer] of asked.answers) answers.set(id, answer)
      inVain = [...asked.answers.values()].some((answer) => answer.kind !== 'failed') ? 0 : inVain + 1
      splittable ??= asked.splittable
    }
    return splittable
  }

  async function oneByOne(ids: readonly Id[]): Promise<void> {
    const queue = [...ids]
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await ask([id])
    }))
  }

  async function divide(ids: readonly Id[], how: 'fully' | 'tentatively', depth: number): Promise<void> {
    if (ids.length < 2) return
    if (ids.length <= SMALL && how === 'fully') return oneByOne(ids)
    const middle = Math.ceil(ids.length / 2)
    const halves = [ids.slice(0, middle), ids.slice(middle)]
    const outcomes = await Promise.all(halves.map(ask))
    const open = halves.flatMap((half, index) => (outcomes[index] && half.length > 1 ? [{ half, how: outcomes[index] }] : []))
    if (outcomes.every(Boolean)) {
      if (how === 'tentatively') return
      if (depth === 0 && [...answers.values()].every((answer) => answer.kind === 'failed') && await request.isOut?.()) return
      if (depth > 0) return oneByOne(open.flatMap((part) => part.half))
    }
    await Promise.all(open.map((part) => divide(part.half, part.how, depth + 1)))
  }

  await divide(request.ids, request.first.splittable ?? 'tentatively', 0)
  return answers
}
