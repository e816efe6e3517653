import { describe, expect, it } from 'vitest'
import { createCaseServer } from '../../bench/case-server.ts'
import { arxivEntry, crossrefRecord, dataciteRecord, pubmedRecord } from '../../bench/set/record.ts'
import { SEEDS, type Seed } from '../../bench/set/seeds.ts'

const seed = (key: string): Seed => SEEDS.find((s) => s.key === key) as Seed
const server = createCaseServer({
  records: {
    crossref: [crossrefRecord(seed('lecun2015')), crossrefRecord(seed('watts1998'))], datacite: [dataciteRecord(seed('gins2015'))],
    pubmed: [{ ...pubmedRecord(seed('altschul1990')), comments: [{ refType: 'ErratumIn', source: 'J Mol Biol. 1991', pmid: '999999999' }] }], arxiv: [arxivEntry(seed('vaswani2017'))],
  },
  absent: ['10.99999/none', '10.1038/none', 'pmid:999999991', 'arxiv:9912.99999'],
  registered: { '10.3969/x.1': 'ISTIC' },
})
const get = async (url: string, init?: RequestInit) => { const response = await server.fetch(url, init); return { status: response.status, text: await response.text() } }
const json = async (url: string, init?: RequestInit) => JSON.parse((await get(url, init)).text)

describe('Crossref', () => {
  it('gives a work as a message, in the case of the DOI asked', async () => {
    expect((await json('https://api.crossref.org/works/10.1038%2FNATURE14539')).message.title).toEqual(['Deep learning'])
  })
  it('refuses select on a single work, as the API does', async () => expect((await get('https://api.crossref.org/works/10.1038/30918?select=DOI')).status).toBe(400))
  it('lists the works of a filter with only the selected keys, absent ones left out', async () => {
    const { message } = await json('https://api.crossref.org/works?filter=doi:10.1038/nature14539,doi:10.99999/none,doi:10.1038/30918&select=DOI,title&rows=3')
    expect(message.items.map((i: { DOI: string }) => i.DOI)).toEqual(['10.1038/nature14539', '10.1038/30918'])
    expect(Object.keys(message.items[0]).sort()).toEqual(['DOI', 'title'])
  })
  it('says 404 for an absent DOI and for one of DataCite', async () => {
    expect((await get('https://api.crossref.org/works/10.99999/none')).status).toBe(404)
    expect((await get('https://api.crossref.org/works/10.5281/zenodo.15497')).status).toBe(404)
  })
  it('says 503, not 404, for what it knows nothing of', async () => {
    expect((await get('https://api.crossref.org/works/10.1000/unheard-of')).status).toBe(503)
    expect((await get('https://api.crossref.org/works?filter=doi:10.1038/30918,doi:10.1000/unheard-of')).status).toBe(503)
  })
  it('searches titles', async () => expect((await json('https://api.crossref.org/works?query.bibliographic=small-world+networks')).message.items[0].DOI).toBe('10.1038/30918'))
})

describe('the other providers', () => {
  it('DataCite: single, list and 404', async () => {
    expect((await json('https://api.datacite.org/dois/10.5281/zenodo.15497')).data.attributes.publisher).toBe('Zenodo')
    expect((await json('https://api.datacite.org/dois?ids=10.5281/zenodo.15497,10.99999/none&page[size]=2')).data).toHaveLength(1)
    expect((await get('https://api.datacite.org/dois/10.99999/none')).status).toBe(404)
  })
  it('PubMed: esummary by GET and POST, an unknown uid with its error, comments only in efetch', async () => {
    const { result } = await json('https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esummary.fcgi?db=pubmed&retmode=json&id=2231712,999999991')
    expect(result['2231712'].title).toBe('Basic local alignment search tool.')
    expect(result['2231712'].comments).toBeUndefined()
    expect(result['999999991'].error).toBeDefined()
    expect((await json('https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esummary.fcgi', { method: 'POST', body: new URLSearchParams({ db: 'pubmed', id: '2231712' }) })).result.uids).toEqual(['2231712'])
    const { text } = await get('https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi?db=pubmed&id=2231712&retmode=xml')
    expect(text).toContain('<LastName>Lipman</LastName><Initials>DJ</Initials>')
    expect(text).toContain('RefType="ErratumIn"')
  })
  it('arXiv: entries of the list, nothing for an absent id, 400 for a malformed one', async () => {
    expect((await get('https://export.arxiv.org/api/query?id_list=1706.03762,9912.99999&max_results=2')).text.match(/<entry>/g)).toHaveLength(1)
    expect((await get('https://export.arxiv.org/api/query?id_list=not-an-id')).status).toBe(400)
  })
  it('doi.org: agencies of prefixes, and a DOI that does not exist under one that does', async () => {
    expect(await json('https://doi.org/doiRA/10.1038,10.5281,10.3969,10.99999')).toEqual([{ DOI: '10.1038', RA: 'Crossref' }, { DOI: '10.5281', RA: 'DataCite' }, { DOI: '10.3969', RA: 'ISTIC' }, { DOI: '10.99999', status: 'DOI does not exist' }])
    expect(await json('https://doi.org/doiRA/10.1038/none')).toEqual([{ DOI: '10.1038/none', status: 'DOI does not exist' }])
  })
  it('Handle: 1 for what is registered, 404 with 100 for what is absent, 503 for the rest', async () => {
    expect((await json('https://hdl.handle.net/api/handles/10.3969/x.1')).responseCode).toBe(1)
    expect(await get('https://hdl.handle.net/api/handles/10.1038/none')).toMatchObject({ status: 404, text: expect.stringContaining('"responseCode":100') })
    expect((await get('https://hdl.handle.net/api/handles/10.1000/unheard-of')).status).toBe(503)
  })
  it('any other host is unreachable, and every request is counted', async () => {
    await expect(server.fetch('https://example.org/')).rejects.toThrow('fetch failed')
    expect(server.requests.get('api.crossref.org')).toBeGreaterThan(5)
  })
  it('an aborted request rejects with its reason', async () => {
    await expect(server.fetch('https://api.crossref.org/works/10.1038/30918', { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
  })
})
