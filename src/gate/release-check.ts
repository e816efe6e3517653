import { findMarkers, findPipelineComments, type PlacedMarker } from './markers.ts'
import { policyHash, type TerminalPolicies } from './policies.ts'
import { UNVERIFIED } from './finalize.ts'
import { RESOLVERS } from './outcome.ts'
import type { SummaryRow } from './summary-row.ts'

const REFUSALS = ['stale-policy', 'terminal-block', 'malformed-marker', 'unresolved-ref', 'no-anchor', 'unverified-literal', 'claim-audit'] as const

/** One reason why a draft is not ready for review. `text` quotes the marker's own tokens. */
export interface Refusal {
  readonly kind: (typeof REFUSALS)[number]
  readonly line: number
  readonly slug?: string
  readonly text: string
}

/** Literals of the claim audit that no deliverable may hold. */
const CLAIM_AUDIT = /\bHIGH-WARN-(?:CLAIM-NOT-SUPPORTED|NEGATIVE-CONSTRAINT-VIOLATION|FABRICATED-REFERENCE|CLAIM-AUDIT-ANCHORLESS|CONSTRAINT-VIOLATION-UNCITED)\b/g

/**
 * The output boundary: every reason to refuse a finalised draft, gate by gate; none means ready for review. Gate 1: the marker was judged
 * under the policy of now. Gate 2: no terminal block, whichever policy set it, also where its stamp is gone. Then the markers' form, anchors and
 * literals. Policies are never evaluated again here, and nothing is remembered from one check to the next.
 */
export function checkDraft(draft: string, policies: TerminalPolicies, summary: readonly SummaryRow[] = []): readonly Refusal[] {
  const markers = findMarkers(draft)
  const stamp = policyHash(policies)
  const rows = new Map(summary.map((row) => [row.ref_slug, row]))
  const literals = [...Object.values(UNVERIFIED).flatMap((literal) => placesOf(draft, literal).map((at): Refusal => ({ kind: 'unverified-literal', line: lineOf(draft, at), text: literal }))),
    ...[...draft.matchAll(CLAIM_AUDIT)].map((match): Refusal => ({ kind: 'claim-audit', line: lineOf(draft, match.index), text: match[0] }))]
  return [
    ...markers.flatMap((marker) => staleness(marker, stamp, reasonBefore(draft, marker))),
    ...markers.flatMap((marker) => terminality(marker, rows.get(marker.slug))),
    ...markers.flatMap((marker) => form(marker, reasonBefore(draft, marker))),
    ...literals.sort((a, b) => a.line - b.line),
  ]
}

/** Gate 1. Without a policy in force a marker needs no stamp; a stamp that is there must be the one of now. */
function staleness({ line, slug, policyHash: stamped, raw }: PlacedMarker, stamp: string | undefined, reason: string | undefined): readonly Refusal[] {
  const found = stamped ?? (/\spolicy_hash=/.test(raw) ? '' : undefined)
  if (found === stamp) return []
  return [{ kind: 'stale-policy', line, slug, text: `[STALE-POLICY-EVALUATION: ref ${slug} was evaluated under ${found === undefined ? 'no policy' : JSON.stringify(found)}, in force is ${stamp === undefined ? 'no policy' : JSON.stringify(stamp)}; ${todo(reason, 'finalize again')}]` }]
}

/** Gate 2. One generic rule: the words within a reference marker decide, so a damaged block refuses too. */
function terminality({ line, slug, raw, blocks, suffix }: PlacedMarker, row: SummaryRow | undefined): readonly Refusal[] {
  if (!/severity=HIGH-BLOCK/.test(raw)) return []
  const reasons = blocks.map(({ policy, reason, mode }) => `policy=${policy} reason=${reason} mode=${mode}`).join('; ')
  const about = `ref ${slug}: ${reasons === '' ? 'severity=HIGH-BLOCK' : reasons}${suffix ? ` (${suffix})` : ''}`
  const isExistence = blocks.some(({ reason }) => reason === 'lookup_verified_false')
  return [{ kind: 'terminal-block', line, slug, text: isExistence ? `${existenceRefusal(slug, row)} ${about}` : about }]
}

function existenceRefusal(slug: string, row: SummaryRow | undefined): string {
  return `[UNVERIFIED CITATION — lookup_verified=false: citation_key ${row?.citation_key ?? 'unknown'}, ref_slug ${slug}, resolvers_unmatched=[${row ? unmatchedResolvers(row).join(', ') : ''}]]`
}

/** Names of the resolvers that answered and have no match. */
export function unmatchedResolvers(row: SummaryRow): readonly string[] {
  return RESOLVERS.filter((name) => row.resolver_outcomes[name].status === 'unmatched')
}

/** What the finalizer wrote before a marker that it left without a status and a stamp: `NO ORIGINAL`. */
function reasonBefore(draft: string, { start, status }: PlacedMarker): string | undefined {
  const literal = status === undefined ? Object.values(UNVERIFIED).find((value) => draft.startsWith(value, start - value.length)) : undefined
  return literal && /— (.+)\]$/.exec(literal)?.[1]
}

function todo(reason: string | undefined, otherwise: string): string {
  return reason === undefined ? otherwise : 'mend the citation, then finalize again'
}

function form({ line, slug, status, problems, anchor }: PlacedMarker, reason: string | undefined): readonly Refusal[] {
  const list: Refusal[] = []
  if (status === undefined) list.push({ kind: 'unresolved-ref', line, slug, text: `ref ${slug} has no status${reason === undefined ? '' : `: ${reason}`}; ${todo(reason, 'finalize the draft')}` })
  const others = problems.filter((problem) => problem !== 'it has no status')
  if (others.length > 0) list.push({ kind: 'malformed-marker', line, slug, text: `ref ${slug}: ${others.join('; ')}` })
  if (anchor.kind === 'none') list.push({ kind: 'no-anchor', line, slug, text: `ref ${slug} has no anchor: no quote, page, section or paragraph` })
  return list
}

/** The deliverable: the draft without the pipeline's comments, anchors that stand alone included. Ordinary comments of the author stay, and what stands in fenced code. Only for a draft that nothing refuses. */
export function stripMarkers(draft: string): string {
  let text = ''
  let from = 0
  for (const { start, end } of findPipelineComments(draft)) {
    text += draft.slice(from, start)
    from = end
  }
  return text + draft.slice(from)
}

function placesOf(text: string, literal: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) places.push(at)
  return places
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
