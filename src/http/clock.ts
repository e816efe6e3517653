/** Time as the client, the pace and the cache see it; made by runtime, replaced by a hand-turned one in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never jump back; only differences mean something. */
  monotonic(): number
  /** Calls back once after so many milliseconds; the returned function takes it back. */
  after(ms: number, callback: () => void): () => void
}

/** Resolves after so many milliseconds; rejects with the signal's reason when it aborts first. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
