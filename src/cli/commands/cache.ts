import { detectIdentifier } from '../../identifiers/detect.ts'
import { message } from '../../messages/message.ts'
import { byteSize } from '../byte-size.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Options } from '../program.ts'
import { choice, createSession } from '../session.ts'

/** `cite-verify cache stats`. */
export async function runCacheStats(options: Options): Promise<number> {
  const session = createSession(options)
  const format = choice(options['format'], '--format', ['text', 'json'])
  const verifier = await session.open()
  try {
    const stats = await verifier.cacheStats()
    const line = format === 'json' ? JSON.stringify(stats) : message(session.language, 'cli.cache.stats', { ...stats, bytes: byteSize(stats.bytes) })
    process.stdout.write(`${line}\n`)
    return EXIT.ok
  } finally {
    await verifier.close()
  }
}

/** `cite-verify cache clear`. The evidence store is not touched. */
export async function runCacheClear(options: Options): Promise<number> {
  const session = createSession(options)
  const verifier = await session.open()
  try {
    process.stdout.write(`${message(session.language, 'cli.cache.cleared', { n: await verifier.cacheClear() })}\n`)
    return EXIT.ok
  } finally {
    await verifier.close()
  }
}

/** `cite-verify cache invalidate ID...`: each id in any of its forms. Ids without a cached answer are named. */
export async function runCacheInvalidate(ids: readonly string[], options: Options): Promise<number> {
  const session = createSession(options)
  const canonical = ids.map((id) => {
    const found = detectIdentifier(id)
    if (found === undefined) throw new UsageError(`not an identifier: ${id}`)
    return found.value
  })
  const verifier = await session.open()
  try {
    const removed = await verifier.cacheInvalidate(canonical)
    const n = [...removed.values()].reduce((sum, count) => sum + count, 0)
    process.stdout.write(`${message(session.language, 'cli.cache.cleared', { n })}\n`)
    const untouched = canonical.filter((id) => !removed.get(id))
    if (untouched.length > 0) process.stdout.write(`${message(session.language, 'cli.cache.untouched', { ids: untouched.join(', ') })}\n`)
    return EXIT.ok
  } finally {
    await verifier.close()
  }
}
