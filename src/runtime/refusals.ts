import { isCiteError } from '../base/cite-error.ts'

/** Collects what a store that refuses says, so that a report has it once and not per citation. */
export interface Refusals {
  readonly add: (error: unknown) => void
  /** The distinct refusals since the last call, as warnings that start with their code. */
  readonly take: () => readonly string[]
}

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
