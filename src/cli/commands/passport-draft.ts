import { finalizeDraft } from '../../gate/finalize.ts'
import { checkDraft, stripMarkers } from '../../gate/release-check.ts'
import { message } from '../../messages/message.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { assertNoInput, writeCopy } from '../output.ts'
import { loadPassport, loadReadLog, readText, sayUnevaluated, type LoadedPassport } from '../passport-input.ts'
import type { Options } from '../program.ts'
import { plainText } from '../report/plain-text.ts'
import { createSession, say, type Session } from '../session.ts'

/**
 * `cite-verify passport finalize DRAFT --passport FILE`: the draft with its markers judged anew under the policies in force, on standard output or in --output.
 * Exit 0: done; 1: at least one reference is terminal; 2: usage, an unreadable file, a passport without rows.
 */
export async function runPassportFinalize(file: string, options: Options): Promise<number> {
  const { session, passport, name } = await open(file, options)
  if (passport.summary.length === 0 && passport.corpus.length > 0) throw new UsageError(message(session.language, 'gate.cli.no-summary', { name }))
  const readLog = await loadReadLog(options['readLog'], name)
  const { draft, statuses, terminalBlocked, affectedRefs, toRead, unknownSlugs } = finalizeDraft({ draft: await readText(file), ...passport, ...(readLog ? { readLog } : {}) })
  if (typeof options['output'] === 'string') await writeCopy('--output', options['output'], draft, [file, name])
  else process.stdout.write(draft)
  for (const { slug, policy, reason, mode } of terminalBlocked) say(`${slug}: policy=${policy} reason=${reason} mode=${mode}`)
  if (unknownSlugs.length > 0) say(message(session.language, 'gate.cli.unknown-slugs', { name: file, slugs: unknownSlugs.map((slug) => plainText(slug, 100)).join(', ') }))
  if (toRead.length > 0) say(message(session.language, 'gate.cli.to-read', { keys: toRead.join(', ') }))
  say(message(session.language, 'gate.cli.finalized', {
    markers: Object.values(statuses).reduce((sum, count) => sum + count, 0), ok: statuses.ok, warn: statuses['LOW-WARN'] + statuses['LOW-WARN-PARTIAL-COVERAGE'],
    unverified: statuses['no-locator'] + statuses['no-original'] + statuses['not-checked'], unknown: statuses.unknown, affected: affectedRefs,
  }))
  return affectedRefs > 0 ? EXIT.findings : EXIT.ok
}

/**
 * `cite-verify passport check DRAFT --passport FILE`: whether a finalised draft may go to review. Exit 0: both gates passed, and --output then holds the
 * draft without the pipeline's markers; 1: refused, a line for each reason; 2: usage or an unreadable file.
 */
export async function runPassportCheck(file: string, options: Options): Promise<number> {
  const { session, passport } = await open(file, options)
  const draft = await readText(file)
  const refusals = checkDraft(draft, passport.policies, passport.summary)
  for (const { line, kind, text } of refusals) process.stdout.write(`${file}:${line}: ${kind}: ${plainText(text, 1_000)}\n`)
  say(message(session.language, refusals.length === 0 ? 'gate.cli.ready' : 'gate.cli.refused', { name: file, n: refusals.length }))
  if (refusals.length > 0) return EXIT.findings
  if (typeof options['output'] === 'string') await writeCopy('--output', options['output'], stripMarkers(draft), [file])
  return EXIT.ok
}

async function open(file: string, options: Options): Promise<{ readonly session: Session; readonly passport: LoadedPassport; readonly name: string }> {
  const session = createSession(options)
  const name = String(options['passport'])
  assertNoInput('--output', options['output'], [file, name])
  const passport = await loadPassport(name, (options['policy'] as readonly string[] | undefined) ?? [])
  sayUnevaluated(passport.policies, session.language)
  return { session, name, passport }
}
