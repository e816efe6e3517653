import type { Assessed } from '../assessment.ts'
import { REPORT_SCHEMA, reportItem, TOOL, type ReportWriter, type Run, type Write } from './document.ts'

/** Text is turned into bytes in pieces of about this many characters. */
const PIECE = 1 << 20

/**
 * The JSON report (`cite-verify/report@1`). Items are kept as bytes until the end, since the summary stands before them: outside the
 * heap a bibliography of 100,000 entries takes what its report takes on disk, as objects or strings a multiple of it.
 */
export function createJsonReport(write: Write): ReportWriter {
  const pieces: Uint8Array[] = []
  let text = ''
  let count = 0
  return {
    add(entry: Assessed) {
      text += `${count === 0 ? '' : ','}\n    ${JSON.stringify(reportItem(entry), null, 2).replaceAll('\n', '\n    ')}`
      count++
      if (text.length < PIECE) return
      pieces.push(Buffer.from(text))
      text = ''
    },
    async end(run: Run) {
      const head = {
        schema: REPORT_SCHEMA, tool: TOOL, startedAt: run.startedAt, finishedAt: run.finishedAt, summary: run.summary, requests: run.requests,
        ...(run.costs.length + run.notes.length === 0 ? {} : { warnings: [...run.costs, ...run.notes] }),
      }
      await write(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "items": [`)
      for (const piece of pieces) await write(piece)
      await write(`${text}${count === 0 ? '' : '\n  '}]\n}\n`)
    },
  }
}
