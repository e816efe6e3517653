import { detailIn } from '../../messages/details.ts'
import { message } from '../../messages/message.ts'
import type { CitationInput } from '../../model/input.ts'
import { INPUT_FORMATS } from '../../formats/read.ts'
import { assessItem, isFinding, parseFailOn } from '../assessment.ts'
import { readAux } from '../aux-file.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { IgnoreList, readIgnoreFile } from '../ignore-file.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { assertNoInput, openOutput } from '../output.ts'
import type { Options } from '../program.ts'
import { createProgress } from '../progress.ts'
import { followProxy } from '../proxy.ts'
import type { Run } from '../report/document.ts'
import { AttentionCounts, headline } from '../report/headline.ts'
import { createReport, REPORT_FORMATS } from '../report/report.ts'
import { mailtoCost, missingMailto, needsMailto } from '../../runtime/missing-mailto.ts'
import { choice, createSession, say } from '../session.ts'
import { SliceDuplicates } from '../slice-duplicates.ts'
import { readSlices } from '../slices.ts'
import { sourcesOf } from '../sources.ts'
import { RunningSummary } from '../summary.ts'

/**
 * `cite-verify check`. Everything that can be wrong with the call is looked at before anything is asked. Then the entries are read
 * and verified slice by slice, and the report is written. Returns the exit code of the README's table.
 */
export async function runCheck(args: readonly string[], options: Options): Promise<number> {
  const session = createSession(options)
  const { language } = session
  const text = message.bind(undefined, language)
  const format = choice(options['format'], '--format', REPORT_FORMATS)
  const inputFormat = options['inputFormat'] === undefined ? undefined : choice(options['inputFormat'], '--input-format', INPUT_FORMATS)
  const failOn = parseFailOn(String(options['failOn']))
  const sources = await sourcesOf(args, process.stdin)
  const selection = await selectionOf(options)
  const accepted = typeof options['ignoreFile'] === 'string' ? await readIgnoreFile(options['ignoreFile']) : []
  const offline = options['offline'] === true
  const proxied = offline ? undefined : await followProxy(say)
  if (proxied !== undefined) return proxied

  const file = typeof options['output'] === 'string' ? options['output'] : undefined
  assertNoInput('--output', file, [...args, ...['ignoreFile', 'aux'].flatMap((option) => (typeof options[option] === 'string' ? [options[option]] : []))])
  const output = await openOutput(file)
  const interrupt = listenForInterrupt(() => say(text('cli.interrupting')))
  const stop = AbortSignal.any([interrupt.signal, output.closed])
  const verifier = await session.open()
  const startedAt = verifier.now()
  const ignores = new IgnoreList(accepted, startedAt.slice(0, 10))
  const report = createReport(format, { write: output.write, language, toTerminal: file === undefined })
  const progress = await createProgress()
  const summary = new RunningSummary()
  const counts = new AttentionCounts()
  const duplicates = new SliceDuplicates()
  const requests: Record<string, number> = {}
  const notes: string[] = []
  let withoutMailto = 0
  let findings = 0
  let unusable = 0
  let readable = 0
  let done = false
  try {
    const slices = readSlices(sources, {
      ...(inputFormat === undefined ? {} : { format: inputFormat }),
      wanted: selection.wanted,
      onNote: (note) => notes.push(detailIn(language, note)),
      onProblem(name, detail, readable) {
        if (!readable) unusable++
        notes.push(readable ? text('cli.nothing-found', { name }) : detail.includes(name) ? detailIn(language, detail) : `${name}: ${detailIn(language, detail)}`)
      },
    })
    for await (const inputs of slices) {
      if (stop.aborted) break
      progress.expect(inputs.length)
      const answer = await verifier.verify(inputs, {
        signal: stop, offline, fresh: options['fresh'] === true, suggest: options['suggest'] === true, includeZotero: options['includeZotero'] === true, onItem: () => progress.step(),
      })
      // Counted over all slices and said once, at the top.
      const costs = missingMailto(answer.items, language)
      withoutMailto += answer.items.filter(needsMailto).length
      notes.push(...answer.warnings.filter((warning) => !costs.includes(warning)).map((warning) => detailIn(language, warning)).filter((warning) => !notes.includes(warning)))
      for (const [host, n] of Object.entries(answer.requests)) requests[host] = (requests[host] ?? 0) + n
      for (const item of duplicates.mark(answer.items)) {
        const entry = assessItem(item, ignores)
        if (!item.input.invalid) readable++
        if (isFinding(entry, failOn)) findings++
        summary.add(item)
        counts.add(entry)
        await report.add(entry)
      }
    }
    progress.stop()
    notes.push(...selection.notes(text), ...ignoreNotes(ignores, text))
    const run: Run = { startedAt, finishedAt: verifier.now(), summary: summary.value(), requests, offline, interrupted: interrupt.signal.aborted, costs: mailtoCost(withoutMailto, language), notes }
    const code = exitCode(summary, { findings, unusable, readable, never: failOn.has('never'), interrupted: interrupt.signal.aborted })
    // Known before the report is written: the reader may go away while it is.
    process.exitCode = code
    await report.end(run)
    await output.close()
    done = true
    if (file !== undefined) say(headline(language, counts, run))
    if (format !== 'text' && format !== 'markdown') for (const note of [...run.costs, ...notes]) say(note)
    if (counts.total() === 0 && notes.length === 0) say(text('cli.nothing-left', { options: selection.name }))
    return code
  } finally {
    progress.stop()
    interrupt.dispose()
    if (!done) await output.discard()
    await verifier.close()
  }
}

/** Usage before findings before incomplete: the first that applies. `never` leaves only "could not be used at all". */
function exitCode(summary: RunningSummary, run: { findings: number; unusable: number; readable: number; never: boolean; interrupted: boolean }): number {
  if (run.interrupted) return EXIT.interrupted
  const { lookupErrors } = summary.value()
  if (run.readable === 0 || run.unusable > 0) return EXIT.usage
  if (run.never) return EXIT.ok
  if (run.findings > 0) return EXIT.findings
  return lookupErrors > 0 ? EXIT.incomplete : EXIT.ok
}

interface Selection {
  readonly name: string
  wanted(input: CitationInput): boolean
  notes(text: (key: 'cli.aux-missing', parameters: Record<string, string>) => string): string[]
}

/** Which entries --only and --aux leave. An entry that could not be read is kept: nobody knows whose key it has. */
async function selectionOf(options: Options): Promise<Selection> {
  const only = (options['only'] as readonly string[] | undefined) ?? []
  const aux = typeof options['aux'] === 'string' ? await readAux(options['aux']) : undefined
  if (aux && !aux.all && aux.keys.size === 0) throw new UsageError(`${String(options['aux'])} cites nothing (run LaTeX first)`)
  const seen = new Set<string>()
  return {
    name: [...(only.length > 0 ? [`--only ${only.join(', ')}`] : []), ...(aux ? ['--aux'] : [])].join(', '),
    wanted(input) {
      if (aux && aux.keys.has(input.key)) seen.add(input.key)
      if (input.invalid && only.length === 0) return true
      return (only.length === 0 || only.includes(input.key)) && (aux === undefined || aux.all || aux.keys.has(input.key))
    },
    notes(text) {
      const missing = [...(aux?.keys ?? [])].filter((key) => !seen.has(key))
      return missing.length === 0 ? [] : [text('cli.aux-missing', { name: String(options['aux']), keys: missing.join(', ') })]
    },
  }
}

function ignoreNotes(ignores: IgnoreList, text: (key: 'cli.ignore.expired' | 'cli.ignore.unused', parameters: Record<string, string>) => string): string[] {
  const field = (entry: { field?: string }): string => (entry.field === undefined ? '' : ` (${entry.field})`)
  return [
    ...ignores.expired.map((entry) => text('cli.ignore.expired', { key: entry.key, field: field(entry), until: entry.until ?? '' })),
    ...ignores.unused().map((entry) => text('cli.ignore.unused', { key: entry.key, field: field(entry) })),
  ]
}
