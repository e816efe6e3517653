import { parseJson, UnparsableBody } from '../base/json.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parseIssn } from '../identifiers/isbn.ts'
import { parsePmcid, parsePmid } from '../identifiers/pmid.ts'
import type { Doi, Identifiers } from '../model/identifiers.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { isoOfText } from './iso-date.ts'
import { asObject, asObjects, asText, asTexts, compact, distinct, type JsonObject } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import { personOfText } from './person-name.ts'
import type { ParsedAnswer, Provider } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'api.openalex.org'
/** OpenAlex takes up to 100 values of one filter; 50 keep the address short. */
const MOST_DOIS = 50

/** Everything that workOfOpenAlex reads. */
export const OPENALEX_SELECT = ['id', 'doi', 'ids', 'title', 'type', 'publication_date', 'publication_year', 'authorships', 'is_authors_truncated', 'primary_location', 'biblio', 'is_retracted'] as const

/** OpenAlex's types in CSL's words. */
const CSL_TYPE: Readonly<Record<string, string>> = {
  article: 'article-journal', review: 'article-journal', letter: 'article-journal', editorial: 'article-journal', preprint: 'article', book: 'book', 'book-chapter': 'chapter',
  dissertation: 'thesis', report: 'report', dataset: 'dataset', standard: 'standard', 'peer-review': 'review', 'reference-entry': 'entry', software: 'software',
}

/** Lists by DOI filter, also for one: a list says definitely that there is no record. `|` and `,` mean something in a filter, so a DOI that holds one goes alone by address. */
function plan(dois: readonly Doi[]): readonly PlannedRequest<Doi>[] {
  const alone = dois.filter((doi) => /[|,]/.test(doi))
  const rest = dois.filter((doi) => !/[|,]/.test(doi))
  const lists = Array.from({ length: Math.ceil(rest.length / MOST_DOIS) }, (_, index) => rest.slice(index * MOST_DOIS, (index + 1) * MOST_DOIS))
  const select = `select=${OPENALEX_SELECT.join(',')}`
  return [
    ...lists.map((ids) => ({ request: { url: `https://${HOST}/works?filter=doi:${ids.map(encodeURIComponent).join('|')}&per-page=${ids.length}&${select}`, accept: 'application/json', answers: [400, 403, 414] }, ids })),
    ...alone.map((doi) => ({ request: { url: `https://${HOST}/works/doi:${encodeURIComponent(doi)}?${select}`, accept: 'application/json', answers: [404] }, ids: [doi] })),
  ]
}

/** A list with `meta.count`, or one work. Works without a DOI are left out. Two works may hold one DOI; then the list has more entries than DOIs and is still complete. */
export function parseOpenAlex(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const answer = asObject(parseJson(bytes))
  if (status === 404) {
    if (asText(answer?.['error']) === undefined) throw new UnparsableBody('a 404 that is not OpenAlex\'s own')
    return { found: new Map(), absent: new Set(), rest: 'absent' }
  }
  const { results } = answer ?? {}
  const count = asObject(answer?.['meta'])?.['count']
  if (status === 200 && Array.isArray(results) && typeof count === 'number') {
    return { found: keyed(asObjects(results)), absent: new Set(), rest: asObjects(results).length === count ? 'absent' : 'unknown' }
  }
  if (status !== 200 || !answer || !/^https:\/\/openalex\.org\/W\d+$/.test(asText(answer['id']) ?? '')) throw new UnparsableBody(`the answer (${status}) holds no works`)
  return { found: keyed([answer]), absent: new Set(), rest: 'unknown' }
}

function keyed(records: readonly JsonObject[]): ReadonlyMap<string, Work> {
  const found = new Map<string, Work>()
  for (const record of records) {
    const key = doiOf(record)
    if (key !== undefined && !found.has(key)) found.set(key, workOfOpenAlex(record))
  }
  return found
}

const doiOf = (record: JsonObject): string | undefined => asText(record['doi'])?.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '').toLowerCase()

/** OpenAlex's JSON of one work as a Work. Its author names are in reading order, as printed where it knows that. */
export function workOfOpenAlex(record: JsonObject): Work {
  const ids = asObject(record['ids'])
  const source = asObject(asObject(record['primary_location'])?.['source'])
  const biblio = asObject(record['biblio'])
  const [first, last] = [asText(biblio?.['first_page']), asText(biblio?.['last_page'])]
  return compact<Work>({
    provider: 'openalex',
    identifiers: compact<Identifiers>({ doi: parseDoi(doiOf(record) ?? ''), pmid: parsePmid(asText(ids?.['pmid']) ?? ''), pmcid: parsePmcid(asText(ids?.['pmcid']) ?? '') }),
    type: CSL_TYPE[asText(record['type']) ?? ''],
    title: asText(record['title']) ?? asText(record['display_name']),
    authors: asObjects(record['authorships']).flatMap((entry) => { const name = asText(entry['raw_author_name']) ?? asText(asObject(entry['author'])?.['display_name']); return name ? [personOfText(name)] : [] }),
    authorsTruncated: record['is_authors_truncated'] === true ? true : undefined,
    dates: compact<WorkDates>({ issued: isoOfText(asText(record['publication_date']) ?? asText(record['publication_year']))[0] }),
    venues: distinct([asText(source?.['display_name'])]),
    volume: asText(biblio?.['volume']),
    issue: asText(biblio?.['issue']),
    pages: first && (last && last !== first ? `${first}-${last}` : first),
    publisher: asText(source?.['host_organization_name']),
    issn: distinct(asTexts(source?.['issn']).map((text) => parseIssn(text))),
    notices: record['is_retracted'] === true ? [{ type: 'retraction', direction: 'about-this', source: 'openalex' }] : [],
  })
}

/** OpenAlex as second opinion, at most 50 DOIs a request. */
export function createOpenAlex(context: SourceContext): Provider<Doi> {
  return createSource<Doi, Work>({ name: 'openalex', role: 'second-opinion', hosts: [HOST], cacheName: 'openalex', plan, parse: parseOpenAlex }, context)
}
