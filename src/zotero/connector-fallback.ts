import type { ZoteroBackend } from './backend.ts'
import { exportItems, type ExportSettings } from './export-item.ts'
import { exportRis } from './export-ris.ts'
import { BATCH, failed, type Write } from './apply.ts'
import { selectUri } from './item.ts'
import type { RecordPlan } from './plan.ts'
import type { ZoteroProblem } from './problem.ts'
import type { VerifiedReference } from './verification.ts'

export const FALLBACK_WARNINGS = ['tags_automatic', 'saved_to_selected_collection'] as const

/**
 * Zotero 7 to 9: creates what is new through the connector's import, a fresh session for each batch (one session works once). What is in the
 * library already cannot be changed this way. Tags come as automatic ones, items go where the user's selection is.
 */
export async function importThroughConnector(
  writes: readonly (Write & { readonly verified: VerifiedReference })[], settings: ExportSettings, parts: { readonly backend: ZoteroBackend; readonly library: string; readonly session: () => string; readonly signal: AbortSignal },
): Promise<{ readonly results: readonly RecordPlan[]; readonly problem?: ZoteroProblem }> {
  const results = new Map<number, RecordPlan>()
  for (const { planned: { plan } } of writes) {
    if (plan.status === 'updated') results.set(plan.index, { ...plan, planned: false, status: 'skipped', review_status: 'skipped', error: { code: 'needs_zotero_10_or_manual', detail: 'an existing item can be changed from Zotero 10 on' } })
  }
  const created = writes.filter(({ planned }) => planned.plan.status === 'created')
  let problem: ZoteroProblem | undefined
  for (let start = 0; start < created.length; start += BATCH) {
    const batch = created.slice(start, start + BATCH)
    const answer = await parts.backend.importRis(exportRis(exportItems(batch.map(({ verified }) => verified), settings)), parts.session(), parts.signal)
    if (!answer.ok) {
      problem ??= answer.problem
      for (const { planned: { plan } } of batch) results.set(plan.index, failed(plan, answer.problem.code, answer.problem.detail))
      continue
    }
    // fewer or more items than records: which key is whose is not said, and a wrong one would be worse than none
    const isWhole = answer.value.length === batch.length
    batch.forEach(({ planned: { plan } }, index) => {
      const key = isWhole ? answer.value[index] : undefined
      results.set(plan.index, key === undefined || key === '' ? failed(plan, 'zotero_write_outcome_unknown', 'the answer to the import does not name this record')
        : { ...plan, planned: false, item_key: key, select_uri: selectUri(parts.library, key), collections_added: [], warnings: [...plan.warnings, ...FALLBACK_WARNINGS] })
    })
  }
  return { results: writes.map(({ planned: { plan } }) => results.get(plan.index) ?? { ...plan, planned: false }), ...(problem === undefined ? {} : { problem }) }
}
