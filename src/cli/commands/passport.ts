import type { CorpusEntry } from '../../gate/corpus-entry.ts'
import { lintCorpus } from '../../gate/corpus-lint.ts'
import { joinsOfDraft, type DraftJoins } from '../../gate/draft-joins.ts'
import { blocksOf, currentSignals } from '../../gate/finalize.ts'
import { openReasons } from '../../gate/open-reasons.ts'
import { formatProvenance, observationLine } from '../../gate/provenance.ts'
import type { SummaryRow } from '../../gate/summary-row.ts'
import type { PassportExamination } from '../../gate/verify-passport.ts'
import { message, type Language } from '../../messages/message.ts'
import { createGate } from '../../runtime/gate.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { listenForInterrupt } from '../interrupt.ts'
import { assertNoInput, writeCopy } from '../output.ts'
import { loadPassport, readText, sayUnevaluated, type LoadedPassport } from '../passport-input.ts'
import { createProgress } from '../progress.ts'
import type { Options } from '../program.ts'
import { followProxy } from '../proxy.ts'
import { plainText } from '../report/plain-text.ts'
import { choice, createSession, say } from '../session.ts'

/**
 * `cite-verify passport FILE`: one summary row per corpus entry, as JSON (the array of rows) or as the provenance summary in Markdown. Exit 0: done, also with
 * false rows; 1: findings that the policies in force make terminal; 2: usage, a file that cannot be read, or a ref_slug that would have to be invented.
 */
export async function runPassport(file: string, options: Options): Promise<number> {
  const session = createSession(options)
  const text = message.bind(undefined, session.language)
  const format = choice(options['format'], '--format', ['json', 'markdown'])
  const draftFile = typeof options['draft'] === 'string' ? options['draft'] : undefined
  for (const option of ['write', 'provenance']) assertNoInput(`--${option}`, options[option], [file, ...(draftFile === undefined ? [] : [draftFile])])
  const offline = options['offline'] === true
  // before anything is said: it may run the whole command again
  const proxied = offline ? undefined : await followProxy(say)
  if (proxied !== undefined) return proxied
  const passport = await loadPassport(file, (options['policy'] as readonly string[] | undefined) ?? [])
  const joins = joinsOf(passport.corpus, draftFile === undefined ? undefined : { name: draftFile, text: await readText(draftFile) }, options['syntheticRefSlug'], session.language)
  for (const problem of lintCorpus(passport.corpus)) say(plainText(problem))

  const interrupt = listenForInterrupt(() => say(text('cli.interrupting')))
  const gate = createGate(session.config)
  const progress = await createProgress()
  let examination: PassportExamination
  try {
    progress.expect(passport.corpus.length)
    let done = 0
    examination = await gate.examinePassport(passport.file.data, {
      refSlugByKey: joins.refSlugByKey, anchors: joins.anchors, offline, signal: interrupt.signal,
      ...(options['cache'] === false ? { cache: null } : {}), ...(options['revalidate'] === true ? { revalidateStale: true } : {}),
      onProgress(count) { for (; done < count; done++) progress.step() },
    })
    for (const warning of gate.warnings()) say(plainText(warning))
  } finally {
    progress.stop()
    interrupt.dispose()
    await gate.close()
  }
  const provenance = (): string => formatProvenance({ ...examination, corpus: passport.corpus, policies: passport.policies, language: session.language })
  // half a run in place of a whole one would be taken for the whole one
  if (interrupt.signal.aborted) say(text('gate.cli.not-written'))
  else if (typeof options['write'] === 'string') {
    await writeCopy('--write', options['write'], await passport.file.withExamination(examination), [file])
    say(text('gate.cli.written', { name: options['write'] }))
  }
  if (typeof options['provenance'] === 'string' && !interrupt.signal.aborted) await writeCopy('--provenance', options['provenance'], provenance(), [file])
  process.stdout.write(format === 'markdown' ? provenance() : `${JSON.stringify(examination.citation_verification_summary, null, 2)}\n`)
  sayUnevaluated(passport.policies, session.language)
  const terminal = terminalRows(passport, examination.citation_verification_summary)
  report(examination, passport.corpus, terminal.length, session.language)
  return interrupt.signal.aborted ? EXIT.interrupted : terminal.length > 0 ? EXIT.findings : EXIT.ok
}

/** Slugs and anchors: from the draft, or, only when that is asked for by name, the citation keys themselves. Throws UsageError where one would have to be invented. */
function joinsOf(corpus: readonly CorpusEntry[], draft: { readonly name: string; readonly text: string } | undefined, synthetic: unknown, language: Language): Pick<DraftJoins, 'refSlugByKey' | 'anchors'> {
  if (synthetic !== undefined && synthetic !== 'citation_key') throw new UsageError(`--synthetic-ref-slug: only citation_key is known, not ${JSON.stringify(synthetic)}`)
  const keys = corpus.flatMap((entry) => (typeof entry?.citation_key === 'string' ? [entry.citation_key] : []))
  if (draft === undefined && synthetic === undefined && corpus.length > 0) throw new UsageError(message(language, 'gate.cli.no-slug'))
  const own = synthetic === undefined ? {} : Object.fromEntries(keys.map((key) => [key, key]))
  if (synthetic !== undefined) say(message(language, 'gate.cli.synthetic'))
  if (draft === undefined) return { refSlugByKey: own, anchors: {} }
  const joins = joinsOfDraft(draft.text, keys)
  if (joins.uncited.length > 0 && synthetic === undefined) throw new UsageError(message(language, 'gate.cli.uncited', { name: draft.name, keys: joins.uncited.join(', ') }))
  if (joins.unknownSlugs.length > 0) say(message(language, 'gate.cli.unknown-slugs', { name: draft.name, slugs: joins.unknownSlugs.map((slug) => plainText(slug, 100)).join(', ') }))
  return { refSlugByKey: { ...own, ...joins.refSlugByKey }, anchors: joins.anchors }
}

function terminalRows({ corpus, policies }: LoadedPassport, rows: readonly SummaryRow[]): readonly SummaryRow[] {
  const entries = new Map(corpus.map((entry) => [entry.citation_key, entry]))
  return rows.filter((row) => {
    const entry = entries.get(row.citation_key)
    return entry !== undefined && blocksOf(entry, row, currentSignals(entry, row), policies).length > 0
  })
}

/** What a reader must know beside the rows, on standard error. */
function report({ citation_verification_summary: rows, citation_verification_observations: observations }: PassportExamination, corpus: readonly CorpusEntry[], terminal: number, language: Language): void {
  const count = (verdict: SummaryRow['lookup_verified']): number => rows.filter((row) => row.lookup_verified === verdict).length
  for (const observation of observations) {
    if (observation.observation === 'duplicate_citation_key' || (observation.observation === 'further_source' && observation.contribution === 'nothing')) continue
    say(plainText(`${observation.citation_key}: ${observationLine(observation, language)}`, 1_000))
  }
  const entries = new Map(corpus.map((entry) => [entry.citation_key, entry]))
  for (const row of rows) {
    if (row.lookup_verified === 'unresolvable') say(plainText(`${row.citation_key}: ${message(language, 'gate.open')}: ${openReasons(row, entries.get(row.citation_key), observations, language).join('; ')}`, 1_000))
  }
  const unreachable = new Map<string, number>()
  const failed = (source: string): void => { unreachable.set(source, (unreachable.get(source) ?? 0) + 1) }
  for (const row of rows) for (const [name, outcome] of Object.entries(row.resolver_outcomes)) if (outcome.status === 'unreachable') failed(name)
  for (const { observation, source, code } of observations) if (observation === 'further_source' && code === 'UNREACHABLE') failed(source)
  if (unreachable.size > 0) say(message(language, 'gate.cli.unreachable', { list: [...unreachable].map(([name, n]) => `${name} ${n}`).join(', ') }))
  say(message(language, 'gate.cli.done', { total: rows.length, confirmed: count('true'), refuted: count('false'), open: count('unresolvable'), terminal }))
}

/** `cite-verify passport invalidate KEY...`: forgets the cached verifications of citations; none is no error. */
export async function runPassportInvalidate(keys: readonly string[], options: Options): Promise<number> {
  const session = createSession(options)
  const gate = createGate(session.config)
  try {
    for (const key of keys) process.stdout.write(`${message(session.language, 'gate.cli.invalidated', { key: plainText(key, 100), n: await gate.cache.invalidate(key) })}\n`)
    for (const warning of gate.warnings()) say(plainText(warning))
    return EXIT.ok
  } finally {
    await gate.close()
  }
}
