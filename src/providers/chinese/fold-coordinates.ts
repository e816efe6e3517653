import type { Citation } from '../../model/citation.ts'

/** A cited value that was read in another form than it was written, and by which rule. */
export interface CoordinateFold {
  readonly field: 'volume' | 'pages' | 'year' | 'doi'
  readonly rule: 'coordinate.full-width' | 'coordinate.wave-dash' | 'coordinate.di-juan' | 'coordinate.di-ye' | 'coordinate.nian' | 'coordinate.year-unreadable' | 'doi.normalised'
  readonly from: string
  readonly to: string
}

export interface Coordinates {
  readonly volume?: string
  readonly firstPage?: string
  /** Four digits; absent also where the cited year is none, so that only the year check is skipped. */
  readonly year?: string
  readonly folds: readonly CoordinateFold[]
}

type Rule = readonly [CoordinateFold['rule'], (text: string) => string]

const FULL_WIDTH: Rule = ['coordinate.full-width', (text) => text.replace(/[\uff01-\uff5d]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ').trim()]
/** `3967～3971`, `3967~3971`, `3967〜3971`: GB/T 7714 lists write a page range so. */
const WAVE_DASH: Rule = ['coordinate.wave-dash', (text) => text.replace(/\s*[\uff5e~\u301c\u223c]\s*/g, '-')]
const DI_JUAN: Rule = ['coordinate.di-juan', (text) => text.replace(/^第\s*([^第卷]+?)\s*卷$/, '$1').replace(/^([A-Za-z0-9]+)\s*卷$/, '$1')]
const DI_YE: Rule = ['coordinate.di-ye', (text) => text.replace(/^第\s*(.+?)\s*[页頁]$/, '$1').replace(/^([A-Za-z0-9–—-]+)\s*[页頁]$/, '$1')]
const NIAN: Rule = ['coordinate.nian', (text) => text.replace(/^(\d{4})\s*年$/, '$1')]

/**
 * Volume, first page and year of a citation as a PubMed query takes them. Only spellings that Chinese lists really use are folded, each by
 * its named rule; what is left over is checked by the query's own literal rules. The first page ends at the first dash.
 */
export function foldCoordinates(citation: Pick<Citation, 'volume' | 'pages' | 'year'>): Coordinates {
  const folds: CoordinateFold[] = []
  const apply = (field: CoordinateFold['field'], text: string | undefined, rules: readonly Rule[]): string => {
    let value = (text ?? '').trim()
    for (const [rule, fold] of rules) {
      const next = fold(value)
      if (next !== value) folds.push({ field, rule, from: value, to: next })
      value = next
    }
    return value
  }
  const volume = apply('volume', citation.volume, [FULL_WIDTH, DI_JUAN])
  const firstPage = apply('pages', citation.pages, [FULL_WIDTH, DI_YE, WAVE_DASH]).split(/[-–—]/, 1)[0]?.trim() ?? ''
  let year = apply('year', citation.year, [FULL_WIDTH, NIAN])
  if (year !== '' && !/^[12]\d{3}$/.test(year)) {
    folds.push({ field: 'year', rule: 'coordinate.year-unreadable', from: year, to: '' })
    year = ''
  }
  return { ...(volume ? { volume } : {}), ...(firstPage ? { firstPage } : {}), ...(year ? { year } : {}), folds }
}
