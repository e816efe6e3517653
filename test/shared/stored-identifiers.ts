import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** The identifiers of which an authority's own answer is stored, and those whose stored answer is "no such record". Read here without product code. */
export interface StoredIdentifiers { readonly doi: ReadonlySet<string>; readonly pmid: ReadonlySet<string>; readonly arxiv: ReadonlySet<string>; readonly absent: ReadonlySet<string> }

interface Row { readonly url: string; readonly status?: number; readonly file: string }

export function readStoredIdentifiers(folder: string): StoredIdentifiers {
  const stored = { doi: new Set<string>(), pmid: new Set<string>(), arxiv: new Set<string>(), absent: new Set<string>() }
  for (const line of readFileSync(join(folder, 'index.jsonl'), 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const row = JSON.parse(line) as Row
    const { host } = new URL(row.url)
    if (row.status === 404) {
      const doi = /(?:works|handles|dois)\/(10\.[^?]+)/.exec(decodeURIComponent(row.url))?.[1]
      if (doi) stored.absent.add(doi.toLowerCase())
    }
    if ((row.status ?? 200) !== 200) continue
    const read = (): string => readFileSync(isAbsolute(row.file) ? row.file : join(folder, row.file), 'utf8')
    if (host === 'api.crossref.org') for (const doi of crossrefDois(parsed(read()))) stored.doi.add(doi)
    if (host === 'api.datacite.org') for (const doi of dataciteDois(parsed(read()))) stored.doi.add(doi)
    if (host === 'export.arxiv.org') for (const entry of read().matchAll(/<entry>[\s\S]*?<\/entry>/g)) { const id = /<id>\s*https?:\/\/arxiv.org\/abs\/([^<\s]+?)(?:v\d+)?\s*<\/id>/.exec(entry[0])?.[1]; if (id) stored.arxiv.add(id) }
    if (host === 'eutils.ncbi.nlm.nih.gov' && /efetch/.test(row.url)) for (const entry of read().matchAll(/<PubmedArticle>[\s\S]*?<\/PubmedArticle>/g)) { const id = /<PMID[^>]*>(\d+)</.exec(entry[0])?.[1]; if (id) stored.pmid.add(id) }
    if (host === 'eutils.ncbi.nlm.nih.gov' && /esummary.*db=pubmed|db=pubmed.*esummary/.test(row.url)) for (const id of summaryIds(parsed(read()))) stored.pmid.add(id)
  }
  return stored
}

type Loose = { readonly [key: string]: Loose } & { readonly DOI?: string; readonly title?: unknown; readonly items?: Loose[]; readonly uids?: string[]; readonly error?: unknown; readonly id?: string; readonly doi?: string }
function parsed(text: string): Loose | undefined { try { return JSON.parse(text) as Loose } catch { return undefined } }
function crossrefDois(body: Loose | undefined): string[] {
  const message = body?.['message']
  return [message?.DOI, ...(message?.items ?? []).filter((item) => item.title).map((item) => item.DOI)].flatMap((doi) => (doi ? [doi.toLowerCase()] : []))
}
function dataciteDois(body: Loose | undefined): string[] {
  const data = body?.['data'] as unknown as Loose | Loose[] | undefined
  return [data ?? []].flat().flatMap((row) => (row?.['attributes']?.['titles'] ? [String(row['attributes'].doi ?? row.id).toLowerCase()] : []))
}
function summaryIds(body: Loose | undefined): string[] {
  const result = body?.['result']
  return (result?.uids ?? []).filter((id) => result?.[id] && !result[id].error)
}
