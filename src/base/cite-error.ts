/** The error codes of the tools, as the README lists them. */
export const ERROR_CODES = ['INVALID_INPUT', 'INVALID_BIBTEX', 'UNSUPPORTED_IDENTIFIER', 'STORE_ERROR', 'BATCH_TOO_LARGE'] as const
export type CiteErrorCode = (typeof ERROR_CODES)[number]

/**
 * Thrown for a caller's mistake or a broken store, never for what a provider answered.
 * The message starts with the code, since the harness passes on the message alone.
 */
export class CiteError extends Error {
  override readonly name = 'CiteError'
  readonly code: CiteErrorCode
  constructor(code: CiteErrorCode, detail: string, options?: { cause?: unknown }) {
    super(`${code}: ${detail}`, options)
    this.code = code
  }
}

/** True also for a CiteError of another copy of this package. */
export function isCiteError(error: unknown): error is CiteError {
  return error instanceof Error && error.name === 'CiteError' && 'code' in error
}
