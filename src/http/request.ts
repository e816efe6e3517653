import type { LookupFailure } from '../model/check.ts'

/** One request to an allowlisted host. The url carries no mailto, key or tool parameter: the client adds those per host and strips them again. */
export interface HttpRequest {
  readonly url: string
  readonly accept: string
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly contentType?: string
  /** Statuses besides 200 that are an answer of the provider (404 as "no such record"); all others become failures. */
  readonly answers?: readonly number[]
  /** Largest body after decoding, in bytes; default 32 MiB. */
  readonly maxBytes?: number
  /** Overrides the configured number of retries on 429/503. */
  readonly retries?: number
  /** Milliseconds before each retry of a 429, in place of `retries` and the client's own waits; nothing else is then retried. */
  readonly backoffMs?: readonly number[]
  /** Narrows the allowlist: every hop must lead to one of these hosts, spelled exactly so (no port, no capitals, no backslash). */
  readonly onlyHosts?: readonly string[]
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  readonly kind: 'answered'
  /** As asked, without what the client added. */
  readonly url: string
  /** After redirects, likewise stripped. */
  readonly finalUrl: string
  readonly status: number
  /** Lower-case media type without parameters; '' when the server named none. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** ISO 8601. */
  readonly retrievedAt: string
}

export interface HttpFailure {
  readonly kind: 'failed'
  readonly reason: LookupFailure
  /** One line for people: host, status or cause. No URL parameters, no secrets. */
  readonly detail: string
  /** The status that was answered, when the failure is that status and the server did not ask to wait. */
  readonly status?: number
}

/** The only way out to the network. Never throws for what a server or the network does; rejects only with the caller's abort reason. */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpAnswer | HttpFailure>
  /** Requests sent per host since the client was made (every hop and retry counts). */
  counts(): Readonly<Record<string, number>>
}
