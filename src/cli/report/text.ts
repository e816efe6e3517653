import { detailIn } from '../../messages/details.ts'
import { message, type Language } from '../../messages/message.ts'
import type { VerifiedItem } from '../../model/item.ts'
import { ATTENTION, failedLookups, type Assessed, type Attention } from '../assessment.ts'
import { Checklist } from './checklist.ts'
import type { Paint, Tone } from './colour.ts'
import { displayWidth, padToWidth, wrapPieces, wrapText } from './display-width.ts'
import type { ReportWriter, Run, Write } from './document.ts'
import { findingsOf, type Finding } from './finding.ts'
import { AttentionCounts, headline } from './headline.ts'
import { LibraryList } from './library-list.ts'
import { NameList } from './name-list.ts'
import { plainText } from './plain-text.ts'
import { failureInWords, nextActionOf, whatInWords } from './words.ts'

/** Where an entry stands: `refs.bib:12`, or nothing for an identifier given as an argument. */
export function placeOf(entry: Assessed): string {
  const { source } = entry.item.input
  return source === undefined ? '' : `${plainText(source.file, 120)}:${source.line}`
}

/** Kinds of which only places and keys are listed: nothing is to be compared in them. */
const LISTED = ['failed', 'by-hand', 'no-metadata', 'no-identifier', 'ok'] as const satisfies readonly Attention[]
/** A finding about one field; all others need words of their own about what to do. */
const FIELD_RULE = /^cite\/(?!identifier).*-differs$/
const TONE: Readonly<Record<Attention, Tone>> = {
  'other-work': 'bad', wrong: 'bad', retracted: 'bad', 'no-record': 'warning', differs: 'warning', duplicate: 'warning', failed: 'unknown',
  unreadable: 'unknown', 'by-hand': 'unknown', 'no-metadata': 'unknown', 'no-identifier': 'unknown', ok: 'good',
}

/** Entries of one kind about which the same is to be said. Only names are kept: a bibliography may have 100,000. */
interface Group { readonly kind: (typeof LISTED)[number]; readonly failures: string; readonly names: NameList }

/** The report for a terminal: the headline, a table of what needs attention with its details, then the rest by name. */
export function createTextReport(write: Write, options: { readonly language: Language; readonly paint: Paint; readonly columns: number }): ReportWriter {
  const { language, paint } = options
  const say = message.bind(undefined, language)
  const width = Math.max(60, options.columns)
  const counts = new AttentionCounts()
  const checklist = new Checklist()
  const library = new LibraryList()
  const shown: Assessed[] = []
  const groups = new Map<string, Group>()
  let accepted = 0
  return {
    add(entry) {
      counts.add(entry)
      checklist.add(entry, placeOf(entry))
      library.add(entry)
      accepted += entry.ignored.length
      const group = groupOf(entry)
      if (group) group.names.add(entry)
      else shown.push(entry)
    },
    async end(run: Run) {
      const wrong = counts.of('other-work', 'wrong', 'retracted')
      const tone: Tone = wrong > 0 ? 'bad' : counts.of('ok') === counts.total() ? 'good' : 'warning'
      await write(`${paint(tone, headline(language, counts, run))}\n`)
      if (run.interrupted) await write(`${paint('bad', say('cli.head.interrupted'))}\n`)
      for (const cost of run.costs) for (const part of wrapText(plainText(cost), width)) await write(`${paint('warning', part)}\n`)
      shown.sort((a, b) => ATTENTION.indexOf(a.attention) - ATTENTION.indexOf(b.attention))
      const rows = shown.map((entry) => [placeOf(entry), plainText(entry.item.input.key, 40), say(`cli.label.${entry.attention}`)] as const)
      const widths = [0, 1, 2].map((column) => Math.min(48, Math.max(0, ...rows.map((row) => displayWidth(row[column] as string)))))
      for (const [index, entry] of shown.entries()) {
        const [place, key, label] = rows[index] as (typeof rows)[number]
        const start = widths[0] === 0 ? '' : `${padToWidth(place, widths[0] as number)}  `
        await write(`\n${start}${paint('strong', padToWidth(key, widths[1] as number))}  ${paint(TONE[entry.attention], padToWidth(label, widths[2] as number))}  ${whatInWords(language, entry)}\n`)
        await write(details(findingsOf(language, entry), nextActionOf(entry)))
      }
      for (const kind of LISTED) for (const group of groups.values()) if (group.kind === kind) await writeGroup(group)
      await write(library.text(language, width))
      await write(`\n${closing(run)}`)
      const list = checklist.text(language, width)
      if (list !== '') await write(`\n${list}`)
    },
  }

  function details(findings: readonly Finding[], nextAction: string): string {
    const rules = findings.flatMap(({ rule }) => (rule === undefined ? [] : [rule]))
    // Where fields differ and nothing else is the matter, the headline has said what to do.
    const next = rules.length > 0 && rules.every((rule) => FIELD_RULE.test(rule)) ? '' : say('cli.next')
    const subjects = [...findings.map((finding) => finding.subject), next]
    const column = Math.max(...subjects.map(displayWidth))
    const lines: string[] = []
    const line = (subject: string, text: string, tone?: Tone, label = ''): void => {
      const indent = column + 4 + displayWidth(label)
      lines.push(...wrapPieces(text.split(' '), width, ' '.repeat(indent), ' ').map((part, index) => {
        const body = part.slice(indent)
        const start = index === 0 ? `  ${padToWidth(subject, column)}  ${label}` : ' '.repeat(indent)
        return start + (tone === undefined ? body : paint(tone, body))
      }))
    }
    const labels = (['cited', 'record', 'why'] as const).map((name) => say(`cli.${name}`))
    const labelWidth = Math.max(...labels.map(displayWidth))
    for (const { subject, cited, record, why, weight } of findings) {
      if (cited === undefined && record === undefined) {
        line(subject, why, weight === 'info' ? 'quiet' : undefined)
        continue
      }
      const values = [cited, record, why].flatMap((value, index) => (value === undefined ? [] : [[labels[index] as string, value] as const]))
      const whole = values.map(([label, value]) => (value === why ? value : `${label} ${value}`)).join(' · ')
      if (displayWidth(whole) + column + 4 <= Math.min(width, 90)) line(subject, whole)
      else for (const [index, [label, value]] of values.entries()) line(index === 0 ? subject : '', value, undefined, `${padToWidth(label, labelWidth)}  `)
    }
    if (next !== '') line(next, nextAction, 'strong')
    return `${lines.join('\n')}\n`
  }

  /** The group in which an entry is only listed; undefined for one that has more to say than its group's heading. */
  function groupOf(entry: Assessed): Group | undefined {
    const kind = LISTED.find((listed) => listed === entry.attention)
    if (kind === undefined || entry.item.suggestions !== undefined || (kind !== 'by-hand' && (remarkOf(entry.item) !== undefined || entry.item.notices.length > 0))) return undefined
    const failed = kind === 'failed' ? failedLookups(entry.checks) : []
    if (kind === 'failed' && (entry.duplicate || entry.item.warnings.length > 0)) return undefined
    const failures = [...new Set(failed.map((check) => failureInWords(language, check)))].join(', ')
    const key = `${kind} ${failures}`
    const group = groups.get(key) ?? { kind, failures, names: new NameList() }
    groups.set(key, group)
    return group
  }

  async function writeGroup({ kind, failures, names }: Group): Promise<void> {
    await write(`\n${paint(TONE[kind], say(`cli.group.${kind}`, { n: names.count, failures }))}\n${names.text(width)}\n`)
  }

  function closing(run: Run): string {
    const hosts = Object.entries(run.requests).sort(([, a], [, b]) => b - a)
    const lines = [
      ...(accepted === 0 ? [] : [say('cli.ignored.count', { n: accepted })]),
      ...run.notes.map((note) => plainText(detailIn(language, note))),
      hosts.length === 0 ? say('cli.requests.none') : say('cli.requests', { list: hosts.map(([host, n]) => `${host} ${n}`).join(', ') }),
    ]
    return lines.map((text) => `${paint('quiet', text)}\n`).join('')
  }
}

/** A warning that is about this entry's finding. How its file was read is not, nor a store that refused, which is said once for the run. */
function remarkOf({ warnings, input }: VerifiedItem): string | undefined {
  return warnings.find((warning) => !warning.startsWith('STORE_ERROR') && !input.remarks?.includes(warning))
}
