import type { AuditReport } from '../../evidence/audit.ts'
import { detailIn } from '../../messages/details.ts'
import { message } from '../../messages/message.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Options } from '../program.ts'
import { createPaint, wantsColour } from '../report/colour.ts'
import { plainText } from '../report/plain-text.ts'
import { choice, createSession } from '../session.ts'

/** `cite-verify audit`: 0 clean, 1 problems, 2 could not run (an empty store is no proof of anything). */
export async function runAudit(options: Options): Promise<number> {
  const session = createSession(options)
  const text = message.bind(undefined, session.language)
  const format = choice(options['format'], '--format', ['text', 'json'])
  const verifier = await session.open()
  try {
    const report = await verifier.audit({ replay: options['replay'] === true })
    const { counts, problems, ok, seal } = report
    const { root } = session.config
    const unread = whyUnread(report)
    if (unread !== undefined) throw new UsageError(text('cli.audit.unread', { root, detail: detailIn(session.language, unread) }))
    if (isEmpty(report)) throw new UsageError(text('cli.audit.empty', { root }))
    if (format === 'json') process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
    else {
      const paint = createPaint(wantsColour(process.stdout.isTTY === true, process.env))
      const errors = problems.filter((problem) => problem.severity === 'error')
      const lines = [
        paint(ok ? 'good' : 'bad', text(ok ? 'cli.audit.ok' : 'cli.audit.bad', { n: errors.length, records: counts.records, blobs: counts.blobs, replayed: counts.replayed })),
        ...problems.map((problem) => `  ${paint(problem.severity === 'error' ? 'bad' : 'quiet', problem.kind)}  ${plainText(problem.path)}: ${plainText(problem.detail)}`),
        text('cli.audit.seal', { seal }),
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
    }
    return ok ? EXIT.ok : EXIT.findings
  } finally {
    await verifier.close()
  }
}

/** What kept the store from being read: it is none, its layout is not known, or a file or directory of it cannot be opened. */
function whyUnread({ problems }: AuditReport): string | undefined {
  return problems.find(({ kind, path, severity }) => severity === 'error' && (path === '.' || kind === 'unknown-layout'))?.detail
}

/** No record and no fault: bodies alone are cached answers. Records that a journal names and that are gone are a fault. */
function isEmpty({ counts, problems }: AuditReport): boolean {
  return counts.records === 0 && problems.every(({ kind, path, severity }) => severity === 'info' || (kind === 'missing' && path === 'records'))
}
