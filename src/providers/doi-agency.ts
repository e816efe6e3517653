import { decodeUtf8, parseJson, UnparsableBody } from '../base/json.ts'
import { asObject, asText } from './json-field.ts'
import { createSource, type PlannedRequest } from './lookup.ts'
import type { ParsedAnswer, Source } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'doi.org'
const MOST_PREFIXES = 50

/** A registration agency's name as doi.org spells it (`Crossref`, `DataCite`, `ISTIC`). */
export interface Agency { readonly agency: string }

function plan(prefixes: readonly string[]): readonly PlannedRequest<string>[] {
  const lists = Array.from({ length: Math.ceil(prefixes.length / MOST_PREFIXES) }, (_, index) => prefixes.slice(index * MOST_PREFIXES, (index + 1) * MOST_PREFIXES))
  return lists.map((ids) => ({ request: { url: `https://${HOST}/doiRA/${ids.map(encodeURIComponent).join(',')}`, accept: 'application/json', answers: [400, 404, 414] }, ids }))
}

/**
 * `[{DOI, RA}]`, or `{DOI, status}` for a prefix that no agency holds. Any other status text says nothing, nor does a name with
 * spaces around it or control characters. Two rows for one prefix contradict each other. A 404 is "no agency", unless a page says it.
 */
export function parseDoiAgency(bytes: Uint8Array, status: number): ParsedAnswer<Agency> {
  if (status === 404 && !isMarkup(bytes)) return { found: new Map(), absent: new Set(), rest: 'absent' }
  const rows = parseJson(bytes)
  if (!Array.isArray(rows) || status !== 200) throw new UnparsableBody(`the answer (${status}) is not a list of registration agencies`)
  const found = new Map<string, Agency>()
  const absent = new Set<string>()
  for (const row of rows) {
    const record = asObject(row)
    const prefix = asText(record?.['DOI'])?.toLowerCase()
    if (prefix === undefined) continue
    if (found.has(prefix) || absent.has(prefix)) throw new UnparsableBody(`two rows for the prefix ${prefix.slice(0, 40)}`)
    const { RA: agency, status: text } = record ?? {}
    if (typeof agency === 'string' && agency !== '' && asText(agency) === agency && !/^unknown$/i.test(agency)) found.set(prefix, { agency })
    else if (agency === undefined || agency === null ? /^(?:doi does not exist|unknown)$/i.test(asText(text) ?? '') : /^unknown$/i.test(String(agency))) absent.add(prefix)
  }
  return { found, absent, rest: 'unknown' }
}

/** A gateway's page instead of the service's own answer. */
function isMarkup(bytes: Uint8Array): boolean {
  return /^\s*</.test(decodeUtf8(bytes))
}

/** Which agency holds a DOI prefix. `not-found`: doi.org knows no agency for it. */
export function createDoiAgency(context: SourceContext): Source<string, Agency> {
  return createSource<string, Agency>({ name: 'doi-agency', role: 'existence', hosts: [HOST], cacheName: 'doi-agency', plan, parse: parseDoiAgency }, context)
}
