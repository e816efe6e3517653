import { parseJson, UnparsableBody } from '../base/json.ts'
import type { Doi } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { workOfDataCite } from './datacite-work.ts'
import { asObject, asObjects, asText } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { ParsedAnswer, Provider } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'api.datacite.org'
const DOIS = `https://${HOST}/dois`
const MOST_DOIS = 50
/** A data set of the Dryad repository, there since 2011. */
const LANDMARK = '10.5061/dryad.8515' as Doi

/** Lists by `ids`; a DOI that holds a comma, and a DOI alone, by its own address. */
function plan(dois: readonly Doi[]): readonly PlannedRequest<Doi>[] {
  const alone = dois.filter((doi) => doi.includes(','))
  const rest = dois.filter((doi) => !doi.includes(','))
  const size = rest.length === 0 ? 1 : Math.ceil(rest.length / Math.ceil(rest.length / MOST_DOIS))
  const lists = Array.from({ length: Math.ceil(rest.length / size) }, (_, index) => rest.slice(index * size, (index + 1) * size))
  return [...lists.filter((ids) => ids.length > 1).map(list), ...[...lists.filter((ids) => ids.length === 1).flat(), ...alone].map(single)]
}

const list = (ids: readonly Doi[]): PlannedRequest<Doi> =>
  ({ request: { url: `${DOIS}?ids=${ids.map(encodeURIComponent).join(',')}&page[size]=${ids.length}`, accept: 'application/json', answers: [400, 414] }, ids })

const single = (doi: Doi): PlannedRequest<Doi> => ({ request: { url: `${DOIS}/${encodeURIComponent(doi)}`, accept: 'application/json', answers: [404] }, ids: [doi] })

/** JSON:API (support.datacite.org): one resource, a list with `meta.total`, or a 404 with `errors`. A list is complete when it holds as many as `meta.total` says. */
export function parseDataCite(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const answer = asObject(parseJson(bytes))
  if (status === 404) {
    if (!asObjects(answer?.['errors']).some((error) => String(error['status']) === '404')) throw new UnparsableBody('a 404 that is not DataCite\'s own')
    return { found: new Map(), absent: new Set(), rest: 'absent' }
  }
  const data = answer?.['data']
  if (status !== 200 || data === undefined || data === null) throw new UnparsableBody(`the answer (${status}) holds no records`)
  const items: readonly unknown[] = Array.isArray(data) ? data : [data]
  const found = new Map<string, Work>()
  for (const item of items) {
    const attributes = asObject(asObject(item)?.['attributes'])
    const doi = (asText(attributes?.['doi']) ?? asText(asObject(item)?.['id']))?.toLowerCase()
    if (attributes && doi && Array.isArray(attributes['titles'])) found.set(doi, workOfDataCite(attributes, doi))
  }
  if (!Array.isArray(data)) {
    if (found.size !== 1) throw new UnparsableBody('the record has no DOI or no titles')
    return { found, absent: new Set(), rest: 'unknown' }
  }
  const total = asObject(answer?.['meta'])?.['total']
  return { found, absent: new Set(), rest: found.size === items.length && total === items.length ? 'absent' : 'unknown' }
}

/** DataCite's own records: data sets, software, theses, preprints. */
export function createDataCite(context: SourceContext): Provider<Doi> {
  return createSource<Doi, Work>({ name: 'datacite', role: 'authority', hosts: [HOST], cacheName: 'datacite', plan, parse: parseDataCite, landmark: LANDMARK }, context)
}
