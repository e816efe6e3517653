import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseAnswers, CrossrefRecord, DataciteRecord, PubmedRecord } from '../../bench/case.ts'
import { createCaseServer } from '../../bench/case-server.ts'
import { main } from '../../src/cli/main.ts'

// `cite-verify check fixtures/demo/sample.bib` with further arguments, on the demo's stored answers, in a process of its own.

const ANSWERS = new URL('../../fixtures/demo/answers/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, ANSWERS), 'utf8')
const { uids, ...summaries } = (JSON.parse(read('pubmed-esummary.json')) as { result: { uids: string[] } & Record<string, unknown> }).result
const agencies = JSON.parse(read('doi-agencies.json')) as { DOI: string; RA?: string }[]
const answers: CaseAnswers = {
  records: {
    crossref: (JSON.parse(read('crossref.json')) as { message: { items: CrossrefRecord[] } }).message.items,
    datacite: (JSON.parse(read('datacite.json')) as { data: DataciteRecord[] }).data,
    pubmed: uids.map((uid) => summaries[uid] as PubmedRecord),
    arxiv: read('arxiv.xml').match(/<entry>[\s\S]*?<\/entry>/g) ?? [],
  },
  absent: agencies.filter((a) => a.RA === undefined).map((a) => a.DOI),
  registered: Object.fromEntries(agencies.flatMap((a) => (a.RA === undefined ? [] : [[a.DOI, a.RA]]))),
}
const server = createCaseServer(answers)
globalThis.fetch = (input, init) => (new URL(input instanceof Request ? input.url : input).host === 'www.ncbi.nlm.nih.gov' ? Promise.resolve(new Response('down', { status: 503 })) : server.fetch(input, init))
const root = mkdtempSync(join(tmpdir(), 'demo-check-'))
process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
process.exitCode = await main(['check', 'fixtures/demo/sample.bib', '--root', root, ...process.argv.slice(2)])
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
