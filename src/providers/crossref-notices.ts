import { parseDoi } from '../identifiers/doi.ts'
import type { Doi } from '../model/identifiers.ts'
import type { Notice, NoticeType } from '../model/notice.ts'
import { isoOfDateParts } from './iso-date.ts'
import { asObjects, asText, compact, type JsonObject } from './json-field.ts'

/** Crossref's update types (crossref.org/documentation/crossmark), hyphens and blanks as underscores. New versions and editions are no notices. */
const TYPE: Readonly<Record<string, NoticeType>> = {
  retraction: 'retraction', retracted: 'retraction', withdrawal: 'withdrawal', withdrawn: 'withdrawal', removal: 'removal', removed: 'removal',
  partial_retraction: 'partial_retraction', expression_of_concern: 'expression_of_concern', concern: 'expression_of_concern', reinstatement: 'reinstatement',
  correction: 'correction', corrigendum: 'correction', erratum: 'correction', addendum: 'correction', clarification: 'correction',
}

/**
 * Notices of a Crossref record: `updated-by` names notices about this work, `update-to` the works that this record is a notice of.
 * A publisher that marks a work in place names the work's own DOI in `update-to`: that is about this work.
 */
export function noticesOfCrossref(record: JsonObject, own: Doi | undefined): readonly Notice[] {
  const notices = [...updates(record['updated-by'], 'about-this'), ...updates(record['update-to'], 'this-is-notice')]
    .map((notice): Notice => (own !== undefined && notice.doi === own ? { ...notice, direction: 'about-this' } : notice))
  const seen = new Set<string>()
  return notices.filter((notice) => { const key = JSON.stringify(notice); return !seen.has(key) && seen.add(key) })
}

function updates(value: unknown, direction: Notice['direction']): readonly Notice[] {
  return asObjects(value).flatMap((update) => {
    const type = TYPE[(asText(update['type']) ?? asText(update['label']) ?? '').toLowerCase().replace(/[\s-]+/g, '_')]
    if (type === undefined) return []
    const source = asText(update['source'])
    return [compact<Notice>({
      type, direction, doi: parseDoi(asText(update['DOI']) ?? ''), date: isoOfDateParts(update['updated']),
      source: source === undefined || source === 'publisher' ? 'crossref' : source.toLowerCase(),
    })]
  })
}
