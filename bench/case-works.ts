import { workOfCrossref } from '../src/providers/crossref-work.ts'
import { workOfDataCite } from '../src/providers/datacite-work.ts'
import { parseArxiv } from '../src/providers/arxiv.ts'
import { parsePubmedArticles } from '../src/providers/pubmed-article.ts'
import type { Work } from '../src/model/work.ts'
import { efetchXml } from './case-efetch.ts'
import type { CaseRecords } from './case.ts'

/** The records of a case as the providers read them, without any request: the registries' in the order in which they are asked, then PubMed, then arXiv. */
export function worksOfCase(records: CaseRecords): Work[] {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
  const feed = (entry: string): string => `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>1</opensearch:totalResults>${entry}</feed>`
  return [
    ...(records.crossref ?? []).map((record) => workOfCrossref(record)),
    ...(records.datacite ?? []).map((record) => workOfDataCite(record.attributes, record.attributes.doi)),
    ...(records.csl ?? []).map((record) => workOfCrossref(record)),
    ...((records.pubmed ?? []).length > 0 ? parsePubmedArticles(bytes(efetchXml(records.pubmed ?? [])), 200).found.values() : []),
    ...(records.arxiv ?? []).flatMap((entry) => [...parseArxiv(bytes(feed(entry)), 200).found.values()]),
  ]
}
