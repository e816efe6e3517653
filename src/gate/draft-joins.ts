import { findMarkers } from './markers.ts'
import { isAnchorPresent, type Anchor } from './summary-row.ts'

/** What the prose of a draft says about a corpus: the joins that verifyPassport takes. */
export interface DraftJoins {
  readonly refSlugByKey: Readonly<Record<string, string>>
  readonly anchors: Readonly<Record<string, Anchor>>
  /** Corpus keys that no marker of the draft names. */
  readonly uncited: readonly string[]
  /** Slugs of the draft that belong to no corpus key. */
  readonly unknownSlugs: readonly string[]
}

/**
 * Slugs and anchors from the markers of a draft. A slug belongs to the citation key that it is, or to the longest key that it extends after
 * `:`, `_` or `-` (`smith2020-intro`); a key's first slug is its join. Where a slug stands more than once, one place without a locating anchor
 * makes the whole unlocated.
 */
export function joinsOfDraft(draft: string, citationKeys: readonly string[]): DraftJoins {
  const keys = [...new Set(citationKeys)]
  const known = new Set(keys)
  const refSlugByKey: Record<string, string> = {}
  const anchors: Record<string, Anchor> = {}
  const unknown = new Set<string>()
  for (const { slug, anchor } of findMarkers(draft)) {
    const key = known.has(slug) ? slug : keys.filter((candidate) => slug.startsWith(candidate) && /^[:_-]/.test(slug.slice(candidate.length))).sort((a, b) => b.length - a.length)[0]
    if (key === undefined) {
      unknown.add(slug)
      continue
    }
    if (!Object.hasOwn(refSlugByKey, key)) refSlugByKey[key] = slug
    if (!Object.hasOwn(anchors, slug) || !isAnchorPresent(anchor)) anchors[slug] = anchor
  }
  return { refSlugByKey, anchors, uncited: keys.filter((key) => !Object.hasOwn(refSlugByKey, key)), unknownSlugs: [...unknown] }
}
