import { oneLine, withoutSuffix, type ExportItem } from './export-item.ts'
import { cslTypeOf } from './item-type.ts'
import type { Creator } from './item.ts'

/**
 * CSL-JSON for Zotero's import: only types that it accepts (one unknown type makes it refuse the file), dates in numbers, bare DOIs,
 * tags in `keyword`, which Zotero ignores and others read. UTF-8, LF.
 */
export function exportCsl(items: readonly ExportItem[]): string {
  return `${JSON.stringify(items.map(cslItem), null, 2)}\n`
}

function cslItem(item: ExportItem): Readonly<Record<string, unknown>> {
  const { values, itemType } = item
  const [authors, editors] = ['author', 'editor'].map((type) => item.creators.filter((creator) => creator.creatorType === type).map(cslName))
  const number = itemType === 'preprint' || itemType === 'report' || itemType === 'standard' ? values.number : undefined
  const members: readonly (readonly [string, unknown])[] = [
    ['id', item.key], ['type', cslTypeOf(itemType)], ['title', values.title], ['author', authors], ['editor', editors], ['issued', issued(values.year)],
    ['container-title', values.venue], ['container-title-short', values.short_venue], ['volume', values.volume], ['issue', values.issue], ['page', values.pages],
    ['publisher', itemType === 'journalArticle' ? undefined : values.publisher], ['publisher-place', itemType === 'journalArticle' ? undefined : values.place], ['event-title', values.event],
    ['number', number], ['DOI', values.doi], ['URL', values.url], ['ISSN', values.issn], ['ISBN', values.isbn], ['PMID', item.pmid], ['language', values.language], ['abstract', values.abstract],
    ['keyword', item.tags.length === 0 ? undefined : item.tags.map(oneLine).join(', ')],
  ]
  return Object.fromEntries(members.filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)))
}

function cslName(creator: Creator): Readonly<Record<string, string>> {
  if (creator.name !== undefined) return { literal: creator.name }
  const [given, suffix] = withoutSuffix(creator.firstName)
  return { family: creator.lastName, given, ...(suffix === undefined ? {} : { suffix }) }
}

function issued(date: string | undefined): unknown {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date ?? '')
  if (match === null) return date === undefined ? undefined : { literal: date }
  return { 'date-parts': [match.slice(1).filter((part) => part !== undefined).map(Number)] }
}
