import { parseJson, UnparsableBody } from '../base/json.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parsePmcid, parsePmid } from '../identifiers/pmid.ts'
import type { Doi, Pmcid, Pmid } from '../model/identifiers.ts'
import { asObject, asObjects, asText, compact } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { ParsedAnswer, Source } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'www.ncbi.nlm.nih.gov'
/** Most identifiers of one call (PMC ID Converter API). */
const MOST_IDS = 200

/** What PMC's ID converter says of a PMCID. */
export interface ConvertedId { readonly pmid?: Pmid; readonly doi?: Doi }

function plan(pmcids: readonly Pmcid[]): readonly PlannedRequest<Pmcid>[] {
  const lists = Array.from({ length: Math.ceil(pmcids.length / MOST_IDS) }, (_, index) => pmcids.slice(index * MOST_IDS, (index + 1) * MOST_IDS))
  return lists.map((ids) => ({ request: { url: `https://${HOST}/pmc/utils/idconv/v1.0/?ids=${ids.join(',')}&format=json`, accept: 'application/json', answers: [400, 404, 414] }, ids }))
}

/** `records` with an entry per identifier; an entry with status `error` and one of the converter's own phrases means "not in PMC". */
export function parseIdConverter(bytes: Uint8Array, status: number): ParsedAnswer<ConvertedId> {
  const answer = asObject(parseJson(bytes))
  if (status !== 200 || answer?.['status'] !== 'ok' || !Array.isArray(answer['records'])) throw new UnparsableBody(`the answer (${status}) holds no converted identifiers`)
  const found = new Map<string, ConvertedId>()
  const absent = new Set<string>()
  for (const record of asObjects(answer['records'])) {
    const pmcid = parsePmcid(asText(record['pmcid']) ?? asText(record['requested-id']) ?? '')
    if (pmcid === undefined) continue
    if (record['status'] !== 'error') found.set(pmcid, compact<ConvertedId>({ pmid: parsePmid(asText(record['pmid']) ?? ''), doi: parseDoi(asText(record['doi']) ?? '') }))
    else if (/invalid article id|not found in pmc/i.test(asText(record['errmsg']) ?? '')) absent.add(pmcid)
  }
  return { found, absent, rest: 'unknown' }
}

/** PMCIDs to PMIDs and DOIs, at most 200 a request. */
export function createIdConverter(context: SourceContext): Source<Pmcid, ConvertedId> {
  return createSource<Pmcid, ConvertedId>({ name: 'id-converter', role: 'existence', hosts: [HOST], cacheName: 'id-converter', plan, parse: parseIdConverter }, context)
}
