import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/base/canonical-json.ts'
import { UnparsableBody } from '../../src/base/json.ts'
import type { ParsedAnswer } from '../../src/providers/provider.ts'
import { PARSERS } from '../../src/providers/registry.ts'
import { parseCrossrefSearch, parseOpenAlexSearch } from '../../src/providers/search.ts'
import type { ProviderName, Work } from '../../src/model/work.ts'

const data = new URL('../../../shared/data/providers/', import.meta.url)
const isHere = existsSync(new URL('index.jsonl', data))

interface Row { readonly url: string; readonly status: number; readonly file: string; readonly kind: string }
const rows: readonly Row[] = isHere ? readFileSync(new URL('index.jsonl', data), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Row) : []
const bytesOf = (row: Row): Uint8Array => new Uint8Array(readFileSync(new URL(row.file, data)))

/** The endpoints that are asked, and how many of their stored bodies with status 200 may be unparsable, and why. */
const ENDPOINTS: readonly { readonly provider: ProviderName; readonly kind: string; readonly url: RegExp; readonly unparsable: number; readonly why: RegExp }[] = [
  { provider: 'crossref', kind: 'crossref-work', url: /./, unparsable: 30, why: /not JSON/ }, // stored in base64
  { provider: 'crossref', kind: 'crossref-list', url: /./, unparsable: 1, why: /not JSON/ },
  { provider: 'datacite', kind: 'datacite-doi', url: /./, unparsable: 0, why: /./ },
  { provider: 'pubmed', kind: 'pubmed-efetch', url: /./, unparsable: 3, why: /not a set of PubMed articles/ }, // other databases
  { provider: 'arxiv', kind: 'arxiv-atom', url: /./, unparsable: 0, why: /./ },
  { provider: 'openalex', kind: 'openalex-work', url: /./, unparsable: 3, why: /holds no works/ }, // select without id
  { provider: 'openalex', kind: 'openalex-list', url: /./, unparsable: 0, why: /./ },
  { provider: 'doi-agency', kind: 'doi-ra', url: /./, unparsable: 0, why: /./ },
  { provider: 'handle', kind: 'handle', url: /handles\/10\./, unparsable: 0, why: /./ },
  { provider: 'id-converter', kind: 'idconv', url: /./, unparsable: 0, why: /./ },
  { provider: 'semantic-scholar', kind: 's2-batch', url: /paper\/batch/, unparsable: 0, why: /./ },
]

describe.skipIf(!isHere)('real answers (skipped where ../shared/data/providers is absent)', () => {
  it.each(ENDPOINTS)('$kind: every body with status 200 is read, or is refused for its reason', ({ provider, kind, url, unparsable, why }) => {
    const parse = PARSERS[provider] as (bytes: Uint8Array, status: number) => ParsedAnswer<unknown>
    const asked = rows.filter((row) => row.kind === kind && row.status === 200 && url.test(row.url))
    expect(asked.length).toBeGreaterThan(0)
    const refused: string[] = []
    for (const row of asked) {
      try {
        for (const [locator, value] of parse(bytesOf(row), 200).found) {
          expect(locator).toMatch(/\S/)
          expect(canonicalJson(value)).toMatch(/^\{/)
        }
      } catch (error) {
        if (!(error instanceof UnparsableBody)) throw error
        expect(error.message).toMatch(why)
        refused.push(row.url)
      }
    }
    expect(refused.length).toBeLessThanOrEqual(unparsable)
  })

  it('no error answer is an absence, but for the registries\' own "no such record"', () => {
    const byHost: Record<string, ProviderName> = { 'api.crossref.org': 'crossref', 'api.datacite.org': 'datacite', 'eutils.ncbi.nlm.nih.gov': 'pubmed', 'export.arxiv.org': 'arxiv', 'api.openalex.org': 'openalex', 'api.semanticscholar.org': 'semantic-scholar', 'doi.org': 'doi-agency', 'www.ncbi.nlm.nih.gov': 'id-converter' }
    for (const row of rows.filter((candidate) => candidate.status >= 400)) {
      const parse = PARSERS[byHost[new URL(row.url).host] as ProviderName]
      if (!parse) continue
      let absent = false
      try {
        const parsed = parse(bytesOf(row), row.status)
        absent = parsed.rest === 'absent' || parsed.absent.size > 0
      } catch (error) {
        if (!(error instanceof UnparsableBody)) throw error
      }
      const text = Buffer.from(bytesOf(row)).toString().trim()
      expect(absent, row.url).toBe(row.status === 404 && (/^Resource not found\.$/.test(text) || text.startsWith('{"errors":[{"status":"404"')))
    }
  })

  it('search answers give candidates', () => {
    for (const [kind, parse] of [['crossref-list', parseCrossrefSearch], ['openalex-list', parseOpenAlexSearch]] as const) {
      const counts = rows.filter((row) => row.kind === kind && row.status === 200 && /query|search/.test(row.url)).map((row) => { try { return parse(bytesOf(row), 200).found.get('results')?.length ?? 0 } catch { return 0 } })
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(50)
    }
  })

  const works = new Map<string, Work>()
  if (isHere) {
    for (const row of rows.filter((candidate) => candidate.status === 200 && ['crossref-work', 'datacite-doi', 'pubmed-efetch', 'arxiv-atom'].includes(candidate.kind))) {
      const provider = ({ 'crossref-work': 'crossref', 'datacite-doi': 'datacite', 'pubmed-efetch': 'pubmed', 'arxiv-atom': 'arxiv' } as const)[row.kind as 'crossref-work']
      try { for (const [id, work] of PARSERS[provider]?.(bytesOf(row), 200).found ?? []) works.set(`${provider} ${id}`, work as Work) } catch { /* counted above */ }
    }
  }
  it.each([
    ['crossref 10.1016/s0140-6736(97)11096-0', { type: 'article-journal', volume: '351', pages: '637-641', notices: expect.arrayContaining([{ type: 'retraction', direction: 'about-this', doi: '10.1016/s0140-6736(10)60175-4', date: '2010-02-06', source: 'retraction-watch' }]) }],
    ['crossref 10.1016/s0140-6736(10)60175-4', { notices: expect.arrayContaining([expect.objectContaining({ type: 'retraction', direction: 'this-is-notice', doi: '10.1016/s0140-6736(97)11096-0' })]) }],
    ['crossref 10.1371/journal.pone.0033693', { notices: [expect.objectContaining({ type: 'correction', direction: 'about-this', date: '2012-05-08' })] }],
    ['crossref 10.1103/physrevb.98.104436', { articleNumber: '104436', notices: [expect.objectContaining({ type: 'correction', direction: 'about-this' })] }],
    ['datacite 10.4121/uuid:3926db30-f712-4394-aebc-75976070e91f', { type: 'dataset', title: 'BPI Challenge 2012', authors: [{ family: 'van Dongen', given: 'Boudewijn' }], dates: { issued: '2012-04-23' } }],
    ['datacite 10.6084/m9.figshare.4906367.v1', { type: 'software', sameWork: [{ relation: 'is-version-of', identifiers: { doi: '10.6084/m9.figshare.4906367' } }] }],
    ['pubmed 26858277', { notices: expect.arrayContaining([expect.objectContaining({ type: 'correction', doi: 'pmid:30120145' })]) }],
    ['pubmed 38962805', { title: 'Correction.', notices: [{ type: 'correction', direction: 'this-is-notice', doi: 'pmid:38446048', source: 'pubmed' }] }],
    ['arxiv 2104.12255', { title: '0', dates: { posted: '2021-04-20', updated: '2021-04-20' } }],
  ])('%s has its known facts', (key, facts) => {
    expect(works.get(key)).toMatchObject(facts)
  })

  it('no date of a Crossref record is one of its deposit dates alone', () => {
    for (const row of rows.filter((candidate) => candidate.kind === 'crossref-work' && candidate.status === 200)) {
      let message: Record<string, unknown>
      try { message = (JSON.parse(Buffer.from(bytesOf(row)).toString()) as { message: Record<string, unknown> }).message } catch { continue }
      const { created: _created, deposited: _deposited, indexed: _indexed, ...rest } = message
      const again = new TextEncoder().encode(JSON.stringify({ status: 'ok', 'message-type': 'work', message: rest }))
      expect([...(PARSERS.crossref?.(again, 200).found.values() ?? [])]).toEqual([...(PARSERS.crossref?.(bytesOf(row), 200).found.values() ?? [])])
    }
  })
})
