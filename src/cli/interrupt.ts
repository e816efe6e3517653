import { EXIT } from './exit-codes.ts'

/** The user's Ctrl-C. */
export interface Interrupt {
  readonly signal: AbortSignal
  /** Stops listening. */
  dispose(): void
}

/** The first SIGINT (or SIGTERM) aborts the signal and calls `onFirst`; a second one ends the process at once with 130. */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController()
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted)
    controller.abort(new Error('interrupted'))
    onFirst()
  }
  process.on('SIGINT', listener)
  process.on('SIGTERM', listener)
  return {
    signal: controller.signal,
    dispose() {
      process.off('SIGINT', listener)
      process.off('SIGTERM', listener)
    },
  }
}
