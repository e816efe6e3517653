// Run as a child process behind the provider simulator's proxy: verifies every bibliography file named on standard input (JSON) and
// prints one JSON line per file. Unpaced, since the simulator is on loopback and counts, not limits.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpaced } from '../../src/http/pace.ts'
import { readCitations } from '../../src/formats/read.ts'
import { defaultConfig } from '../../src/model/config.ts'
import type { CitationInput } from '../../src/model/input.ts'
import { createCiteVerifier } from '../../src/runtime.ts'

const { root, folder, files, timeoutMs = 60_000 } = JSON.parse(readFileSync(0, 'utf8')) as { root: string; folder: string; files: string[]; timeoutMs?: number }
const verifier = createCiteVerifier({ ...defaultConfig(), root, durability: 'fast', retries: 0, minIntervalMs: 0, timeoutMs }, { pace: unpaced })
for (const file of files) {
  const started = performance.now()
  try {
    const inputs: CitationInput[] = []
    for await (const slice of readCitations(readFileSync(join(folder, file)), { name: file })) inputs.push(...slice)
    const report = await verifier.verify(inputs)
    const items = report.items.map(({ input, status, notFound, lookupError, resolved, checks }) => ({
      key: input.key, reasons: checks.filter((check) => check.status === 'skipped').map((check) => check.reason), identifiers: input.citation.identifiers, status, notFound, lookupError, resolved: resolved?.provider,
      existing: checks.filter((check) => check.status === 'pass' && (check.type === 'doi-exists' || check.field?.endsWith('-exists'))).map((check) => check.field ?? 'doi-exists'),
    }))
    console.log(JSON.stringify({ file, ms: Math.round(performance.now() - started), warnings: report.warnings, items }))
  } catch (error) {
    console.log(JSON.stringify({ file, crash: String((error as Error).stack ?? error) }))
  }
}
await verifier.close()
