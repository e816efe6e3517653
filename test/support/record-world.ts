import { createCaseServer } from '../../bench/case-server.ts'
import type { CaseAnswers } from '../../bench/case.ts'
import { PROVIDER_HOSTS, type ProviderServer } from './tls-provider-server.ts'

/** Makes the loopback TLS server answer for every host as the registries would if they held exactly these records. */
export function serveRecords(server: ProviderServer, answers: CaseAnswers): void {
  const { fetch } = createCaseServer(answers)
  for (const host of PROVIDER_HOSTS) {
    server.on(host, async ({ method, url, headers, body }) => {
      const response = await fetch(url.href, { method, headers: { accept: headers.accept ?? '' }, ...(method === 'POST' ? { body } : {}) })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: new Uint8Array(await response.arrayBuffer()) }
    })
  }
}

/** A Crossref record with invented content, for behaviour that does not depend on what it says. */
export const crossrefWork = (doi: string, title: string, family: string, year: number): { DOI: string; [key: string]: unknown } => ({
  DOI: doi, type: 'journal-article', title: [title], author: [{ family, given: 'Ada' }], issued: { 'date-parts': [[year]] }, 'container-title': ['Journal of Loopback Studies'],
})

/** An arXiv entry with invented content. */
export const arxivEntry = (id: string, title: string, name: string, year: number): string =>
  `<entry><id>http://arxiv.org/abs/${id}v1</id><updated>${year}-02-01T00:00:00Z</updated><published>${year}-01-01T00:00:00Z</published><title>${title}</title><summary>text</summary><author><name>${name}</name></author></entry>`

/** An esummary document with invented content. */
export const pubmedSummary = (uid: string, title: string, name: string, year: number, doi?: string): { uid: string; [key: string]: unknown } => ({
  uid, pubdate: `${year} Jan`, epubdate: '', source: 'J Loopback Stud', fulljournalname: 'Journal of Loopback Studies', title: `${title}.`, authors: [{ name, authtype: 'Author', clusterid: '' }],
  volume: '1', issue: '', pages: '1-9', issn: '', essn: '', pubtype: ['Journal Article'], articleids: [{ idtype: 'pubmed', idtypen: 1, value: uid }, ...(doi ? [{ idtype: 'doi', idtypen: 3, value: doi }] : [])], elocationid: '', references: [], attributes: [], lang: ['eng'],
})
