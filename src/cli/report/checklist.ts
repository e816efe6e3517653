import type { ChineseChecklistRow } from '../../model/chinese.ts'
import { message, type Language } from '../../messages/message.ts'
import { byPriority } from '../../providers/chinese/checklist.ts'
import type { Assessed } from '../assessment.ts'
import { displayWidth, padToWidth, wrapText } from './display-width.ts'
import { plainText } from './plain-text.ts'

interface Listed { readonly priority: ChineseChecklistRow['priority']; readonly row: ChineseChecklistRow; readonly place: string }

/** Longest text of what to do, in characters. */
const ACTION = 600

/** The rows of a report that wait for a person, and how its formats show them, P0 first. The order is that of the work, not of suspicion. */
export class Checklist {
  readonly #rows: Listed[] = []

  add({ checklistRow: row }: Assessed, place: string): void {
    if (row) this.#rows.push({ priority: row.priority, row, place })
  }

  /** A table with what was cited, what was tried, what to do and where to look under each row; nothing where no row is. */
  text(language: Language, width: number): string {
    const rows = byPriority(this.#rows)
    if (rows.length === 0) return ''
    const say = message.bind(undefined, language)
    const heads = [say('cli.checklist.priority'), say('cli.column.where'), say('cli.column.key'), say('cli.outcome')]
    const cells = rows.map(({ row, place }) => [row.priority, place, plainText(row.citation_key, 40), row.reason_code])
    const widths = heads.map((head, column) => Math.min(48, Math.max(displayWidth(head), ...cells.map((cell) => displayWidth(cell[column] as string)))))
    const line = (values: readonly string[]): string => `  ${values.map((value, column) => padToWidth(value, widths[column] as number)).join('  ').trimEnd()}\n`
    const indent = ' '.repeat((widths[0] as number) + 4)
    return `${say('cli.checklist.head', { n: rows.length })}\n${line(heads)}${rows.map(({ row }, index) => line(cells[index] as string[]) + details(row)).join('')}`

    function details(row: ChineseChecklistRow): string {
      const parts = partsOf(row, language)
      const column = Math.max(...parts.map(([label]) => displayWidth(label)))
      return parts.map(([label, value]) => wrapText(value, Math.max(20, width - indent.length - column - 2)).map((part, index) => `${indent}${padToWidth(index === 0 ? label : '', column)}  ${part}\n`).join('')).join('')
    }
  }

  /** A list with a box to tick for each row (GitHub's dialect); `escape` makes a value plain text. */
  markdown(language: Language, escape: (text: string) => string): string {
    const rows = byPriority(this.#rows)
    if (rows.length === 0) return ''
    const say = message.bind(undefined, language)
    const items = rows.map(({ row, place }) => {
      const name = [place, plainText(row.citation_key, 60)].filter((part) => part !== '').map(escape).join(' ')
      const lines = partsOf(row, language, false).map(([label, value]) => `  - ${label}${language === 'zh' ? '：' : ': '}${escape(value)}\n`)
      const links = row.verification_urls.map((url) => `  - <${linkOf(url)}>\n`)
      return `- [ ] **${row.priority}** ${name} \`${row.reason_code}\`\n${lines.join('')}${links.join('')}`
    })
    return `## ${say('cli.checklist.title')} (${rows.length})\n\n${say('cli.checklist.order')}\n\n${items.join('')}`
  }
}

function partsOf(row: ChineseChecklistRow, language: Language, links = true): [label: string, value: string][] {
  const say = message.bind(undefined, language)
  const { title, container_title: container, year, volume, issue, pages, doi } = row.cited_as
  const number = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  const issued = [container, year, number].filter((part) => part !== null && part !== '').join(', ')
  const place = [issued, pages].filter((part) => part !== null && part !== '').join(': ')
  const tried = row.attempts.map(({ stage, outcome, detail }) => `${stage} ${outcome}${detail === undefined ? '' : ` (${detail})`}`).join(', ')
  return [
    [say('cli.cited'), plainText([title, place, doi].filter((part) => part !== null && part !== '').join(' · '))] as [string, string],
    [say('cli.checklist.tried'), plainText(tried)] as [string, string],
    [say('cli.checklist.to-do'), plainText(row.human_action, ACTION)] as [string, string],
    ...(links ? row.verification_urls.map((url): [string, string] => [say('cli.checklist.link'), linkOf(url)]) : []),
  ].filter(([, value]) => value !== '')
}

/** A link as a page or a terminal takes it: percent-encoded wherever a character could end it or be read as markup. */
export function linkOf(url: string): string {
  const parsed = URL.parse(url.toWellFormed())
  return (parsed?.protocol === 'https:' ? parsed.href : '').replace(/[<>()[\]{}"'`|\\^*_~!\s]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
