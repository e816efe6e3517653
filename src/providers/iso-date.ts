const MONTHS: Readonly<Record<string, string>> = { jan: '01', feb: '02', mar: '03', apr: '04', may: '05', jun: '06', jul: '07', aug: '08', sep: '09', oct: '10', nov: '11', dec: '12' }

const two = (value: number): string => String(value).padStart(2, '0')
const isYear = (year: unknown): year is number => typeof year === 'number' && Number.isInteger(year) && year >= 1000 && year <= 2999

/** ISO prefix of CSL date parts (`{"date-parts": [[2020, 3, 5]]}`, also `[[null]]`); undefined without a year. */
export function isoOfDateParts(value: unknown): string | undefined {
  const parts = (value as { 'date-parts'?: unknown } | null | undefined)?.['date-parts']
  const first: unknown = Array.isArray(parts) ? parts[0] : undefined
  if (!Array.isArray(first)) return undefined
  const [year, month, day] = first.map((part: unknown) => (typeof part === 'string' && /^\d{1,4}$/.test(part) ? Number(part) : part))
  if (!isYear(year)) return undefined
  if (typeof month !== 'number' || !Number.isInteger(month) || month < 1 || month > 12) return String(year)
  return typeof day === 'number' && Number.isInteger(day) && day >= 1 && day <= 31 ? `${year}-${two(month)}-${two(day)}` : `${year}-${two(month)}`
}

/**
 * ISO prefixes of a date as people and registries write it: ISO with or without time, a range (`2009-10-01/2014-01-23`),
 * `1965 Aug`, `2020 Mar 5`, `2018 Dec-2019 Jan`, `1998-1999`, `2019 Winter`, `07.04.2017`. The first is where a range begins,
 * a further one is its last year where that is another year. Empty when no year can be read.
 */
export function isoOfText(text: string | undefined): readonly string[] {
  const s = text?.trim() ?? ''
  const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?=$|[T/\s])/.exec(s)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(s)
  if (dotted) return [`${dotted[3]}-${two(Number(dotted[2]))}-${two(Number(dotted[1]))}`]
  const slashed = /^(\d{4})\/(\d{2})\/(\d{2})\b/.exec(s)
  if (slashed) return [`${slashed[1]}-${slashed[2]}-${slashed[3]}`]
  const years = [...s.matchAll(/(?<!\d)(1[0-9]|2[0-9])\d\d(?!\d)/g)].map((match) => match[0])
  if (years.length === 0) return []
  const last = years.at(-1)
  const first = iso?.[2] ? [iso[1], iso[2], iso[3]].filter(Boolean).join('-') : isoOfWords(s) ?? (years[0] as string)
  return last !== undefined && !first.startsWith(last) ? [first, last] : [first]
}

function isoOfWords(text: string): string | undefined {
  const match = /^(\d{4})\s+([A-Za-z]{3})[a-z]*\.?(?:\s+(\d{1,2}))?(?![\d])/.exec(text)
  const month = match?.[2] === undefined ? undefined : MONTHS[match[2].toLowerCase()]
  if (!match || month === undefined) return undefined
  return match[3] ? `${match[1]}-${month}-${two(Number(match[3]))}` : `${match[1]}-${month}`
}
