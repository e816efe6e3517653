import type { Clock } from '../../src/http/clock.ts'

/** The machine's own time. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export interface FakeClock extends Clock {
  /** Moves time on, timer by timer, letting promises settle after each. */
  advance(ms: number): Promise<void>
  /** Timers that still wait. */
  pending(): number
}

/** Time that only moves when told to. Starts at 2026-01-01T00:00:00Z. */
export function createFakeClock(): FakeClock {
  const epoch = Date.UTC(2026, 0, 1)
  let time = 0
  let timers: { readonly at: number; readonly callback: () => void }[] = []
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    now: () => epoch + time,
    monotonic: () => time,
    after(ms, callback) {
      const timer = { at: time + ms, callback }
      timers.push(timer)
      return () => { timers = timers.filter((other) => other !== timer) }
    },
    async advance(ms) {
      const end = time + ms
      await settle()
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        time = Math.max(time, next.at)
        next.callback()
        await settle()
      }
      time = end
      await settle()
    },
    pending: () => timers.length,
  }
}
