import { parseJson } from '../base/json.ts'
import { doiPrefix } from '../identifiers/doi.ts'
import type { Doi } from '../model/identifiers.ts'
import type { Work } from '../model/work.ts'
import { createCrossrefSingle } from '../providers/crossref.ts'
import { createDoiAgency } from '../providers/doi-agency.ts'
import { asObject, asText, asTexts, compact } from '../providers/json-field.ts'
import type { Answer } from '../providers/provider.ts'
import type { SourceContext } from '../providers/source-context.ts'

/** Crossref's record of one DOI, with what a library keeps and a citation does not. */
export interface CrossrefRecord {
  readonly work: Work
  /** DOI as Crossref spells it. */
  readonly doi?: string
  /** Crossref's own type name. */
  readonly type?: string
  readonly subtype?: string
  readonly abstract?: string
  readonly language?: string
  /** Of a preprint: the server, as institution or group title. */
  readonly server?: string
  readonly eventPlace?: string
  readonly place?: string
}

export type CrossrefAnswer =
  | { readonly kind: 'found'; readonly record: CrossrefRecord; readonly checkedAt: string }
  | { readonly kind: 'not_found'; readonly checkedAt: string; readonly agency?: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Crossref's answers for DOIs, one each. A failed look-up is never `not_found`. */
export type CrossrefLookup = (dois: readonly Doi[], signal: AbortSignal) => Promise<ReadonlyMap<Doi, CrossrefAnswer>>

/**
 * One GET a DOI through the package's own sources (client, pace, cache, stored bodies). What Crossref does not know is asked of doi.org,
 * so that another agency's DOI is not taken for a wrong one. The DOI and the configured mail address are all that is sent.
 */
export function createCrossrefLookup(context: SourceContext): CrossrefLookup {
  const crossref = createCrossrefSingle(context)
  const agencies = createDoiAgency(context)
  return async (dois, signal) => {
    const found = await crossref.lookup([...new Set(dois)].map((id) => ({ id })), { signal })
    const unknown = [...found].filter(([, answer]) => answer.kind === 'not-found').map(([doi]) => doiPrefix(doi))
    const agency = unknown.length === 0 ? new Map<string, Answer<{ readonly agency: string }>>() : await agencies.lookup([...new Set(unknown)].map((id) => ({ id })), { signal })
    return new Map(await Promise.all([...found].map(async ([doi, answer]) => [doi, await answerOf(doi, answer, agency)] as const)))
  }

  async function answerOf(doi: Doi, answer: Answer<Work>, agencies: ReadonlyMap<string, Answer<{ readonly agency: string }>>): Promise<CrossrefAnswer> {
    if (answer.kind === 'failed') return { kind: 'unavailable', reason: `${answer.reason}: ${answer.detail}`.slice(0, 200) }
    if (answer.kind === 'not-found') {
      const agency = agencies.get(doiPrefix(doi))
      return { kind: 'not_found', checkedAt: answer.snapshot.retrievedAt, ...(agency?.kind === 'found' && agency.value.agency !== 'Crossref' ? { agency: agency.value.agency } : {}) }
    }
    const bytes = await context.bodies.get(answer.snapshot.body.sha256).catch(() => undefined)
    return { kind: 'found', record: bytes === undefined ? { work: answer.value } : recordOf(bytes, answer.value), checkedAt: answer.snapshot.retrievedAt }
  }
}

/** The stored body once more, for what a Work does not hold. It has been parsed before, so it can be. */
function recordOf(bytes: Uint8Array, work: Work): CrossrefRecord {
  const message = asObject(asObject(parseJson(bytes))?.['message'])
  const institution = (Array.isArray(message?.['institution']) ? message['institution'] : [message?.['institution']]).map((entry: unknown) => asText(asObject(entry)?.['name'])).find((name) => name !== undefined)
  return compact<CrossrefRecord>({
    work, doi: asText(message?.['DOI']), type: asText(message?.['type']), subtype: asText(message?.['subtype']),
    abstract: typeof message?.['abstract'] === 'string' ? message['abstract'] : undefined,
    language: asText(message?.['language']),
    server: institution ?? asTexts(message?.['group-title'])[0],
    eventPlace: asText(asObject(message?.['event'])?.['location']),
    place: asText(message?.['publisher-location']),
  })
}
