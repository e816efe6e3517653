import { isTerminalContamination, signalsOf, SUFFIXES, suffixOf, type ContaminationSignals } from './contamination.ts'
import type { CorpusEntry } from './corpus-entry.ts'
import { findMarkers, formatMarker, REF_STATUSES, type PlacedMarker, type RefStatus, type TerminalBlock } from './markers.ts'
import { policyHash, policyValue, type TerminalPolicies } from './policies.ts'
import { readStateOf, type ReadLog } from './read-log.ts'
import { isAnchorPresent, type SummaryRow } from './summary-row.ts'

/** What stands in the text before a marker whose citation may not pass, by the reason. */
export const UNVERIFIED = {
  'no-locator': '[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]',
  'no-original': '[UNVERIFIED CITATION — NO ORIGINAL]',
  'not-checked': '[UNVERIFIED CITATION — AI HAS NOT CROSS-CHECKED]',
} as const
export type UnverifiedReason = keyof typeof UNVERIFIED

export interface FinalizeInput {
  readonly draft: string
  readonly corpus: readonly CorpusEntry[]
  readonly summary: readonly SummaryRow[]
  readonly policies: TerminalPolicies
  readonly readLog?: ReadLog
}

export interface TerminalBlocked extends TerminalBlock {
  readonly slug: string
}

export interface Finalized {
  readonly draft: string
  /** Markers by status, and by the reason for which they have none; `unknown` are slugs without a summary row. */
  readonly statuses: Readonly<Record<RefStatus | UnverifiedReason | 'unknown', number>>
  readonly suffixes: Readonly<Record<(typeof SUFFIXES)[number], number>>
  /** One entry per slug and policy, in the order of the draft. */
  readonly terminalBlocked: readonly TerminalBlocked[]
  /** Distinct slugs among them: a reference under two policies counts once. */
  readonly affectedRefs: number
  /** The checklist of LOW-WARN: keys whose source no person has marked as read. */
  readonly toRead: readonly string[]
  /** Slugs of markers for which the passport has no summary row; these markers lose what they said. */
  readonly unknownSlugs: readonly string[]
}

/**
 * Evaluates every reference marker of a draft against the passport as it is now: status, suffix, terminal blocks, stamp. Pure, and nothing
 * of what the draft said before counts, so a changed policy or a resumed run is always judged anew and a second pass changes no byte.
 */
export function finalizeDraft({ draft, corpus, summary, policies, readLog }: FinalizeInput): Finalized {
  const rows = new Map(summary.map((row) => [row.ref_slug, row]))
  const entries = new Map(corpus.map((entry) => [entry.citation_key, entry]))
  const stamp = policyHash(policies)
  const statuses = Object.fromEntries([...REF_STATUSES, ...Object.keys(UNVERIFIED), 'unknown'].map((key) => [key, 0])) as Record<RefStatus | UnverifiedReason | 'unknown', number>
  const suffixes = Object.fromEntries(SUFFIXES.map((suffix) => [suffix, 0])) as Record<(typeof SUFFIXES)[number], number>
  const blocked = new Map<string, TerminalBlocked>()
  const unknown = new Set<string>()
  const toRead = new Set<string>()
  let text = ''
  let from = 0
  for (const marker of findMarkers(draft)) {
    text += withoutLiterals(draft.slice(from, marker.start))
    from = marker.end
    const row = rows.get(marker.slug)
    const entry = row && entries.get(row.citation_key)
    if (!row || !entry) {
      statuses.unknown++
      unknown.add(marker.slug)
      text += formatMarker({ slug: marker.slug, blocks: [] })
      continue
    }
    const status = statusOf(marker, entry, readLog)
    statuses[status]++
    if (status === 'no-locator') {
      text += ` ${UNVERIFIED[status]}${formatMarker({ slug: marker.slug, blocks: [] })}`
      continue
    }
    const signals = currentSignals(entry, row)
    const blocks = blocksOf(entry, row, signals, policies)
    for (const block of blocks) blocked.set(`${marker.slug} ${block.policy}`, { slug: marker.slug, ...block })
    if (isUnverified(status)) {
      // no status, so the grammar has no place for blocks: the literal itself keeps the text in the house
      text += ` ${UNVERIFIED[status]}${formatMarker({ slug: marker.slug, blocks: [] })}`
      continue
    }
    if (status === 'LOW-WARN') toRead.add(entry.citation_key)
    const suffix = suffixOf(signals)
    if (suffix) suffixes[suffix]++
    text += formatMarker({ slug: marker.slug, status, ...(suffix ? { suffix } : {}), blocks, ...(stamp ? { policyHash: stamp } : {}) })
  }
  const terminalBlocked = [...blocked.values()]
  return { draft: text + draft.slice(from), statuses, suffixes, terminalBlocked, affectedRefs: new Set(terminalBlocked.map(({ slug }) => slug)).size, toRead: [...toRead], unknownSlugs: [...unknown] }
}

/** The terminal blocks of a row under the policies in force, sorted by policy. Only a refuted identifier is terminal for existence: `unresolvable` never is. */
export function blocksOf(entry: CorpusEntry, row: SummaryRow, signals: ContaminationSignals, policies: TerminalPolicies): readonly TerminalBlock[] {
  const blocks: TerminalBlock[] = []
  if (policyValue(policies, 'citation_existence') === 'strict' && row.lookup_verified === 'false') blocks.push({ policy: 'citation_existence', reason: 'lookup_verified_false', mode: 'strict' })
  if (isTerminalContamination(entry, signals, policies)) blocks.push({ policy: 'contamination_triangulation', reason: 'k3_all_indexes_unmatched', mode: policyValue(policies, 'contamination_triangulation') })
  return blocks
}

/** The entry's own signals where a pipeline has put them there, else those of the row. */
export function currentSignals(entry: CorpusEntry, row: SummaryRow): ContaminationSignals {
  return (entry.contamination_signals as ContaminationSignals | undefined) ?? signalsOf(entry, row).signals
}

function statusOf({ anchor }: PlacedMarker, entry: CorpusEntry, readLog: ReadLog | undefined): RefStatus | UnverifiedReason {
  if (!isAnchorPresent(anchor)) return 'no-locator'
  if (entry.source_acquired !== true) return 'no-original'
  if (entry.source_verified_against_original !== true) return 'not-checked'
  const read = readStateOf(readLog, entry.citation_key, anchor)
  return read === 'full' ? 'ok' : read === 'partial' ? 'LOW-WARN-PARTIAL-COVERAGE' : 'LOW-WARN'
}

function isUnverified(status: RefStatus | UnverifiedReason): status is UnverifiedReason {
  return status in UNVERIFIED
}

/** The text before a marker without what an earlier pass put there. */
function withoutLiterals(text: string): string {
  let s = text
  for (;;) {
    const literal = Object.values(UNVERIFIED).find((value) => s.endsWith(` ${value}`))
    if (literal === undefined) return s
    s = s.slice(0, -literal.length - 1)
  }
}
