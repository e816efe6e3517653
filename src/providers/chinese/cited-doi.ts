import { doiOfUrl, parseDoi } from '../../identifiers/doi.ts'
import type { Citation } from '../../model/citation.ts'

/**
 * The DOI of a citation in canonical form: of a URL, with a `doi:` prefix, in full-width characters. A value that is no DOI is
 * given back trimmed and in lower case: it still counts as cited, so that coordinates never stand in for it. Undefined when none is cited.
 */
export function citedDoi(citation: Citation): { readonly doi: string; readonly written: string } | undefined {
  const written = (citation.identifiers.doi ?? citation.unreadable?.find((value) => value.kind === 'doi')?.value)?.trim()
  if (written === undefined || written === '') return undefined
  return { doi: parseDoi(written) ?? doiOfUrl(written) ?? written.replace(/[A-Z]+/g, (run) => run.toLowerCase()), written }
}

/** What the registration-agency look-up takes of a DOI, or undefined where no prefix can be told. */
export function agencyPrefix(doi: string): string | undefined {
  const prefix = doi.split('/', 1)[0]?.trim() ?? ''
  return prefix.startsWith('10.') && prefix.length > 3 ? prefix : undefined
}

/** Percent-encoded for a path, slashes kept; undefined for text that is not Unicode (a lone surrogate). */
export function doiPath(doi: string): string | undefined {
  return doi.isWellFormed() ? doi.split('/').map(encodeURIComponent).join('/') : undefined
}

/** The link that a person opens. Characters that would end or break it in a page are encoded. */
export function doiLink(doi: string): string {
  return `https://doi.org/${(doiPath(doi.toWellFormed()) ?? '').replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
