import PQueue from 'p-queue'
import { isFault } from '../model/check.ts'
import type { CitationInput } from '../model/input.ts'
import type { VerifiedItem } from '../model/item.ts'
import type { Verification } from '../model/verdict.ts'
import type { Language } from '../messages/message.ts'
import { comparedNothing } from '../verify/assess.ts'
import { markDuplicates } from '../verify/duplicates.ts'
import { nextAction } from '../verify/next-action.ts'
import type { EvidenceWriter } from './evidence-writer.ts'

/** Citations that are routed together. Large enough to fill every batch, small enough that a long bibliography never stands in memory at once. */
export const SLICE = 1_000
/** Slices under way at once: while one waits for its later rounds, the next fills the pace. */
const SLICES_AT_ONCE = 4
/** Evidence records written at once. */
const WRITES_AT_ONCE = 16

export interface RunParts {
  /** One promise per input, each settled when its own answers are in. */
  readonly verify: (inputs: readonly CitationInput[]) => readonly Promise<Verification>[]
  readonly writer: EvidenceWriter
  readonly language: Language
  readonly onItem?: ((item: VerifiedItem, index: number) => void) | undefined
}

/** Verifies slice by slice, records evidence, and returns the items in input order with duplicates marked and a next action each. */
export async function runAll(inputs: readonly CitationInput[], parts: RunParts): Promise<readonly VerifiedItem[]> {
  const items: VerifiedItem[] = Array.from({ length: inputs.length })
  const slices = new PQueue({ concurrency: SLICES_AT_ONCE })
  const writes = new PQueue({ concurrency: WRITES_AT_ONCE })
  const starts = Array.from({ length: Math.ceil(inputs.length / SLICE) }, (_, slice) => slice * SLICE)
  await Promise.all(starts.map((start) => slices.add(async () => {
    const slice = inputs.slice(start, start + SLICE)
    const verifications = parts.verify(slice)
    await Promise.all(slice.map(async (input, offset) => {
      const verification = await verifications[offset] as Verification
      await writes.add(async () => {
        const item = await toItem(input, verification, parts)
        items[start + offset] = item
        parts.onItem?.(item, start + offset)
      })
    }))
  })))
  const { items: marked } = markDuplicates(items)
  return marked.map((item) => (item.duplicate ? { ...item, nextAction: nextAction(item, parts.language) } : item))
}

async function toItem(input: CitationInput, verification: Verification, { writer, language }: RunParts): Promise<VerifiedItem> {
  const { registered, warning } = await writer.record(input, verification)
  const { snapshots: _snapshots, ...rest } = verification
  const item = {
    input, ok: isAllFine(rest) && !comparedNothing(input.citation, rest.checks), ...rest,
    ...(registered ? { evidenceId: registered.id, ...(registered.recordPath === undefined ? {} : { recordPath: registered.recordPath }) } : {}),
    warnings: [...rest.warnings, ...(input.remarks ?? []), ...(warning === undefined ? [] : [warning])],
  }
  return { ...item, nextAction: nextAction(item, language) }
}

/** Something was compared or found, everything agreed, and nothing that was cited stayed undecided. */
function isAllFine({ status, lookupError, checks }: Pick<Verification, 'status' | 'lookupError' | 'checks'>): boolean {
  return status === 'ok' && !lookupError && !checks.some((check) => check.reason === 'agency_no_metadata' || isFault(check))
}
