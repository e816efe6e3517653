import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDemoFetch } from '../../scripts/demo-answers.ts'
import { main } from '../../src/cli/main.ts'

// `cite-verify check fixtures/demo/sample.bib` with further arguments, on the demo's stored answers, in a process of its own.

globalThis.fetch = createDemoFetch()
const root = mkdtempSync(join(tmpdir(), 'demo-check-'))
process.chdir(fileURLToPath(new URL('../../', import.meta.url)))
process.exitCode = await main(['check', 'fixtures/demo/sample.bib', '--root', root, ...process.argv.slice(2)])
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
