import type { Answer } from '../provider.ts'
import { agencyPrefix } from './cited-doi.ts'
import type { ChineseAnswer } from './outcome.ts'
import type { AnyAnswer, Answers, Question, QuestionKind } from './questions.ts'
import type { ChineseQuery } from './scope.ts'
import type { Trace } from './trace.ts'

/** Asks its questions one by one by yielding them; whoever drives it asks the network or the stored bodies. */
export type Waterfall = Generator<Question, ChineseAnswer, AnyAnswer>

/** A DOI that no url can hold. */
export const notUnicode = { kind: 'failed', reason: 'unparsable', detail: 'not asked: the DOI holds text that is not Unicode' } as const

/** One question with its answer in the type that belongs to it; heard by the trace. */
export function* ask<Kind extends QuestionKind>(kind: Kind, id: string, trace: Trace): Generator<Question, Answer<Answers[Kind]>, AnyAnswer> {
  const question = { kind, id }
  const answer = yield question
  trace.heard(question, answer)
  return answer as Answer<Answers[Kind]>
}

/** The agency of a DOI's prefix: undefined for none or unknown. */
export function* askAgency(doi: string, known: ChineseQuery['agency'], trace: Trace): Generator<Question, Answer<Answers['agency']> | undefined, AnyAnswer> {
  const prefix = agencyPrefix(doi)
  if (prefix === undefined) return undefined
  if (known === undefined) return prefix.isWellFormed() ? yield* ask('agency', prefix, trace) : notUnicode
  trace.heard({ kind: 'agency', id: prefix }, known)
  return known
}
