import type { Citation } from '../model/citation.ts'
import type { ChineseAnswer } from '../providers/chinese/outcome.ts'
import type { ChineseResolver } from '../providers/chinese/resolver.ts'
import type { ChineseQuery } from '../providers/chinese/scope.ts'
import type { Contribution } from './reduce.ts'
import type { Testimony, Witness, WitnessQuery } from './witness.ts'

/**
 * The Chinese-literature resolver as a further source. A verified title or coordinates confirm; a DOI that its own agency and the Handle System
 * do not know is refuted. A DOI that leads to another title is shown and decides nothing: the identifier exists.
 */
export function createChineseWitness(resolver: Pick<ChineseResolver, 'resolve'>): Witness {
  return {
    name: 'chinese',
    async testify(queries, options) {
      const answers = await resolver.resolve(queries.map(queryOf), options)
      return queries.map(({ query }, index) => testimonyOf(answers[index], query.doi))
    },
  }
}

/** Coordinates that the closed corpus entry does not have are taken where a pipeline has put them there. */
function queryOf({ entry, query, registry }: WitnessQuery): ChineseQuery {
  const text = (name: string): string | undefined => { const value = entry[name]; return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined }
  const fields = { year: query.year, venue: text('container_title') ?? text('venue'), volume: text('volume'), issue: text('issue'), pages: text('pages') }
  const citation: Citation = { title: query.title, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)), identifiers: query.doi ? { doi: query.doi } : {} }
  const [language, pinyin] = [text('language'), text('first_author_pinyin')]
  return { key: query.key, citation, ...(language ? { language } : {}), ...(pinyin ? { firstAuthorPinyin: pinyin } : {}), ...(registry?.agencyAnswer ? { agency: registry.agencyAnswer } : {}) }
}

function testimonyOf(answer: ChineseAnswer | undefined, doi: string | undefined): Testimony | undefined {
  if (answer === undefined) return undefined
  const about = doi === undefined ? {} : { identifier: doi }
  if (answer.kind === 'failed') return { contribution: 'nothing', code: 'UNREACHABLE', detail: answer.detail, ...about }
  if (answer.code === 'NOT_CHINESE_LITERATURE') return undefined
  const contribution: Contribution = answer.status === 'matched' ? 'confirms' : answer.code === 'DOI_REFUTED' ? 'refutes' : 'nothing'
  const otherTitle = answer.code === 'DOI_TITLE_MISMATCH' ? answer.record?.title : undefined
  const at = answer.snapshots.map(({ retrievedAt }) => retrievedAt).sort().at(-1)
  return { contribution, code: answer.code, ...about, ...(otherTitle === undefined ? {} : { otherTitle }), ...(at === undefined ? {} : { at }) }
}
