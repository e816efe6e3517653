import type { HttpClient } from '../http/request.ts'

/** Waits in milliseconds before each retry of a 429: four requests at most. OpenAlex doubles; arXiv asks for three seconds between requests in any case. */
export const BACK_OFF: Readonly<Record<string, readonly number[]>> = {
  'api.crossref.org': [2_000, 2_000, 2_000],
  'api.openalex.org': [2_000, 4_000, 8_000],
  'api.semanticscholar.org': [2_000, 2_000, 2_000],
  'export.arxiv.org': [3_000, 3_000, 3_000],
}

/** The client with the gate's own retry policy: a 429 by the table above, everything else not at all. A part of a list that is asked again (`retries: 0`) is not retried. */
export function withBackOff(http: HttpClient): HttpClient {
  return {
    counts: () => http.counts(),
    send(request) {
      const backoffMs = BACK_OFF[URL.parse(request.url)?.host ?? '']
      return http.send(backoffMs && request.retries !== 0 ? { ...request, backoffMs } : request)
    },
  }
}
