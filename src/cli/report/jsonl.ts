import type { Assessed } from '../assessment.ts'
import { reportItem, type ReportWriter, type Run, type Write } from './document.ts'

/** One item a line as soon as it is there; the last line is `{summary, requests}`. */
export function createJsonlReport(write: Write): ReportWriter {
  return {
    async add(entry: Assessed) {
      await write(`${JSON.stringify(reportItem(entry))}\n`)
    },
    async end(run: Run) {
      await write(`${JSON.stringify({ summary: run.summary, requests: run.requests })}\n`)
    },
  }
}
