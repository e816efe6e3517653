import type { HttpRequest } from '../../http/request.ts'

/** The only hosts that this resolver asks, redirects included. */
export const CHINESE_HOSTS = ['doi.org', 'hdl.handle.net', 'eutils.ncbi.nlm.nih.gov'] as const
/** Largest body read, after decoding. */
export const MOST_BYTES = 2 * 1024 * 1024
/** Waits before the three retries of a 429; nothing else is retried. */
export const BACKOFF_MS = [2_000, 4_000, 6_000] as const

/** A request under this resolver's transport contract. The per-hop guard, pace, deadline and redaction are the client's. */
export function chineseRequest(url: string, accept: string, more: Pick<HttpRequest, 'answers'> = {}): Omit<HttpRequest, 'signal'> {
  return { url, accept, ...more, maxBytes: MOST_BYTES, backoffMs: BACKOFF_MS, onlyHosts: CHINESE_HOSTS }
}
