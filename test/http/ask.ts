import { expect } from 'vitest'
import { createHttpClient, type HttpClientOptions } from '../../src/http/client.ts'
import type { HttpAnswer, HttpFailure, HttpRequest } from '../../src/http/request.ts'
import { realClock } from '../support/clock.ts'

export const CROSSREF = 'api.crossref.org'
export const WORK = `https://${CROSSREF}/works/10.1000%2Fx?a=%20b`
export const clientOf = (more: Partial<HttpClientOptions> = {}) => createHttpClient({
  userAgent: 'cite-verify-test/1.0 (+https://example.org)', timeoutMs: 5_000, minIntervalMs: 0, retries: 1, maxRedirects: 3, clock: realClock, ...more,
})
/** One request for WORK by a client of its own. */
export const ask = (more: Partial<HttpRequest> = {}, options: Partial<HttpClientOptions> = {}) =>
  clientOf(options).send({ url: WORK, accept: 'application/json', signal: new AbortController().signal, ...more })
export const textOf = (answer: HttpAnswer | HttpFailure) => (answer.kind === 'answered' ? new TextDecoder().decode(answer.bytes) : answer.detail)
export const failed = (reason: string, detail: string | RegExp) => ({ kind: 'failed', reason, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) })
