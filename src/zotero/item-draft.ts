import { NEUTRAL_FIELDS, zoteroField } from './item-fields.ts'
import type { Creator } from './item.ts'
import type { VerifiedReference } from './verification.ts'

/** A reference's values as the fields of one item type. */
export interface ItemDraft {
  readonly fields: Readonly<Record<string, string>>
  readonly creators: readonly Creator[]
  /** Our names of values that the type has no field for: left out, since Zotero would write them into Extra. */
  readonly omitted: readonly string[]
}

/** Puts the values where the type has room for them. `allowed`: the fields that this Zotero knows for the type. */
export function draftItem(verified: VerifiedReference, itemType: string, allowed: ReadonlySet<string>): ItemDraft {
  const fields: Record<string, string> = {}
  const omitted: string[] = []
  for (const field of NEUTRAL_FIELDS) {
    const value = verified.values[field]
    if (value === undefined || value === '') continue
    const name = zoteroField(field, itemType)
    if (name === undefined || !allowed.has(name)) omitted.push(field)
    else fields[name] = value
  }
  if (verified.reference.pmid !== undefined && allowed.has('PMID')) fields['PMID'] = verified.reference.pmid
  return { fields, creators: verified.creators, omitted }
}
