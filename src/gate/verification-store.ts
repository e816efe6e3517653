/** One row of the table `verification_cache`: whose question, who was asked, how the question was put, and the answer as JSON text. */
export interface StoredVerification {
  readonly citation_key: string
  /** One of the four resolvers, `registry`, or the name of a further source. */
  readonly resolver_name: string
  /** The whole attempt: `doi:10.1/x|title:A title`. */
  readonly query_form: string
  readonly response_json: string
  /** ISO 8601, UTC. */
  readonly verification_timestamp: string
}

export type VerificationKey = Pick<StoredVerification, 'citation_key' | 'resolver_name' | 'query_form'>

/**
 * Where verifications are kept, whatever stands behind it (a file, a memory, later a team's service). It knows nothing of ages or meanings:
 * rows go in and come out as they are. A store that cannot be read answers with nothing and one that cannot be written forgets; neither rejects.
 * Every implementation passes test/gate/store-contract.ts.
 */
export interface VerificationStore {
  /** The rows that are there under these keys, in no promised order. */
  getMany(keys: readonly VerificationKey[]): Promise<readonly StoredVerification[]>
  /** All rows of these citations. */
  rowsOf(citationKeys: readonly string[]): Promise<readonly StoredVerification[]>
  /** Writes all or none; a row under the same key is replaced. */
  putMany(rows: readonly StoredVerification[]): Promise<void>
  /** Removes every row of a citation and says how many there were. */
  invalidate(citationKey: string): Promise<number>
  close(): Promise<void>
}

const nameOf = ({ citation_key, resolver_name, query_form }: VerificationKey): string => JSON.stringify([citation_key, resolver_name, query_form])

/** A store for one run, without a disk. */
export function createMemoryStore(): VerificationStore {
  const rows = new Map<string, StoredVerification>()
  return {
    getMany: async (keys) => [...new Set(keys.map(nameOf))].flatMap((name) => rows.get(name) ?? []),
    async rowsOf(citationKeys) {
      const wanted = new Set(citationKeys)
      return [...rows.values()].filter((row) => wanted.has(row.citation_key))
    },
    async putMany(added) {
      for (const row of added) rows.set(nameOf(row), { ...row })
    },
    async invalidate(citationKey) {
      let removed = 0
      for (const [name, row] of rows) if (row.citation_key === citationKey && rows.delete(name)) removed++
      return removed
    },
    async close() {},
  }
}
