import { draftItem } from './item-draft.ts'
import { bundledFields, type NeutralField } from './item-fields.ts'
import type { Creator } from './item.ts'
import { yearOf } from './reference.ts'
import { reviewedTags } from './tags.ts'
import type { CrossrefVerification, VerifiedReference } from './verification.ts'

/** A reference as the import files carry it. */
export interface ExportItem {
  readonly index: number
  /** Unique within one export; ASCII letters, digits and `:_-`. */
  readonly key: string
  readonly itemType: string
  readonly values: Readonly<Partial<Record<NeutralField, string>>>
  readonly creators: readonly Creator[]
  readonly pmid?: string
  readonly tags: readonly string[]
  readonly crossref: CrossrefVerification
  /** Field names of the type for the values, as Zotero has them. */
  readonly fields: Readonly<Record<string, string>>
}

export interface ExportSettings {
  readonly prefix: string
  readonly reviewTags: readonly string[]
  readonly callTags: readonly string[]
}

/** The items of an export with tags in their order and keys that are unique and readable (`smith2024platform`). */
export function exportItems(references: readonly VerifiedReference[], settings: ExportSettings): readonly ExportItem[] {
  const taken = new Set<string>()
  return references.map((verified) => {
    const { reference, crossref, values, creators, itemType } = verified
    const wanted = citationKey(values, creators)
    let key = wanted
    for (let n = 2; taken.has(key); n++) key = `${wanted}-${n}`
    taken.add(key)
    return {
      index: reference.index, key, itemType, values, creators, crossref, ...(reference.pmid === undefined ? {} : { pmid: reference.pmid }),
      fields: draftItem(verified, itemType, bundledFields(itemType)).fields,
      tags: reviewedTags({ call: settings.callTags, record: reference.tags, review: settings.reviewTags, prefix: settings.prefix, status: crossref.status, ...(reference.provider === undefined ? {} : { provider: reference.provider }) }),
    }
  })
}

function citationKey(values: ExportItem['values'], creators: readonly Creator[]): string {
  const ascii = (text: string): string => text.normalize('NFKD').replace(/[^A-Za-z0-9 ]/g, '').toLowerCase().trim()
  const name = ascii(creators[0]?.lastName ?? creators[0]?.name ?? '').split(/\s+/).at(-1) ?? ''
  const word = ascii(values.title ?? '').split(/\s+/).find((part) => part.length > 3 && !/^(?:with|from|into|this|that|what|when|where|which|about)$/.test(part)) ?? ''
  const key = `${name}${yearOf(values.year) ?? ''}${word}`
  return /^[a-z]/.test(key) ? key : `ref${key}`
}

/** One line: what line-oriented formats need. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** First and last page; an article number or a single page has no last. */
export function pageRange(pages: string): readonly [first: string, last?: string] {
  const match = /^([A-Za-z]?\d+[A-Za-z]?)\s*(?:-+|[\u2010-\u2015])\s*([A-Za-z]?\d+[A-Za-z]?)$/.exec(pages.trim())
  return match === null ? [oneLine(pages)] : [match[1] as string, match[2] as string]
}

const SUFFIX = /^(.*),\s*((?:Jr|Sr)\.?|[IV]{2,3}|[2-4](?:nd|rd|th))$/i

/** A given name without, and with, the suffix that Zotero keeps behind it. */
export function withoutSuffix(firstName: string): readonly [given: string, suffix?: string] {
  const match = SUFFIX.exec(firstName)
  return match === null ? [firstName] : [(match[1] as string).trim(), match[2] as string]
}
