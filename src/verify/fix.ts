import type { VerifiedItem } from '../model/item.ts'

/** One proposed change of a BibTeX entry. */
export interface FieldDiff {
  readonly field: string
  /** The value as it stands in the entry, without delimiters; absent when the field is added. */
  readonly old?: string
  /** The new value as it will stand in the entry, correct BibTeX. */
  readonly new: string
  readonly rule: string
  readonly evidenceId?: string
}

/** What cite_fix proposes for one entry. Never written to disk by this package unless the user names an output file. */
export interface Fix {
  readonly item: VerifiedItem
  /** The entry's text after the edits; equal to the given text when there is nothing to change. */
  readonly bibtex: string
  readonly diffs: readonly FieldDiff[]
  readonly warnings: readonly string[]
}
