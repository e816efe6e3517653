import { createWriteStream, realpathSync, type WriteStream } from 'node:fs'
import { open, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from './exit-codes.ts'

/** Where a report goes. Small writes are gathered; a reader that has gone away (`| head`) is no error. */
export interface Output {
  /** Text as UTF-8, or bytes as they are. */
  write(text: string | Uint8Array): Promise<void>
  /** Flushes; a file gets its name only now, so that an interrupted run leaves the old report in place. */
  close(): Promise<void>
  /** Removes an unfinished file. */
  discard(): Promise<void>
  /** Aborted when the reader has gone away. */
  readonly closed: AbortSignal
}

const CHUNK = 65_536

/** Standard output, or a file that is replaced as a whole. Throws UsageError when the file cannot be written. */
export async function openOutput(file: string | undefined): Promise<Output> {
  if (file === undefined) return gather(process.stdout, async () => {}, async () => {})
  const target = await stat(file).catch(() => undefined)
  if (target?.isDirectory()) throw new UsageError(`--output ${file} is a directory`)
  try {
    // A device or a pipe is written to as it is.
    if (target !== undefined && !target.isFile()) {
      const stream = createWriteStream(file, { flags: 'w' })
      return gather(stream, () => ended(stream), async () => {})
    }
    const part = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`)
    const stream = (await open(part, 'w')).createWriteStream()
    return gather(stream, async () => {
      await ended(stream)
      await rename(part, file)
    }, async () => {
      stream.destroy()
      await unlink(part).catch(() => {})
    })
  } catch (cause) {
    throw new UsageError(`cannot write ${file}: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Writes a copy, text as UTF-8, whole or not at all; a link to an input is replaced, not followed. Throws UsageError when it names one of
 * the inputs, which are never written, or cannot be written.
 */
export async function writeCopy(option: string, target: string, content: string | Uint8Array, inputs: readonly string[]): Promise<void> {
  assertNoInput(option, target, inputs)
  const output = await openOutput(target)
  try {
    await output.write(content)
    await output.close()
  } catch (cause) {
    await output.discard()
    throw new UsageError(`cannot write ${target}: ${(cause as Error).message}`, { cause })
  }
}

/** Throws UsageError when a target is one of the inputs. To be asked before anything is done. */
export function assertNoInput(option: string, target: unknown, inputs: readonly string[]): void {
  if (typeof target === 'string' && inputs.some((input) => placeOf(input) === placeOf(target))) throw new UsageError(`${option} names an input; ${target} is never written over`)
}

/** Where a name lies, links of its folder followed; a link at the end stays, because it would be replaced. */
function placeOf(name: string): string {
  const { dir, base } = path.parse(path.resolve(name))
  try {
    return path.join(realpathSync(dir), base)
  } catch {
    return path.join(dir, base)
  }
}

function ended(stream: WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject)
    stream.end(resolve)
  })
}

function gather(stream: NodeJS.WritableStream, finish: () => Promise<void>, discard: () => Promise<void>): Output {
  const gone = new AbortController()
  let waiting: (string | Uint8Array)[] = []
  let size = 0
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Windows says EOF where POSIX says EPIPE.
    if (error.code === 'EPIPE' || error.code === 'EOF') gone.abort(error)
  })
  const flush = async (): Promise<void> => {
    if (size === 0 || gone.signal.aborted) return
    const text = waiting.length === 1 ? waiting[0] as string | Uint8Array : Buffer.concat(waiting.map((part) => Buffer.from(part as string)))
    waiting = []
    size = 0
    await new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => {
        const { code } = (error ?? {}) as NodeJS.ErrnoException
        if (error && code !== 'EPIPE' && code !== 'EOF') reject(error)
        else resolve()
      })
    })
  }
  return {
    closed: gone.signal,
    async write(text) {
      waiting.push(text)
      size += text.length
      if (size >= CHUNK) await flush()
    },
    async close() {
      await flush()
      await finish()
    },
    discard,
  }
}
