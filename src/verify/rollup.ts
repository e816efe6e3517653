import { isExistenceCheck, isLookupFailure, type Check } from '../model/check.ts'
import { statusOf, type Verdict } from '../model/verdict.ts'

/**
 * The only maker of a verdict.
 * `notFound` needs a definite "no such record", no existence pass and no failed look-up: a timeout beside a 404 is not an absence.
 */
export function rollup(checks: readonly Check[]): Verdict {
  const lookupError = checks.some((check) => check.status === 'skipped' && isLookupFailure(check.reason))
  const exists = checks.some((check) => isExistenceCheck(check) && check.status === 'pass')
  const absent = checks.some((check) => check.status === 'skipped' && check.reason === 'not_found')
  return { status: statusOf(checks), notFound: absent && !exists && !lookupError, lookupError }
}
