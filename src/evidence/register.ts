import { CiteError } from '../base/cite-error.ts'
import type { Sha256 } from '../base/sha256.ts'
import { recordPath } from './path.ts'
import { secretInUrl } from './record.ts'
import type { EvidenceRecord } from './record.ts'
import { assertEvidenceRecord } from './schema.ts'
import type { Registered } from './sink.ts'
import type { StoreParts } from './store-parts.ts'

type BodyOf = (digest: Sha256) => Promise<Uint8Array | undefined>

/**
 * Bodies, then the record, then the journal: a process killed in between leaves unused bodies, never a record that names
 * what is not there. The same finding again answers with the id that it has, `created: false`, and a journal line.
 * Throws STORE_ERROR when a body is to be had nowhere, the record breaks a rule, or the disk refuses.
 */
export async function registerRecord({ disk, blobs, records, journal }: StoreParts, record: EvidenceRecord, bodyOf: BodyOf): Promise<Registered> {
  assertRegistrable(record)
  const keepBodies = async (): Promise<void> => {
    for (const { body } of record.snapshots) {
      const size = await blobs.size(body.sha256)
      if (size === body.size) continue
      if (size !== undefined) throw new CiteError('STORE_ERROR', `the stored body ${body.sha256} has ${size} bytes instead of ${body.size}`)
      const bytes = await bodyOf(body.sha256)
      if (bytes === undefined) throw new CiteError('STORE_ERROR', `the record names the body ${body.sha256}, which is not there`)
      const put = await blobs.put(bytes)
      if (put.sha256 !== body.sha256) throw new CiteError('STORE_ERROR', `the body given for ${body.sha256} hashes to ${put.sha256}`)
    }
  }
  await keepBodies()
  const { created, file } = await records.add(record)
  if (created) await keepBodies() // a prune in another process may have taken a body that no record named until now
  await journal.append({ event: created ? 'registered' : 'seen-again', id: record.id, at: disk.now().toISOString(), file })
  return { id: record.id, created, recordPath: disk.absolute(recordPath(record.id)) }
}

/** Form, urls without secrets, snapshot numbers that exist: what every record must keep, wherever it goes. */
export function assertRegistrable(record: EvidenceRecord): void {
  assertEvidenceRecord(record)
  record.snapshots.forEach(({ url, finalUrl }, index) => {
    const secret = secretInUrl(url) ?? secretInUrl(finalUrl)
    if (secret !== undefined) throw new CiteError('STORE_ERROR', `the url of snapshot ${index} holds ${secret}`)
  })
  const outside = record.checks.findIndex(({ snapshot }) => snapshot !== undefined && snapshot >= record.snapshots.length)
  if (outside >= 0) throw new CiteError('STORE_ERROR', `check ${outside} points to snapshot ${record.checks[outside]?.snapshot}, which is not there`)
}
