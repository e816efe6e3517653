import { readFile, stat } from 'node:fs/promises'
import { identifierInput } from '../formats/identifier-list.ts'
import type { CitationInput } from '../model/input.ts'
import { UsageError } from './exit-codes.ts'

/** Larger files are refused before they are read. */
const MAX_BYTES = 100 * 1024 * 1024

/** One thing to check: a file (or standard input) to be read, or an identifier given as an argument. */
export type Source =
  | { readonly kind: 'file'; readonly name: string; readonly read: () => Promise<Uint8Array> }
  | { readonly kind: 'identifier'; readonly input: CitationInput }

/**
 * What the arguments name. A file that exists wins over an identifier of the same text. Throws UsageError, before anything is read
 * or asked, for a directory, a file that is not there or too large, and an argument that is neither file nor identifier.
 */
export async function sourcesOf(args: readonly string[], stdin: AsyncIterable<Uint8Array>): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const arg of args) {
    if (arg === '-') {
      if (sources.some((source) => source.kind === 'file' && source.name === 'stdin')) throw new UsageError('standard input (-) can be read only once')
      sources.push({ kind: 'file', name: 'stdin', read: () => readAll(stdin) })
    } else sources.push((await fileOf(arg)) ?? identifierOf(arg))
  }
  return sources
}

/** A file's bytes, or UsageError with the reason. */
export async function readBytes(name: string): Promise<Uint8Array> {
  try {
    return await readFile(name)
  } catch (cause) {
    throw new UsageError(`cannot read ${name}: ${(cause as Error).message}`, { cause })
  }
}

async function fileOf(arg: string): Promise<Source | undefined> {
  const found = await stat(arg).catch((error: NodeJS.ErrnoException) => {
    // A DOI as an argument may pass through a file as if that were a folder (`10.1000/x` beside a file `10.1000`).
    if (['ENOENT', 'ENOTDIR', 'EINVAL', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(error.code ?? '')) return undefined
    throw new UsageError(`cannot read ${arg}: ${error.message}`, { cause: error })
  })
  if (found === undefined) return undefined
  if (found.isDirectory()) throw new UsageError(`${arg} is a directory; name the files in it`)
  if (found.size > MAX_BYTES) throw new UsageError(`${arg} is ${Math.ceil(found.size / 1_048_576)} MB; files over ${MAX_BYTES / 1_048_576} MB are not read`)
  return { kind: 'file', name: arg, read: () => readBytes(arg) }
}

function identifierOf(arg: string): Source {
  const input = identifierInput(arg)
  if (input.invalid) {
    const looksLikeFile = /\.(?:bib|bibtex|ris|nbib|json|txt|md|markdown|enw|xml|csv|tex)$/i.test(arg)
    throw new UsageError(looksLikeFile ? `no such file: ${arg}` : `neither a file nor an identifier: ${arg} (a DOI, PMID, PMCID or arXiv id is expected; - is standard input)`)
  }
  return { kind: 'identifier', input }
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MAX_BYTES) throw new UsageError(`standard input is over ${MAX_BYTES / 1_048_576} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
