import type { PersonName } from '../model/citation.ts'
import type { CitationInput } from '../model/input.ts'
import { buildCitation } from './build-citation.ts'
import { isOthers, parseTaggedName } from './personal-name.ts'
import { taggedRecords, type TaggedRecord } from './tagged-record.ts'

/** The records of a PubMed (MEDLINE) file. Element descriptions: https://www.nlm.nih.gov/bsd/mms/medlineelements.html. The key is the PMID. */
export function readNbib(text: string, file: string): CitationInput[] {
  return taggedRecords(text, file, { line: /^([A-Z]{2,4}) *- ?(.*)$/, opens: 'PMID', continues: (line) => /^\s{4,}\S/.test(line) }).map((record, i) => nbibInput(record, i + 1))
}

function nbibInput(record: TaggedRecord, count: number): CitationInput {
  const { names, truncated } = people(record)
  const tagged = (kind: string): string | undefined => record.all('LID', 'AID').map((value) => new RegExp(`^(.*?)\\s*\\[${kind}\\]$`, 'i').exec(value)?.[1]).find((value) => value !== undefined)
  const isBook = record.first('BTI') !== undefined
  const built = buildCitation({
    type: isBook ? (record.first('TI') === undefined ? 'book' : 'chapter') : 'article-journal',
    title: record.first('TI', 'BTI', 'TT'),
    authors: names,
    authorsTruncated: truncated,
    editors: record.all('FED').map(parseTaggedName).filter((name): name is PersonName => name !== undefined),
    year: /\d{4}/.exec(record.first('DP') ?? '')?.[0] ?? record.first('DP'),
    venue: isBook ? (record.first('TI') === undefined ? undefined : record.first('BTI')) : record.first('JT', 'TA'),
    volume: record.first('VI'),
    issue: record.first('IP'),
    pages: record.first('PG'),
    publisher: record.first('PB'),
  }, {
    doi: tagged('doi'),
    pmid: record.first('PMID'),
    pmcid: record.first('PMC'),
    isbn: record.all('ISBN').map((value) => value.replace(/\s*\(.*\)$/, '')).join('; '),
    issn: record.all('IS').map((value) => value.replace(/\s*\(.*\)$/, '')).join('; '),
  })
  return {
    key: built.citation.identifiers.pmid ?? `record-${count}`, kind: 'nbib', citation: built.citation, raw: record.raw, source: record.source,
    ...(built.remarks.length > 0 ? { remarks: built.remarks } : {}),
  }
}

/** Full names (FAU) where the record has them, else short ones (AU); collective names (CN) in the order in which they stand. */
function people(record: TaggedRecord): { readonly names: readonly PersonName[]; readonly truncated: boolean } {
  const tag = record.first('FAU') === undefined ? 'AU' : 'FAU'
  const names: PersonName[] = []
  let truncated = false
  for (const line of record.lines) {
    if (line.tag === 'CN' && line.value !== '') names.push({ literal: line.value })
    else if (line.tag === tag) {
      if (isOthers(line.value)) truncated = true
      else {
        const name = parseTaggedName(line.value)
        if (name !== undefined) names.push(name)
      }
    }
  }
  return { names, truncated }
}
