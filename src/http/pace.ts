import type { AllowedHost, PaceLimit } from './allowlist.ts'
import type { Clock } from './clock.ts'

/** Longest pause that a queued request sits out; above it the request fails at once (README: Retry-After respected up to 5 s). */
export const LONGEST_PAUSE_MS = 5_000
/** Added to every window: the server's clock starts at arrival, ours at departure. */
const MARGIN_MS = 50
/** Most that a late arrival is allowed for. */
const MAX_DRIFT_MS = 500

/** Leave to send one request. */
export interface Pass {
  readonly kind: 'pass'
  /** Call when the status line is there: the host's own limits are read from its headers. */
  answered(headers: Headers): void
  /** Call once, when the exchange is over, however it ended. */
  leave(): void
}
export type Admission = Pass | { readonly kind: 'held'; readonly ms: number }

export interface Pace {
  /**
   * Resolves when a request to this row may start; `held` when the host asked for a pause longer than LONGEST_PAUSE_MS.
   * Rejects with the signal's reason, and leaves the queue, when it aborts. `first` puts a retry before the others.
   */
  enter(row: AllowedHost, signal: AbortSignal, options?: { readonly first?: boolean }): Promise<Admission>
  /** No request to the host starts for so long. A longer pause already set stays. */
  hold(host: string, ms: number): void
}

/** Lets everything through at once. For stubbed transports only. */
export const unpaced: Pace = {
  enter: (_row, signal) => (signal.aborted ? Promise.reject(signal.reason) : Promise.resolve({ kind: 'pass', answered() {}, leave() {} })),
  hold() {},
}

export interface PaceOptions {
  readonly isPolite: (row: AllowedHost) => boolean
  readonly minIntervalMs: number
  /** Most requests under way in one lane; the table's own figure wins where it is lower. */
  readonly mostAtOnce?: number
  readonly clock: Clock
}

interface Waiter {
  readonly admit: (admission: Admission) => void
}
interface Slot {
  readonly startedAt: number
  /** Sent before the host had answered anything: the connection was still to be made, which can take longer than all the rest. */
  readonly isCold: boolean
  /** From start to status line, once known. */
  took?: number
}
interface Lane {
  readonly row: AllowedHost
  readonly table: PaceLimit
  limit: PaceLimit
  readonly slots: Slot[]
  readonly waiting: Waiter[]
  running: number
  /** Shortest time from start to status line seen here. */
  fastest: number
  cancelTimer?: (() => void) | undefined
}
interface Host { lastStart: number; heldUntil: number; hasAnswered: boolean }

/**
 * One scheduler for all calls of one client: per lane at most `count` starts in ANY window and `atOnce` running, per host at
 * least `minIntervalMs` between starts. Limits that the host announces (x-rate-limit-limit, x-rate-limit-interval,
 * x-concurrency-limit) lower the table's figures, never raise them. First in, first out.
 */
export function createPace(options: PaceOptions): Pace {
  const { clock, minIntervalMs, isPolite, mostAtOnce = Infinity } = options
  const lanes = new Map<AllowedHost, Lane>()
  const hosts = new Map<string, Host>()

  const laneOf = (row: AllowedHost): Lane => {
    let lane = lanes.get(row)
    if (!lane) {
      const published = isPolite(row) ? row.polite : row.plain
      const table = { ...published, atOnce: Math.min(published.atOnce, mostAtOnce) }
      lane = { row, table, limit: table, slots: [], waiting: [], running: 0, fastest: Infinity }
      lanes.set(row, lane)
    }
    return lane
  }
  const hostOf = (name: string): Host => {
    let host = hosts.get(name)
    if (!host) hosts.set(name, (host = { lastStart: -Infinity, heldUntil: -Infinity, hasAnswered: false }))
    return host
  }
  const pumpHost = (name: string) => {
    for (const lane of lanes.values()) if (lane.row.host === name) pump(lane)
  }

  function pump(lane: Lane): void {
    lane.cancelTimer?.()
    lane.cancelTimer = undefined
    const host = hostOf(lane.row.host)
    while (lane.waiting.length > 0) {
      const now = clock.monotonic()
      if (host.heldUntil - now > LONGEST_PAUSE_MS) {
        for (const waiter of lane.waiting.splice(0)) waiter.admit({ kind: 'held', ms: host.heldUntil - now })
        return
      }
      if (lane.running >= lane.limit.atOnce) return
      const earliest = Math.max(host.heldUntil, host.lastStart + minIntervalMs, windowOpens(lane, now))
      if (earliest > now) {
        lane.cancelTimer = clock.after(earliest - now, () => pump(lane))
        return
      }
      host.lastStart = now
      lane.waiting.shift()?.admit(start(lane, now))
    }
  }

  /** When the oldest of the last `count` starts has left the window. */
  function windowOpens(lane: Lane, now: number): number {
    const span = lane.limit.windowMs + MARGIN_MS
    const arrival = (slot: Slot) => latestArrival(slot, lane.fastest, now)
    const kept = lane.slots.filter((slot) => arrival(slot) + span > now)
    lane.slots.splice(0, lane.slots.length, ...kept)
    const times = kept.map(arrival).sort((a, b) => b - a)
    const oldest = times[lane.limit.count - 1]
    return oldest === undefined ? -Infinity : oldest + span
  }

  function start(lane: Lane, startedAt: number): Pass {
    const host = hostOf(lane.row.host)
    const slot: Slot = { startedAt, isCold: !host.hasAnswered }
    lane.slots.push(slot)
    lane.running++
    let over = false
    return {
      kind: 'pass',
      answered(headers) {
        slot.took = clock.monotonic() - startedAt
        lane.fastest = Math.min(lane.fastest, slot.took)
        host.hasAnswered = true
        lane.limit = announcedLimit(lane.table, headers)
      },
      leave() {
        if (over) return
        over = true
        lane.running--
        pump(lane)
      },
    }
  }

  return {
    enter(row, signal, { first = false } = {}) {
      return new Promise<Admission>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const lane = laneOf(row)
        const onAbort = () => {
          lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
          reject(signal.reason)
          pump(lane)
        }
        const waiter: Waiter = {
          admit(admission) {
            signal.removeEventListener('abort', onAbort)
            resolve(admission)
          },
        }
        signal.addEventListener('abort', onAbort, { once: true })
        if (first) lane.waiting.unshift(waiter)
        else lane.waiting.push(waiter)
        pump(lane)
      })
    },
    hold(name, ms) {
      const host = hostOf(name)
      host.heldUntil = Math.max(host.heldUntil, clock.monotonic() + ms)
      pumpHost(name)
    },
  }
}

/**
 * The server counts from arrival, and a request that took longer than the fastest one may have arrived later by as much. A cold one
 * has nothing to be compared with: it may have arrived just before its answer. (Seen with 24 TLS handshakes at once: 150 ms.)
 */
function latestArrival(slot: Slot, fastest: number, now: number): number {
  const took = slot.took ?? now - slot.startedAt
  const drift = slot.isCold ? took : Math.max(0, took - fastest)
  return slot.startedAt + Math.min(drift, MAX_DRIFT_MS)
}

/** The slower of the table and what the host announces now; a header that is absent or absurd changes nothing. */
function announcedLimit(table: PaceLimit, headers: Headers): PaceLimit {
  const count = naturalOf(headers.get('x-rate-limit-limit'))
  const windowMs = 1_000 * (naturalOf(headers.get('x-rate-limit-interval')?.replace(/s$/, '')) ?? 1)
  const atOnce = Math.min(table.atOnce, naturalOf(headers.get('x-concurrency-limit')) ?? table.atOnce)
  const slower = count !== undefined && count / windowMs < table.count / table.windowMs
  return slower ? { count, windowMs, atOnce } : { ...table, atOnce }
}

function naturalOf(text: string | null | undefined): number | undefined {
  const value = /^\s*\d{1,6}\s*$/.test(text ?? '') ? Number(text) : 0
  return value >= 1 ? value : undefined
}
