import { asObject, asObjects, asText, type JsonObject } from '../providers/json-field.ts'
import { parseArxivId } from '../identifiers/arxiv.ts'
import { doiOfUrl, parseDoi } from '../identifiers/doi.ts'
import { parsePmid } from '../identifiers/pmid.ts'
import type { ArxivId, Doi, Pmid } from '../model/identifiers.ts'

/** A creator as Zotero keeps it: two fields, or one for bodies and names that cannot be split. */
export type Creator =
  | { readonly creatorType: string; readonly lastName: string; readonly firstName: string; readonly name?: never }
  | { readonly creatorType: string; readonly name: string; readonly lastName?: never; readonly firstName?: never }

export interface Tag {
  readonly tag: string
  /** 1: set automatically (by an import); absent: by hand. */
  readonly type?: number
}

/** An item of the library, with what this package reads of it. No links and no files; a field may hold a path, which localRecord keeps back. */
export interface ZoteroItem {
  readonly key: string
  readonly version: number
  readonly itemType: string
  /** Text fields by their Zotero name; only those that have a value. */
  readonly fields: Readonly<Record<string, string>>
  readonly creators: readonly Creator[]
  readonly tags: readonly Tag[]
  readonly collections: readonly string[]
  readonly year?: string
  readonly inTrash: boolean
  readonly hasAttachment: boolean
}

const NOT_FIELDS: ReadonlySet<string> = new Set(['key', 'version', 'itemType', 'creators', 'tags', 'collections', 'relations', 'dateAdded', 'dateModified', 'deleted', 'path', 'md5', 'mtime', 'filename', 'linkMode', 'charset', 'contentType', 'note', 'parentItem'])
const NOT_REFERENCES: ReadonlySet<string> = new Set(['attachment', 'note', 'annotation'])

/** The item of one element of an answer; undefined for attachments, notes, annotations and what has no key. */
export function parseItem(value: unknown): ZoteroItem | undefined {
  const outer = asObject(value)
  const data = asObject(outer?.['data']) ?? outer
  const key = asText(data?.['key'])
  const itemType = asText(data?.['itemType'])
  if (!outer || !data || key === undefined || !/^[A-Z0-9]{8}$/.test(key) || itemType === undefined || NOT_REFERENCES.has(itemType)) return undefined
  const meta = asObject(outer['meta'])
  const fields = Object.fromEntries(Object.entries(data).flatMap(([name, member]) => {
    const text = typeof member === 'string' && !NOT_FIELDS.has(name) ? keepLines(member) : ''
    return text === '' ? [] : [[name, text]]
  }))
  const year = /\d{4}/.exec(asText(meta?.['parsedDate']) ?? '')?.[0] ?? /(?<!\d)\d{4}(?!\d)/.exec(fields['date'] ?? '')?.[0]
  return {
    key, itemType, fields,
    version: typeof data['version'] === 'number' ? data['version'] : 0,
    creators: asObjects(data['creators']).flatMap((entry) => creatorOf(entry)),
    tags: asObjects(data['tags']).flatMap((entry) => { const tag = asText(entry['tag']); return tag === undefined ? [] : [{ tag, ...(typeof entry['type'] === 'number' && entry['type'] !== 0 ? { type: entry['type'] } : {}) }] }),
    collections: Array.isArray(data['collections']) ? data['collections'].filter((entry): entry is string => typeof entry === 'string') : [],
    ...(year === undefined ? {} : { year }),
    inTrash: data['deleted'] === 1 || data['deleted'] === true,
    hasAttachment: asObject(asObject(outer['links'])?.['attachment']) !== undefined,
  }
}

/** Text without the direction marks that Zotero puts around names (U+2066 to U+2069), line ends kept. */
function keepLines(text: string): string {
  return plain(text).replace(/\r\n?/g, '\n').trim()
}

/** Without bidi isolates and control characters other than line ends. */
export function plain(text: string): string {
  return text.toWellFormed().replace(/[\u2066-\u2069]/g, '').replace(/[\p{Cc}--[\n\t]]/gv, '')
}

/** A path on this machine or a file: address: it says nothing about a work and something about its owner, so it is never shown. */
export function isLocalPath(text: string): boolean {
  return /^(?:file:\/|\/(?:home|Users|root|mnt|media|Volumes|var|tmp|opt)\/|[A-Za-z]:[\\/](?!\/)|\\\\\S)/i.test(text.trim())
}

function creatorOf(entry: JsonObject): readonly Creator[] {
  const creatorType = asText(entry['creatorType']) ?? 'author'
  const clean = (value: unknown): string => plain(asText(value) ?? '')
  const name = clean(entry['name'])
  if (name !== '') return [{ creatorType, name }]
  const [lastName, firstName] = [clean(entry['lastName']), clean(entry['firstName'])]
  if (lastName === '' && firstName === '') return []
  return firstName === '' ? [{ creatorType, name: lastName }] : [{ creatorType, lastName, firstName }]
}

/** `Label: value` lines of Extra, by label in small letters. */
export function extraLines(extra: string): readonly { readonly label: string; readonly value: string }[] {
  return extra.split('\n').flatMap((line) => {
    const match = /^\s*([\p{L}][\p{L} _-]{0,40}?)\s*:\s*(\S.*?)\s*$/u.exec(line)
    return match === null ? [] : [{ label: (match[1] as string).toLowerCase(), value: match[2] as string }]
  })
}

export interface ItemIdentifiers {
  readonly dois: readonly Doi[]
  readonly pmid?: Pmid
  readonly arxiv?: ArxivId
  readonly citekey?: string
}

/** The identifiers of an item: its fields, the lines of Extra, a doi.org, PubMed or arXiv address in `url`. */
export function identifiersOfItem(item: ZoteroItem): ItemIdentifiers {
  const lines = extraLines(item.fields['extra'] ?? '')
  const extra = (label: string): string | undefined => lines.find((line) => line.label === label)?.value
  const url = item.fields['url'] ?? ''
  const inUrl = /^https?:\/\/(?:dx\.|www\.)?doi\.org\//i.test(url) ? doiOfUrl(url) : undefined
  const dois = [item.fields['DOI'], extra('doi')].flatMap((text) => parseDoi(text ?? '') ?? [])
  const pmid = parsePmid(item.fields['PMID'] ?? extra('pmid') ?? (/^https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\//i.test(url) ? url : ''))
  const arxiv = [item.fields['archiveID'], extra('arxiv'), /^https?:\/\/(?:www\.)?arxiv\.org\//i.test(url) ? url : undefined, ...dois.filter((doi) => doi.startsWith('10.48550/'))]
    .map((text) => parseArxivId(text ?? '')?.id).find((id) => id !== undefined)
  const citekey = item.fields['citationKey'] ?? extra('citation key')
  return {
    dois: [...new Set([...dois, ...(inUrl === undefined ? [] : [inUrl])])],
    ...(pmid === undefined ? {} : { pmid }), ...(arxiv === undefined ? {} : { arxiv }), ...(citekey === undefined ? {} : { citekey }),
  }
}

/** Where Zotero itself opens the item. `library` as in the settings: `user` or `group:<id>`. */
export function selectUri(library: string, key: string): string {
  return library === 'user' ? `zotero://select/library/items/${key}` : `zotero://select/groups/${library.slice('group:'.length)}/items/${key}`
}
