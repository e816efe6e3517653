import { describe, expect, it } from 'vitest'
import { ALLOWED_HOSTS, type AllowedHost } from '../../src/http/allowlist.ts'
import { createPace, type Admission, type Pace, type Pass } from '../../src/http/pace.ts'
import { createFakeClock, type FakeClock } from '../support/clock.ts'

const row = (host: string, lane?: string) => ALLOWED_HOSTS.find((candidate) => candidate.host === host && candidate.lane === lane) as AllowedHost
const never = new AbortController().signal

/** Sends `n` requests at once, each answered after `tookMs`; returns when each was sent. */
function flood(pace: Pace, clock: FakeClock, target: AllowedHost, n: number, tookMs: number | ((i: number) => number) = 0, headers: Record<string, string> = {}): { readonly starts: number[]; readonly mostAtOnce: () => number } {
  const starts: number[] = []
  let running = 0
  let most = 0
  for (let i = 0; i < n; i++) {
    void pace.enter(target, never).then((admission) => {
      const pass = admission as Pass
      starts.push(clock.monotonic())
      most = Math.max(most, ++running)
      clock.after(typeof tookMs === 'number' ? tookMs : tookMs(i), () => {
        pass.answered(new Headers(headers))
        running--
        pass.leave()
      })
    })
  }
  return { starts, mostAtOnce: () => most }
}

/** Most starts that any window of the given length holds. */
const mostInAnyWindow = (times: readonly number[], ms: number) => Math.max(...times.map((from) => times.filter((t) => t >= from && t < from + ms).length))

describe('the pace of a host', () => {
  for (const polite of [false, true]) {
    for (const target of ALLOWED_HOSTS) {
      const limit = polite ? target.polite : target.plain
      it(`${target.host} ${target.lane ?? ''} ${polite ? 'with' : 'without'} mailto or key: never more than ${limit.count} in any ${limit.windowMs} ms nor ${limit.atOnce} at once, and not much less`, async () => {
        const clock = createFakeClock()
        const pace = createPace({ isPolite: () => polite, minIntervalMs: 0, clock })
        const n = limit.count * 4 + 1
        const { starts, mostAtOnce } = flood(pace, clock, target, n, 10)
        await clock.advance(limit.windowMs * 6)
        expect(starts).toHaveLength(n)
        expect(mostInAnyWindow(starts, limit.windowMs)).toBe(limit.count)
        expect(mostAtOnce()).toBeLessThanOrEqual(limit.atOnce)
        expect(starts.at(-1)).toBeLessThan(limit.windowMs * 4 * 1.1)
      })
    }
  }

  it.each([[1, 1], [2, 2], [9, 3]])('with at most %i requests at once configured, runs %i side by side: the table wins where it is lower', async (mostAtOnce, side) => {
    const clock = createFakeClock()
    const { starts, mostAtOnce: seen } = flood(createPace({ isPolite: () => true, minIntervalMs: 0, mostAtOnce, clock }), clock, row('api.crossref.org', 'single'), 12, 500, { 'x-concurrency-limit': '3' })
    await clock.advance(20_000)
    expect(starts).toHaveLength(12)
    expect(seen()).toBe(side)
  })

  it.each([
    ['the first ones, whose connections are still to be made', [400, 400, 400, 10, 10, 10, 10, 10, 10]],
    ['some on the way', [10, 10, 10, 10, 400, 400, 10, 10, 10]],
  ])('counts a request from when it may have arrived, so that the server sees no burst either: late are %s', async (_name, late) => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 0, clock })
    const arrivals: number[] = []
    for (const ms of late) {
      void pace.enter(row('api.crossref.org', 'list'), never).then((admission) => {
        clock.after(ms, () => arrivals.push(clock.monotonic()))
        clock.after(ms + 10, () => {
          (admission as Pass).answered(new Headers());
          (admission as Pass).leave()
        })
      })
    }
    await clock.advance(20_000)
    expect(arrivals).toHaveLength(late.length)
    expect(mostInAnyWindow(arrivals, 1_000)).toBe(3)
  })

  it('keeps minIntervalMs between two requests to one host, whichever lane they are in', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 150, clock })
    const single = flood(pace, clock, row('api.crossref.org', 'single'), 6, 1)
    const list = flood(pace, clock, row('api.crossref.org', 'list'), 3, 1)
    await clock.advance(10_000)
    const all = [...single.starts, ...list.starts].sort((a, b) => a - b)
    expect(all).toHaveLength(9)
    expect(Math.min(...all.slice(1).map((t, i) => t - (all[i] as number)))).toBeGreaterThanOrEqual(150)
  })

  it('hosts do not wait for each other', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 150, clock })
    const hosts = ['api.datacite.org', 'export.arxiv.org', 'doi.org'].map((host) => flood(pace, clock, row(host), 1))
    await clock.advance(0)
    expect(hosts.map(({ starts }) => starts)).toEqual([[0], [0], [0]])
  })

  it('slows down to the limits that the host announces, and back up to the table, never above it', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 0, clock })
    const target = row('api.crossref.org', 'single') // 10 a second, 3 at once
    const ask = async (headers: Record<string, string>) => {
      const { starts, mostAtOnce } = flood(pace, clock, target, 30, 20, headers)
      await clock.advance(60_000)
      return [mostInAnyWindow(starts.slice(3), 1_000), mostAtOnce()] as const
    }
    const announce = (limit: string, interval: string, atOnce: string) => ({ 'x-rate-limit-limit': limit, 'x-rate-limit-interval': interval, 'x-concurrency-limit': atOnce })
    await ask(announce('2', '1s', '1'))
    expect(await ask(announce('2', '1s', '1'))).toEqual([2, 1])
    await ask(announce('1000', '1s', '50'))
    expect(await ask(announce('1000', '1s', '50'))).toEqual([10, 3])
    await ask(announce('0', 'soon', '-1'))
    expect(await ask(announce('0', 'soon', '-1'))).toEqual([10, 3])
  })

  it('sits out a short pause and refuses at once during a long one', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 0, clock })
    pace.hold('doi.org', 4_000)
    const short = flood(pace, clock, row('doi.org'), 1)
    await clock.advance(3_999)
    expect(short.starts).toEqual([])
    await clock.advance(1)
    expect(short.starts).toEqual([4_000])
    pace.hold('doi.org', 60_000)
    expect(await pace.enter(row('doi.org'), never)).toEqual({ kind: 'held', ms: 60_000 })
    expect((await pace.enter(row('hdl.handle.net'), never)).kind).toBe('pass')
    await clock.advance(60_000)
    expect((await pace.enter(row('doi.org'), never)).kind).toBe('pass')
  })

  it('a long pause also ends what already waits in the queue', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 0, clock })
    await pace.enter(row('export.arxiv.org'), never)
    const waiting = pace.enter(row('export.arxiv.org'), never)
    pace.hold('export.arxiv.org', 30_000)
    expect(await waiting).toEqual({ kind: 'held', ms: 30_000 })
  })

  it('an abort takes a waiter out of the queue and leaves no timer', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 0, clock })
    const target = row('export.arxiv.org')
    const first = (await pace.enter(target, never)) as Pass
    const abort = new AbortController()
    const outcomes = [1, 2, 3].map(() => pace.enter(target, abort.signal).catch((reason: unknown) => reason))
    first.leave()
    expect(clock.pending()).toBe(1)
    abort.abort('stop')
    expect(await Promise.all(outcomes)).toEqual(['stop', 'stop', 'stop'])
    expect(clock.pending()).toBe(0)
    await expect(pace.enter(target, abort.signal)).rejects.toBe('stop')
  })

  it('a retry goes before the others', async () => {
    const clock = createFakeClock()
    const pace = createPace({ isPolite: () => true, minIntervalMs: 0, clock })
    const target = row('api.semanticscholar.org')
    const order: string[] = []
    const note = (name: string) => (admission: Admission) => {
      order.push(name);
      (admission as Pass).leave()
    }
    void pace.enter(target, never).then(note('first'))
    void pace.enter(target, never).then(note('second'))
    void pace.enter(target, never, { first: true }).then(note('retry'))
    await clock.advance(5_000)
    expect(order).toEqual(['first', 'retry', 'second'])
  })
})
