import { detailIn } from '../../messages/details.ts'
import { message, type Language } from '../../messages/message.ts'
import { ATTENTION, type Assessed } from '../assessment.ts'
import { Checklist } from './checklist.ts'
import type { ReportWriter, Run, Write } from './document.ts'
import { findingsOf } from './finding.ts'
import { AttentionCounts, headline } from './headline.ts'
import { LibraryList } from './library-list.ts'
import { plainText } from './plain-text.ts'
import { placeOf } from './text.ts'
import { nextActionOf } from './words.ts'

/** The report as Markdown (GitHub's dialect): the headline, a table of findings, then the keys that agree. Values are escaped text. */
export function createMarkdownReport(write: Write, language: Language): ReportWriter {
  const say = message.bind(undefined, language)
  const counts = new AttentionCounts()
  const checklist = new Checklist()
  const library = new LibraryList()
  const shown: Assessed[] = []
  const agreeing: string[] = []
  return {
    add(entry) {
      counts.add(entry)
      checklist.add(entry, placeOf(entry))
      library.add(entry)
      if (entry.attention === 'ok') agreeing.push(entry.item.input.key)
      // What only waits for a person is in the checklist.
      else if (entry.attention !== 'by-hand') shown.push(entry)
    },
    async end(run: Run) {
      await write(`# ${say('cli.report.title')}\n\n${escapeMarkdown(headline(language, counts, run)).replaceAll('\\`', '`')}\n`)
      if (run.interrupted) await write(`\n**${say('cli.head.interrupted')}**\n`)
      for (const cost of run.costs) await write(`\n> ${escapeMarkdown(plainText(cost))}\n`)
      shown.sort((a, b) => ATTENTION.indexOf(a.attention) - ATTENTION.indexOf(b.attention))
      if (shown.length > 0) {
        const columns = (['where', 'key', 'result', 'field', 'cited', 'record', 'why'] as const).map((name) => say(`cli.column.${name}`))
        await write(`\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`)
        for (const entry of shown) await write(rowsOf(entry).map((cells) => `| ${cells.join(' | ')} |\n`).join(''))
      }
      if (agreeing.length > 0) await write(`\n## ${say('cli.report.agree')} (${agreeing.length})\n\n${agreeing.map((key) => escapeMarkdown(plainText(key, 60))).join(', ')}\n`)
      await write(library.markdown(language, escapeMarkdown))
      const hosts = Object.entries(run.requests).map(([host, n]) => `${host} ${n}`)
      const notes = [...run.notes.map((note) => plainText(detailIn(language, note))), hosts.length === 0 ? say('cli.requests.none') : say('cli.requests', { list: hosts.join(', ') })]
      await write(`\n${notes.map((note) => `- ${escapeMarkdown(note)}\n`).join('')}`)
      const list = checklist.markdown(language, escapeMarkdown)
      if (list !== '') await write(`\n${list}`)
    },
  }

  function rowsOf(entry: Assessed): string[][] {
    const place = escapeMarkdown(placeOf(entry))
    const key = escapeMarkdown(plainText(entry.item.input.key, 60))
    const label = say(`cli.label.${entry.attention}`)
    const findings = findingsOf(language, entry)
    const lines = findings.length > 0 ? findings : [{ subject: '', why: nextActionOf(entry) }]
    return lines.map((finding, index) => [
      index === 0 ? place : '', index === 0 ? key : '', index === 0 ? `**${label}**` : '',
      ...[finding.subject, 'cited' in finding ? finding.cited : undefined, 'record' in finding ? finding.record : undefined, finding.why].map((value) => escapeMarkdown(value ?? '')),
    ])
  }
}

/** Text that Markdown shows as it is: no emphasis, links, HTML, tables or mentions come out of a value. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '&#64;').replace(/\b(https?|www)(?=[:.])/gi, '$1&#8203;')
}
