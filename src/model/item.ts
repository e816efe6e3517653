import type { Check } from './check.ts'
import type { ChineseFinding } from './chinese.ts'
import type { Field } from './citation.ts'
import type { CitationInput } from './input.ts'
import type { Notice } from './notice.ts'
import type { Identity, Status, Suggestion } from './verdict.ts'
import type { Work } from './work.ts'

/** The work stands in the local Zotero library too. Only where that was asked for. */
export interface LocalZoteroMark {
  readonly item_key: string
  readonly match_basis: string
  /** 1 for an identifier, 0.85 for an equal title, 0.5 for another version of the work. */
  readonly match_confidence: number
  readonly select_uri: string
  readonly in_trash: boolean
  /** How many items match, where it is more than one; the first is named. */
  readonly candidates?: number
}

/** The answer for one input: what the tools return, what every report prints. Plain JSON; absent keys are left out, never undefined. */
export interface VerifiedItem {
  readonly input: CitationInput
  /** True only when status is `ok`, no look-up failed, and the registry gave metadata for what was cited: the one flag that may be read as "all fine". */
  readonly ok: boolean
  readonly status: Status
  readonly notFound: boolean
  readonly lookupError: boolean
  readonly identity: Identity
  readonly registrationAgency?: string
  readonly resolved?: Work
  readonly checks: readonly Check[]
  readonly notices: readonly Notice[]
  readonly suggestions?: readonly Suggestion[]
  /** Fields about which two authorities contradict each other; the warnings say how. */
  readonly disputed?: readonly Field[]
  /** Outcome of the Chinese resolver and its checklist row, where it was asked. */
  readonly chinese?: ChineseFinding
  readonly local_zotero_match?: LocalZoteroMark
  readonly duplicate?: boolean
  /** Key of the first input that names the same work. */
  readonly duplicateOf?: string
  readonly evidenceId?: string
  readonly recordPath?: string
  /** One line: what the reader should do now. */
  readonly nextAction: string
  readonly warnings: readonly string[]
}

export interface Summary {
  readonly total: number
  readonly ok: number
  readonly warn: number
  readonly fail: number
  readonly unchecked: number
  readonly notFound: number
  readonly retracted: number
  readonly lookupErrors: number
  readonly duplicates: number
}

/** A whole run: the items in input order, and what it cost. */
export interface VerifiedReport {
  readonly items: readonly VerifiedItem[]
  readonly summary: Summary
  /** Requests sent per host in this run; cached answers cost none. */
  readonly requests: Readonly<Record<string, number>>
  readonly warnings: readonly string[]
}
