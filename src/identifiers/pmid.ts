import type { Pmcid, Pmid } from '../model/identifiers.ts'

/** PMID of `123`, `pmid:123`, a PubMed URL; leading zeros dropped; undefined for anything else (at most 8 digits today, 9 allowed). */
export function parsePmid(text: string): Pmid | undefined {
  const s = text.trim().normalize('NFKC').replace(/^https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/(?:m\/)?pubmed)\/(?:\?term=)?/i, '')
    .replace(/^(?:pmid|pubmed(?:\s*id)?)\s*[:=]?\s*/i, '').replace(/\s*\[(?:pmid|uid)\]$/i, '').replace(/[/.,;]+$/, '')
  const digits = /^0*([1-9]\d{0,8})$/.exec(s)
  return digits ? (digits[1] as Pmid) : undefined
}

/** PMCID in the form `PMC123`, of `PMC123`, `pmcid: PMC123.1`, a PMC URL. */
export function parsePmcid(text: string): Pmcid | undefined {
  const match = /^(?:https?:\/\/\S*?\/)?(?:pmcid\s*[:=]?\s*)?PMC\s*0*([1-9]\d{0,8})(?:\.\d+)?\/?$/i.exec(text.trim().normalize('NFKC'))
  return match ? (`PMC${match[1]}` as Pmcid) : undefined
}
