import type { HttpClient, HttpFailure } from '../http/request.ts'

/** Waits in milliseconds before each retry of a 429: four requests at most. OpenAlex doubles; arXiv asks for three seconds between requests in any case. */
export const BACK_OFF: Readonly<Record<string, readonly number[]>> = {
  'api.crossref.org': [2_000, 2_000, 2_000],
  'api.openalex.org': [2_000, 4_000, 8_000],
  'api.semanticscholar.org': [2_000, 2_000, 2_000],
  'export.arxiv.org': [3_000, 3_000, 3_000],
}

/** So many parts of lists in a row that a host failed are an outage, not one identifier that it chokes on: at one request a second the rest would take hours. */
const MOST_PARTS_IN_VAIN = 32

/**
 * The client with the gate's own retry policy: a 429 by the table above, everything else not at all. A part of a list that is asked again
 * (`retries: 0`) is not retried, and not asked where many before it brought nothing.
 */
export function withBackOff(http: HttpClient): HttpClient {
  const inVain = new Map<string, { count: number; last: HttpFailure }>()
  return {
    counts: () => http.counts(),
    async send(request) {
      const host = URL.parse(request.url)?.host ?? ''
      const failures = inVain.get(host)
      const isPart = request.retries === 0
      if (isPart && failures && failures.count >= MOST_PARTS_IN_VAIN) return failures.last
      const backoffMs = BACK_OFF[host]
      const answer = await http.send(backoffMs && !isPart ? { ...request, backoffMs } : request)
      if (answer.kind === 'answered') inVain.delete(host)
      else inVain.set(host, { count: (inVain.get(host)?.count ?? 0) + 1, last: answer })
      return answer
    },
  }
}
