import { CiteError } from '../base/cite-error.ts'

/** Every policy of a passport and its values; the first is what an absent key means (a convention of this code, not a default of the schema). */
export const POLICY_VALUES = {
  contamination_triangulation: ['advisory', 'strict', 'strict_articles_only'],
  citation_existence: ['advisory', 'strict'],
  temporal_integrity: ['advisory'],
  submission_package: ['advisory', 'strict'],
  retraction: ['advisory', 'strict'],
} as const
export type PolicyKey = keyof typeof POLICY_VALUES
export type TerminalPolicies = { readonly [Key in PolicyKey]?: (typeof POLICY_VALUES)[Key][number] }

/** The policies that bear on a citation when it is finalised; only these are stamped. */
const CITATION_TIME: readonly PolicyKey[] = ['citation_existence', 'contamination_triangulation', 'temporal_integrity']

/** The policies whose strict value this gate carries out. */
const EVALUATED: readonly PolicyKey[] = ['citation_existence', 'contamination_triangulation']

/** A passport's terminal_policies; null and absent mean none. Throws CiteError INVALID_INPUT naming every key or value that is unknown. */
export function parsePolicies(value: unknown): TerminalPolicies {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new CiteError('INVALID_INPUT', 'terminal_policies is not an object')
  const problems = Object.entries(value).flatMap(([key, given]) => {
    const values: readonly unknown[] | undefined = Object.hasOwn(POLICY_VALUES, key) ? POLICY_VALUES[key as PolicyKey] : undefined
    return values === undefined ? [`there is no policy ${key}`] : values.includes(given) ? [] : [`${key} is one of ${values.join(', ')}, not ${JSON.stringify(given)}`]
  })
  if (problems.length > 0) throw new CiteError('INVALID_INPUT', `terminal_policies: ${problems.join('; ')}`)
  return { ...value }
}

/** The value in force: advisory where the key is absent. */
export function policyValue(policies: TerminalPolicies | null | undefined, key: PolicyKey): string {
  return policies?.[key] ?? 'advisory'
}

/**
 * The slug that markers are stamped with: `key.value` of every citation-time policy that is not advisory, sorted by key, joined by `+`.
 * undefined when there is none: then nothing is stamped. Not a digest, so that a reader sees what was in force.
 */
export function policyHash(policies: TerminalPolicies | null | undefined): string | undefined {
  const strict = CITATION_TIME.filter((key) => policyValue(policies, key) !== 'advisory').toSorted()
  return strict.length === 0 ? undefined : strict.map((key) => `${key}.${policyValue(policies, key)}`).join('+')
}

/** Policies that are set to more than advisory and that nothing here carries out, as `key=value`: whoever set them must not take silence for a pass. */
export function unevaluatedPolicies(policies: TerminalPolicies | null | undefined): readonly string[] {
  return (Object.keys(POLICY_VALUES) as PolicyKey[]).filter((key) => !EVALUATED.includes(key) && policyValue(policies, key) !== 'advisory').toSorted().map((key) => `${key}=${policyValue(policies, key)}`)
}
