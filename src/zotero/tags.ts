import { CiteError } from '../base/cite-error.ts'

/** Longest tag that zotero.org syncs. */
export const LONGEST_TAG = 255

/** Why a text cannot be one of our own tags, or undefined. RIS splits keywords at `;`, BibTeX also at `,`. */
export function ownTagProblem(tag: string): string | undefined {
  if (/[\r\n]/.test(tag)) return 'has a line break'
  if (/[,;]/.test(tag)) return 'has a comma or semicolon, at which import files split tags'
  if (tag.trim().length > LONGEST_TAG) return `is longer than ${LONGEST_TAG} characters`
  return tag.trim() === '' ? 'is empty' : undefined
}

/** Throws CiteError INVALID_INPUT for a review tag of a call that could not survive an import file, and for any tag that is too long. */
export function assertOwnTags(tags: readonly string[] | 'none' | undefined, callTags: readonly string[] = []): void {
  for (const tag of callTags) if (tag.trim().length > LONGEST_TAG) throw new CiteError('INVALID_INPUT', `the tag ${JSON.stringify(tag.slice(0, 80))} is longer than ${LONGEST_TAG} characters`)
  for (const tag of tags === 'none' ? [] : tags ?? []) {
    const problem = ownTagProblem(tag)
    if (problem !== undefined) throw new CiteError('INVALID_INPUT', `review tag ${JSON.stringify(tag.slice(0, 80))} ${problem}`)
  }
}

/** Trimmed tags without repetitions (letter case apart; the first spelling wins), line breaks joined, the over-long left out. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const tag of tags) {
    const clean = tag.replace(/\s+/gu, ' ').trim()
    if (clean !== '' && clean.length <= LONGEST_TAG && !seen.has(clean.toLowerCase())) seen.set(clean.toLowerCase(), clean)
  }
  return [...seen.values()]
}

export type VerificationStatus = 'verified' | 'conflict' | 'not_found' | 'unavailable' | 'skipped'

const STATUS_TAG: Readonly<Record<VerificationStatus, string>> = {
  verified: 'crossref-verified', conflict: 'metadata-conflict', not_found: 'metadata-unverified', skipped: 'metadata-unverified', unavailable: 'verification-unavailable',
}
const STATUS_NAMES: readonly string[] = ['crossref-verified', 'metadata-conflict', 'metadata-unverified', 'verification-unavailable']

/** `p:crossref-verified` and so on: what was found out about the metadata, never about the reader's own review. */
export function statusTag(prefix: string, status: VerificationStatus): string {
  return `${prefix}:${STATUS_TAG[status]}`
}

/** Status tags of ours among `tags` other than the present one: they are named to the user and never removed. */
export function staleStatusTags(prefix: string, tags: readonly string[], now: string): readonly string[] {
  return tags.filter((tag) => tag !== now && STATUS_NAMES.some((name) => tag === `${prefix}:${name}`))
}

/** All tags of one record in their order: the call's, the record's, the review tags, the source, the status. */
export function reviewedTags(parts: {
  readonly call: readonly string[]; readonly record: readonly string[]; readonly review: readonly string[]
  readonly prefix: string; readonly provider?: string; readonly status: VerificationStatus
}): readonly string[] {
  const source = parts.provider === undefined ? [] : [`${parts.prefix}:source:${parts.provider.replace(/[,;\s]+/g, '-')}`]
  return distinctTags([...parts.call, ...parts.record, ...parts.review, ...source, statusTag(parts.prefix, parts.status)])
}
