import { plainText } from '../compare/markup.ts'
import type { Work } from '../model/work.ts'
import type { Answer, LookupOptions, Source } from '../providers/provider.ts'
import type { GateQuery } from './corpus-entry.ts'
import type { QueriedBy } from './outcome.ts'
import { findExactTitle, hasOtherTitle, isEmptyTitle, isGenericTitle, recordCarriesTitle } from './title.ts'

/** What looking the identifier up brought: the cited work, no record, another work, or a record whose title cannot be compared. Absent where it was not asked. */
export type IdentifierFinding =
  | { readonly found: 'nothing' }
  /** `recordTitle` where it is similar enough to be the cited one and yet another. */
  | { readonly found: 'work'; readonly recordTitle?: string }
  | { readonly found: 'other-work' | 'incomparable'; readonly recordTitle: string }

/** One resolver's answer about one entry. `at` is when it was answered (ISO 8601). */
export type Resolution =
  | { readonly status: 'matched' | 'unmatched'; readonly queriedBy: QueriedBy; readonly identifier?: IdentifierFinding; readonly at: string }
  | { readonly status: 'unreachable'; readonly detail: string }
  | { readonly status: 'skipped' }

/** A resolver as the gate takes it: many entries at once, answers in order. A rejection counts as unreachable for all of them. */
export interface ResolverClient {
  resolve(queries: readonly GateQuery[], options: LookupOptions): Promise<readonly Resolution[]>
}

export interface ResolverSpec<Id extends string> {
  /** The identifier by which this source is asked, where the entry has it. */
  readonly idOf: (query: GateQuery) => Id | undefined
  readonly byId: Source<Id, Work>
  readonly byTitle: Source<string, readonly Work[]>
  /** Without an identifier nothing is asked (a title search at arXiv for works that never were there only made noise). */
  readonly onlyWithId?: true
}

/**
 * Identifier first, all entries in one batch; then, for what it did not bring, the exact title or nothing. A failed question makes the entry
 * unreachable, whatever the other one said. `queriedBy` follows what was asked: a title that was found after the identifier was not is `title`,
 * a miss of both is `id`.
 */
export function createResolver<Id extends string>({ idOf, byId, byTitle, onlyWithId }: ResolverSpec<Id>): ResolverClient {
  return {
    async resolve(queries, options) {
      const ids = queries.map(idOf)
      const asked = [...new Set(ids.filter((id) => id !== undefined))]
      const answers = asked.length > 0 ? await byId.lookup(asked.map((id) => ({ id })), options) : new Map<Id, Answer<Work>>()
      const first = queries.map((query, index) => afterIdentifier(query, ids[index] === undefined ? undefined : answers.get(ids[index])))
      const terms = queries.map(({ title }) => plainText(title))
      const isSearched = (index: number): boolean => {
        const title = terms[index] as string
        return first[index]?.kind === 'open' && !(onlyWithId && ids[index] === undefined) && !isGenericTitle(title) && !isEmptyTitle(title)
      }
      const titles = [...new Set(terms.filter((_term, index) => isSearched(index)))]
      const found = titles.length > 0 ? await byTitle.lookup(titles.map((id) => ({ id })), options) : new Map<string, Answer<readonly Work[]>>()
      return queries.map((query, index) => {
        const state = first[index] as Stage
        if (state.kind === 'done') return state.resolution
        return isSearched(index) ? afterTitle(query, state, found.get(terms[index] as string)) : state.at === undefined ? { status: 'skipped' } : unmatched('id', state, state.at)
      })
    },
  }
}

type Stage =
  | { readonly kind: 'done'; readonly resolution: Resolution }
  | { readonly kind: 'open'; readonly identifier?: IdentifierFinding; readonly at?: string }

function afterIdentifier(query: GateQuery, answer: Answer<Work> | undefined): Stage {
  if (answer === undefined) return { kind: 'open' }
  if (answer.kind === 'failed') return { kind: 'done', resolution: { status: 'unreachable', detail: answer.detail } }
  const at = answer.snapshot.retrievedAt
  if (answer.kind === 'not-found') return { kind: 'open', identifier: { found: 'nothing' }, at }
  const carries = recordCarriesTitle(query.title, answer.value)
  if (carries === 'yes') return { kind: 'done', resolution: { status: 'matched', queriedBy: 'id', identifier: { found: 'work', ...(hasOtherTitle(query.title, answer.value) ? { recordTitle: answer.value.title ?? '' } : {}) }, at } }
  return { kind: 'open', identifier: { found: carries === 'no' ? 'other-work' : 'incomparable', recordTitle: answer.value.title ?? '' }, at }
}

function afterTitle(query: GateQuery, state: Stage & { kind: 'open' }, answer: Answer<readonly Work[]> | undefined): Resolution {
  if (answer === undefined || answer.kind === 'failed') return { status: 'unreachable', detail: answer?.detail ?? 'not asked' }
  const at = answer.snapshot.retrievedAt
  const work = answer.kind === 'found' ? findExactTitle(query.title, query.year, answer.value) : undefined
  if (work) return { status: 'matched', queriedBy: 'title', ...(state.identifier ? { identifier: state.identifier } : {}), at }
  return unmatched(state.identifier === undefined ? 'title' : 'id', state, at)
}

function unmatched(queriedBy: QueriedBy, { identifier }: Stage & { kind: 'open' }, at: string): Resolution {
  return { status: 'unmatched', queriedBy, ...(identifier ? { identifier } : {}), at }
}
