import { message, type Language, type MessageKey } from '../messages/message.ts'
import { blocksOf, currentSignals } from './finalize.ts'
import type { CorpusEntry } from './corpus-entry.ts'
import { openReasons } from './open-reasons.ts'
import { policyValue, unevaluatedPolicies, type TerminalPolicies } from './policies.ts'
import { unmatchedResolvers } from './release-check.ts'
import type { Observation, SummaryRow } from './summary-row.ts'
import type { PassportExamination } from './verify-passport.ts'

export interface ProvenanceInput extends PassportExamination {
  readonly corpus: readonly CorpusEntry[]
  readonly policies: TerminalPolicies
  readonly language: Language
}

/** Name of the section that the passport's contract fixes; never translated. */
const ADVISORIES = 'Citation Existence Advisories'

/**
 * `provenance_summary.md`: what travels with the deliverable, since the markers are stripped from it. The section Citation Existence Advisories
 * lists every `false` row under an advisory policy, and says that there is none otherwise. Values from providers are quoted.
 */
export function formatProvenance({ citation_verification_summary: rows, citation_verification_observations: observations, corpus, policies, language }: ProvenanceInput): string {
  const text = (key: MessageKey, parameters: Readonly<Record<string, string | number>> = {}): string => message(language, key, parameters)
  const count = (verdict: SummaryRow['lookup_verified']): number => rows.filter((row) => row.lookup_verified === verdict).length
  const entries = new Map(corpus.map((entry) => [entry.citation_key, entry]))
  const refuted = rows.filter((row) => row.lookup_verified === 'false')
  const isStrict = policyValue(policies, 'citation_existence') === 'strict'
  const advisories = isStrict ? [] : refuted
  const terminal = rows.flatMap((row) => {
    const entry = entries.get(row.citation_key)
    return entry ? blocksOf(entry, row, currentSignals(entry, row), policies).map((block) => ({ row, block })) : []
  })
  const advisoryRow = (row: SummaryRow): string => `* ${text('gate.advisory.row', { slug: code(row.ref_slug), key: code(row.citation_key), identifier: failingIdentifiers(entries.get(row.citation_key), row, observations), resolvers: unmatchedResolvers(row).join(', ') })}`
  const sections = [
    `# ${text('gate.title')}`,
    text('gate.counts', { total: rows.length, confirmed: count('true'), refuted: refuted.length, open: count('unresolvable') }),
    `## ${ADVISORIES}`,
    advisories.length > 0 ? [text('gate.advisory.lead'), '', ...advisories.map(advisoryRow)].join('\n') : text('gate.advisory.none'),
  ]
  if (terminal.length > 0) sections.push(`## ${text('gate.terminal')}`, terminal.map(({ row, block }) => `${advisoryRow(row)}; policy=${block.policy} reason=${block.reason} mode=${block.mode}`).join('\n'))
  const open = rows.filter((row) => row.lookup_verified === 'unresolvable')
  if (open.length > 0) {
    const reasonsOf = (row: SummaryRow): string => openReasons(row, entries.get(row.citation_key), observations, language).join('; ')
    sections.push(`## ${text('gate.open')}`, open.map((row) => `* ${text('gate.open.row', { slug: code(row.ref_slug), key: code(row.citation_key), reasons: reasonsOf(row) })}`).join('\n'))
  }
  const unevaluated = unevaluatedPolicies(policies)
  if (unevaluated.length > 0) sections.push(`## ${text('gate.policies')}`, text('gate.unevaluated', { policies: unevaluated.map(code).join(', ') }))
  const seen = observations.filter(({ observation, contribution }) => observation !== 'further_source' || contribution !== 'nothing')
  if (seen.length > 0) sections.push(`## ${text('gate.observations')}`, seen.map((observation) => `* ${code(observation.ref_slug)}: ${observationLine(observation, language)}`).join('\n'))
  const stale = rows.filter((row) => row.cache_stale_advisory)
  if (stale.length > 0) sections.push(`## ${text('gate.cache')}`, stale.map((row, index) => `* ${text('gate.cache.row', { id: `ADV-CACHE-${index + 1}`, slug: code(row.ref_slug), days: row.cache_age_days ?? 0 })}`).join('\n'))
  return `${sections.join('\n\n')}\n`
}

/** One observation as a line of text. */
export function observationLine({ observation, source, identifier, code: said, cited_title: cited, record_title: record, detail }: Observation, language: Language): string {
  return message(language, `gate.observation.${observation}`, {
    source, identifier: code(identifier ?? ''), code: plain(said ?? '-'), cited: quote(cited ?? ''), record: quote(record ?? ''), detail: observation === 'further_source' ? (detail ? ` (${plain(detail)})` : '') : plain(detail ?? ''),
  })
}

/** The identifiers that are refuted, as cited: one that indexes merely lack is none of them. Rows without observations name what was asked and missed. */
function failingIdentifiers(entry: CorpusEntry | undefined, row: SummaryRow, observations: readonly Observation[]): string {
  const refuted = observations.filter(({ observation, citation_key: key, ref_slug: slug }) => observation === 'identifier_refuted' && key === row.citation_key && slug === row.ref_slug)
  const isRefuted = (isArxiv: boolean): boolean => refuted.length === 0 || refuted.some(({ source }) => (source === 'arxiv') === isArxiv)
  const { crossref, openalex, semantic_scholar: semanticScholar, arxiv } = row.resolver_outcomes
  const doi = [crossref, openalex, semanticScholar].some(({ status, queried_by: by }) => status === 'unmatched' && by === 'id') && isRefuted(false) ? entry?.doi : undefined
  const arxivId = arxiv.status === 'unmatched' && arxiv.queried_by === 'id' && isRefuted(true) ? entry?.arxiv_id : undefined
  return [doi ? `DOI ${code(doi)}` : '', arxivId ? `arXiv ${code(arxivId)}` : ''].filter((part) => part !== '').join(', ') || '-'
}

/** One line without control or bidi characters, of bounded length. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim().slice(0, 300)
}

function code(text: string): string {
  return `\`${plain(text).replaceAll('`', "'")}\``
}

/** A provider's or author's words as Markdown that stays words: no links, no HTML, no emphasis. */
function quote(text: string): string {
  return `“${plain(text).replace(/[\\`*_[\]<>#|~!&]/g, (sign) => `\\${sign}`)}”`
}
