import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { main } from '../src/cli/main.ts'
import { createDemoFetch } from './demo-answers.ts'

// npm run demo: the command line, from reading the file to the exit code, on answers that ship in fixtures/demo.
// Only the function under the HTTP client is another one: it answers from files instead of the network.

const ROOT = fileURLToPath(new URL('../', import.meta.url))

async function demo(): Promise<number> {
  const { values } = parseArgs({ options: { root: { type: 'string' } } })
  const root = values.root ?? join(ROOT, '.cite-verify-demo')
  // The default folder is the demo's own; one that the user named is kept.
  if (values.root === undefined) rmSync(root, { recursive: true, force: true })
  for (const name of Object.keys(process.env)) if (/^(?:CITE_VERIFY_\w+|https?_proxy|all_proxy)$/i.test(name)) delete process.env[name]
  globalThis.fetch = createDemoFetch()
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
