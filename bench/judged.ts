import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { personOfInverted } from '../src/providers/person-name.ts'
import type { Check } from '../src/model/check.ts'
import type { Citation, Field, PersonName } from '../src/model/citation.ts'
import type { Doi } from '../src/model/identifiers.ts'
import type { Work } from '../src/model/work.ts'
import { checksOf } from '../src/verify/checks.ts'

/**
 * One field of a real citation beside what the registry has, judged by a person: `right` = both say the same, or nothing that can be
 * held against the citation; `wrong` = the citation says something else; `undecidable` = the record is another version's or another
 * work's, or is itself at fault. Names are written `Family, Given`; `et al.` at the end says that a list is cut short.
 */
export interface JudgedField {
  readonly id: string
  readonly field: Field
  readonly cited: string | readonly string[]
  readonly record: Readonly<Record<string, unknown>> & { readonly authors?: readonly string[]; readonly doi?: string }
  readonly judged: 'right' | 'wrong' | 'undecidable'
  readonly reason: string
}

const FOLDER = fileURLToPath(new URL('../fixtures/judged/', import.meta.url))

/** All judged fields of fixtures/judged. */
export function judgedFields(): JudgedField[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')).sort().flatMap((name) => readFileSync(`${FOLDER}${name}`, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as JudgedField))
}

/** What the comparison says of a judged field; undefined when it says nothing at all. */
export function checkOf({ field, cited, record }: JudgedField): Check | undefined {
  const { authors, doi, ...facts } = record
  const work: Work = { provider: 'crossref', dates: {}, ...facts, identifiers: doi === undefined ? {} : { doi: doi as Doi }, ...(authors === undefined ? {} : listOf(authors)) }
  const citation: Citation = { identifiers: {}, ...(typeof cited === 'string' ? { [field]: field === 'isbn' || field === 'issn' ? [cited] : cited } : listOf(cited)) }
  return checksOf(citation, work, { titleThreshold: 0.85 }).checks.find((check) => check.field === field)
}

function listOf(names: readonly string[]): { readonly authors: readonly PersonName[]; readonly authorsTruncated?: boolean } {
  const truncated = names.at(-1) === 'et al.'
  const list = (truncated ? names.slice(0, -1) : names).map((name) => (name.endsWith(',') ? { family: name.slice(0, -1) } : name.includes(',') && !/^\S+ \S+, \S+ \S+$/.test(name) ? personOfInverted(name) : { literal: name }))
  return { authors: list, ...(truncated ? { authorsTruncated: true } : {}) }
}

/** True for a check that warns or fails. */
export function isFlagged(check: Check | undefined): boolean {
  return check?.status === 'warn' || check?.status === 'fail'
}
