/**
 * A process that writes to a store; started by store-processes.test.ts as `node writer-process.ts ROOT JOB`.
 * Jobs: `race` registers twenty findings; `die:N` kills itself at the N-th time that the store asks for a random id
 * (1 layout, 2 .gitignore, 3 body, 4 record, 5 journal): each is the moment before that file is written; `big` registers a body of 200 kB.
 */
import { randomUUID } from 'node:crypto'
import { sha256 } from '../../src/base/sha256.ts'
import { createEvidenceStore } from '../../src/evidence/store.ts'
import { bytesOf, draftOf } from './finding.ts'
import type { Finding } from './finding.ts'

const [root = '', job = ''] = process.argv.slice(2)
let asked = 0
const dieAt = job.startsWith('die:') ? Number(job.slice(4)) : undefined

function randomId(): string {
  if (++asked === dieAt) process.kill(process.pid, 'SIGKILL')
  return randomUUID()
}

const store = createEvidenceStore({ root, durability: 'full', now: () => new Date(), randomId, pid: process.pid })

async function register(finding: Finding): Promise<{ id: string; created: boolean }> {
  const bytes = bytesOf(finding)
  const { id, created } = await store.sink.register(draftOf({ ...finding, at: new Date().toISOString() }), async ({ body }) => (body.sha256 === sha256(bytes) ? bytes : undefined))
  return { id, created }
}

try {
  const results = job === 'race'
    ? await Promise.all(Array.from({ length: 20 }, (_, index) => register({ doi: `10.5555/race.${index}`, body: `{"body":${index % 5}}` })))
    : [await register(job === 'big' ? { body: 'x'.repeat(200_000) } : {})]
  process.stdout.write(JSON.stringify(results))
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
