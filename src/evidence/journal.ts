import { appendFile } from 'node:fs/promises'
import { canonicalJson } from '../base/canonical-json.ts'
import { isSha256, sha256 } from '../base/sha256.ts'
import type { Sha256 } from '../base/sha256.ts'
import { guarded } from './disk.ts'
import type { Disk } from './disk.ts'
import { isEvidenceId, JOURNAL, journalPath } from './path.ts'
import type { EvidenceId } from './path.ts'

/** What happened to a record. `file` is the digest of the record's file, so that an edit outside the core is seen too. */
export interface JournalEvent {
  readonly event: 'registered' | 'seen-again' | 'pruned'
  readonly id: EvidenceId
  readonly at: string
  readonly file?: Sha256
}

/** A journal file as read: its good lines in order, and what is wrong with the others. */
export interface JournalReading {
  readonly events: readonly JournalEvent[]
  /** The last line has no end: its writer was stopped within it. */
  readonly torn: boolean
  /** Numbers (from 1) of lines whose digest, chain or form is wrong. */
  readonly bad: readonly number[]
}

/** `prev` of a journal's first line. */
const START = '0'.repeat(64)

/**
 * Append-only log of one writer. Lines are `sha256(json)<TAB>json`, each naming the digest before it. One file per writer,
 * so nothing is shared and nothing needs a lock. Not fsynced: a lost tail loses no evidence, only the note of it.
 */
export interface Journal {
  append(event: JournalEvent): Promise<void>
}

/** A journal that makes its file at the first event. Throws STORE_ERROR when it cannot be written; the next event then starts a new file. */
export function createJournal(disk: Disk): Journal {
  let writer: string | undefined
  let previous: string = START
  let waiting: JournalEvent[] = []
  let written: Promise<void> | undefined

  /** Events that come while a write is under way go out together in the next one. */
  async function writeWaiting(): Promise<void> {
    await queue
    const events = waiting
    waiting = []
    written = undefined
    if (writer === undefined) {
      writer = `${disk.pid}-${disk.randomId()}`
      previous = START
    }
    const path = journalPath(writer)
    let text = ''
    let last = previous
    for (const event of events) {
      const json = canonicalJson({ ...event, prev: last })
      last = sha256(json)
      text += `${last}\t${json}\n`
    }
    try {
      await guarded(`cannot write ${path}`, async () => {
        await disk.directory(JOURNAL)
        await appendFile(disk.absolute(path), text, { flag: 'a' })
      })
      previous = last
    } catch (error) {
      writer = undefined // the line may be torn: the next one starts a new file, so that this one keeps a torn END
      throw error
    }
  }

  let queue: Promise<unknown> = Promise.resolve()
  return {
    append(event) {
      waiting.push(event)
      if (written === undefined) {
        written = writeWaiting()
        queue = written.catch(() => undefined)
      }
      return written
    },
  }
}

/** Reads a journal's bytes: checks each line's digest and its link to the line before. */
export function parseJournal(bytes: Uint8Array): JournalReading {
  const lines = new TextDecoder().decode(bytes).split('\n')
  const torn = lines.pop() !== ''
  const events: JournalEvent[] = []
  const bad: number[] = []
  let previous: string = START
  lines.forEach((line, index) => {
    const [digest = '', json = ''] = line.split('\t', 2)
    const event = digest === sha256(json) ? parseEvent(json, previous) : undefined
    if (event) events.push(event)
    else bad.push(index + 1)
    previous = digest
  })
  return { events, torn, bad }
}

function parseEvent(json: string, previous: string): JournalEvent | undefined {
  try {
    const { event, id, at, file, prev } = JSON.parse(json) as Record<string, unknown>
    const known = event === 'registered' || event === 'seen-again' || event === 'pruned'
    if (!known || typeof id !== 'string' || !isEvidenceId(id) || typeof at !== 'string' || prev !== previous) return undefined
    return { event, id, at, ...(typeof file === 'string' && isSha256(file) && { file }) }
  } catch {
    return undefined
  }
}
