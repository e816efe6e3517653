import type { Citation } from '../../model/citation.ts'
import { meaningOf, OUTCOMES, type ChecklistRow, type OutcomeCode, type Step } from './outcome.ts'

export interface ChecklistEntry {
  readonly key: string
  readonly citation: Citation
  /** The DOI as cited. */
  readonly doi?: string | undefined
  readonly code: OutcomeCode
  readonly attempts: readonly Step[]
  readonly action: string
  readonly urls: readonly string[]
}

/** The row of an outcome that a person must look at; null for a match and for what is not Chinese literature. Throws a RangeError for a code outside the closed set. */
export function checklistRow({ key, citation, doi, code, attempts, action, urls }: ChecklistEntry): ChecklistRow | null {
  if (!Object.hasOwn(OUTCOMES, code)) throw new RangeError(`unknown outcome code: ${String(code)}`)
  const { contribution, priority } = meaningOf(code)
  if (contribution === undefined || priority === undefined) return null
  return {
    citation_key: key,
    priority,
    reason_code: code,
    verdict_contribution: contribution,
    cited_as: {
      title: citation.title ?? null,
      container_title: citation.venue ?? null,
      year: citation.year ?? null,
      volume: citation.volume ?? null,
      issue: citation.issue ?? null,
      pages: citation.pages ?? null,
      doi: doi ?? null,
    },
    attempts,
    human_action: action,
    verification_urls: urls,
    human_result: null,
  }
}

/** Rows in the order of work: P0 first, within a priority as the citations stand. */
export function byPriority<Row extends Pick<ChecklistRow, 'priority'>>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => a.priority.localeCompare(b.priority))
}
