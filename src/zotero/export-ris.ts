import { oneLine, pageRange, withoutSuffix, type ExportItem } from './export-item.ts'
import { risTypeOf } from './item-type.ts'
import type { Creator } from './item.ts'

/** RIS for Zotero's import: one line a value, one KW a tag, names as "Family, Given", bodies without comma, no N1 (it would become a note). UTF-8, LF. */
export function exportRis(items: readonly ExportItem[]): string {
  return items.map(risEntry).join('\n')
}

function risEntry({ key, itemType, values, creators, tags }: ExportItem): string {
  const isConference = itemType === 'conferencePaper'
  const isArticle = itemType.endsWith('Article') && itemType !== 'encyclopediaArticle'
  const [start, end] = values.pages === undefined ? [] : pageRange(values.pages)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['TY', risTypeOf(itemType)], ['TI', values.title],
    ...creators.map((creator) => [creator.creatorType === 'author' ? 'AU' : itemType === 'book' ? 'A3' : 'A2', risName(creator)] as const),
    // The proceedings' title; T2 of a conference paper is the conference's name.
    [isConference ? 'C3' : 'T2', values.venue], ['T2', isConference ? values.event : undefined], ['J2', values.short_venue],
    ['PY', /^\d{4}/.exec(values.year ?? '')?.[0] ?? values.year], ['DA', risDate(values.year)], ['VL', values.volume], ['IS', values.issue], ['SP', start], ['EP', end],
    ['SN', values.issn ?? values.isbn], ['PB', isArticle ? undefined : values.publisher], ['CY', isArticle ? undefined : values.place],
    ['DO', values.doi], ['UR', values.url], ['AB', values.abstract], ['LA', values.language],
    ...tags.map((tag) => ['KW', tag] as const), ['ID', key],
  ]
  const lines = rows.flatMap(([tag, value]) => (value === undefined || oneLine(value) === '' ? [] : [`${tag}  - ${oneLine(value)}`]))
  return `${[...lines, 'ER  - '].join('\n')}\n`
}

function risName(creator: Creator): string {
  // A comma in a body's name would make a person of it.
  if (creator.name !== undefined) return oneLine(creator.name).replaceAll(',', '')
  const [given, suffix] = withoutSuffix(creator.firstName)
  return [creator.lastName, given, suffix].filter((part) => part !== undefined).map((part) => oneLine(part).replaceAll(',', '')).join(', ')
}

function risDate(date: string | undefined): string | undefined {
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(date ?? '')
  return match === null ? undefined : `${match[1]}/${match[2]}/${match[3] ?? ''}`
}
