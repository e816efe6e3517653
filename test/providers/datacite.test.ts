import { describe, expect, it } from 'vitest'
import type { Doi } from '../../src/model/identifiers.ts'
import { createDataCite, parseDataCite } from '../../src/providers/datacite.ts'
import { json, type Handler } from '../support/tls-provider-server.ts'
import { testSourceContract } from './contract.ts'
import { jsonBytes, recordCases, utf8 } from './fixture-cases.ts'

const byDoi = new Map(recordCases('datacite').map((entry) => [String(entry.record['doi']).toLowerCase() as Doi, entry]))
const resource = (doi: Doi): unknown => ({ id: doi, type: 'dois', attributes: byDoi.get(doi)?.record })

/** As api.datacite.org: 25 records a page unless asked otherwise, JSON errors. */
const serve: Handler = ({ url }) => {
  const single = /^\/dois\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1]?.toLowerCase() as Doi | undefined
  if (single) return byDoi.has(single) ? json({ data: resource(single) }) : json({ errors: [{ status: '404', title: "The resource you are looking for doesn't exist." }] }, 404)
  const found = (url.searchParams.get('ids') ?? '').split(',').filter((doi) => byDoi.has(doi as Doi)) as Doi[]
  return json({ data: found.slice(0, Number(url.searchParams.get('page[size]') ?? 25)).map(resource), meta: { total: found.length } })
}

testSourceContract<Doi, unknown>({
  name: 'DataCite', host: 'api.datacite.org', create: createDataCite, serve, requests: 1,
  present: [...byDoi.keys()].slice(0, 3) as unknown as readonly [Doi, Doi, Doi], absent: '10.5555/nowhere' as Doi, value: (id) => byDoi.get(id)?.work,
})

describe('what a DataCite answer says', () => {
  it('a page that is not the whole proves no absence', () => {
    expect(parseDataCite(jsonBytes({ data: [], meta: { total: 0 } }), 200).rest).toBe('absent')
    expect(parseDataCite(jsonBytes({ data: [], meta: { total: 1 } }), 200).rest).toBe('unknown')
    expect(parseDataCite(jsonBytes({ data: [] }), 200).rest).toBe('unknown')
  })
  it('only its own JSON error with 404 is "no such record"', () => {
    expect(parseDataCite(jsonBytes({ errors: [{ status: '404' }] }), 404).rest).toBe('absent')
    expect(() => parseDataCite(jsonBytes({ errors: [] }), 404)).toThrow()
    expect(() => parseDataCite(utf8('<html>'), 404)).toThrow()
  })
})
