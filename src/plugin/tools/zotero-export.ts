import { defineTool, type ToolDefinition } from '@deepseek-ai/dsh-tools'
import type { ExportAnswer, ExportRequest } from '../../zotero/export-answer.ts'
import { EXPORT_FORMATS } from '../../zotero/import-report.ts'
import { renderExport } from '../../zotero/answer-text.ts'
import { wordingOf, type ZoteroSession } from '../zotero-session.ts'
import { toPlain } from './plain.ts'
import { RECORDS, REVIEW_PARAMETERS } from './zotero-parameters.ts'
import { named } from './zotero-upsert.ts'

/** cite_zotero_export: files that any Zotero imports. Needs no Zotero. Throws BATCH_TOO_LARGE, INVALID_INPUT (a file exists), STORE_ERROR. */
export function zoteroExportTool(session: ZoteroSession): ToolDefinition {
  const { language } = session.config
  return defineTool({
    name: 'cite_zotero_export',
    description: 'Write references as files that Zotero imports (CSL-JSON, RIS, BibTeX, Zotero RDF) with review tags and a report. Works without Zotero. Returns the texts, or writes them into out_dir.',
    parameters: {
      records: RECORDS,
      formats: { type: 'array', items: { type: 'string', enum: EXPORT_FORMATS }, description: 'Default csl, ris, bibtex' },
      out_dir: { type: 'string', description: 'Folder to write into; existing files are refused' },
      overwrite: { type: 'boolean' },
      ...REVIEW_PARAMETERS,
    },
    output: { schema: { type: 'json' }, render: (_args, value) => [{ type: 'text', text: renderExport(value as unknown as ExportAnswer, wordingOf(language)) }] },
    timeoutMs: 300_000,
    isConcurrencySafe: (args) => args.out_dir === undefined,
    presentCall: (args) => ({ card: 'generic', title: `Export ${args.records.length} references for Zotero`, kind: args.out_dir === undefined ? 'read' : 'edit', rawInput: args }),
    async execute(args, exec) {
      const request: ExportRequest = {
        records: args.records, ...named('formats', args.formats), ...named('outDir', args.out_dir), ...named('overwrite', args.overwrite), ...named('tags', args.tags),
        ...named('reviewTags', args.review_tags as ExportRequest['reviewTags']), ...named('verifyCrossref', args.verify_crossref), ...named('crossrefEnrichment', args.crossref_enrichment),
      }
      return toPlain(await (await session.bridge()).exportFiles(request, session.signalOf(exec.signal))) as never
    },
  })
}
