import { json, text, type ProviderRequest, type ProviderServer, type Reply } from '../support/tls-provider-server.ts'

/** A record that the scripted registries hold, in the least that their formats need. */
export interface Registered {
  readonly title: string
  /** `[family, given]`. */
  readonly authors: readonly (readonly [string, string])[]
  readonly year: number
  readonly venue: string
  readonly pages?: string
  readonly volume?: string
  /** DOI of a retraction notice about this work. */
  readonly retractedBy?: string
}

export interface Registries {
  readonly crossref?: Readonly<Record<string, Registered>>
  readonly pubmed?: Readonly<Record<string, Registered>>
  readonly arxiv?: Readonly<Record<string, Registered>>
}

/**
 * Lets the loopback server answer as Crossref, doi.org, the Handle system, DataCite, PubMed and arXiv do, from a few records.
 * What is not registered gets each service's own "no such record".
 */
export function answerFrom(server: ProviderServer, registries: Registries): void {
  const { crossref = {}, pubmed = {}, arxiv = {} } = registries
  server.on('api.crossref.org', (request) => crossrefAnswer(request, crossref))
  server.on('api.datacite.org', (request) => (request.url.pathname === '/dois' ? json({ data: [], meta: { total: 0, totalPages: 0, page: 1 } }) : json({ errors: [{ status: '404', title: "The resource you are looking for doesn't exist." }] }, 404)))
  server.on('doi.org', (request) => json(decodeURIComponent(request.url.pathname.slice('/doiRA/'.length)).split(',').map((prefix) => ({ DOI: prefix, RA: 'Crossref' }))))
  server.on('hdl.handle.net', (request) => {
    const handle = decodeURIComponent(request.url.pathname.slice('/api/handles/'.length))
    return handle.toLowerCase() in crossref ? json({ responseCode: 1, handle, values: [] }) : json({ responseCode: 100, handle }, 404)
  })
  server.on('eutils.ncbi.nlm.nih.gov', (request) => pubmedAnswer(request, pubmed))
  server.on('export.arxiv.org', (request) => arxivAnswer(request, arxiv))
}

function crossrefAnswer(request: ProviderRequest, works: Readonly<Record<string, Registered>>): Reply {
  const single = /^\/works\/(.+)$/.exec(request.url.pathname)?.[1]
  if (single !== undefined) {
    const doi = decodeURIComponent(single).toLowerCase()
    const work = works[doi]
    return work === undefined ? text('Resource not found.', 404) : json({ status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message: crossrefWork(doi, work) })
  }
  const asked = (request.url.searchParams.get('filter') ?? '').split(',').flatMap((part) => (part.startsWith('doi:') ? [part.slice(4).toLowerCase()] : []))
  const items = asked.flatMap((doi) => (works[doi] === undefined ? [] : [crossrefWork(doi, works[doi])]))
  return json({ status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message: { 'total-results': items.length, 'items-per-page': 20, query: {}, facets: {}, items } })
}

function crossrefWork(doi: string, work: Registered) {
  return {
    DOI: doi, URL: `https://doi.org/${doi}`, type: 'journal-article', title: [work.title],
    author: work.authors.map(([family, given], index) => ({ family, given, sequence: index === 0 ? 'first' : 'additional', affiliation: [] })),
    issued: { 'date-parts': [[work.year]] }, published: { 'date-parts': [[work.year]] }, 'container-title': [work.venue],
    ...(work.pages === undefined ? {} : { page: work.pages }),
    ...(work.volume === undefined ? {} : { volume: work.volume }),
    ...(work.retractedBy === undefined ? {} : { 'updated-by': [{ DOI: work.retractedBy, type: 'retraction', label: 'Retraction', source: 'publisher', updated: { 'date-parts': [[work.year + 1, 2, 3]] } }] }),
  }
}

function pubmedAnswer(request: ProviderRequest, works: Readonly<Record<string, Registered>>): Reply {
  const parameters = new URLSearchParams(request.method === 'POST' ? request.body : request.url.search)
  const ids = (parameters.get('id') ?? '').split(',')
  if (request.url.pathname.endsWith('efetch.fcgi')) {
    return { headers: { 'content-type': 'text/xml' }, body: `<?xml version="1.0"?><PubmedArticleSet>${ids.flatMap((id) => (works[id] === undefined ? [] : [pubmedArticle(id, works[id])])).join('')}</PubmedArticleSet>` }
  }
  const found = ids.map((uid) => [uid, works[uid] === undefined ? { uid, error: 'cannot get document summary' } : summary(uid, works[uid])])
  return json({ header: { type: 'esummary', version: '0.3' }, result: { uids: ids, ...Object.fromEntries(found) } })
}

function summary(uid: string, work: Registered) {
  return {
    uid, pubdate: String(work.year), epubdate: '', source: work.venue, fulljournalname: work.venue, title: `${work.title}.`,
    authors: work.authors.map(([family, given]) => ({ name: `${family} ${given.split(/\s+/).map((part) => part[0]).join('')}`, authtype: 'Author', clusterid: '' })),
    volume: work.volume ?? '', issue: '', pages: work.pages ?? '', pubtype: ['Journal Article'], articleids: [{ idtype: 'pubmed', idtypen: 1, value: uid }], references: [],
    lang: ['eng'], sortpubdate: `${work.year}/01/01 00:00`, issn: '', essn: '',
  }
}

function pubmedArticle(pmid: string, work: Registered): string {
  const authors = work.authors.map(([family, given]) => `<Author ValidYN="Y"><LastName>${family}</LastName><ForeName>${given}</ForeName><Initials>${given[0]}</Initials></Author>`).join('')
  return `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID><Article PubModel="Print"><Journal><JournalIssue><PubDate><Year>${work.year}</Year></PubDate></JournalIssue>`
    + `<Title>${work.venue}</Title></Journal><ArticleTitle>${work.title}.</ArticleTitle><AuthorList CompleteYN="Y">${authors}</AuthorList>`
    + '<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList></Article></MedlineCitation>'
    + `<PubmedData><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`
}

function arxivAnswer(request: ProviderRequest, works: Readonly<Record<string, Registered>>): Reply {
  const ids = (request.url.searchParams.get('id_list') ?? '').split(',').map((id) => id.replace(/v\d+$/, ''))
  const entries = ids.flatMap((id) => (works[id] === undefined ? [] : [arxivEntry(id, works[id])]))
  const body = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">`
    + `<title>arXiv Query</title><opensearch:totalResults>${entries.length}</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex><opensearch:itemsPerPage>${ids.length}</opensearch:itemsPerPage>${entries.join('')}</feed>`
  return { headers: { 'content-type': 'application/atom+xml; charset=UTF-8' }, body }
}

function arxivEntry(id: string, work: Registered): string {
  return `<entry><id>http://arxiv.org/abs/${id}v1</id><published>${work.year}-03-01T00:00:00Z</published><updated>${work.year}-03-01T00:00:00Z</updated><title>${work.title}</title>`
    + `<summary>-</summary>${work.authors.map(([family, given]) => `<author><name>${given} ${family}</name></author>`).join('')}<arxiv:primary_category term="cs.DL"/></entry>`
}
