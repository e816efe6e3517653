import { describe, expect, it } from 'vitest'
import type { Doi } from '../../src/model/identifiers.ts'
import { CROSSREF_SELECT, createCrossref, createCrossrefSingle, parseCrossref } from '../../src/providers/crossref.ts'
import { json, text, type Handler } from '../support/tls-provider-server.ts'
import { testSourceContract } from './contract.ts'
import { jsonBytes, recordCases, utf8 } from './fixture-cases.ts'

const cases = recordCases('crossref')
const doiOf = (record: Record<string, unknown>): Doi => String(record['DOI']).toLowerCase() as Doi
const byDoi = new Map(cases.map((entry) => [doiOf(entry.record), entry]))
const present = ['10.1371/journal.pone.0033693', '10.1016/s0140-6736(97)11096-0', '10.1109/cvpr.2016.90'] as unknown as readonly [Doi, Doi, Doi]

/** As api.crossref.org: lists by filter with `select`, single works without, 404 in plain text. */
const serve: Handler = ({ url }) => {
  const single = /^\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1]
  if (single) {
    const known = byDoi.get(single.toLowerCase() as Doi)
    if (url.searchParams.has('select')) return json({ status: 'failed', 'message-type': 'validation-failure', message: [{ type: 'parameter-not-allowed', message: 'This route does not support select' }] }, 400)
    return known ? json({ status: 'ok', 'message-type': 'work', message: known.record }) : text('Resource not found.', 404)
  }
  const select = url.searchParams.get('select')?.split(',') ?? []
  const asked = (url.searchParams.get('filter') ?? '').split(',').map((part) => part.replace(/^doi:/, '').toLowerCase() as Doi)
  const items = asked.flatMap((doi) => { const known = byDoi.get(doi); return known ? [known.record] : [] }).map((record) => Object.fromEntries(Object.entries(record).filter(([key]) => select.includes(key))))
  return json({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': items.length, items: items.slice(0, Number(url.searchParams.get('rows'))) } })
}

const subject = { host: 'api.crossref.org', present, absent: '10.5555/nowhere' as Doi, serve, value: (id: Doi) => byDoi.get(id)?.work }
testSourceContract({ ...subject, name: 'Crossref by lists', create: createCrossref, requests: 1 })
testSourceContract({ ...subject, name: 'Crossref by single works', create: createCrossrefSingle, requests: 4 })

describe('what a Crossref answer says', () => {
  it('a list that holds fewer items than it counts proves no absence', () => {
    const list = (total: number, items: unknown[]) => parseCrossref(jsonBytes({ status: 'ok', 'message-type': 'work-list', message: { 'total-results': total, items } }), 200)
    expect(list(1, [{ DOI: '10.1/a' }]).rest).toBe('absent')
    expect(list(2, [{ DOI: '10.1/a' }]).rest).toBe('unknown')
    expect(list(1, [{ title: ['no DOI'] }]).rest).toBe('unknown')
    expect(list(0, []).rest).toBe('absent')
  })

  it.each(['Resource not found.', '"Resource not found."', '{"status":"error","message-type":"resource-not-found","message":"x"}'])('%s with 404 is "no such record"', (body) => {
    expect(parseCrossref(utf8(body), 404)).toMatchObject({ rest: 'absent' })
  })

  it.each(['<html>404</html>', '', '{"status":"failed","message-type":"resource-failure","message":[{"type":"cursor-invalid"}]}', 'not found'])('%j with 404 is not', (body) => {
    expect(() => parseCrossref(utf8(body), 404)).toThrow(/404/)
  })

  it('selects only what Crossref knows to select, and every field that is read', () => {
    // The names that the API lists in its own error message for an unknown one.
    const known = 'abstract, URL, resource, member, posted, score, created, degree, update-policy, short-title, license, ISSN, container-title, issued, update-to, issue, prefix, approved, indexed, article-number, clinical-trial-number, accepted, author, group-title, DOI, is-referenced-by-count, updated-by, event, chair, standards-body, original-title, funder, translator, published, archive, published-print, alternative-id, subject, subtitle, published-online, publisher-location, content-domain, reference, title, link, type, publisher, volume, references-count, ISBN, issn-type, assertion, deposited, page, content-created, short-container-title, relation, editor'.split(', ')
    expect(CROSSREF_SELECT.filter((name) => !known.includes(name))).toEqual([])
    for (const { record, work } of cases) {
      const cut = Object.fromEntries(Object.entries(record).filter(([key]) => (CROSSREF_SELECT as readonly string[]).includes(key)))
      expect([...parseCrossref(jsonBytes({ status: 'ok', 'message-type': 'work', message: cut }), 200).found.values()]).toEqual([work])
    }
  })
})
