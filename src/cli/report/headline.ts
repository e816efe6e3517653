import { message, type Language } from '../../messages/message.ts'
import { ATTENTION, type Attention, type Assessed } from '../assessment.ts'
import type { Run } from './document.ts'

/** How many entries need which kind of attention. */
export class AttentionCounts {
  readonly #counts = new Map<Attention, number>(ATTENTION.map((attention) => [attention, 0]))
  #bibtex = false

  add(entry: Assessed): void {
    this.#counts.set(entry.attention, this.of(entry.attention) + 1)
    if (entry.item.input.kind === 'bibtex') this.#bibtex = true
  }

  /** Sum over the named kinds. */
  of(...kinds: readonly Attention[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#counts.get(kind) ?? 0), 0)
  }

  total(): number {
    return this.of(...ATTENTION)
  }

  /** Whether any entry was BibTeX, which `cite-verify fix` can edit. */
  bibtex(): boolean {
    return this.#bibtex
  }
}

/** The first line of a report for people: how many are wrong, how many could not be decided, what to do next. */
export function headline(language: Language, counts: AttentionCounts, run: Run): string {
  const say = message.bind(undefined, language)
  const total = counts.total()
  if (total === 0) return say('cli.head.empty')
  if (counts.of('ok') === total) return say('cli.head.all-ok', { total })
  const wrong = counts.of('other-work', 'wrong')
  const undecided = counts.of('failed', 'unreadable', 'by-hand', 'no-metadata', 'no-identifier')
  const optional = ([['retracted', counts.of('retracted')], ['no-record', counts.of('no-record')], ['differs', counts.of('differs')], ['duplicate', counts.of('duplicate')]] as const).flatMap(([name, n]) => (n === 0 ? [] : [say(`cli.head.${name}`, { n })]))
  const parts = [
    wrong === 0 ? say('cli.head.none-wrong') : say('cli.head.wrong', { n: wrong }),
    ...optional,
    undecided === 0 ? say('cli.head.all-decided') : say('cli.head.undecided', { n: undecided }),
    say('cli.head.ok', { n: counts.of('ok') }),
  ]
  return say('cli.head', { total, parts: parts.join(language === 'zh' ? '，' : ', '), next: nextSteps() })

  /** The two most useful steps: a longer list is not read. */
  function nextSteps(): string {
    const steps = [
      ...(counts.of('other-work', 'wrong', 'differs', 'retracted', 'no-record') > 0 ? [counts.bibtex() && counts.of('wrong', 'differs') > 0 ? 'fix' as const : 'compare' as const] : []),
      ...(counts.of('failed') > 0 ? [run.offline ? 'online' as const : 'again' as const] : []),
      ...(counts.of('unreadable') > 0 ? ['mend' as const] : []),
      ...(counts.of('by-hand') > 0 ? ['checklist' as const] : []),
      ...(counts.of('duplicate') > 0 ? ['duplicates' as const] : []),
      ...(counts.of('no-identifier') > 0 ? ['identifiers' as const] : []),
      ...(counts.of('no-metadata') > 0 ? ['by-hand' as const] : []),
    ]
    return say('cli.steps', { steps: steps.slice(0, 2).map((step) => say(`cli.step.${step}`)).join(language === 'zh' ? '；' : '; ') })
  }
}
