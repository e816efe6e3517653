import { parseJson, UnparsableBody } from '../base/json.ts'
import { decodeEntities } from '../base/xml.ts'
import { parseDoi } from '../identifiers/doi.ts'
import { parseIsbn, parseIssn } from '../identifiers/isbn.ts'
import { parsePmcid, parsePmid } from '../identifiers/pmid.ts'
import type { PersonName } from '../model/citation.ts'
import type { Identifiers } from '../model/identifiers.ts'
import type { Work, WorkDates } from '../model/work.ts'
import { isoOfText } from './iso-date.ts'
import { asObject, asObjects, asText, asTexts, compact, distinct, type JsonObject } from './json-field.ts'
import { personOfInitials } from './person-name.ts'
import type { ParsedAnswer } from './provider.ts'
import { noticesOfPubmed } from './pubmed-notices.ts'
import { noticeOfTitle, withTitleNotice } from './title-notice.ts'

/** esummary's JSON (version 2.0, db=pubmed). A record with `error: cannot get document summary` is PubMed's "no such record"; any other error decides nothing. */
export function parsePubmedSummary(bytes: Uint8Array, status: number): ParsedAnswer<Work> {
  const result = asObject(asObject(parseJson(bytes))?.['result'])
  if (status !== 200 || !result || !Array.isArray(result['uids'])) throw new UnparsableBody(`the answer (${status}) is not a list of summaries`)
  const found = new Map<string, Work>()
  const absent = new Set<string>()
  for (const [uid, value] of Object.entries(result)) {
    const record = uid === 'uids' ? undefined : asObject(value)
    if (!record || asText(record['uid']) !== uid || isOfAnotherDatabase(record, uid)) continue
    const error = asText(record['error'])
    if (error === undefined) { if (asText(record['title']) || asText(record['booktitle'])) found.set(uid, workOfSummary(record, uid)) }
    else if (/cannot get document summary/i.test(error)) absent.add(uid)
  }
  return { found, absent, rest: 'unknown' }
}

/** PMC's summaries have the same shape and other numbers: they name the PMID apart. */
function isOfAnotherDatabase(record: JsonObject, uid: string): boolean {
  return asObjects(record['articleids']).some((entry) => entry['idtype'] === 'pmid' || (entry['idtype'] === 'pubmed' && asText(entry['value']) !== uid))
}

const words = (value: unknown): string | undefined => { const text = asText(value); return text && asText(decodeEntities(text)) }

function workOfSummary(record: JsonObject, uid: string): Work {
  const ids = new Map(asObjects(record['articleids']).flatMap((entry) => { const kind = asText(entry['idtype']); const value = words(entry['value']); return kind && value ? [[kind, value] as const] : [] }))
  const doi = parseDoi(ids.get('doi') ?? '')
  const title = words(record['title'])
  const book = words(record['booktitle'])
  const said = noticeOfTitle(title, doi)
  const people = asObjects(record['authors']).flatMap((entry) => { const name = words(entry['name']); return name ? [{ kind: asText(entry['authtype']) ?? 'Author', name: personOf(name, asText(entry['authtype'])) }] : [] })
  const links = asObjects(record['references']).map((entry) => ({ kind: asText(entry['reftype']), pmid: asText(entry['pmid']), source: asText(entry['refsource']) }))
  const pages = words(record['pages'])
  return compact<Work>({
    provider: 'pubmed',
    identifiers: compact<Identifiers>({ pmid: parsePmid(uid), doi, pmcid: parsePmcid(ids.get('pmc') ?? /PMC\d+/.exec(ids.get('pmcid') ?? '')?.[0] ?? '') }),
    type: typeOf(asTexts(record['pubtype']), asText(record['doctype']), title, book),
    title: title ?? book,
    alternativeTitles: distinct([said?.title, words(record['vernaculartitle'])], [title]),
    authors: people.filter((entry) => entry.kind !== 'Editor').map((entry) => entry.name),
    editors: people.filter((entry) => entry.kind === 'Editor').map((entry) => entry.name),
    dates: datesOf(record),
    venues: distinct([words(record['fulljournalname']), title ? book : undefined]),
    shortVenues: distinct([words(record['source'])]),
    volume: words(record['volume']),
    issue: words(record['issue']),
    pages,
    articleNumber: pages ? undefined : articleNumberOf(/\bpii:\s*(\S+?)\.?(?:\s|$)/i.exec(words(record['elocationid']) ?? '')?.[1] ?? ids.get('pii')),
    publisher: words(record['publishername']),
    locations: distinct([words(record['publisherlocation'])]),
    isbn: distinct([parseIsbn(ids.get('isbn') ?? '')]),
    issn: distinct([asText(record['issn']), asText(record['essn'])].map((text) => text && (parseIssn(text) ?? text))),
    notices: withTitleNotice(noticesOfPubmed(links, asTexts(record['pubtype'])), said),
  })
}

/** A publisher's item identifier serves as article number only where it looks like one (`e0123456`, not `S0140-6736(20)30183-5`). */
export function articleNumberOf(pii: string | undefined): string | undefined {
  return pii !== undefined && /^[A-Za-z]{0,5}\d{1,9}$/.test(pii) ? pii : undefined
}

/** CSL type from PubMed's publication and document types. */
export function typeOf(pubtypes: readonly string[], doctype: string | undefined, title: string | undefined, book: string | undefined): string {
  if (doctype === 'book' || book !== undefined) return title !== undefined && book !== undefined && title !== book ? 'chapter' : 'book'
  return pubtypes.some((type) => /^preprint$/i.test(type)) ? 'article' : 'article-journal'
}

function personOf(name: string, kind: string | undefined): PersonName {
  return kind === 'CollectiveName' ? { literal: name } : personOfInitials(name)
}

/** `pubdate` is the issue's date, or the electronic one where there is no issue; `epubdate` is electronic. */
function datesOf(record: JsonObject): WorkDates {
  const [issued, ...later] = isoOfText(asText(record['pubdate']))
  const online = isoOfText(asText(record['epubdate']))[0]
  const print = isoOfText(asText(record['printpubdate']))[0]
  return compact<WorkDates>({ issued, online, print, other: distinct(later, [issued, online, print]) })
}
