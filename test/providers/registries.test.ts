import { describe, expect, it } from 'vitest'
import type { Doi, Pmcid } from '../../src/model/identifiers.ts'
import { createDoiAgency, parseDoiAgency } from '../../src/providers/doi-agency.ts'
import { createHandle, parseHandle } from '../../src/providers/handle.ts'
import { createIdConverter, parseIdConverter } from '../../src/providers/id-converter.ts'
import { json } from '../support/tls-provider-server.ts'
import { testSourceContract } from './contract.ts'
import { jsonBytes } from './fixture-cases.ts'

const agencies: Record<string, string> = { '10.1038': 'Crossref', '10.5281': 'DataCite', '10.3760': 'ISTIC' }
testSourceContract<string, unknown>({
  name: 'doi.org by prefix', host: 'doi.org', create: createDoiAgency, present: ['10.1038', '10.5281', '10.3760'], absent: '10.99999', requests: 1, value: (id) => ({ agency: agencies[id] }),
  serve: ({ url }) => json(decodeURIComponent(url.pathname).replace('/doiRA/', '').split(',').map((DOI) => (agencies[DOI] ? { DOI, RA: agencies[DOI] } : { DOI, status: 'DOI does not exist' }))),
})

const registered = ['10.1000/a', '10.1000/b(c)', '10.1000/d;e'] as unknown as readonly [Doi, Doi, Doi]
testSourceContract<Doi, unknown>({
  name: 'the Handle System', host: 'hdl.handle.net', create: createHandle, present: registered, absent: '10.1000/nowhere' as Doi, requests: 4, value: () => ({ registered: true }),
  serve: ({ url }) => {
    const handle = decodeURIComponent(url.pathname).replace('/api/handles/', '')
    return (registered as readonly string[]).includes(handle) ? json({ responseCode: 1, handle: handle.toUpperCase(), values: [] }) : json({ responseCode: 100, handle }, 404)
  },
})

const converted: Record<string, unknown> = { PMC2883744: { pmid: '20495566', doi: '10.1038/ng.590' }, PMC2763780: { pmid: '19749171' }, PMC7771231: {} }
testSourceContract<Pmcid, unknown>({
  name: 'the ID converter', host: 'www.ncbi.nlm.nih.gov', create: createIdConverter, present: Object.keys(converted) as unknown as readonly [Pmcid, Pmcid, Pmcid], absent: 'PMC999999999' as Pmcid, requests: 1, value: (id) => converted[id],
  serve: ({ url }) => json({ status: 'ok', records: (url.searchParams.get('ids') ?? '').split(',').map((id) => (converted[id] ? { pmcid: id, ...(converted[id] as object), versions: [] } : { pmcid: id, live: 'false', status: 'error', errmsg: 'invalid article id' })) }),
})

describe('the Handle System decides only by its own codes', () => {
  it.each([['1', 200], [2, 500], [2, 200], [200, 200], [1.5, 200], [null, 200], [true, 200]])('%j with status %i decides nothing', (responseCode, status) => {
    expect(() => parseHandle(jsonBytes({ responseCode, handle: '10.1/x' }), status)).toThrow()
  })
  it('code 1 with an error status decides nothing', () => {
    expect(() => parseHandle(jsonBytes({ responseCode: 1, handle: '10.1/x' }), 404)).toThrow()
  })
})

describe('what doi.org and the ID converter do not say is unknown', () => {
  it('an agency list without a prefix proves nothing about it', () => {
    const parsed = parseDoiAgency(jsonBytes([{ DOI: '10.1', RA: 'Crossref' }, { DOI: '10.2', status: 'Service busy' }, { DOI: '10.3', RA: 'Unknown' }]), 200)
    expect([...parsed.found.keys(), ...parsed.absent, parsed.rest]).toEqual(['10.1', '10.3', 'unknown'])
  })
  it('another error text of the converter proves nothing', () => {
    const parsed = parseIdConverter(jsonBytes({ status: 'ok', records: [{ pmcid: 'PMC1', status: 'error', errmsg: 'internal' }, { 'requested-id': 'PMC2', status: 'error', errmsg: 'Identifier not found in PMC' }] }), 200)
    expect([...parsed.absent, parsed.rest]).toEqual(['PMC2', 'unknown'])
  })
})
