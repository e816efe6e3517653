import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import { CiteError } from '../../base/cite-error.ts'
import { message } from '../../messages/message.ts'
import type { VerifiedItem } from '../../model/item.ts'
import { deadlineOf } from '../deadline.ts'
import { renderBatch } from '../batch-table.ts'
import type { Session } from '../session.ts'
import { toInputs } from './arguments.ts'
import { statusOf } from './cite-verify.ts'
import { BATCH_PARAMETERS } from './parameters.ts'
import { findingsOf, toPlain } from './plain.ts'
import { speaking } from './speaking.ts'
import { BATCH_VALUE, type BatchValue } from './values.ts'

/** cite_batch: many citations at once, answers in input order. Throws INVALID_INPUT for an empty list, BATCH_TOO_LARGE over maxBatch. */
export function citeBatchTool(session: Session): ToolDefinition {
  const deadline = deadlineOf('batch', session.config)
  const { language } = session.config
  return defineTool({
    name: 'cite_batch',
    description: `Verify up to ${session.config.maxBatch} citations at once (identifiers, BibTeX entries or references after GB/T 7714, one per item). Items keep their order; one that cannot be read or looked up does not lose another; `
      + 'a work cited twice is marked as a duplicate. When time runs out the rest comes back undecided: call again with those, answered ones are cached.',
    parameters: BATCH_PARAMETERS,
    output: {
      schema: BATCH_VALUE,
      render: (_args, value) => [{ type: 'text', text: renderBatch(value, language) }],
      presentationMeta: (_args, value) => ({ status: message(language, 'tool.card.ok', { ok: value.summary.ok, total: value.summary.total }) }),
    },
    timeoutMs: deadline.timeoutMs,
    isConcurrencySafe: () => true,
    presentCall: (args) => ({ card: 'generic', title: message(language, 'tool.card.batch', { count: args.citations.length }), kind: 'fetch', rawInput: args.citations.join('\n') }),
    presentResult: (args, result) => ({ card: 'generic', title: message(language, 'tool.card.batch.done', { count: args.citations.length, status: statusOf(result) }), content: result.content }),
    execute: (args, exec) => speaking(language, async () => {
      if (args.citations.length === 0) throw new CiteError('INVALID_INPUT', 'citations is empty')
      if (args.citations.length > session.config.maxBatch) {
        throw new CiteError('BATCH_TOO_LARGE', `${args.citations.length} citations; at most ${session.config.maxBatch} in one call (maxBatch)`)
      }
      const inputs = await toInputs(args.citations)
      const verifier = await session.verifier()
      const report = await verifier.verify(inputs, session.optionsOf(exec.signal, deadline, args))
      exec.signal.throwIfAborted()
      const { summary, requests, warnings } = report
      return toPlain({ items: report.items.map(batchItem), summary, requests, warnings }) satisfies BatchValue
    }),
  })
}

function batchItem(item: VerifiedItem) {
  return {
    key: item.input.key,
    ...findingsOf(item),
    ...(item.duplicate === undefined ? {} : { duplicate: item.duplicate }),
    ...(item.duplicateOf === undefined ? {} : { duplicateOf: item.duplicateOf }),
    ...(item.input.invalid === undefined ? {} : { error: item.input.invalid }),
  }
}
