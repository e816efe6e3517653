import { CiteError } from '../base/cite-error.ts'
import { SUFFIXES } from './contamination.ts'
import type { Anchor } from './summary-row.ts'

export const READ_LEVELS = ['full_text', 'sections', 'abstract_only', 'toc_only', 'unknown'] as const
export interface ReadScope {
  readonly level: (typeof READ_LEVELS)[number]
  /** With `sections`: what was read. */
  readonly locators?: readonly string[]
  readonly note?: string
}

/** One acknowledgement that a person has read a source; `rescinded_at` takes it back. */
export interface HumanRead {
  readonly citation_key: string
  readonly marked_at: string
  readonly rescinded_at?: string
  readonly read_scope?: ReadScope
}

/** `<passport>_human_read_log.yaml`, as far as it is read here. */
export interface ReadLog {
  readonly human_read?: readonly HumanRead[] | null
  readonly [key: string]: unknown
}

/** What the latest event says: `full` and `partial` where it is a mark, `none` where it was taken back or there is none. */
export function readStateOf(log: ReadLog | undefined, citationKey: string, anchor: Anchor): 'full' | 'partial' | 'none' {
  const events = (log?.human_read ?? []).filter((mark) => mark.citation_key === citationKey).flatMap((mark) => [
    { at: Date.parse(mark.marked_at), mark },
    ...(mark.rescinded_at === undefined || mark.rescinded_at === null ? [] : [{ at: Date.parse(mark.rescinded_at), mark: undefined }]),
  ]).filter(({ at }) => !Number.isNaN(at))
  const latest = events.reduce<(typeof events)[number] | undefined>((best, event) => (best === undefined || event.at >= best.at ? event : best), undefined)
  if (!latest?.mark) return 'none'
  const scope = latest.mark.read_scope
  switch (scope?.level) {
    case 'abstract_only': case 'toc_only': return 'partial'
    case 'sections': return anchor.kind !== 'quote' && (scope.locators ?? []).some((locator) => isInside(anchor.value ?? '', locator)) ? 'full' : 'partial'
    default: return 'full'
  }
}

/** True only where the anchor is clearly within the locator: the same text, a page in its range, a numbered part of its section. */
function isInside(value: string, locator: string): boolean {
  const plain = (text: string): string => decode(text).toLowerCase().replace(/[\u2010-\u2015\u2212]/g, '-').replace(/^(?:pages?|pp?\.?|sections?|sec\.?|§|chapters?|ch\.?|paragraphs?|para\.?|¶)\s*/, '').replace(/\s*-\s*/g, '-').trim()
  const [inner, outer] = [plain(value), plain(locator)]
  if (inner === '' || outer === '') return false
  if (inner === outer) return true
  const [a, b] = [rangeOf(inner), rangeOf(outer)]
  if (a && b && outer.includes('-')) return a.from >= b.from && a.to <= b.to
  return /^\d+(?:\.\d+)*$/.test(outer) && inner.startsWith(`${outer}.`)
}

function rangeOf(text: string): { readonly from: number; readonly to: number } | undefined {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text)
  return match ? { from: Number(match[1]), to: Number(match[2] ?? match[1]) } : undefined
}

function decode(text: string): string {
  try { return decodeURIComponent(text) } catch { return text }
}

/** The log with further marks. One unknown key refuses them all: CiteError INVALID_INPUT names it, and nothing is marked. */
export function markRead(log: ReadLog, citationKeys: readonly string[], options: { readonly known: readonly string[]; readonly at: string; readonly scope?: ReadScope }): ReadLog {
  assertKnown(citationKeys, options.known)
  if (options.scope?.level === 'sections' && !options.scope.locators?.length) throw new CiteError('INVALID_INPUT', 'the scope "sections" needs a locator')
  const marks = citationKeys.map((key): HumanRead => ({ citation_key: key, marked_at: options.at, ...(options.scope ? { read_scope: options.scope } : {}) }))
  return { ...log, human_read: [...(log.human_read ?? []), ...marks] }
}

/** The log with the standing marks of these keys taken back. */
export function unmarkRead(log: ReadLog, citationKeys: readonly string[], options: { readonly known: readonly string[]; readonly at: string }): ReadLog {
  assertKnown(citationKeys, options.known)
  return { ...log, human_read: (log.human_read ?? []).map((mark) => (citationKeys.includes(mark.citation_key) && mark.rescinded_at === undefined ? { ...mark, rescinded_at: options.at } : mark)) }
}

function assertKnown(keys: readonly string[], known: readonly string[]): void {
  const unknown = keys.filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new CiteError('INVALID_INPUT', `no corpus entry has the citation_key ${unknown.join(', ')}; nothing was marked`)
}

/** What a person may wave through by having read the source: advisories. Terminal blocks, missing locators and unverified sources are mended, not acknowledged. */
export function isAcknowledgeable(finding: string): boolean {
  return finding === 'LOW-WARN' || finding === 'LOW-WARN-PARTIAL-COVERAGE' || finding === 'lookup_verified_false' || (SUFFIXES as readonly string[]).includes(finding)
}
