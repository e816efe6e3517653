import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import { CiteError } from '../../base/cite-error.ts'
import { message } from '../../messages/message.ts'
import { deadlineOf } from '../deadline.ts'
import { renderFix, titleOfCall } from '../render.ts'
import type { Session } from '../session.ts'
import { toFixable } from './arguments.ts'
import { statusOf } from './cite-verify.ts'
import { CITATION_PARAMETERS } from './parameters.ts'
import { toPlain, warningsOf } from './plain.ts'
import { speaking } from './speaking.ts'
import { FIX_VALUE, type FixValue } from './values.ts'

/** cite_fix: proposes the smallest edit of a BibTeX entry, as text. Writes no file. Throws as cite_verify does. */
export function citeFixTool(session: Session): ToolDefinition {
  const deadline = deadlineOf('single', session.config)
  const { language } = session.config
  return defineTool({
    name: 'cite_fix',
    description: 'Verify a BibTeX entry and propose the smallest edit that makes it agree with the registry\'s record: returns the entry as text and each change with its rule. '
      + 'Never writes to disk; applying a change is the user\'s decision. Takes the same input as cite_verify; without bibtex the entry is written from the given fields.',
    parameters: CITATION_PARAMETERS,
    output: {
      schema: FIX_VALUE,
      render: (args, value) => [{ type: 'text', text: renderFix(titleOfCall(args), value, language) }],
      presentationMeta: (_args, value) => ({ status: message(language, 'tool.card.fixed', { status: value.status, count: value.diffs.length }) }),
    },
    timeoutMs: deadline.timeoutMs,
    isConcurrencySafe: () => true,
    presentCall: (args) => ({ card: 'generic', title: message(language, 'tool.card.fix', { subject: titleOfCall(args) }), kind: 'fetch', rawInput: args }),
    presentResult: (args, result) => ({ card: 'generic', title: `${titleOfCall(args)}: ${statusOf(result)}`, content: result.content }),
    execute: (args, exec) => speaking(language, async () => {
      const { text, input, warnings } = await toFixable(args)
      const verifier = await session.verifier()
      const { report, fixes } = await verifier.fix(text, [input], session.optionsOf(exec.signal, deadline, args))
      exec.signal.throwIfAborted()
      const fix = fixes[0]
      if (fix === undefined) throw new CiteError('INVALID_BIBTEX', 'the entry could not be read')
      const { ok, status, notFound, lookupError, identity, checks, notices, suggestions, evidenceId, recordPath, nextAction } = fix.item
      return toPlain({
        ok, status, notFound, lookupError, identity, bibtex: fix.bibtex, diffs: fix.diffs, checks, notices, nextAction,
        ...(suggestions === undefined ? {} : { suggestions }),
        ...(evidenceId === undefined ? {} : { evidenceId }),
        ...(recordPath === undefined ? {} : { recordPath }),
        warnings: [...new Set([...warnings, ...warningsOf([...fix.item.warnings, ...fix.warnings], report.warnings)])],
      }) satisfies FixValue
    }),
  })
}
