import type { Clock } from '../http/clock.ts'

/**
 * One signal for a run: the caller's own, or the end of its time budget, whichever comes first. `release` takes the timer back.
 */
export function deadlineSignal(options: { readonly signal?: AbortSignal; readonly budgetMs?: number }, clock: Clock): { readonly signal: AbortSignal; readonly release: () => void } {
  const own = new AbortController()
  const cancel = options.budgetMs === undefined ? () => {} : clock.after(options.budgetMs, () => own.abort(new DOMException('the time budget of this run is used up', 'TimeoutError')))
  return { signal: options.signal ? AbortSignal.any([options.signal, own.signal]) : own.signal, release: cancel }
}
