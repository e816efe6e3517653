import type { CaseRecords, CrossrefRecord, DataciteRecord, PubmedRecord } from '../case.ts'
import type { Seed } from './seeds.ts'

export interface SeedName { readonly family: string; readonly given?: string; readonly body?: true }

/** The names of a seed's `by`, split. */
export function namesOf(seed: Seed): SeedName[] {
  return seed.by.split('; ').map((part) => {
    if (seed.from === 'pubmed') { const at = part.lastIndexOf(' '); return { family: part.slice(0, at), given: part.slice(at + 1) } }
    const [family = '', given] = part.split(', ')
    return given === undefined ? { family, body: true } : { family, given }
  })
}

const parts = (iso: string): { 'date-parts': number[][] } => ({ 'date-parts': [iso.split('-').map(Number)] })
const some = (value: unknown, key: string): Record<string, unknown> => (value === undefined ? {} : { [key]: value })

/** The Crossref `message` object of a seed (names and nesting after the REST API's work schema). */
export function crossrefRecord(seed: Seed): CrossrefRecord {
  const dates = [seed.print, seed.online, seed.date].filter((d) => d !== undefined).sort()
  return {
    DOI: (seed.doi ?? '').toLowerCase(), type: seed.type, source: 'Crossref', prefix: seed.doi?.split('/')[0], URL: `https://doi.org/${(seed.doi ?? '').toLowerCase()}`,
    title: [seed.title], subtitle: seed.subtitle ? [seed.subtitle] : [],
    author: namesOf(seed).map((n, i) => (n.body ? { name: n.family, sequence: i === 0 ? 'first' : 'additional', affiliation: [] } : { given: n.given, family: n.family, sequence: i === 0 ? 'first' : 'additional', affiliation: [] })),
    'container-title': seed.in ? seed.in.split(' | ') : [], 'short-container-title': seed.abbr && seed.type === 'journal-article' ? [seed.abbr] : [],
    ...some(seed.v, 'volume'), ...some(seed.n, 'issue'), ...some(seed.pp, 'page'), ...some(seed.art, 'article-number'),
    issued: parts(dates[0] ?? '1900'), ...(seed.print ? { 'published-print': parts(seed.print) } : {}), ...(seed.online ? { 'published-online': parts(seed.online) } : {}), ...(seed.type === 'posted-content' && seed.date ? { posted: parts(seed.date), subtype: 'preprint', institution: [{ name: 'bioRxiv' }] } : {}),
    created: { 'date-parts': [[2019, 3, 1]] }, deposited: { 'date-parts': [[2024, 2, 2]] },
    ...some(seed.pub, 'publisher'), ...(seed.place && seed.type === 'proceedings-article' ? { event: { name: seed.in, location: seed.place } } : some(seed.place, 'publisher-location')),
    ...(seed.isbn ? { ISBN: seed.isbn.split(' ') } : {}), ...(seed.issn ? { ISSN: seed.issn.split(' ') } : {}), language: 'en',
  }
}

/** The DataCite JSON:API resource of a seed. */
export function dataciteRecord(seed: Seed): DataciteRecord {
  const doi = (seed.doi ?? '').toLowerCase()
  const general = seed.type === 'ConferencePaper' ? 'ConferencePaper' : seed.type
  return {
    id: doi, type: 'dois',
    attributes: {
      doi, prefix: doi.split('/')[0], suffix: doi.slice(doi.indexOf('/') + 1), state: 'findable',
      creators: namesOf(seed).map((n) => ({ name: n.given ? `${n.family}, ${n.given}` : n.family, nameType: n.body ? 'Organizational' : 'Personal', ...(n.given ? { givenName: n.given, familyName: n.family } : {}), affiliation: [], nameIdentifiers: [] })),
      titles: [{ title: seed.title }], publisher: seed.pub ?? '', container: {}, publicationYear: Number((seed.date ?? '1900').slice(0, 4)), contributors: [],
      dates: [{ date: seed.date, dateType: 'Issued' }], types: { resourceTypeGeneral: general, resourceType: general }, relatedIdentifiers: [], version: null, url: `https://example.org/${encodeURIComponent(doi)}`,
    },
  }
}

/** The esummary document of a seed. */
export function pubmedRecord(seed: Seed): PubmedRecord {
  const names = seed.by.split('; ')
  const [issn = '', essn = ''] = seed.issn?.split(' ') ?? []
  return {
    uid: seed.pmid ?? '', pubdate: seed.date ?? '', epubdate: '', source: seed.abbr ?? '', authors: names.map((name) => ({ name, authtype: 'Author', clusterid: '' })), lastauthor: names.at(-1) ?? '',
    title: seed.title, sorttitle: seed.title.toLowerCase().replace(/\.$/, ''), volume: seed.v ?? '', issue: seed.n ?? '', pages: seed.pp ?? '', lang: ['eng'], issn, essn, pubtype: ['Journal Article'],
    recordstatus: 'PubMed - indexed for MEDLINE', pubstatus: '4',
    articleids: [{ idtype: 'pubmed', value: seed.pmid ?? '' }, ...(seed.doi ? [{ idtype: 'doi', value: seed.doi }] : [])],
    fulljournalname: seed.in ?? '', elocationid: seed.doi ? `doi: ${seed.doi}` : '', sortfirstauthor: names[0] ?? '', doctype: 'citation', references: [], history: [], attributes: ['Has Abstract'],
  }
}

const xml = (s: string): string => s.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The Atom entry of a seed, first version. */
export function arxivEntry(seed: Seed): string {
  const authors = namesOf(seed).map((n) => `<author><name>${xml(n.given ? `${n.given} ${n.family}` : n.family)}</name></author>`).join('')
  const doi = seed.doi ? `<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">${xml(seed.doi)}</arxiv:doi>` : ''
  return `<entry><id>http://arxiv.org/abs/${seed.arxiv}v1</id><updated>${seed.date}T00:00:00Z</updated><published>${seed.date}T00:00:00Z</published><title>${xml(seed.title)}</title><summary>No abstract is kept here.</summary>${authors}${doi}</entry>`
}

/** What the registry that holds the seed answers. */
export function recordsOf(seed: Seed): CaseRecords {
  switch (seed.from) {
    case 'crossref': return { crossref: [crossrefRecord(seed)] }
    case 'datacite': return { datacite: [dataciteRecord(seed)] }
    case 'pubmed': return { pubmed: [pubmedRecord(seed)] }
    case 'arxiv': return { arxiv: [arxivEntry(seed)] }
  }
}
