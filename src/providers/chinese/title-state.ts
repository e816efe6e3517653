import { normalizeCjkTitle } from '../../compare/cjk.ts'
import { hasIdeograph } from './scope.ts'

export type TitleState = 'match' | 'mismatch' | 'not_found' | 'unverifiable'

/**
 * A cited title against the title of the record that its DOI leads to: equal after the Chinese normalisation or not, never a ratio.
 * Only two titles that both hold Han can contradict each other; across scripts, or where one is missing, nothing is said.
 */
export function compareTitleState(cited: string | undefined, record: string | undefined): Exclude<TitleState, 'not_found'> {
  const a = normalizeCjkTitle(cited ?? '')
  const b = normalizeCjkTitle(record ?? '')
  if (a === '' || b === '') return 'unverifiable'
  if (a === b) return 'match'
  return hasIdeograph(a) && hasIdeograph(b) ? 'mismatch' : 'unverifiable'
}
