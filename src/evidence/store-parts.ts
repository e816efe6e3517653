import type { Blobs } from './blobs.ts'
import type { Disk } from './disk.ts'
import type { Journal } from './journal.ts'
import type { Records } from './records.ts'

/** The parts of an open store, for what works on files itself: registration, prune, audit, exports. */
export interface StoreParts {
  readonly disk: Disk
  readonly blobs: Blobs
  readonly records: Records
  readonly journal: Journal
}
