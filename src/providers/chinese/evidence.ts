import type { Json } from '../../base/canonical-json.ts'
import type { IsticRecord } from './csl-record.ts'
import type { PubmedCandidate } from './pubmed-answer.ts'

const yearOf = (issued: string | undefined): number | null => (issued === undefined ? null : Number(issued))

/** ISTIC's record in the terms of the protocol; `doi` is the one asked for where the record names none. */
export function evidenceOfRecord(record: IsticRecord, doi: string): Readonly<Record<string, Json>> {
  return {
    title: record.title ?? null,
    year: yearOf(record.dates.issued),
    container_title: record.venues?.[0] ?? null,
    volume: record.volume ?? null,
    issue: record.issue ?? null,
    page: record.pages ?? null,
    doi: record.identifiers.doi ?? doi,
    authors: record.displayAuthors ?? [],
  }
}

/** PubMed's record in the terms of the protocol. */
export function evidenceOfCandidate(candidate: PubmedCandidate): Readonly<Record<string, Json>> {
  return {
    pmid: candidate.identifiers.pmid ?? null,
    english_title: candidate.title ?? null,
    year: yearOf(candidate.dates.issued),
    container_title: candidate.shortVenues?.[0] ?? null,
    volume: candidate.volume ?? null,
    issue: candidate.issue ?? null,
    pages: candidate.pages ?? null,
    issn: candidate.issn?.[0] ?? null,
    languages: candidate.languages ?? [],
    doi: candidate.identifiers.doi ?? null,
  }
}
