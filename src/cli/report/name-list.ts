import type { Assessed } from '../assessment.ts'
import { wrapPieces } from './display-width.ts'
import { plainText } from './plain-text.ts'

/** Names of entries for a list in a text report: each file once, before its lines and keys (`refs.bib: 12 smith2020, 40 jones`). */
export class NameList {
  readonly #byFile = new Map<string, string[]>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** `more` stands in brackets behind the key. An identifier given as an argument has no file and no line. */
  add({ item: { input: { source, key } } }: Assessed, more = ''): void {
    const file = source === undefined ? '' : plainText(source.file, 120)
    const name = `${source === undefined ? '' : `${source.line} `}${plainText(key, 60)}${more === '' ? '' : ` (${more})`}`
    const names = this.#byFile.get(file)
    if (names) names.push(name)
    else this.#byFile.set(file, [name])
    this.#count++
  }

  /** Lines of at most `width` columns, indented by two. */
  text(width: number): string {
    return [...this.#byFile].flatMap(([file, names]) => {
      const [first = '', ...rest] = names
      return wrapPieces([file === '' ? first : `${file}: ${first}`, ...rest], width, '  ')
    }).join('\n')
  }
}
