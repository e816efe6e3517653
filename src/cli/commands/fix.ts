import path from 'node:path'
import { message } from '../../messages/message.ts'
import type { CitationInput } from '../../model/input.ts'
import type { TextEncoding } from '../../formats/decode.ts'
import { encodeText } from '../../formats/encode.ts'
import { openCitations } from '../../formats/read.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { assertNoInput, openOutput, writeCopy } from '../output.ts'
import type { Options } from '../program.ts'
import { createProgress } from '../progress.ts'
import { followProxy } from '../proxy.ts'
import { plainText } from '../report/plain-text.ts'
import { createSession, say } from '../session.ts'
import { sourcesOf } from '../sources.ts'
import { applyEdits, unifiedDiff, type Edit } from '../unified-diff.ts'

/**
 * `cite-verify fix FILE.bib`: a unified diff on standard output, in the file's own encoding so that it applies to its bytes; remarks
 * go to standard error. Exit 0: no change; 1: changes proposed; 2: usage or nothing readable; 3: no change, but a look-up failed.
 */
export async function runFix(file: string, options: Options): Promise<number> {
  const session = createSession(options)
  const text = message.bind(undefined, session.language)
  const target = typeof options['output'] === 'string' ? options['output'] : undefined
  assertNoInput('--output', target, [file])
  const [source] = await sourcesOf([file], process.stdin)
  if (source?.kind !== 'file') throw new UsageError(`${file} is not a file; fix takes a .bib file`)
  const opened = openCitations(await source.read(), { name: source.name, format: 'bibtex' })
  const only = (options['only'] as readonly string[] | undefined) ?? []
  const inputs: CitationInput[] = []
  for await (const slice of opened.slices) inputs.push(...slice.filter((input) => only.length === 0 || only.includes(input.key)))
  if (inputs.length === 0) throw new UsageError(text('cli.nothing-found', { name: source.name }))
  const offline = options['offline'] === true
  const proxied = offline ? undefined : await followProxy(say)
  if (proxied !== undefined) return proxied

  const output = await openOutput(undefined)
  const interrupt = listenForInterrupt(() => say(text('cli.interrupting')))
  const verifier = await session.open()
  const progress = await createProgress()
  try {
    progress.expect(inputs.length)
    const { report, fixes } = await verifier.fix(opened.text, inputs, { signal: interrupt.signal, offline, fresh: options['fresh'] === true, onItem: () => progress.step() })
    progress.stop()
    const changed = fixes.filter((fix) => fix.diffs.length > 0)
    const edits = changed.flatMap(({ bibtex, item: { input: { source: range } } }) => (range ? [{ start: range.start, end: range.end, text: bibtex }] : []))
    for (const note of [...opened.notes, ...report.warnings]) say(plainText(note))
    for (const fix of fixes) {
      const { key, source: range } = fix.item.input
      for (const warning of fix.warnings) say(`${source.name}:${range?.line ?? 1}: ${plainText(key, 60)}: ${plainText(warning)}`)
    }
    const fields = changed.reduce((sum, fix) => sum + fix.diffs.length, 0)
    say(text(fields === 0 ? 'cli.fix.none' : 'cli.fix.some', { name: source.name, total: inputs.length, fields, entries: changed.length }))
    if (report.summary.lookupErrors > 0) say(text('cli.fix.incomplete', { n: report.summary.lookupErrors }))
    const code = interrupt.signal.aborted ? EXIT.interrupted : fields > 0 ? EXIT.findings : inputs.every((input) => input.invalid) ? EXIT.usage : report.summary.lookupErrors > 0 ? EXIT.incomplete : EXIT.ok
    process.exitCode = code
    if (fields > 0) await output.write(diffBytes(opened.text, edits, source.name, opened.encoding))
    await output.close()
    if (target !== undefined) await writeCopy('--output', target, encodeText(applyEdits(opened.text, edits), opened.encoding), [file])
    if (target !== undefined) say(text('cli.fix.copied', { name: target }))
    return code
  } finally {
    progress.stop()
    interrupt.dispose()
    await verifier.close()
  }
}

/** The diff in the file's encoding. patch and git apply work on lines of bytes, which UTF-16 has not: there it is UTF-8, to be read. */
function diffBytes(text: string, edits: readonly Edit[], name: string, encoding: TextEncoding): Uint8Array {
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (wide) say(`${name} is UTF-16: the diff is to be read only; --output writes a corrected copy`)
  return encodeText(unifiedDiff(text, edits, labelOf(name)), wide ? 'utf-8' : encoding)
}

/** The name that `git apply` and `patch -p1` look for: relative to the working directory where that is above the file. */
function labelOf(name: string): string {
  const relative = path.relative('.', name)
  return (relative.startsWith('..') || path.isAbsolute(relative) ? path.resolve(name).replace(/^(?:[A-Za-z]:)?[\\/]/, '') : relative).replaceAll('\\', '/')
}
