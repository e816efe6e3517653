import { identifiersOfItem, isLocalPath, selectUri, type ZoteroItem } from './item.ts'
import { zoteroField } from './item-fields.ts'

/** A library item in the shape of every other search result. */
export interface LocalRecord {
  readonly title: string
  /** `Family, Given`, or the whole of a single-field name. */
  readonly authors: readonly string[]
  readonly year?: number
  readonly doi: string
  readonly url: string
  readonly abstract: string
  readonly venue: string
  readonly document_type: string
  readonly provider: 'zotero'
  readonly source_id: string
  readonly source_type: 'local_reference_database'
  readonly zotero: {
    readonly item_key: string
    readonly library: string
    readonly select_uri: string
    readonly tags: readonly string[]
    /** Paths. */
    readonly collections: readonly string[]
    readonly version: number
    readonly has_attachment: boolean
    readonly citation_key?: string
  }
}

const MOST_AUTHORS = 100
const LONGEST_ABSTRACT = 2_000
const MOST_TAGS = 100

/** The record of an item. Texts are the library's own words: data, never instructions. */
export function localRecord(item: ZoteroItem, library: string, paths: ReadonlyMap<string, string>): LocalRecord {
  const ids = identifiersOfItem(item)
  const venue = zoteroField('venue', item.itemType)
  const shown = (text: string | undefined): string => (text === undefined || isLocalPath(text) ? '' : text)
  return {
    title: shown(item.fields['title']),
    authors: item.creators.filter((creator) => creator.creatorType === 'author').slice(0, MOST_AUTHORS).map((creator) => creator.name ?? `${creator.lastName}, ${creator.firstName}`),
    ...(item.year === undefined ? {} : { year: Number(item.year) }),
    doi: ids.dois[0] ?? '',
    url: /^https?:\/\//i.test(item.fields['url'] ?? '') ? item.fields['url'] as string : '',
    abstract: [...shown(item.fields['abstractNote'])].slice(0, LONGEST_ABSTRACT).join(''),
    venue: shown((venue === undefined ? undefined : item.fields[venue]) ?? item.fields['conferenceName']),
    document_type: item.itemType,
    provider: 'zotero',
    source_id: item.key,
    source_type: 'local_reference_database',
    zotero: {
      item_key: item.key, library, select_uri: selectUri(library, item.key),
      tags: item.tags.slice(0, MOST_TAGS).map(({ tag }) => tag).filter((tag) => !isLocalPath(tag)), collections: item.collections.flatMap((key) => paths.get(key) ?? []),
      version: item.version, has_attachment: item.hasAttachment, ...(ids.citekey === undefined ? {} : { citation_key: ids.citekey }),
    },
  }
}
