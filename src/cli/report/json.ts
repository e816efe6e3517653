import type { Assessed } from '../assessment.ts'
import { REPORT_SCHEMA, reportItem, TOOL, type ReportWriter, type Run, type Write } from './document.ts'

/**
 * The JSON report (`cite-verify/report@1`). Items are kept as text until the end, since the summary stands before them: an item of
 * text takes a third of the memory of the same item as objects, and a bibliography may have 100,000.
 */
export function createJsonReport(write: Write): ReportWriter {
  const items: string[] = []
  return {
    add(entry: Assessed) {
      items.push(JSON.stringify(reportItem(entry), null, 2).replaceAll('\n', '\n    '))
    },
    async end(run: Run) {
      const head = { schema: REPORT_SCHEMA, tool: TOOL, startedAt: run.startedAt, finishedAt: run.finishedAt, summary: run.summary, requests: run.requests, ...(run.notes.length === 0 ? {} : { warnings: run.notes }) }
      const text = JSON.stringify(head, null, 2)
      await write(`${text.slice(0, -2)},\n  "items": [`)
      for (const [index, item] of items.entries()) await write(`${index === 0 ? '' : ','}\n    ${item}`)
      await write(items.length === 0 ? ']\n}\n' : '\n  ]\n}\n')
    },
  }
}
