import type { ProviderName } from '../model/work.ts'

/** Requests that may start within one window, and how many may run at once. */
export interface PaceLimit {
  readonly count: number
  readonly windowMs: number
  readonly atOnce: number
}

/** How the client names itself to a host: mail address in the User-Agent, or the parameters that NCBI asks for. */
export type Introduction = 'agent-mailto' | 'tool-email' | 'agent-only'
export type SecretKey = 'openAlexApiKey' | 'semanticScholarApiKey' | 'ncbiApiKey'

export interface AllowedHost {
  readonly host: string
  /** Hosts with two paces are two rows; the lane is chosen by path. */
  readonly lane?: 'single' | 'list'
  /** Without, and with, what `politeBy` names. */
  readonly plain: PaceLimit
  readonly polite: PaceLimit
  readonly politeBy?: 'mailto' | SecretKey
  readonly introduction: Introduction
  /** Sent as parameter `api_key` or header `x-api-key` when configured. */
  readonly credential?: { readonly key: SecretKey; readonly parameter?: string; readonly header?: string }
  /** Where only a part of the host may be asked. */
  readonly path?: RegExp
  readonly providers: readonly ProviderName[]
}

const perSecond = (count: number, atOnce: number): PaceLimit => ({ count, windowMs: 1_000, atOnce })
const same = (limit: PaceLimit) => ({ plain: limit, polite: limit })

/**
 * Every host that this package can reach, with the pace it keeps there. The READMEs print this table.
 * Crossref: access page of 1 December 2025 (mailto in the agent header gives the polite pool); NCBI: KA-05317; arXiv: API terms of use, one request in three
 * seconds over one connection. The lane of api.crossref.org is by path: `/works/{doi}` is single, all else a list.
 */
export const ALLOWED_HOSTS: readonly AllowedHost[] = [
  { host: 'api.crossref.org', lane: 'single', plain: perSecond(5, 1), polite: perSecond(10, 3), politeBy: 'mailto', introduction: 'agent-mailto', providers: ['crossref'] },
  { host: 'api.crossref.org', lane: 'list', plain: perSecond(1, 1), polite: perSecond(3, 3), politeBy: 'mailto', introduction: 'agent-mailto', providers: ['crossref'] },
  { host: 'api.datacite.org', ...same(perSecond(3, 2)), introduction: 'agent-mailto', providers: ['datacite'] },
  { host: 'eutils.ncbi.nlm.nih.gov', plain: perSecond(3, 3), polite: perSecond(10, 3), politeBy: 'ncbiApiKey', introduction: 'tool-email', credential: { key: 'ncbiApiKey', parameter: 'api_key' }, providers: ['pubmed', 'pubmed-coordinates'] },
  { host: 'www.ncbi.nlm.nih.gov', ...same(perSecond(3, 3)), introduction: 'tool-email', path: /^\/pmc\/(?:utils|tools)\/idconv\/[\w./-]*$/, providers: ['id-converter'] },
  // NCBI's documentation gives the converter's new place here; requests still go to www, whose redirect is followed
  { host: 'pmc.ncbi.nlm.nih.gov', ...same(perSecond(3, 3)), introduction: 'tool-email', path: /^\/tools\/idconv\/[\w./-]*$/, providers: ['id-converter'] },
  { host: 'export.arxiv.org', ...same({ count: 1, windowMs: 3_000, atOnce: 1 }), introduction: 'agent-only', providers: ['arxiv'] },
  { host: 'api.openalex.org', ...same(perSecond(10, 5)), introduction: 'agent-mailto', credential: { key: 'openAlexApiKey', parameter: 'api_key' }, providers: ['openalex'] },
  { host: 'api.semanticscholar.org', ...same(perSecond(1, 1)), introduction: 'agent-only', credential: { key: 'semanticScholarApiKey', header: 'x-api-key' }, providers: ['semantic-scholar'] },
  { host: 'doi.org', ...same(perSecond(5, 3)), introduction: 'agent-only', providers: ['doi-agency', 'istic'] },
  { host: 'hdl.handle.net', ...same(perSecond(5, 3)), introduction: 'agent-only', providers: ['handle'] },
]

export type UrlJudgement =
  | { readonly kind: 'allowed'; readonly url: URL; readonly row: AllowedHost }
  /** `why` is one clause for people; it never holds a path or a query. */
  | { readonly kind: 'blocked'; readonly why: string }

/**
 * Whether a url may be asked: https, no user name, the default port, a host of the table by its exact name (so never an
 * address, a sub-domain, or a trailing dot), and the host's permitted path. Relative urls resolve against `base` (a redirect's Location).
 */
export function judgeUrl(text: string, base?: string): UrlJudgement {
  const url = URL.parse(text, base)
  if (!url) return { kind: 'blocked', why: 'a url that cannot be read' }
  if (url.protocol !== 'https:') return { kind: 'blocked', why: `${url.protocol.slice(0, 20)} instead of https:` }
  if (url.username || url.password) return { kind: 'blocked', why: 'a url with a user name' }
  if (url.port) return { kind: 'blocked', why: `port ${url.port}` }
  const rows = ALLOWED_HOSTS.filter((row) => row.host === url.hostname)
  if (rows.length === 0) return { kind: 'blocked', why: `${url.hostname.slice(0, 100)}, which is not on the allowlist` }
  const row = rows.find((candidate) => candidate.lane === undefined || candidate.lane === laneOf(url.pathname)) as AllowedHost
  if (row.path && !row.path.test(url.pathname)) return { kind: 'blocked', why: `a part of ${url.hostname} that is not on the allowlist` }
  return { kind: 'allowed', url, row }
}

/**
 * Whether a url (or a Location) names one of these hosts and nothing else: https, the bare lower-case name, no user, port or
 * backslash, which WHATWG URL parsing would quietly mend. A relative reference stays on the host that it came from.
 */
export function isSpelledExactly(text: string, hosts: readonly string[]): boolean {
  if (text.includes('\\')) return false
  if (!/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return true
  const authority = /^(?:https:)?\/\/([^/?#]*)(?=[/?#]|$)/.exec(text)?.[1]
  return authority !== undefined && hosts.includes(authority)
}

/** True for a url that this package may ask. */
export function isAllowedUrl(text: string): boolean {
  return judgeUrl(text).kind === 'allowed'
}

const laneOf = (path: string): 'single' | 'list' => (/^\/(?:v1\/)?works\/./.test(path) ? 'single' : 'list')
