import { readFileSync } from 'node:fs'
import type { CaseAnswers, CrossrefRecord, DataciteRecord, PubmedRecord } from '../bench/case.ts'
import { createCaseServer } from '../bench/case-server.ts'

const ANSWERS = new URL('../fixtures/demo/answers/', import.meta.url)
/** The one service that does not answer here, so that the report shows a failed look-up. */
const DOWN = 'www.ncbi.nlm.nih.gov'

const read = (name: string): string => readFileSync(new URL(name, ANSWERS), 'utf8')

/** The stored answers, taken apart into records. */
function storedAnswers(): CaseAnswers {
  const crossref = (JSON.parse(read('crossref.json')) as { message: { items: CrossrefRecord[] } }).message.items
  const datacite = (JSON.parse(read('datacite.json')) as { data: DataciteRecord[] }).data
  const { uids, ...summaries } = (JSON.parse(read('pubmed-esummary.json')) as { result: { uids: string[] } & Record<string, unknown> }).result
  const agencies = JSON.parse(read('doi-agencies.json')) as { DOI: string; RA?: string }[]
  return {
    records: { crossref, datacite, pubmed: uids.map((uid) => summaries[uid] as PubmedRecord), arxiv: read('arxiv.xml').match(/<entry>[\s\S]*?<\/entry>/g) ?? [] },
    absent: agencies.filter((a) => a.RA === undefined).map((a) => a.DOI),
    registered: Object.fromEntries(agencies.flatMap((a) => (a.RA === undefined ? [] : [[a.DOI, a.RA]]))),
  }
}

/** A fetch function that answers as the providers do, from the files of the demo. */
export function createDemoFetch(): typeof globalThis.fetch {
  const server = createCaseServer(storedAnswers())
  return (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    return host === DOWN ? Promise.resolve(new Response('down for the demo', { status: 503, headers: { 'content-type': 'text/plain' } })) : server.fetch(input, init)
  }
}
