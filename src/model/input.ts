import type { CiteErrorCode } from '../base/cite-error.ts'
import type { Citation } from './citation.ts'

/** Where an input stood. Lines count from 1; offsets are UTF-16 code units of the decoded text. */
export interface SourceRange {
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly start: number
  readonly end: number
}

export type InputKind = 'bibtex' | 'ris' | 'nbib' | 'csl' | 'identifier' | 'text' | 'gbt7714' | 'fields'

/** One thing to verify, as a format parser or a tool's arguments gave it. */
export interface CitationInput {
  /** Citation key, or the identifier or a counter where the format has no keys. Unique names are not promised. */
  readonly key: string
  readonly kind: InputKind
  readonly citation: Citation
  /** The text as given. */
  readonly raw: string
  readonly source?: SourceRange
  /** Remarks of the parser that do not stop the check (an undefined macro, a guessed encoding). */
  readonly remarks?: readonly string[]
  /** The entry could not be read: it is reported with this and never looked up. */
  readonly invalid?: { readonly code: CiteErrorCode; readonly detail: string }
}
