import { exportBibtex } from './export-bibtex.ts'
import { exportCsl } from './export-csl.ts'
import type { ExportItem } from './export-item.ts'
import { exportRdf } from './export-rdf.ts'
import { exportRis } from './export-ris.ts'
import { importReport, type ExportFormat, type ReportParts } from './import-report.ts'

export interface ImportFile {
  readonly name: string
  readonly text: string
}

const WRITERS: Readonly<Record<ExportFormat, { readonly name: string; readonly write: (items: readonly ExportItem[]) => string }>> = {
  csl: { name: 'references.json', write: exportCsl },
  ris: { name: 'references.ris', write: exportRis },
  bibtex: { name: 'bibliography.bib', write: exportBibtex },
  rdf: { name: 'zotero.rdf', write: exportRdf },
}

/** The files of an export with the report last; texts only, nothing is written to disk. Valid also for no record. */
export function importFiles(parts: ReportParts): readonly ImportFile[] {
  const files = parts.formats.map((format) => ({ name: WRITERS[format].name, text: WRITERS[format].write(parts.items) }))
  return [...files, { name: 'zotero-import-report.md', text: importReport(parts) }]
}
