import type { ArxivId, Doi, Identifiers, Pmcid, Pmid } from '../model/identifiers.ts'
import { parseArxivId } from './arxiv.ts'
import { doiOfUrl, parseDoi } from './doi.ts'
import { parsePmcid, parsePmid } from './pmid.ts'

export type DetectedIdentifier =
  | { readonly kind: 'doi'; readonly value: Doi }
  | { readonly kind: 'pmid'; readonly value: Pmid }
  | { readonly kind: 'pmcid'; readonly value: Pmcid }
  | { readonly kind: 'arxiv'; readonly value: ArxivId; readonly version?: number }

/**
 * The one identifier that a short text is: `doi:10...`, `pmid:123`, `arxiv:2401.00001`, `PMC123`, a URL of any of them, or the bare
 * identifier by its shape (a bare number counts as PMID from five digits on: shorter ones are more often years or page numbers).
 * Undefined when it is none, or when its prefix promises a kind that the rest does not keep.
 */
export function detectIdentifier(text: string): DetectedIdentifier | undefined {
  const s = text.trim()
  const prefix = /^(doi|pmid|pubmed|pmcid|arxiv)\s*[:=\s]/i.exec(s)?.[1]?.toLowerCase()
  if (prefix === 'pmid' || prefix === 'pubmed') return as('pmid', parsePmid(s))
  if (prefix === 'pmcid') return as('pmcid', parsePmcid(s))
  if (prefix === 'arxiv') return asArxiv(s)
  const doi = parseDoi(s) ?? doiOfUrl(s)
  if (doi !== undefined) return { kind: 'doi', value: doi }
  if (prefix === 'doi') return undefined
  const pmcid = parsePmcid(s)
  if (pmcid !== undefined) return { kind: 'pmcid', value: pmcid }
  if (/^\d{1,4}$/.test(s)) return undefined
  return asArxiv(s) ?? as('pmid', parsePmid(s))
}

/** The detected identifier in the shape that citations and records carry. */
export function identifiersOf(detected: DetectedIdentifier): Identifiers {
  return { [detected.kind]: detected.value }
}

function as(kind: 'pmid', value: Pmid | undefined): DetectedIdentifier | undefined
function as(kind: 'pmcid', value: Pmcid | undefined): DetectedIdentifier | undefined
function as(kind: 'pmid' | 'pmcid', value: string | undefined): DetectedIdentifier | undefined {
  return value === undefined ? undefined : ({ kind, value } as DetectedIdentifier)
}

function asArxiv(text: string): DetectedIdentifier | undefined {
  const parsed = parseArxivId(text)
  return parsed === undefined ? undefined : { kind: 'arxiv', value: parsed.id, ...(parsed.version === undefined ? {} : { version: parsed.version }) }
}
