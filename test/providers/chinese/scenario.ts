import { readFileSync } from 'node:fs'
import type { HttpClientOptions } from '../../../src/http/client.ts'
import type { Citation } from '../../../src/model/citation.ts'
import type { Doi } from '../../../src/model/identifiers.ts'
import type { ChineseAnswer, ChineseOutcome } from '../../../src/providers/chinese/outcome.ts'
import { createChineseResolver, type ChineseResolverOptions } from '../../../src/providers/chinese/resolver.ts'
import type { ChineseQuery } from '../../../src/providers/chinese/scope.ts'
import { json, text, type ProviderServer, type Reply } from '../../support/tls-provider-server.ts'
import { createTestParts, type TestParts } from '../source-parts.ts'

type Body = Record<string, unknown>
export const BODIES = JSON.parse(readFileSync(new URL('../../../fixtures/chinese/bodies.json', import.meta.url), 'utf8')) as {
  agency: Record<'ISTIC' | 'CNKI' | 'Crossref' | 'unknown', unknown>
  csl: Body
  handle: Record<'exists' | 'absent', Body>
  search: Record<'none' | 'one' | 'many' | 'two', unknown>
  summary: Body
  badAgencies: unknown[]
  badCsl: Body[]
  badSearches: unknown[]
  badSummaries: Body[]
  titles: { same: [string, string][]; different: [string, string][]; canonical: string; variants: string[] }
}

export const TITLE = BODIES.csl['title'] as string
export const JOURNAL = '示例医学杂志'
export const TA = 'Shili Yi Xue Za Zhi'
export const ISTIC = '10.5555/demo.cn.istic.2026.0042'
export const CNKI = '10.5555/demo.cn.cnki.2026.0042'
export const JOURNAL_MAP = [{ name: JOURNAL, issn: '0000-0000', nlmTa: TA, nlmId: '999999700' }]

/** What each place answers; a place that is not named answers 501 and fails the look-up. */
export interface Routes {
  readonly agency?: Reply
  readonly csl?: Reply | readonly Reply[]
  readonly handle?: Reply
  readonly coverage?: Reply
  readonly coordinates?: Reply
  readonly summary?: Reply
}

export const AGENCY = { istic: json(BODIES.agency.ISTIC), cnki: json(BODIES.agency.CNKI), crossref: json(BODIES.agency.Crossref), unknown: json(BODIES.agency.unknown) }
export const csl = (more: Body = {}): Reply => json({ ...BODIES.csl, ...more })
export const summary = (more: Body = {}): Reply => json({ header: { type: 'esummary' }, result: { uids: ['999999701'], '999999701': { ...BODIES.summary, ...more } } })
export const handle = (which: 'exists' | 'absent', doi: string, code = 200): Reply => json({ ...BODIES.handle[which], handle: doi }, code)
export const search = (which: 'none' | 'one' | 'many' | 'two'): Reply => json(BODIES.search[which])
/** A journal that PubMed has, and one record at the coordinates. */
export const PUBMED_HIT: Routes = { coverage: search('many'), coordinates: search('one'), summary: summary() }

export function serve(server: ProviderServer, routes: Routes): void {
  const nothing = text('no route', 501)
  const scripts = new Map<string, Reply[]>()
  const pick = (name: keyof Routes): Reply => {
    const route = routes[name]
    if (!Array.isArray(route)) return (route as Reply | undefined) ?? nothing
    const script = scripts.get(name) ?? [...(route as Reply[])]
    scripts.set(name, script)
    return (script.length > 1 ? script.shift() : script[0]) as Reply
  }
  server.on('doi.org', ({ path }) => pick(path.startsWith('/doiRA/') ? 'agency' : 'csl'))
  server.on('hdl.handle.net', () => pick('handle'))
  server.on('eutils.ncbi.nlm.nih.gov', ({ url }) => pick(url.pathname.endsWith('esummary.fcgi') ? 'summary' : url.searchParams.get('retmax') === '1' ? 'coverage' : 'coordinates'))
}

export type Entry = Partial<Omit<Citation, 'identifiers'>> & { readonly doi?: string; readonly key?: string } & Pick<ChineseQuery, never> & { readonly language?: string; readonly firstAuthorPinyin?: string }

/** A citation of the made-up work; `undefined` takes a field away. */
export function entry(more: { readonly [K in keyof Entry]?: Entry[K] | undefined } = {}): ChineseQuery {
  const { doi, key = 'demo2026', language, firstAuthorPinyin, ...fields } = { title: TITLE, venue: JOURNAL, year: '2026', volume: '88', pages: '8801-8809', ...more }
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const isPlain = doi !== undefined && /^10\.[\d.]+\/[!-~]+$/.test(doi) && doi === doi.toLowerCase()
  const identifiers = isPlain ? { doi: doi as Doi } : {}
  const unreadable = doi === undefined || isPlain ? {} : { unreadable: [{ kind: 'doi' as const, value: doi }] }
  return { key, citation: { ...present, identifiers, ...unreadable }, ...(language === undefined ? {} : { language }), ...(firstAuthorPinyin === undefined ? {} : { firstAuthorPinyin }) }
}

export interface Resolving extends ChineseResolverOptions {
  readonly parts?: TestParts
  readonly http?: Partial<HttpClientOptions>
  readonly fresh?: boolean
  readonly offline?: boolean
}

/** Resolves one citation over the real client. */
export async function resolveOne(query: ChineseQuery, { parts, http, fresh, offline, ...options }: Resolving = {}): Promise<ChineseAnswer> {
  const mailto = 'mailto' in options ? options.mailto : 'someone@example.org'
  const context = parts ?? createTestParts({ mailto, timeoutMs: 600_000, ...http })
  const resolver = createChineseResolver(context, { journalMap: JOURNAL_MAP, ...options, mailto })
  const [answer] = await resolver.resolve([query], { signal: AbortSignal.timeout(60_000), ...(fresh ? { fresh } : {}), ...(offline ? { offline } : {}) })
  return answer as ChineseAnswer
}

/** The outcome; throws with the failure's detail where there is none. */
export async function outcomeOf(query: ChineseQuery, options?: Resolving): Promise<ChineseOutcome> {
  const answer = await resolveOne(query, options)
  if (answer.kind === 'failed') throw new Error(`failed: ${answer.reason} ${answer.detail}`)
  return answer
}
