import { message } from '../../messages/message.ts'
import { byteSize } from '../byte-size.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Options } from '../program.ts'
import { createSession } from '../session.ts'

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** Milliseconds of `90d`, `12w`, `36h`. Throws UsageError on anything else: a bare number would leave its unit to be guessed. */
export function parseAge(text: string): number {
  const match = /^(\d{1,5})([hdw])$/.exec(text.trim())
  if (!match) throw new UsageError(`--older-than: ${JSON.stringify(text)} is not an age; write 90d, 12w or 36h`)
  return Number(match[1]) * (UNITS[match[2] as string] as number)
}

/** `cite-verify store prune --older-than AGE`. */
export async function runStorePrune(options: Options): Promise<number> {
  const session = createSession(options)
  const olderThanMs = parseAge(String(options['olderThan']))
  const verifier = await session.open()
  try {
    const removed = await verifier.prune({ olderThanMs })
    process.stdout.write(`${message(session.language, 'cli.prune.done', { records: removed.records, blobs: removed.blobs, bytes: byteSize(removed.bytes) })}\n`)
    return EXIT.ok
  } finally {
    await verifier.close()
  }
}
