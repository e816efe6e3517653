import { isCiteError } from '../base/cite-error.ts'

/** Said once for a run: how many findings the store did not take, and its first reason. */
export function unrecorded(items: readonly { readonly warnings: readonly string[] }[]): readonly string[] {
  const refused = items.flatMap(({ warnings }) => warnings.find((warning) => warning.startsWith('STORE_ERROR: ')) ?? [])
  const [first] = refused
  return first === undefined ? [] : [`STORE_ERROR: ${refused.length} of ${items.length} findings have no evidence record: ${first.slice('STORE_ERROR: '.length)}`]
}

/** Collects what a store that refuses says, so that a report has it once and not per citation. */
export interface Refusals {
  readonly add: (error: unknown) => void
  /** The distinct refusals since the last call, as warnings that start with their code. */
  readonly take: () => readonly string[]
}

/** An empty collection. A refusal is a CiteError, or anything else that a disk throws. */
export function createRefusals(): Refusals {
  let seen = new Set<string>()
  return {
    add(error) {
      seen.add(isCiteError(error) ? error.message : `STORE_ERROR: ${error instanceof Error ? error.message : String(error)}`)
    },
    take() {
      const taken = [...seen]
      seen = new Set()
      return taken
    },
  }
}
