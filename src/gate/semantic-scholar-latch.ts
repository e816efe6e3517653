import type { HttpClient, HttpFailure } from '../http/request.ts'

const HOST = 'api.semanticscholar.org'

export interface LatchedClient extends HttpClient {
  /** Semantic Scholar is asked again. */
  resetOutageLatch(): void
}

/**
 * A client that, once Semantic Scholar could not be reached or read, fails every later request to it at once: with one request a second, each
 * waiting for its deadline, an outage would otherwise cost hours. A status of its own (429, 5xx, a page) does not set the latch.
 */
export function latchSemanticScholar(http: HttpClient): LatchedClient {
  let outage: HttpFailure | undefined
  return {
    counts: () => http.counts(),
    resetOutageLatch() { outage = undefined },
    async send(request) {
      const isOurs = URL.parse(request.url)?.host === HOST
      if (isOurs && outage) return outage
      const answer = await http.send(request)
      if (isOurs && answer.kind === 'failed' && isOutage(answer)) outage = { ...answer, detail: `${answer.detail} (not asked again in this run)` }
      return answer
    },
  }
}

/** Connection, name, TLS, a body cut off; or no answer in time, which the client also calls unavailable. */
function isOutage({ reason, status, detail }: HttpFailure): boolean {
  return reason === 'network_error' || (reason === 'unavailable' && status === undefined && /: (?:no answer within|timed out)/.test(detail))
}
