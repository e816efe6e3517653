import type { PersonName } from '../model/citation.ts'
import type { CitationInput } from '../model/input.ts'
import { buildCitation } from './build-citation.ts'
import { splitHanNames } from './han-names.ts'
import { isOthers, parseTaggedName } from './personal-name.ts'
import { taggedRecords, type TaggedRecord } from './tagged-record.ts'
import { cslTypeOfRis } from './type-table.ts'

const WITHOUT_VENUE: ReadonlySet<string> = new Set(['book', 'thesis', 'report', 'patent', 'standard', 'pamphlet'])

/** The records of a RIS file (Reference Manager 2011, with the tags that EndNote, Zotero and publishers add). The key is the ID, else the DOI, else a counter. */
export function readRis(text: string, file: string): CitationInput[] {
  return taggedRecords(text, file, { line: /^\s*([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/, opens: 'TY', closes: 'ER', continues: (line) => line.trim() !== '' })
    .map((record, i) => risInput(record, i + 1))
}

function risInput(record: TaggedRecord, count: number): CitationInput {
  const type = cslTypeOfRis(record.first('TY') ?? '')
  const article = type.startsWith('article')
  const people = record.all('AU', 'A1').flatMap((name) => splitHanNames(name) ?? [name])
  const names = people.filter((name) => !isOthers(name)).map(parseTaggedName).filter((name): name is PersonName => name !== undefined)
  const start = record.first('SP')
  const last = record.first('EP')
  const serial = record.all('SN').flatMap((value) => value.split(/\s*[;,]\s*|\s+(?=\d{4}-)/)).filter((value) => value !== '')
  const isBook = !article && type !== 'paper-conference'
  const built = buildCitation({
    type,
    title: record.first('TI', 'T1', 'CT') ?? (type === 'book' ? record.first('BT', 'T2') : undefined),
    authors: names,
    authorsTruncated: people.some((name) => isOthers(name) || /\bet al\.?$/i.test(name)),
    editors: record.all('ED', ...(article ? [] : ['A2'])).map(parseTaggedName).filter((name): name is PersonName => name !== undefined),
    year: yearOf(record.first('PY', 'Y1', 'DA')),
    venue: WITHOUT_VENUE.has(type) ? undefined : article ? record.first('T2', 'JF', 'JO', 'JA', 'J2', 'J1') : record.first('BT', 'T2', 'JF', 'JO', 'T3'),
    volume: record.first('VL'),
    issue: record.first('IS', 'CP'),
    pages: start === undefined ? undefined : last === undefined || last === start || /[-–]/.test(start) ? start : `${start}–${last}`,
    articleNumber: record.first('C7'),
    publisher: record.first('PB'),
    location: record.first('CY', 'PP'),
    url: record.first('UR', 'L2', 'LK'),
  }, {
    doi: record.first('DO', 'DOI') ?? record.all('M3', 'L3').find((value) => /10\.\d{4,9}\//.test(value)),
    pmid: /pubmed|medline/i.test(record.first('DB', 'DP') ?? '') || /^\s*pmid/i.test(record.first('AN') ?? '') ? record.first('AN') : undefined,
    pmcid: record.all('C2').find((value) => /^\s*PMC\d+/i.test(value)),
    urls: record.all('UR', 'L1', 'L2', 'LK'),
    notes: record.all('N1', 'M1', 'M2', 'T2', 'JO', 'JF', 'AN'),
    isbn: serial.filter((value) => isIsbn(value, isBook)).join('; '),
    issn: serial.filter((value) => !isIsbn(value, isBook)).join('; '),
  })
  return {
    key: record.first('ID')?.trim() || built.citation.identifiers.doi || `record-${count}`, kind: 'ris', citation: built.citation, raw: record.raw, source: record.source,
    ...(built.remarks.length > 0 ? { remarks: built.remarks } : {}),
  }
}

function isIsbn(value: string, isBook: boolean): boolean {
  const digits = value.replace(/[^\dXx]/g, '').length
  return digits >= 10 || (digits !== 8 && isBook)
}

/** `2020/05/12/` and `2020` give 2020; anything without four digits stays as written. */
function yearOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (/(?<!\d)\d{4}[a-z]?(?!\d)/.exec(value)?.[0] ?? value.replace(/\/+$/, ''))
}
