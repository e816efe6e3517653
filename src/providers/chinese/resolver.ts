import type { Language } from '../../messages/message.ts'
import type { SnapshotRef } from '../../model/snapshot.ts'
import type { LookupOptions, ParsedAnswer } from '../provider.ts'
import type { SourceContext } from '../source-context.ts'
import { agencyPrefix, citedDoi } from './cited-doi.ts'
import { createJournalBridge } from './journal-bridge.ts'
import type { ChineseAnswer } from './outcome.ts'
import { createChineseSources, createInquiry, urlOf, type AnyAnswer, type Question } from './questions.ts'
import { isChineseLiterature, type ChineseQuery } from './scope.ts'
import { waterfall, type WaterfallSettings } from './waterfall.ts'

export interface ChineseResolverOptions {
  /** Rows of the user's own (`chinese.journalMap`); they extend and override the table. */
  readonly journalMap?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** Mail address for NCBI. Without one PubMed is not asked, and a citation that needs it fails with `needs: 'mailto'`. */
  readonly mailto?: string | undefined
  /** Language of the checklist's texts; default English. */
  readonly language?: Language | undefined
}

export interface ChineseResolver {
  /**
   * One answer per query, in order. Each question is asked once however many citations hang on it; answers come from the cache first.
   * An outcome is never made of a failed look-up: that is an answer of kind `failed`, which callers show as unreachable.
   */
  resolve(queries: readonly ChineseQuery[], options: LookupOptions): Promise<readonly ChineseAnswer[]>
  /** What the outcome of a recorded run would be today, from its stored bodies alone. `parse` answers for one snapshot's body. A question without a stored body is answered by `missing`. */
  replay(query: ChineseQuery, snapshots: readonly SnapshotRef[], parse: (snapshot: SnapshotRef) => ParsedAnswer<unknown>, missing?: AnyAnswer & { readonly kind: 'failed' }): ChineseAnswer
}

/**
 * Chinese literature at ISTIC, CNKI and PubMed: whether a work exists as cited, never whether it supports a claim.
 * Throws CiteError INVALID_INPUT for a row of the journal map that cannot be used.
 */
export function createChineseResolver(context: SourceContext, options: ChineseResolverOptions = {}): ChineseResolver {
  const settings: WaterfallSettings = { bridge: createJournalBridge(options.journalMap), language: options.language ?? 'en' }
  const sources = createChineseSources(context)

  async function resolve(queries: readonly ChineseQuery[], lookup: LookupOptions): Promise<readonly ChineseAnswer[]> {
    const inquiry = createInquiry(sources, { ...lookup, mailto: options.mailto })
    await inquiry.prepareAgencies([...new Set(queries.flatMap(prefixToAsk))])
    return Promise.all(queries.map(async (query) => {
      const story = waterfall(query, settings)
      let step = story.next()
      while (!step.done) step = story.next(await inquiry.ask(step.value))
      return step.value
    }))
  }

  function replay(query: ChineseQuery, snapshots: readonly SnapshotRef[], parse: (snapshot: SnapshotRef) => ParsedAnswer<unknown>, missing: AnyAnswer & { kind: 'failed' } = NOT_STORED): ChineseAnswer {
    const story = waterfall(query, settings)
    let step = story.next()
    while (!step.done) step = story.next(storedAnswer(step.value, snapshots, parse) ?? missing)
    return step.value
  }

  return { resolve, replay }
}

const NOT_STORED = { kind: 'failed', reason: 'unavailable', detail: 'no stored answer' } as const

/** The prefix of a query whose agency is still to be asked. */
function prefixToAsk(query: ChineseQuery): readonly string[] {
  if (query.agency !== undefined || !isChineseLiterature(query)) return []
  const prefix = agencyPrefix(citedDoi(query.citation)?.doi ?? '')
  return prefix?.isWellFormed() ? [prefix] : []
}

function storedAnswer(question: Question, snapshots: readonly SnapshotRef[], parse: (snapshot: SnapshotRef) => ParsedAnswer<unknown>): AnyAnswer | undefined {
  const isIts = (snapshot: SnapshotRef): boolean => {
    switch (question.kind) {
      case 'agency': return snapshot.provider === 'doi-agency' && snapshot.locator === question.id
      case 'handle': return snapshot.provider === 'handle' && snapshot.locator === question.id
      default: return snapshot.url === urlOf(question)
    }
  }
  const snapshot = snapshots.find(isIts)
  if (snapshot === undefined) return undefined
  const value = parse(snapshot).found.get(snapshot.locator)
  return (value === undefined ? { kind: 'not-found', snapshot } : { kind: 'found', value, snapshot }) as AnyAnswer
}
