import { compareAuthors } from '../compare/names.ts'
import { rawWords, writeBibtex, type WriteStyle } from '../formats/bibtex-write.ts'
import type { PersonName } from '../model/citation.ts'

interface CitedPeople {
  readonly names: readonly PersonName[]
  readonly truncated: boolean
  /** The field's value as written, without delimiters. */
  readonly raw: string
}

/**
 * The record's people as a BibTeX name list in the style of the entry: `Family, Given` or `Given Family`, initials where the entry has only
 * initials. People that the entry already names rightly keep their own spelling. A shortened list stays as long as it is and keeps `and others`.
 */
export function writeNames(cited: CitedPeople, record: readonly PersonName[], style: WriteStyle): string {
  const written = segments(cited.raw)
  const own = written.length === cited.names.length + (cited.truncated ? 1 : 0) ? cited.names.map((name, i) => ({ name, raw: written[i]! })) : []
  const familyFirst = /,/.test(cited.raw) || cited.names.length === 0
  const initialsOnly = cited.names.some((name) => name.given !== undefined) && cited.names.every((name) => name.given === undefined || isInitials(name.given))
  const runTogether = cited.names.some((name) => GLUED.test(name.given ?? ''))
  const shown = cited.truncated && record.length > cited.names.length ? record.slice(0, cited.names.length) : record
  const unused = new Set(own)
  const list = shown.map((person) => {
    const same = [...unused].find((mine) => isSame(mine.name, person))
    if (same === undefined) return writeName(person, { familyFirst, initialsOnly, runTogether }, style)
    unused.delete(same)
    return same.raw
  })
  return [...list, ...(shown.length < record.length ? ['others'] : [])].join(' and ')
}

function isSame(cited: PersonName, record: PersonName): boolean {
  const { relation } = compareAuthors({ names: [cited], truncated: false }, { names: [record], truncated: false })
  return relation === 'equal' || relation === 'variant'
}

function isInitials(given: string): boolean {
  return /^(?:\p{Lu}\p{M}*\.?[\s-]*)+$/u.test(given)
}

/** `SG`, as PubMed gives initials. */
const GLUED = /^\p{Lu}{2,4}$/u

function writeName(name: PersonName, form: { readonly familyFirst: boolean; readonly initialsOnly: boolean; readonly runTogether: boolean }, style: WriteStyle): string {
  const write = (text: string): string => writeBibtex(text, style)
  if (name.family === undefined) return `{${write(name.literal ?? name.given ?? '')}}`
  const family = [name.particle, name.family].filter((part) => part !== undefined).map(write).join(' ')
  const spaced = name.given !== undefined && GLUED.test(name.given) && !form.runTogether ? [...name.given].map((letter) => `${letter}.`).join(' ') : name.given
  const given = spaced === undefined ? undefined : write(form.initialsOnly ? initials(spaced) : spaced)
  if (given === undefined) return family.includes(' ') ? `{${family}}` : family
  // A family name of several words can only be told from given names behind a comma; `and` within a name needs braces.
  const split = name.particle === undefined && /\s/.test(name.family)
  const whole = form.familyFirst || split || name.suffix !== undefined ? [family, ...(name.suffix === undefined ? [] : [write(name.suffix)]), given].join(', ') : `${given} ${family}`
  return /\band\b/i.test(whole) ? `{${whole}}` : whole
}

function initials(given: string): string {
  return isInitials(given) ? given : given.split(/\s+/).map((word) => word.split('-').map((part) => `${[...part][0] ?? ''}.`).join('-')).join(' ')
}

/** The names of a raw list, split at `and` outside braces. */
function segments(raw: string): string[] {
  const names: string[][] = [[]]
  for (const word of rawWords(raw)) {
    if (/^and$/i.test(word)) names.push([])
    else names.at(-1)!.push(word)
  }
  return names.map((words) => words.join(' '))
}
