/** What each host allows a client that names itself by mail address. */
export interface PaceRow { readonly perWindow: number; readonly windowMs: number; readonly atOnce: number }
export const PACE: Readonly<Record<string, PaceRow>> = {
  'api.crossref.org single': { perWindow: 10, windowMs: 1_000, atOnce: 3 },
  'api.crossref.org list': { perWindow: 3, windowMs: 1_000, atOnce: 3 },
  'api.datacite.org': { perWindow: 3, windowMs: 1_000, atOnce: 2 },
  'eutils.ncbi.nlm.nih.gov': { perWindow: 3, windowMs: 1_000, atOnce: 3 },
  'www.ncbi.nlm.nih.gov': { perWindow: 3, windowMs: 1_000, atOnce: 3 },
  'pmc.ncbi.nlm.nih.gov': { perWindow: 3, windowMs: 1_000, atOnce: 3 },
  'export.arxiv.org': { perWindow: 1, windowMs: 3_000, atOnce: 1 },
  'api.openalex.org': { perWindow: 10, windowMs: 1_000, atOnce: 5 },
  'api.semanticscholar.org': { perWindow: 1, windowMs: 1_000, atOnce: 1 },
  'doi.org': { perWindow: 5, windowMs: 1_000, atOnce: 3 },
  'hdl.handle.net': { perWindow: 5, windowMs: 1_000, atOnce: 3 },
}

/** The row of PACE that a request falls under. */
export function laneOf(host: string, path: string): string {
  return host === 'api.crossref.org' ? `${host} ${/^\/(?:v1\/)?works\/./.test(path) ? 'single' : 'list'}` : host
}

/** The documented default of `minIntervalMs`: no two requests to one host start closer together, whatever the table allows. */
const MIN_INTERVAL_MS = 150

/** Milliseconds beyond one latency that a lane needs for so many requests: the window's quota, the requests at once, or the least interval, whichever takes longest. */
export function forcedMs(lane: string, requests: number, latencyMs: number): number {
  const row = PACE[lane]
  if (!row || requests === 0) return 0
  return Math.max(Math.floor((requests - 1) / row.perWindow) * row.windowMs, (Math.ceil(requests / row.atOnce) - 1) * latencyMs, (requests - 1) * MIN_INTERVAL_MS)
}
