import { sha256 } from '../base/sha256.ts'
import type { Audit } from './audit.ts'
import { readable } from './audit-files.ts'
import { parseJournal } from './journal.ts'
import type { JournalEvent } from './journal.ts'
import { JOURNAL, MAX_RECORD_BYTES, recordPath } from './path.ts'

/** Largest journal that is read, in bytes; a line has about 400. */
const MAX_JOURNAL_BYTES = 1024 * 1024 * 1024

/** Every journal: its lines' digests and chain; that what was registered is still there, and still the same file. */
export async function auditJournals(audit: Audit): Promise<void> {
  const { parts: { disk }, problems } = audit
  const events: (JournalEvent & { readonly path: string })[] = []
  for (const name of await disk.names(JOURNAL)) {
    const path = `${JOURNAL}/${name}`
    if (!name.endsWith('.jsonl')) {
      problems.push({ kind: 'foreign', severity: 'error', path, detail: 'not a journal' })
      continue
    }
    const bytes = await readable(audit, path, () => disk.read(path, MAX_JOURNAL_BYTES))
    if (bytes === undefined) continue
    const journal = parseJournal(bytes)
    audit.journals++
    for (const line of journal.bad) problems.push({ kind: 'torn-journal', severity: 'error', path, detail: `line ${line} is damaged or out of its chain` })
    if (journal.torn) problems.push({ kind: 'torn-journal', severity: 'info', path, detail: 'the last line is incomplete: its writer was stopped, or is writing now' })
    events.push(...journal.events.map((event) => ({ ...event, path })))
  }
  await holdAgainstFiles(audit, events)
}

async function holdAgainstFiles(audit: Audit, events: readonly (JournalEvent & { readonly path: string })[]): Promise<void> {
  const { parts: { disk }, problems, files } = audit
  const pruned = new Set(events.filter(({ event }) => event === 'pruned').map(({ id }) => id))
  const seen = new Set<string>()
  for (const { id, file, path } of events) {
    if (seen.has(`${id} ${file}`)) continue
    seen.add(`${id} ${file}`)
    // Registered, perhaps, after the records were read: look again before saying that it is gone.
    const now = files.get(id) ?? await digestOf(disk, recordPath(id))
    if (now === undefined) {
      if (!pruned.has(id)) problems.push({ kind: 'missing', severity: 'error', id, path: recordPath(id), detail: `${path} says that it was registered` })
      continue
    }
    const known = problems.some((problem) => problem.id === id && problem.severity === 'error')
    // A pruned record may have been registered again, with new times: then its journal line names the new file.
    if (file !== undefined && file !== now && !known && !pruned.has(id)) {
      problems.push({ kind: 'tampered', severity: 'error', id, path: recordPath(id), detail: `its file is not the one that ${path} notes: something outside the id (a time, a url) was changed` })
    }
  }
}

async function digestOf(disk: Audit['parts']['disk'], path: string): Promise<string | undefined> {
  const bytes = await disk.read(path, MAX_RECORD_BYTES)
  return bytes && sha256(bytes)
}
