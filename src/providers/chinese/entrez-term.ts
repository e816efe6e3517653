/** A term for ESearch, or which cited value cannot stand in one: nothing of a citation ever becomes query syntax. */
export type EntrezTerm =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'refused'; readonly what: string }

const ATOM = /^[A-Za-z0-9][A-Za-z0-9._+/-]*$/

/** A value for double quotes, or undefined: Entrez has no escape for quotes and brackets. */
export function quotable(text: string): string | undefined {
  const value = text.trim()
  return value !== '' && value.isWellFormed() && !/[\p{Cc}"[\]\\]/u.test(value) ? value : undefined
}

/** Whether PubMed has anything of a journal. */
export function coverageTerm(nlmTa: string): EntrezTerm {
  const ta = quotable(nlmTa)
  return ta === undefined ? { kind: 'refused', what: 'journal' } : { kind: 'term', term: `"${ta}"[ta]` }
}

/** The work at a volume and first page of a journal. */
export function volumePageTerm(nlmTa: string, volume: string, page: string): EntrezTerm {
  const journal = coverageTerm(nlmTa)
  if (journal.kind === 'refused') return journal
  if (!ATOM.test(volume)) return { kind: 'refused', what: 'volume' }
  return ATOM.test(page) ? { kind: 'term', term: `${journal.term} AND ${volume}[vi] AND ${page}[pg]` } : { kind: 'refused', what: 'first page' }
}

/** A first author's work of a year in a journal; the tag `1au` is the first author alone. */
export function authorYearTerm(nlmTa: string, firstAuthor: string, year: string): EntrezTerm {
  const journal = coverageTerm(nlmTa)
  if (journal.kind === 'refused') return journal
  const author = quotable(firstAuthor)
  if (author === undefined) return { kind: 'refused', what: 'first author' }
  return /^[12][0-9]{3}$/.test(year) ? { kind: 'term', term: `${journal.term} AND "${author}"[1au] AND ${year}[dp]` } : { kind: 'refused', what: 'year' }
}
