import type { CitationInput } from '../model/input.ts'
import type { InputFormat } from '../formats/read.ts'
import { isCiteError } from '../base/cite-error.ts'
import { UsageError } from './exit-codes.ts'
import type { Source } from './sources.ts'

/** Entries verified in one call: enough that the providers' batches are full, few enough that memory stays bounded. */
const SLICE = 5_000

export interface SliceOptions {
  readonly format?: InputFormat
  /** Only entries for which this holds. */
  readonly wanted: (input: CitationInput) => boolean
  /** A remark on a whole file (a guessed encoding). */
  readonly onNote: (note: string) => void
  /** A source that could not be read, or in which nothing was found. */
  readonly onProblem: (source: string, detail: string, readable: boolean) => void
}

/** The entries of all sources in the order given, in slices; broken entries are among them. A source that can't be read costs only itself. */
export async function* readSlices(sources: readonly Source[], options: SliceOptions): AsyncGenerator<readonly CitationInput[]> {
  let slice: CitationInput[] = []
  for (const source of sources) {
    if (source.kind === 'identifier') {
      slice.push(source.input)
      continue
    }
    let found = false
    try {
      const { openCitations } = await import('../formats/read.ts')
      const opened = openCitations(await source.read(), { name: source.name, ...(options.format === undefined ? {} : { format: options.format }) })
      opened.notes.forEach(options.onNote)
      for await (const inputs of opened.slices) {
        found ||= inputs.length > 0
        for (const input of inputs) {
          if (!options.wanted(input)) continue
          slice.push(input)
          if (slice.length === SLICE) {
            yield slice
            slice = []
          }
        }
      }
    } catch (error) {
      if (!isCiteError(error) && !(error instanceof UsageError)) throw error
      options.onProblem(source.name, error.message.replace(/^[A-Z_]+: /, ''), false)
      continue
    }
    if (!found) options.onProblem(source.name, '', true)
  }
  if (slice.length > 0) yield slice
}
