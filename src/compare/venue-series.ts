import { plainText } from './markup.ts'
import { OUTSIDE_SERIES, SERIES } from './venue-table.ts'
import { contentWords, venueWords } from './venue-words.ts'

const ACRONYMS: ReadonlyMap<string, string> = new Map([
  ['lncs', 'lecture notes computer science'], ['lnai', 'lecture notes artificial intelligence'], ['lnbi', 'lecture notes bioinformatics'], ['ccis', 'communications computer information science'],
  ['pmlr', 'proceedings machine learning research'], ['lipics', 'leibniz international proceedings informatics'], ['ceur', 'ceur workshop proceedings'], ['ceur-ws', 'ceur workshop proceedings'],
])
/** Springer prints these under one numbering; records name any of them. */
const ONE_NUMBERING = /^lecture notes (?:computer science|artificial intelligence|bioinformatics)/
const PMLR = 'proceedings machine learning research'
const MEETINGS_OF_PMLR: ReadonlySet<string> = new Set(['icml', 'aistats', 'uai', 'colt', 'corl'])

function seriesWords(name: string): string {
  return ACRONYMS.get(plainText(name).trim().toLowerCase().replace(/[\s,]+(?:vol(?:ume|\.)?\s*)?\d+$/, '')) ?? contentWords(venueWords(plainText(name))).join(' ')
}

/** True for the name or the acronym of a series in which proceedings of many meetings appear. */
export function isSeries(name: string): boolean {
  const words = seriesWords(name)
  return SERIES.some((series) => words === series || words.startsWith(`${series} `))
}

/** Two series whose volumes are counted together. */
export function areOneNumbering(a: string, b: string): boolean {
  return ONE_NUMBERING.test(seriesWords(a)) && ONE_NUMBERING.test(seriesWords(b))
}

/** Conferences and journals of the table (by id) whose papers do not appear in the series. */
export function staysOutside(ids: readonly string[] | undefined, series: string): boolean {
  const isPmlr = seriesWords(series).startsWith(PMLR)
  return ids !== undefined && ids.every((id) => OUTSIDE_SERIES.has(id) && !(isPmlr && MEETINGS_OF_PMLR.has(id)))
}
