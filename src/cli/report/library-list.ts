import { message, type Language } from '../../messages/message.ts'
import type { Assessed } from '../assessment.ts'
import { wrapPieces } from './display-width.ts'
import { plainText } from './plain-text.ts'

interface Held { readonly name: string; readonly itemKey: string; readonly basis: string; readonly uri: string }

/** The entries whose work stands in the local Zotero library, and how a report lists them. Nothing is written where there is none. */
export class LibraryList {
  readonly #held: Held[] = []

  /** `name` is the entry's place and key as the report shows it. */
  add({ item: { local_zotero_match: match } }: Assessed, name: string): void {
    if (match) this.#held.push({ name, itemKey: plainText(match.item_key, 20), basis: plainText(match.match_basis, 30), uri: match.select_uri })
  }

  text(language: Language, width: number): string {
    if (this.#held.length === 0) return ''
    const names = this.#held.map(({ name, itemKey, basis }) => `${name} (${itemKey}, ${basis})`)
    return `\n${message(language, 'cli.library', { n: names.length })}\n${wrapPieces(names, width, '  ').join('\n')}\n`
  }

  markdown(language: Language, escape: (text: string) => string): string {
    if (this.#held.length === 0) return ''
    return `\n## ${message(language, 'cli.report.library')} (${this.#held.length})\n\n${this.#held.map(({ name, itemKey, basis, uri }) => `- ${escape(name)}: [${escape(itemKey)}](<${uri}>) (${escape(basis)})\n`).join('')}`
  }
}
