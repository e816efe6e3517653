import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import { CiteError } from '../../base/cite-error.ts'
import { message } from '../../messages/message.ts'
import { deadlineOf } from '../deadline.ts'
import { renderVerify, titleOfCall } from '../render.ts'
import type { Session } from '../session.ts'
import { toInput } from './arguments.ts'
import { VERIFY_PARAMETERS } from './parameters.ts'
import { findingsOf, toPlain, warningsOf } from './plain.ts'
import { speaking } from './speaking.ts'
import { VERIFY_VALUE, type VerifyValue } from './values.ts'

/** cite_verify: one citation against the records of its registries. Throws INVALID_INPUT, INVALID_BIBTEX, UNSUPPORTED_IDENTIFIER. */
export function citeVerifyTool(session: Session): ToolDefinition {
  const deadline = deadlineOf('single', session.config)
  const { language } = session.config
  return defineTool({
    name: 'cite_verify',
    description: 'Verify that a citation exists and that its metadata is right: looks a DOI, PMID or arXiv id (or a BibTeX entry, or a reference after GB/T 7714) up at its registry and compares every field as cited with the record. '
      + 'Answers "agrees", "differs here", "no such record" and "could not be decided, because" are kept apart; a failed look-up is never "no record", and no answer means that a citation is fabricated.',
    parameters: VERIFY_PARAMETERS,
    output: {
      schema: VERIFY_VALUE,
      render: (args, value) => [{ type: 'text', text: renderVerify(titleOfCall(args), value, language) }],
      presentationMeta: (_args, value) => ({ status: value.status }),
    },
    timeoutMs: deadline.timeoutMs,
    isConcurrencySafe: () => true,
    presentCall: (args) => ({ card: 'generic', title: message(language, 'tool.card.verify', { subject: titleOfCall(args) }), kind: 'fetch', rawInput: args }),
    presentResult: (args, result) => ({ card: 'generic', title: `${titleOfCall(args)}: ${statusOf(result)}`, content: result.content }),
    execute: (args, exec) => speaking(language, async () => {
      const input = await toInput(args)
      const verifier = await session.verifier()
      const report = await verifier.verify([input], session.optionsOf(exec.signal, deadline, args))
      exec.signal.throwIfAborted()
      const item = report.items[0]
      if (item === undefined) throw new CiteError('INVALID_INPUT', 'the citation gave no item')
      return toPlain({ ...findingsOf(item), warnings: warningsOf(item.warnings, report.warnings) }) satisfies VerifyValue
    }),
  })
}

/** The status that `presentationMeta` left, or `error`; pure, also on replay. */
export function statusOf(result: { readonly isError: boolean; readonly meta?: unknown }): string {
  const status = (result.meta as { status?: unknown } | undefined)?.status
  return result.isError || typeof status !== 'string' ? 'error' : status
}
