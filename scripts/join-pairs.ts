import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareTitle } from '../src/compare/title.ts'
import { readBibtex } from '../src/formats/bibtex.ts'
import { buildCitation } from '../src/formats/build-citation.ts'
import { cslInput } from '../src/formats/csl.ts'
import { isOthers } from '../src/formats/personal-name.ts'
import { readRis } from '../src/formats/ris.ts'
import type { Citation, PersonName } from '../src/model/citation.ts'
import type { Work } from '../src/model/work.ts'
import { parseArxiv } from '../src/providers/arxiv.ts'
import { parseCrossref } from '../src/providers/crossref.ts'
import { workOfCrossref } from '../src/providers/crossref-work.ts'
import { parseDataCite } from '../src/providers/datacite.ts'
import { parseOpenAlex } from '../src/providers/openalex.ts'
import { personOfInverted, personOfText } from '../src/providers/person-name.ts'
import { parsePubmed } from '../src/providers/pubmed.ts'
import { parseSemanticScholar } from '../src/providers/semantic-scholar.ts'

/** A citation as somebody wrote it, and the record of the work that it is tied to. */
export interface JoinedPair { readonly id: string; readonly pair: string; readonly tie: 'id' | 'title'; readonly citation: Citation; readonly work: Work }

interface Row { readonly pair: string; readonly bib?: string; readonly index?: number; readonly key?: string; readonly raw?: unknown; readonly doi?: string | null; readonly bodies: readonly { readonly file: string }[] }
type Loose = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : typeof value === 'number' ? String(value) : undefined)

/** All tied pairs of a data directory (join.jsonl, providers/, bib/), each once; and how many rows gave none, by reason. */
export async function joinedPairs(directory: string, indexes = false): Promise<{ readonly pairs: JoinedPair[]; readonly left: Map<string, number> }> {
  const rows = readFileSync(join(directory, 'join.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Row)
  const pairs: JoinedPair[] = []
  const left = new Map<string, number>()
  const leave = (why: string): void => { left.set(why, (left.get(why) ?? 0) + 1) }
  const worksIn = reader(directory, indexes)
  const seen = new Set<string>()
  for (const [number, row] of rows.entries()) {
    const citation = await citationOf(row, directory)
    if (citation === undefined) { leave(`${row.pair}: unreadable or without fields`); continue }
    const found = recordOf(citation, row.bodies.flatMap((body) => worksIn(body.file)))
    if (found === undefined) { leave(`${row.pair}: no record of an authority`); continue }
    const key = JSON.stringify([citation.title, citation.authors, citation.venue, citation.year, citation.volume, citation.pages, found.work.identifiers])
    if (seen.has(key)) { leave('the same once more'); continue }
    seen.add(key)
    pairs.push({ id: `${number + 1}`, pair: row.pair, ...found, citation })
  }
  return { pairs, left }
}

async function citationOf(row: Row, directory: string): Promise<Citation | undefined> {
  if (row.pair === 'csl-entry') {
    const items = JSON.parse(readFileSync(join(directory, 'bib', row.bib ?? ''), 'utf8')) as unknown[]
    return cslInput(items[row.index ?? 0]).citation
  }
  const { raw } = row
  if (typeof raw === 'string') {
    if (raw.trim().startsWith('@')) return row.bib?.includes('crossref-deposited') === true ? firstAuthorOnly(await bibtex(raw)) : bibtex(raw)
    return row.pair === 'ris-nbib-entry' ? readRis(raw, 'row.ris')[0]?.citation : undefined
  }
  if (typeof raw !== 'object' || raw === null) return undefined
  const fields = raw as Loose
  switch (row.pair) {
    case 'extracted-reference': return extracted(fields)
    case 'crossref-deposited-reference': return deposited(fields)
    case 'orcid-work': return orcid(fields)
    case 'hallmark-entry': return bibtex(`@${text(fields.type) ?? 'misc'}{k,\n${Object.entries(fields).filter(([name]) => name !== 'type').map(([name, value]) => `  ${name} = {${String(value)}}`).join(',\n')}\n}`)
    default: return undefined
  }
}

async function bibtex(raw: string): Promise<Citation | undefined> {
  for await (const slice of readBibtex(raw, 'row.bib')) if (slice[0] && !slice[0].invalid) return slice[0].citation
  return undefined
}

function extracted(raw: Loose): Citation | undefined {
  const names = ((raw.authors as string[] | undefined) ?? []).map((name) => name.trim()).filter((name) => name !== '')
  const authors: PersonName[] = names.filter((name) => !isOthers(name)).map((name) => (name.includes(',') ? personOfInverted(name) : personOfText(name)))
  const { citation } = buildCitation({ title: text(raw.title), authors: authors.length > 0 ? authors : undefined, authorsTruncated: names.some(isOthers) || undefined, year: text(raw.year), venue: text(raw.venue) } as never, { doi: text(raw.doi), url: text(raw.url) } as never)
  return citation
}

function firstAuthorOnly(citation: Citation | undefined): Citation | undefined {
  return citation?.authors === undefined ? citation : { ...citation, authorsTruncated: true }
}

/** Crossref's deposit schema calls the field `author`: the first author of the cited work, none other. */
function deposited(raw: Loose): Citation | undefined {
  const author = text(raw.author)
  return buildCitation({
    title: text(raw['article-title']), authors: author === undefined ? undefined : [personOfInverted(author)], authorsTruncated: author === undefined ? undefined : true,
    year: text(raw.year), venue: text(raw['journal-title']) ?? text(raw['volume-title']), volume: text(raw.volume), issue: text(raw.issue), pages: text(raw['first-page']),
  } as never, { doi: text(raw.DOI), issn: text(raw.ISSN) } as never).citation
}

async function orcid(raw: Loose): Promise<Citation | undefined> {
  const entry = text(raw.citation)
  const written = entry?.startsWith('@') === true ? await bibtex(entry.replace(/\{\s*,/, '{k,').replace(/^(@\w+)\s*\{\s*(\w+),/, '$1{$2,')) : undefined
  const title = [text(raw.title), text(raw.subtitle)].filter(Boolean).join(': ')
  return { title, ...(text(raw.year) === undefined ? {} : { year: text(raw.year) as string }), ...(text(raw.journal) === undefined ? {} : { venue: text(raw.journal) as string }), ...written, identifiers: buildCitation({} as never, { doi: text(raw.doi) } as never).citation.identifiers }
}

function reader(directory: string, indexes: boolean): (file: string) => readonly Work[] {
  const known = new Map<string, readonly Work[]>()
  return (file) => {
    let works = known.get(file)
    if (works === undefined) { try { works = parse(join(directory, 'providers', file), file, indexes) } catch { works = [] } known.set(file, works) }
    return works
  }
}

function parse(path: string, file: string, indexes: boolean): readonly Work[] {
  if (!existsSync(path)) return []
  const bytes = new Uint8Array(readFileSync(path))
  const [host = ''] = file.split('/')
  const all = { 'api.crossref.org': parseCrossref, 'api.datacite.org': parseDataCite, 'export.arxiv.org': parseArxiv, 'eutils.ncbi.nlm.nih.gov': parsePubmed, ...(indexes ? { 'api.openalex.org': parseOpenAlex, 'api.semanticscholar.org': parseSemanticScholar } : {}) } as Readonly<Record<string, typeof parseCrossref>>
  const body = all[host]
  if (body !== undefined) return [...body(bytes, 200).found.values()]
  return host === 'doi.org' || host === 'dx.doi.org' ? [workOfCrossref(JSON.parse(new TextDecoder().decode(bytes)) as never)] : []
}

function recordOf(citation: Citation, works: readonly Work[]): { readonly work: Work; readonly tie: 'id' | 'title' } | undefined {
  const { doi, arxiv, pmid } = citation.identifiers
  const byId = works.find((work) => (doi && work.identifiers.doi === doi) || (pmid && work.identifiers.pmid === pmid)) ?? works.find((work) => arxiv && work.identifiers.arxiv === arxiv)
  if (byId) return { work: byId, tie: 'id' }
  const { title } = citation
  const byTitle = title === undefined ? undefined : works.find((work) => ['equal', 'variant'].includes(compareTitle(title, work).relation))
  return byTitle ? { work: byTitle, tie: 'title' } : undefined
}
