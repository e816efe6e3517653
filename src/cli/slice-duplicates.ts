import { arxivIdOfDoi } from '../identifiers/arxiv.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { VerifiedItem } from '../model/item.ts'

/**
 * Finds works that an earlier slice has cited already; within a slice the verifier has done so. The rule is the verifier's:
 * `fail` stays, anything else is raised to `warn`.
 */
export class SliceDuplicates {
  readonly #firstKey = new Map<string, string>()

  mark(items: readonly VerifiedItem[]): readonly VerifiedItem[] {
    const marked = items.map((item) => {
      const first = item.duplicate ? undefined : namesOf(item).map((name) => this.#firstKey.get(name)).find((key) => key !== undefined)
      return first === undefined ? item : { ...item, ok: false, status: item.status === 'fail' ? 'fail' as const : 'warn' as const, duplicate: true, duplicateOf: first }
    })
    for (const item of items) for (const name of namesOf(item)) if (!this.#firstKey.has(name)) this.#firstKey.set(name, item.duplicateOf ?? item.input.key)
    return marked
  }
}

function namesOf(item: VerifiedItem): string[] {
  const own = keysOf(item.input.citation.identifiers)
  return item.identity === 'other-work' || !item.resolved ? own : [...own, ...keysOf(item.resolved.identifiers)]
}

function keysOf({ doi, pmid, pmcid, arxiv }: Identifiers): string[] {
  const preprint = arxiv ?? (doi && arxivIdOfDoi(doi))
  return [...(doi && !arxivIdOfDoi(doi) ? [`doi:${doi}`] : []), ...(pmid ? [`pmid:${pmid}`] : []), ...(pmcid ? [`pmcid:${pmcid}`] : []), ...(preprint ? [`arxiv:${preprint}`] : [])]
}
