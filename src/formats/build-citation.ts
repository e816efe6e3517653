import type { Citation } from '../model/citation.ts'
import { plainText } from './bibtex-values.ts'
import { citedIdentifiers, type IdentifierPlaces } from './cited-identifiers.ts'

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** A citation of loose values: absent and empty ones are left out, markup is taken off, identifiers are read from their places. */
export function buildCitation(fields: Loose<Omit<Citation, 'identifiers' | 'isbn' | 'issn' | 'unreadable'>>, places: Loose<IdentifierPlaces>): { readonly citation: Citation; readonly remarks: readonly string[] } {
  const present = Object.entries(places).filter(([, value]) => value !== undefined && value !== '')
  const ids = citedIdentifiers({ urls: [], notes: [], ...Object.fromEntries(present) } as IdentifierPlaces)
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    const clean = typeof value === 'string' && name !== 'url' ? plainText(value) : value
    const empty = clean === undefined || clean === '' || clean === false || (Array.isArray(clean) && clean.length === 0)
    return empty ? [] : [[name, clean] as const]
  })
  const citation = {
    ...Object.fromEntries(kept),
    ...(ids.isbn.length > 0 ? { isbn: ids.isbn } : {}),
    ...(ids.issn.length > 0 ? { issn: ids.issn } : {}),
    identifiers: ids.identifiers,
    ...(ids.unreadable.length > 0 ? { unreadable: ids.unreadable } : {}),
  } as Citation
  return { citation, remarks: ids.remarks }
}
