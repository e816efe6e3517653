import { isSpelledExactly, judgeUrl, type AllowedHost } from './allowlist.ts'
import { discard, readBody } from './body.ts'
import { wait, type Clock } from './clock.ts'
import { failure, isConnectionReset, networkFailure, statusFailure } from './failure.ts'
import { introduce, withoutIdentity, type Identity } from './identity.ts'
import { createPace, type Pace } from './pace.ts'
import type { HttpAnswer, HttpClient, HttpFailure, HttpRequest } from './request.ts'
import { decideRetry, parseRetryAfter, type RetryDecision } from './retry.ts'

export interface HttpClientOptions extends Identity {
  /** Per attempt, from sending to the last byte of the body; waiting for the pace does not count. */
  readonly timeoutMs: number
  readonly minIntervalMs: number
  readonly retries: number
  readonly maxRedirects: number
  /** Most requests to one host at once; the host's own limit wins where it is lower. */
  readonly batchConcurrency?: number
  readonly clock: Clock
  /** The one seam; default is the global fetch as it is when a request is sent. */
  readonly fetch?: typeof fetch
  /** Only together with a `fetch` that reaches no host (the benchmark): `unpaced`. */
  readonly pace?: Pace
}

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024
const REDIRECTS = new Set([301, 302, 303, 307, 308])

type Hop = HttpAnswer | HttpFailure | { readonly kind: 'redirect'; readonly to: string; readonly status: number }
type Refused = { readonly kind: 'refused'; readonly status: 429 | 503; readonly retryAfterMs: number | undefined; readonly isExhausted: boolean }
type Attempt = Hop | Refused | { readonly kind: 'reset'; readonly failure: HttpFailure }

/**
 * The only way out to the network: allowlisted https hosts at their pace, redirects followed by hand with every hop judged
 * again, a deadline and a size cap per attempt, bounded retries. Uses the plain global fetch without an own agent, so that a
 * host's or Node's proxy and CA settings apply. Rejects only with the caller's abort reason; everything else is a value.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { clock, timeoutMs, maxRedirects } = options
  const pace = options.pace ?? createPace({
    isPolite: (row) => row.politeBy !== undefined && Boolean(options[row.politeBy]), minIntervalMs: options.minIntervalMs, clock,
    ...(options.batchConcurrency === undefined ? {} : { mostAtOnce: options.batchConcurrency }),
  })
  const counts: Record<string, number> = {}
  const strikes = new Map<string, { readonly count: number; readonly at: number }>()

  async function send(request: HttpRequest): Promise<HttpAnswer | HttpFailure> {
    request.signal.throwIfAborted()
    let at = request.url
    for (let hops = 0; ; hops++) {
      const judged = judgeUrl(at)
      if (judged.kind === 'blocked') return { kind: 'failed', reason: 'blocked_host', detail: `not asked: ${judged.why}` }
      if (request.onlyHosts && !request.onlyHosts.includes(judged.row.host)) return { kind: 'failed', reason: 'blocked_host', detail: `not asked: ${judged.row.host} is not meant for this question` }
      const hop = await askHop(request, judged.url, judged.row)
      if (hop.kind !== 'redirect') return hop
      const host = judged.row.host
      const next = judgeUrl(hop.to, judged.url.href)
      if (next.kind === 'blocked') return failure('blocked_host', host, `redirects to ${next.why}`)
      if (request.onlyHosts && !(request.onlyHosts.includes(next.row.host) && isSpelledExactly(hop.to.trim(), request.onlyHosts))) return failure('blocked_host', host, `redirects to ${next.row.host}, which is not meant for this question`)
      if (hops >= maxRedirects) return failure('unavailable', host, `more than ${maxRedirects} redirects`)
      if (request.method === 'POST') {
        if (next.row.host !== host) return failure('blocked_host', host, `redirects a POST to ${next.row.host}`)
        // 301 to 303 would turn it into a GET without its body: another question
        if (hop.status !== 307 && hop.status !== 308) return failure('unavailable', host, `redirects a POST with ${hop.status}`)
      }
      at = next.url.href
    }
  }

  /** One url with its retries. */
  async function askHop(request: HttpRequest, url: URL, row: AllowedHost): Promise<Hop> {
    const retries = request.backoffMs ? 0 : request.retries ?? options.retries
    let resetsLeft = Math.min(1, retries)
    for (let attempt = 0; ; ) {
      const admission = await pace.enter(row, request.signal, { first: attempt > 0 })
      if (admission.kind === 'held') return failure('rate_limited', row.host, `asked for a pause of ${Math.ceil(admission.ms / 1_000)} s`)
      const startedAt = clock.monotonic()
      let outcome: Attempt
      let waitMs = 0
      try {
        outcome = await attemptOnce(request, url, row, (headers) => admission.answered(headers))
        if (outcome.kind === 'refused') {
          // before leaving the lane: the next in it must see the pause
          const decision = refuse(row.host, startedAt, outcome, attempt, retries, request.backoffMs)
          if (decision.kind === 'give-up') return refusal(row.host, outcome)
          // a held host makes the retry wait in the lane, in front of the others
          waitMs = decision.waitMs > decision.holdMs ? decision.waitMs : 0
        }
      } finally {
        admission.leave()
      }
      if (outcome.kind === 'refused') {
        attempt++
        if (waitMs > 0) await wait(clock, waitMs, request.signal)
      } else if (outcome.kind === 'reset') {
        if (resetsLeft-- <= 0) return outcome.failure
      } else {
        if (outcome.kind === 'answered') strikes.delete(row.host)
        return outcome
      }
    }
  }

  /** Decides about a retry and holds the host. Refusals of requests that ran side by side are one strike. */
  function refuse(host: string, startedAt: number, outcome: Refused, attempt: number, retries: number, backoffMs: readonly number[] | undefined): RetryDecision {
    const last = strikes.get(host) ?? { count: 0, at: -Infinity }
    const isSameStrike = startedAt < last.at
    const decision = decideRetry({ ...outcome, attempt, retries, backoffMs, strikes: isSameStrike ? last.count - 1 : last.count })
    if (decision.holdMs > 0) pace.hold(host, decision.holdMs)
    if (decision.kind === 'give-up' && outcome.status === 429 && !isSameStrike) strikes.set(host, { count: last.count + 1, at: clock.monotonic() })
    return decision
  }

  /** One exchange under its own deadline. */
  async function attemptOnce(request: HttpRequest, url: URL, row: AllowedHost, onHeaders: (headers: Headers) => void): Promise<Attempt> {
    const controller = new AbortController()
    let timedOut = false
    const onAbort = () => controller.abort(request.signal.reason)
    request.signal.addEventListener('abort', onAbort, { once: true })
    const cancelTimer = clock.after(timeoutMs, () => {
      timedOut = true
      controller.abort()
    })
    const failed = (error: unknown, stage: 'connecting' | 'reading the body'): HttpFailure => {
      if (request.signal.aborted) throw request.signal.reason
      return timedOut ? failure('unavailable', row.host, `no answer within ${timeoutMs} ms`) : networkFailure(row.host, error, stage)
    }
    try {
      request.signal.throwIfAborted()
      let response: Response
      try {
        response = await dispatch(request, url, row, controller.signal)
      } catch (error) {
        const cause = failed(error, 'connecting')
        return !timedOut && isConnectionReset(error) ? { kind: 'reset', failure: cause } : cause
      }
      onHeaders(response.headers)
      try {
        return await judgeResponse(request, url, row, response)
      } catch (error) {
        return failed(error, 'reading the body')
      }
    } finally {
      cancelTimer()
      request.signal.removeEventListener('abort', onAbort)
    }
  }

  function dispatch(request: HttpRequest, url: URL, row: AllowedHost, signal: AbortSignal): Promise<Response> {
    const introduced = introduce(url, row, options)
    counts[row.host] = (counts[row.host] ?? 0) + 1
    const send = options.fetch ?? globalThis.fetch
    return send(introduced.url, {
      method: request.method ?? 'GET',
      redirect: 'manual',
      signal,
      headers: { ...introduced.headers, accept: request.accept, ...(request.contentType ? { 'content-type': request.contentType } : {}) },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
  }

  async function judgeResponse(request: HttpRequest, url: URL, row: AllowedHost, response: Response): Promise<Attempt> {
    const { status, headers } = response
    // Redirects are followed by hand, so the url that fetch reports is the one asked; a transport that went elsewhere is not believed.
    if (response.redirected || (response.url !== '' && judgeUrl(response.url).kind === 'blocked')) {
      discard(response)
      return failure('blocked_host', row.host, 'the answer came from another place than the one asked')
    }
    if (status !== 200 && !request.answers?.includes(status)) {
      discard(response)
      if (status === 429 || status === 503) return { kind: 'refused', status, retryAfterMs: parseRetryAfter(headers.get('retry-after'), clock.now()), isExhausted: headers.get('x-ratelimit-remaining')?.trim() === '0' }
      const location = headers.get('location')
      if (REDIRECTS.has(status) && location !== null) return { kind: 'redirect', to: location, status }
      return statusFailure(row.host, status)
    }
    const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES
    const body = await readBody(response, maxBytes)
    // Too large is `unparsable`: the host did answer, and asking again brings the same bytes.
    if (body.kind === 'oversize') return failure('unparsable', row.host, `the body is larger than ${maxBytes} bytes`)
    if (body.kind === 'truncated') return failure('network_error', row.host, 'the body is shorter than its content-length')
    if (body.kind === 'unmeasured') return failure('network_error', row.host, 'the content-length is not a number of bytes')
    return {
      kind: 'answered',
      url: withoutIdentity(request.url),
      finalUrl: withoutIdentity(url.href),
      status,
      mediaType: (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      bytes: body.bytes,
      retrievedAt: new Date(clock.now()).toISOString(),
    }
  }

  return { send, counts: () => ({ ...counts }) }
}

function refusal(host: string, { status, retryAfterMs }: Refused): HttpFailure {
  if (retryAfterMs === undefined) return statusFailure(host, status)
  return failure(status === 429 ? 'rate_limited' : 'unavailable', host, `answered ${status} and asked to wait ${Math.ceil(retryAfterMs / 1_000)} s`)
}
