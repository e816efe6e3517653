import type { Citation } from '../model/citation.ts'
import type { Suggestion } from '../model/verdict.ts'
import type { Work } from '../model/work.ts'
import { checksOf } from './checks.ts'
import type { AssessSettings } from './assess.ts'

/** Most candidates that are shown for one citation. */
const MOST = 3

/**
 * Ranks what a title search returned. `strong` needs the exact normalised title, agreeing surnames and the year; all else is `weak`.
 * A candidate is never a resolved record: it is shown, and the reader decides.
 */
export function suggestionsFrom(citation: Citation, found: readonly Work[], settings: AssessSettings): readonly Suggestion[] {
  const seen = new Set<string>()
  const ranked: { suggestion: Suggestion; rank: number }[] = []
  for (const work of found) {
    const name = work.identifiers.doi ?? Object.values(work.identifiers)[0] ?? work.title ?? ''
    if (seen.has(name) || work.title === undefined || (work.provider !== 'crossref' && work.provider !== 'openalex')) continue
    seen.add(name)
    const relation = new Map(checksOf(citation, work, settings).checks.map((check) => [check.field, check]))
    const title = relation.get('title')
    if (title === undefined || title.relation === 'declined') continue
    const authors = relation.get('authors')
    const year = relation.get('year')
    const strong = title.relation === 'equal' && authors?.status === 'pass' && year?.relation === 'equal'
    ranked.push({
      rank: (strong ? 8 : 0) + (title.relation !== 'differs' ? 4 : (title.score ?? 0)) + (authors?.status === 'pass' ? 1 : 0) + (year?.status === 'pass' ? 0.5 : 0),
      suggestion: {
        strength: strong ? 'strong' : 'weak', provider: work.provider, identifiers: work.identifiers, title: work.title,
        authors: (work.authors ?? []).map((name) => name.literal ?? [name.given, name.particle, name.family].filter(Boolean).join(' ')),
        ...(dateOf(work) ? { year: dateOf(work) } : {}), ...(work.venues?.[0] ? { venue: work.venues[0] } : {}),
        relations: { title: title.relation ?? 'declined', ...(authors?.relation ? { authors: authors.relation } : {}), ...(year?.relation ? { year: year.relation } : {}) },
      } as Suggestion,
    })
  }
  return ranked.sort((a, b) => b.rank - a.rank).slice(0, MOST).map((entry) => entry.suggestion)
}

function dateOf(work: Work): string | undefined {
  return (work.dates.print ?? work.dates.issued ?? work.dates.online ?? work.dates.posted)?.slice(0, 4)
}
