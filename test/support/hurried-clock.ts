import type { Clock } from '../../src/http/clock.ts'

/** The machine's own time, so many times faster: a pause of 2 s takes 2 s / factor. For tests that sit out real pauses over real connections. */
export function createHurriedClock(factor: number): Clock {
  const start = performance.now()
  const passed = (): number => (performance.now() - start) * factor
  const epoch = Date.now()
  return {
    now: () => epoch + passed(),
    monotonic: passed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / factor)
      return () => clearTimeout(timer)
    },
  }
}
