import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { CaseAnswers, CrossrefRecord, DataciteRecord, PubmedRecord } from '../bench/case.ts'
import { createCaseServer } from '../bench/case-server.ts'
import { main } from '../src/cli/main.ts'

// npm run demo: the command line, from reading the file to the exit code, on answers that ship in fixtures/demo.
// Only the function under the HTTP client is another one: it answers from files instead of the network.

const ROOT = fileURLToPath(new URL('../', import.meta.url))
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

async function demo(): Promise<number> {
  const { values } = parseArgs({ options: { root: { type: 'string' } } })
  const root = values.root ?? join(ROOT, '.cite-verify-demo')
  // The default folder is the demo's own; one that the user named is kept.
  if (values.root === undefined) rmSync(root, { recursive: true, force: true })
  for (const name of Object.keys(process.env)) if (/^(?:CITE_VERIFY_\w+|https?_proxy|all_proxy)$/i.test(name)) delete process.env[name]
  const server = createCaseServer(storedAnswers())
  globalThis.fetch = (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    return host === DOWN ? Promise.resolve(new Response('down for the demo', { status: 503, headers: { 'content-type': 'text/plain' } })) : server.fetch(input, init)
  }
  process.chdir(ROOT)
  const shown = relative(ROOT, root) || root
  console.log(`$ cite-verify check fixtures/demo/sample.bib --root ${shown}\n`)
  const code = await main(['check', 'fixtures/demo/sample.bib', '--root', root, '--fresh'])
  console.log(`\nexit code ${code} (1: there are findings)\n\n$ cite-verify audit --replay --root ${shown}\n`)
  const audit = await main(['audit', '--replay', '--root', root])
  console.log(`
These answers came from fixtures/demo/answers through a fetch function in place of the network; reading, client, pace,
providers, comparison, evidence and report are those of a live run. The evidence is in ${shown}.
Live, on your own bibliography, after npm run build:
  node lib/cli.js check YOUR.bib --mailto you@example.org
  node lib/cli.js fix YOUR.bib > fixes.patch`)
  return code === 1 && audit === 0 ? 0 : 1
}

process.exitCode = await demo()
