import type { Json } from '../../base/canonical-json.ts'
import { message, type Language, type MessageKey } from '../../messages/message.ts'
import type { Work } from '../../model/work.ts'
import type { Answer } from '../provider.ts'
import { checklistRow } from './checklist.ts'
import type { CoordinateFold } from './fold-coordinates.ts'
import { meaningOf, type Asked, type ChineseFailure, type ChineseOutcome, type OutcomeCode, type Step } from './outcome.ts'
import { MAILTO_NEEDED, type AnyAnswer, type Question } from './questions.ts'
import type { ChineseQuery } from './scope.ts'

type Failed = Extract<Answer<never>, { kind: 'failed' }>
export type ActionKey = Extract<MessageKey, `chinese.action.${string}`>

export interface Ending {
  readonly agency?: string
  readonly record?: Work
  readonly evidence?: Readonly<Record<string, Json>>
  /** What a person should do; only for outcomes with a row. */
  readonly action?: ActionKey
  readonly words?: Readonly<Record<string, string>>
  readonly urls?: readonly string[]
}

/** What has been asked and learned of one citation, and the two ways to end. */
export interface Trace {
  /** The DOI as cited, for the row. */
  doi?: string
  readonly folds: CoordinateFold[]
  note(stage: Step['stage'], outcome: string, detail?: string): void
  /** A text in the language of the checklist. */
  text(key: MessageKey): string
  heard(question: Question, answer: AnyAnswer): void
  end(code: OutcomeCode, ending?: Ending): ChineseOutcome
  fail(answer: Failed): ChineseFailure
}

/** The course of one query: its steps, foldings and questions, in the order in which they were taken. */
export function createTrace(query: ChineseQuery, language: Language): Trace {
  const folds: CoordinateFold[] = []
  const attempts: Step[] = []
  const asked: Asked[] = []
  const traced = () => ({ folds, attempts, asked, snapshots: asked.flatMap(({ answer }) => (answer.kind === 'failed' ? [] : [answer.snapshot])) })
  const trace: Trace = {
    folds,
    note(stage, outcome, detail) {
      attempts.push({ stage, outcome, ...(detail === undefined ? {} : { detail }) })
    },
    text: (key) => message(language, key),
    heard(question, answer) {
      const provider = question.kind === 'agency' ? 'doi-agency' : question.kind === 'istic' || question.kind === 'handle' ? question.kind : 'pubmed-coordinates'
      asked.push({ provider, id: question.id, answer } as Asked)
    },
    end(code, { agency, record, evidence, action, words = {}, urls = [] } = {}) {
      const { status, queriedBy } = meaningOf(code)
      const row = checklistRow({ key: query.key, citation: query.citation, doi: trace.doi, code, attempts, action: action === undefined ? '' : message(language, action, words), urls })
      return {
        kind: 'outcome', code, status, queriedBy,
        ...(agency === undefined ? {} : { agency }), ...(record === undefined ? {} : { record }),
        evidence: evidence ?? null, checklistRow: row, ...traced(),
      }
    },
    fail({ reason, detail }) {
      return { kind: 'failed', reason, detail, ...(detail === MAILTO_NEEDED ? { needs: 'mailto' as const } : {}), ...traced() }
    },
  }
  return trace
}
