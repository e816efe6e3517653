/** One row of the list that a person works through. The names are those of the published protocol. */
export interface ChineseChecklistRow {
  readonly citation_key: string
  /** Order of the work by hand, P0 first; not suspicion. */
  readonly priority: 'P0' | 'P1' | 'P2' | 'P3'
  readonly reason_code: string
  readonly verdict_contribution: 'false' | 'unresolvable'
  readonly cited_as: {
    readonly title: string | null
    readonly container_title: string | null
    readonly year: string | null
    readonly volume: string | null
    readonly issue: string | null
    readonly pages: string | null
    readonly doi: string | null
  }
  readonly attempts: readonly ChineseAttempt[]
  readonly human_action: string
  readonly verification_urls: readonly string[]
  /** Filled in by a person, never by this package. */
  readonly human_result: null
}

export interface ChineseAttempt {
  readonly stage: string
  readonly outcome: string
  readonly detail?: string
}

/** What the Chinese resolver came to (providers/chinese). Without a code a question could not be answered: nothing follows about the citation. */
export interface ChineseFinding {
  readonly code?: string
  readonly attempts: readonly ChineseAttempt[]
  readonly checklistRow: ChineseChecklistRow | null
  /** Configuration without which PubMed's coordinates are not asked. */
  readonly needs?: 'mailto'
}
