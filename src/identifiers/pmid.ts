import type { Pmcid, Pmid } from '../model/identifiers.ts'

const PUBMED = /^(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/(?:m\/)?pubmed|pubmed\.gov)\/(?:\?term=|entrez\/)?/i

/** PMID of `123`, `pmid:123`, a PubMed URL; leading zeros dropped; undefined for anything else (at most 8 digits today, 9 allowed). */
export function parsePmid(text: string): Pmid | undefined {
  const s = text.trim().normalize('NFKC').replace(PUBMED, (url) => (url === '' ? '' : 'pmid:')).replace(/^(pmid:\d+)[/?#].*$/i, '$1')
    .replace(/^(?:(?:pmid|pubmed(?:\s*id)?)\s*[:=#]?\s*)+/i, '').replace(/\s*\[(?:pmid|uid|pubmed)\]$/i, '').replace(/[/.,;)\]]+$/, '')
  const digits = /^0*([1-9]\d{0,8})$/.exec(s)
  return digits ? (digits[1] as Pmid) : undefined
}

/** PMCID in the form `PMC123`, of `PMC123`, `pmcid: PMC123.1`, `pmcid:123`, a PMC URL. */
export function parsePmcid(text: string): Pmcid | undefined {
  const s = text.trim().normalize('NFKC').replace(/^https?:\/\/[\w.-]*(?:ncbi\.nlm\.nih\.gov|europepmc\.org)\/(?:pmc\/)?(?:articles?\/)?(?:pmc\/)?(?=PMC)/i, '').replace(/^(PMC\d+)[/?#].*$/i, '$1')
  const match = /^(?:pmcid\s*[:=]?\s*)?PMC\s*0*([1-9]\d{0,8})(?:\.\d+)?[.,;)\]]*$/i.exec(s) ?? /^pmcid\s*[:=]?\s*0*([1-9]\d{0,8})$/i.exec(s)
  return match ? (`PMC${match[1]}` as Pmcid) : undefined
}
