import { message, type Language } from '../../messages/message.ts'
import type { Assessed } from '../assessment.ts'
import { NameList } from './name-list.ts'
import { plainText } from './plain-text.ts'

interface Held { readonly key: string; readonly itemKey: string; readonly basis: string; readonly uri: string }

/** The entries whose work stands in the local Zotero library, and how a report lists them. Nothing is written where there is none. */
export class LibraryList {
  readonly #names = new NameList()
  readonly #held: Held[] = []

  add(entry: Assessed): void {
    const match = entry.item.local_zotero_match
    if (match === undefined) return
    const held = { key: plainText(entry.item.input.key, 60), itemKey: plainText(match.item_key, 20), basis: plainText(match.match_basis, 30), uri: match.select_uri }
    this.#held.push(held)
    this.#names.add(entry, `${held.itemKey}, ${held.basis}`)
  }

  text(language: Language, width: number): string {
    return this.#held.length === 0 ? '' : `\n${message(language, 'cli.library', { n: this.#held.length })}\n${this.#names.text(width)}\n`
  }

  markdown(language: Language, escape: (text: string) => string): string {
    if (this.#held.length === 0) return ''
    return `\n## ${message(language, 'cli.report.library')} (${this.#held.length})\n\n${this.#held.map(({ key, itemKey, basis, uri }) => `- ${escape(key)}: [${escape(itemKey)}](<${uri}>) (${escape(basis)})\n`).join('')}`
  }
}
