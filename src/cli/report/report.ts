import type { Language } from '../../messages/message.ts'
import { createPaint, wantsColour } from './colour.ts'
import type { ReportWriter, Write } from './document.ts'
import { createJsonReport } from './json.ts'
import { createJsonlReport } from './jsonl.ts'
import { createMarkdownReport } from './markdown.ts'
import { createSarifReport } from './sarif.ts'
import { createTextReport } from './text.ts'

export const REPORT_FORMATS = ['text', 'json', 'jsonl', 'markdown', 'sarif'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Columns where standard output is no terminal. */
const COLUMNS = 100

/** The writer of a format. `toTerminal` says that the text may go to a terminal (colour and width are then looked at). */
export function createReport(format: ReportFormat, options: { readonly write: Write; readonly language: Language; readonly toTerminal: boolean }): ReportWriter {
  const { write, language } = options
  switch (format) {
    case 'text': {
      const colour = wantsColour(options.toTerminal && process.stdout.isTTY === true, process.env)
      const columns = (options.toTerminal ? process.stdout.columns : undefined) ?? (Number(process.env['COLUMNS']) || COLUMNS)
      return createTextReport(write, { language, paint: createPaint(colour), columns })
    }
    case 'json': return createJsonReport(write)
    case 'jsonl': return createJsonlReport(write)
    case 'markdown': return createMarkdownReport(write, language)
    case 'sarif': return createSarifReport(write, language)
  }
}
