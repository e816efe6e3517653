import { message } from '../../messages/message.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { openOutput } from '../output.ts'
import type { Options } from '../program.ts'
import { choice, createSession } from '../session.ts'

/** `cite-verify export`: an RO-Crate into a new folder, or the records as JSON lines. An empty store exports nothing and is exit 2. */
export async function runExport(options: Options): Promise<number> {
  const session = createSession(options)
  const format = choice(options['format'], '--format', ['ro-crate', 'jsonl'])
  const target = typeof options['output'] === 'string' ? options['output'] : undefined
  if (format === 'ro-crate' && target === undefined) throw new UsageError('--format ro-crate needs --output FOLDER')
  const verifier = await session.open()
  try {
    const { records, blobs } = format === 'ro-crate' ? await verifier.exportEvidence({ format, into: target as string }) : await exportLines()
    if (records === 0) throw new UsageError(`there is no evidence in ${session.config.root}: nothing was exported`)
    if (target !== undefined) process.stdout.write(`${message(session.language, 'cli.export.done', { records, blobs, name: target })}\n`)
    return EXIT.ok
  } finally {
    await verifier.close()
  }

  async function exportLines(): Promise<{ readonly records: number; readonly blobs: number }> {
    const output = await openOutput(target)
    try {
      const exported = await verifier.exportEvidence({ format: 'jsonl', write: output.write })
      await (exported.records === 0 ? output.discard() : output.close())
      return exported
    } catch (error) {
      await output.discard()
      throw error
    }
  }
}
