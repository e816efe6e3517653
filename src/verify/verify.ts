import type { Check } from '../model/check.ts'
import type { CitationInput } from '../model/input.ts'
import type { ChineseAnswer } from '../providers/chinese/outcome.ts'
import type { Suggestion, Verification } from '../model/verdict.ts'
import type { Work } from '../model/work.ts'
import type { Citation } from '../model/citation.ts'
import { assess, type AssessSettings, type ChineseStory } from './assess.ts'
import { faultDetail } from './checks.ts'
import { rollup } from './rollup.ts'
import { route, type RouteOptions } from './route.ts'
import { suggestionsFrom } from './suggest.ts'
import type { Registries } from './trail.ts'

export interface VerifySettings extends AssessSettings, RouteOptions {
  /** Search by title: `all` where a citation has no identifier, no record or another work's identifier; `other-work` only in the last case (cite_fix). */
  readonly suggest: 'never' | 'other-work' | 'all'
}

/** What a search found. `failed` names each source that could not be asked: then an empty list says nothing. */
export interface Searched {
  readonly works: readonly Work[]
  readonly failed: readonly string[]
}

/** Title search at Crossref, then, while `isEnough` does not hold for what was found, at OpenAlex: works, never an authority's answer. */
export type SearchWorks = (citation: Citation, options: RouteOptions, isEnough: (works: readonly Work[]) => boolean) => Promise<Searched>

/**
 * The whole story: ask the registries that are responsible for each identifier, all citations at once; assess each citation against
 * what they answered; search candidates where that was wished. One promise per citation, in input order, each settled as soon as its
 * own answers are in. Rejects for nothing that a provider does.
 */
export function verifyCitations(inputs: readonly CitationInput[], registries: Registries, search: SearchWorks, settings: VerifySettings): readonly Promise<Verification>[] {
  const routed = route(inputs.map((input) => (input.invalid ? NOTHING : input.citation)), registries, settings)
  return inputs.map(async (input, index) => {
    if (input.invalid) return unreadable(input)
    const { trail = [], chinese } = await routed[index] ?? {}
    const verification = assessed(() => assess(input.citation, trail, settings, chinese && storyOf(input.key, chinese)))
    return settings.suggest === 'never' ? verification : withSuggestions(input, verification, search, settings)
  })
}

/** An assessment that breaks down costs its own citation, never the others of the run. */
function assessed(run: () => Verification): Verification {
  try {
    return run()
  } catch (error) {
    const checks: readonly Check[] = [{ type: 'other', status: 'skipped', relation: 'declined', reason: 'not_comparable', rule: 'assessment.fault', detail: faultDetail(error) }]
    return { ...rollup(checks), identity: 'undecided', checks, notices: [], snapshots: [], warnings: [faultDetail(error)] }
  }
}

/** The resolver's answer as the assessment and the reports take it, under the citation's own key. */
function storyOf(key: string, answer: ChineseAnswer): ChineseStory {
  if (answer.kind === 'failed') {
    const { attempts, needs, reason, detail } = answer
    return { finding: { attempts, checklistRow: null, ...(needs ? { needs } : {}) }, failure: { reason, detail } }
  }
  const { code, attempts, checklistRow, record, snapshots } = answer
  const snapshot = snapshots.at(-1)
  return {
    finding: { code, attempts, checklistRow: checklistRow && { ...checklistRow, citation_key: key } },
    ...(code === 'PUBMED_COORDINATE_VERIFIED' && record && snapshot ? { confirmed: { work: record, snapshot } } : {}),
  }
}

/** What an entry that could not be read asks for. */
const NOTHING: Citation = { identifiers: {} }

async function withSuggestions(input: CitationInput, verification: Verification, search: SearchWorks, settings: VerifySettings): Promise<Verification> {
  const elsewhere = verification.identity === 'other-work'
  const undecided = verification.notFound || verification.checks.some((check) => check.reason === 'no_identifier')
  if (!(elsewhere || (settings.suggest === 'all' && undecided)) || input.citation.title === undefined) return verification
  const candidates = (works: readonly Work[]): readonly Suggestion[] => suggestionsFrom(input.citation, works, settings)
  const hasTitle = (works: readonly Work[]): boolean => candidates(works).some(({ relations }) => relations.title !== 'differs')
  const { works, failed } = await search(input.citation, settings, hasTitle)
  const warnings = failed.length === 0 || hasTitle(works) ? verification.warnings : [...verification.warnings, `the search for candidates failed (${failed.join('; ')})`]
  const suggestions = candidates(works)
  // An empty list says that the search was made and brought nothing.
  return suggestions.length === 0 && failed.length > 0 ? { ...verification, warnings } : { ...verification, suggestions, warnings }
}

function unreadable(input: CitationInput): Verification {
  const detail = input.invalid ? `${input.invalid.code}: ${input.invalid.detail}` : ''
  return { ...rollup([]), identity: 'undecided', checks: [], notices: [], snapshots: [], warnings: [detail] }
}
