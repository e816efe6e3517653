import { parseJson, UnparsableBody } from '../base/json.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parsePmcid, parsePmid } from '../identifiers/pmid.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { isoOfText } from './iso-date.ts'
import { asObject, asObjects, asText, asTexts, compact, distinct, type JsonObject } from './json-field.ts'
import { createSource } from './lookup.ts'
import { personOfText } from './person-name.ts'
import type { ParsedAnswer, Provider } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'api.semanticscholar.org'
/** Most identifiers of one batch (api.semanticscholar.org/api-docs/graph). */
const MOST_IDS = 500
const FIELDS = 'externalIds,title,authors,year,publicationDate,venue,journal,publicationTypes'

const CSL_TYPE: Readonly<Record<string, string>> = { JournalArticle: 'article-journal', Conference: 'paper-conference', Book: 'book', BookSection: 'chapter', Dataset: 'dataset' }

/** The batch endpoint's array: one entry an identifier in the order asked, null where there is no paper. Locators are positions. */
export function parseSemanticScholar(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const rows = parseJson(bytes)
  if (status !== 200 || !Array.isArray(rows)) throw new UnparsableBody(`the answer (${status}) is not a batch of papers`)
  const found = new Map<string, Work>()
  const absent = new Set<string>()
  rows.forEach((row: unknown, index) => {
    const record = asObject(row)
    if (row === null) absent.add(String(index))
    else if (record && asText(record['title'])) found.set(String(index), workOfSemanticScholar(record))
  })
  return { found, absent, rest: 'unknown' }
}

/** Semantic Scholar's JSON of one paper as a Work. */
export function workOfSemanticScholar(record: JsonObject): Work {
  const ids = asObject(record['externalIds'])
  const journal = asObject(record['journal'])
  return compact<Work>({
    provider: 'semantic-scholar',
    identifiers: compact<Identifiers>({
      doi: parseDoi(asText(ids?.['DOI']) ?? ''), arxiv: parseArxivId(asText(ids?.['ArXiv']) ?? '')?.id, pmid: parsePmid(asText(ids?.['PubMed']) ?? ''),
      pmcid: parsePmcid((asText(ids?.['PubMedCentral']) ?? '').replace(/^(?=\d)/, 'PMC')),
    }),
    type: asTexts(record['publicationTypes']).map((type) => CSL_TYPE[type]).find((type) => type !== undefined),
    title: asText(record['title']),
    authors: asObjects(record['authors']).flatMap((entry) => { const name = asText(entry['name']); return name ? [personOfText(name)] : [] }),
    dates: compact<WorkDates>({ issued: isoOfText(asText(record['publicationDate']) ?? asText(record['year']))[0] }),
    venues: distinct([asText(journal?.['name']), asText(record['venue'])]),
    volume: asText(journal?.['volume']),
    pages: asText(journal?.['pages']),
  })
}

/** Semantic Scholar as second opinion; identifiers in its own spelling (`DOI:10.1/x`, `ARXIV:2401.00001`, `PMID:1`). */
export function createSemanticScholar(context: SourceContext): Provider<string> {
  return createSource<string, Work>({
    name: 'semantic-scholar', role: 'second-opinion', hosts: [HOST], cacheName: 'semantic-scholar', parse: parseSemanticScholar,
    plan: (ids) => Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, index) => ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS)).map((list) => ({
      request: { url: `https://${HOST}/graph/v1/paper/batch?fields=${FIELDS}`, accept: 'application/json', method: 'POST' as const, body: JSON.stringify({ ids: list }), contentType: 'application/json', answers: [400] },
      ids: list, locators: list.map((_id, index) => String(index)),
    })),
  }, context)
}
