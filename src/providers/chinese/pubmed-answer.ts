import { parseJson, UnparsableBody } from '../../base/json.ts'
import { decodeEntities } from '../../base/xml.ts'
import { parseDoi } from '../../identifiers/doi.ts'
import { parsePmid } from '../../identifiers/pmid.ts'
import type { Work } from '../../model/work.ts'
import { asObject, asText, compact, type JsonObject } from '../json-field.ts'
import type { ParsedAnswer } from '../provider.ts'

/** What an ESearch says: how many records, and the first of them. */
export interface PubmedHits {
  readonly count: number
  readonly pmids: readonly string[]
}

/** PubMed's record at the cited coordinates. Its title is the English one in brackets: for display, never compared with a Chinese title. */
export interface PubmedCandidate extends Work {
  readonly languages?: readonly string[]
}

/** An ESearch has one result for its one query; this is its locator. */
export const HITS = 'hits'
/** Records asked for by the coverage question and by the coordinate question. */
export const COVERAGE_ROWS = 1
export const COORDINATE_ROWS = 5

/** An ESearch answer for so many rows: unique numeric ids, as many as the count promises. Anything else would become a false miss. */
export function parseHits(rows: number): (bytes: Uint8Array, status: number) => ParsedAnswer<PubmedHits> {
  return (bytes, status) => hitsOf(parseJson(bytes), status, [rows])
}

/** ESearch and ESummary answers alike, for the replay of stored bodies. */
export function parsePubmedCoordinates(bytes: Uint8Array, status: number): ParsedAnswer<PubmedHits | PubmedCandidate> {
  const root = parseJson(bytes)
  return asObject(root)?.['esearchresult'] === undefined ? candidateOf(root, status) : hitsOf(root, status, [COVERAGE_ROWS, COORDINATE_ROWS])
}

function hitsOf(root: unknown, status: number, rows: readonly number[]): ParsedAnswer<PubmedHits> {
  const result = asObject(asObject(root)?.['esearchresult'])
  const { count, idlist } = result ?? {}
  if (status !== 200 || !Array.isArray(idlist) || typeof count !== 'string' || !/^[0-9]{1,20}$/.test(count)) throw new UnparsableBody(`the answer (${status}) is not a search result`)
  const pmids = idlist.filter((id): id is string => typeof id === 'string' && /^[1-9][0-9]{0,14}$/.test(id))
  const isWhole = pmids.length === idlist.length && new Set(pmids).size === pmids.length && rows.some((most) => pmids.length === Math.min(Number(count), most))
  if (!isWhole) throw new UnparsableBody('the search result contradicts its own count')
  return { found: new Map([[HITS, { count: Number(count), pmids }]]), absent: new Set(), rest: 'unknown' }
}

/** The ESummary answer for one PMID, under that PMID. Throws UnparsableBody on an echo of another, two DOIs, or a field of another shape. */
export function parseCandidate(bytes: Uint8Array, status: number): ParsedAnswer<PubmedCandidate> {
  return candidateOf(parseJson(bytes), status)
}

function candidateOf(root: unknown, status: number): ParsedAnswer<PubmedCandidate> {
  const result = asObject(asObject(root)?.['result'])
  const names = Object.keys(result ?? {}).filter((name) => name !== 'uids')
  const pmid = names[0]
  const record = pmid === undefined ? undefined : asObject(result?.[pmid])
  if (status !== 200 || !result || names.length !== 1 || pmid === undefined || !record) throw new UnparsableBody(`the answer (${status}) is not one summary`)
  const { uids } = result
  if (uids !== undefined && !(Array.isArray(uids) && uids.length === 1 && uids[0] === pmid)) throw new UnparsableBody('the summary is of another record')
  if (record['uid'] !== undefined && record['uid'] !== pmid) throw new UnparsableBody('the summary is of another record')
  if (record['error'] !== undefined) throw new UnparsableBody('PubMed found the record and cannot summarise it')
  return { found: new Map([[pmid, workOfSummary(record, pmid)]]), absent: new Set(), rest: 'unknown' }
}

function workOfSummary(record: JsonObject, pmid: string): PubmedCandidate {
  const text = (name: string): string | undefined => {
    const value = record[name]
    if (value !== undefined && value !== null && typeof value !== 'string') throw new UnparsableBody(`the summary's ${name} is no text`)
    return value ? asText(decodeEntities(value)) : undefined
  }
  const [year, source, issn] = [yearOf(text('pubdate')), text('source'), text('issn')]
  const doi = doiOf(record['articleids'])
  return compact<PubmedCandidate>({
    provider: 'pubmed-coordinates',
    identifiers: compact({ pmid: parsePmid(pmid), doi }),
    type: 'article-journal',
    title: text('title'),
    dates: year === undefined ? {} : { issued: year },
    shortVenues: source === undefined ? [] : [source],
    volume: text('volume'),
    issue: text('issue'),
    pages: text('pages'),
    issn: issn === undefined ? [] : [issn],
    languages: languagesOf(record['lang']),
  })
}

/** A date that is there must begin with a year; else a broken one would switch the year check off unseen. */
function yearOf(pubdate: string | undefined): string | undefined {
  if (pubdate === undefined) return undefined
  const year = /^([12][0-9]{3})(?:[ \t./-][\x20-\x7e]*)?$/.exec(pubdate)?.[1]
  if (year === undefined) throw new UnparsableBody('the summary\'s date does not begin with a year')
  return year
}

function languagesOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw new UnparsableBody('the summary\'s languages are no list of texts')
  return value
}

function doiOf(value: unknown): ReturnType<typeof parseDoi> {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new UnparsableBody('the summary\'s identifiers are no list')
  const dois = new Set<string>()
  for (const item of value) {
    const entry = asObject(item)
    const { idtype, value: id } = entry ?? {}
    if (typeof idtype !== 'string' || typeof id !== 'string') throw new UnparsableBody('an identifier of the summary is no text')
    if (idtype === 'doi' && id.trim() !== '') dois.add(id.trim().toLowerCase())
  }
  if (dois.size > 1) throw new UnparsableBody('the summary names two DOIs')
  return parseDoi([...dois][0] ?? '')
}
