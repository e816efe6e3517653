import { decodeUtf8, parseJson, UnparsableBody } from '../base/json.ts'
import type { Doi } from '../model/identifiers.ts'
import { asObject, asText } from './json-field.ts'
import { createSource } from './lookup.ts'
import type { ParsedAnswer, Source } from './provider.ts'
import type { SourceContext } from './source-context.ts'

const HOST = 'hdl.handle.net'

/** The Handle System knows the DOI. It holds no metadata. */
export interface Registration { readonly registered: true }

/**
 * Response codes of the Handle System's JSON API, as integers: 1 = success, 100 = handle not found. Every other code (2 = error,
 * 200 = no such values) decides nothing. A 404 without a body is "not found" too; a page is not.
 */
export function parseHandle(bytes: Uint8Array, status: number): ParsedAnswer<Registration> {
  const text = decodeUtf8(bytes)
  if (status === 404 && text.trim() === '') return { found: new Map(), absent: new Set(), rest: 'absent' }
  const answer = asObject(parseJson(bytes))
  const handle = asText(answer?.['handle'])?.toLowerCase()
  const code = answer?.['responseCode']
  if (handle === undefined || !Number.isInteger(code) || !/"responseCode"\s*:\s*\d+\s*[,}]/.test(text)) throw new UnparsableBody(`the answer (${status}) is not the Handle System's`)
  if (code === 1 && status === 200) return { found: new Map([[handle, { registered: true }]]), absent: new Set(), rest: 'unknown' }
  if (code === 100) return { found: new Map(), absent: new Set([handle]), rest: 'unknown' }
  throw new UnparsableBody(`the Handle System answered with code ${String(code)}`)
}

/** Whether a DOI is registered anywhere at all, one request each. */
export function createHandle(context: SourceContext): Source<Doi, Registration> {
  return createSource<Doi, Registration>({
    name: 'handle', role: 'existence', hosts: [HOST], cacheName: 'handle', parse: parseHandle,
    plan: (dois) => dois.map((doi) => ({ request: { url: `https://${HOST}/api/handles/${encodeURIComponent(doi)}`, accept: 'application/json', answers: [404] }, ids: [doi] })),
  }, context)
}
