import { createInterface } from 'node:readline/promises'
import type { CitationInput } from '../../model/input.ts'
import { renderExport, renderHits, renderStatus, renderUpsert, type Wording } from '../../zotero/answer-text.ts'
import { recordOfCitation } from '../../zotero/citation-record.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../zotero/import-report.ts'
import { UPDATE_POLICIES } from '../../zotero/settings.ts'
import type { UpsertAnswer, UpsertRequest } from '../../zotero/upsert-answer.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { listenForInterrupt } from '../interrupt.ts'
import type { Options } from '../program.ts'
import { followProxy } from '../proxy.ts'
import { plainText } from '../report/plain-text.ts'
import { choice, createSession, say } from '../session.ts'
import { readSlices } from '../slices.ts'
import { sourcesOf } from '../sources.ts'
import type { ZoteroBridge } from '../../runtime/zotero.ts'

const FORMATS = ['text', 'json'] as const

/** `cite-verify zotero status`. Exit 0 when Zotero can be read, else 3. */
export function runZoteroStatus(options: Options): Promise<number> {
  return withBridge(options, false, async ({ bridge, print, signal }) => {
    const status = await bridge.status(signal)
    print(status, (wording) => renderStatus(status, wording))
    return status.canRead ? EXIT.ok : EXIT.incomplete
  })
}

/** `cite-verify zotero search`. Exit 0 with records, 1 without, 3 when the library cannot be read. */
export function runZoteroSearch(words: readonly string[], options: Options): Promise<number> {
  const text = (name: string): string | undefined => (typeof options[name] === 'string' ? options[name] : undefined)
  const query = {
    ...(words.length === 0 ? {} : { query: words.join(' ') }),
    ...Object.fromEntries(['doi', 'title', 'citekey', 'creator', 'tag'].flatMap((name) => { const value = text(name); return value === undefined ? [] : [[name, value]] })),
    ...(text('collection') === undefined ? {} : { collectionPath: text('collection') as string }),
    ...numberOf(options, 'yearFrom', '--year-from'), ...numberOf(options, 'yearTo', '--year-to'), ...numberOf(options, 'limit', '--limit'),
  }
  const library = text('library') === undefined ? {} : { library: text('library') as string }
  if (Object.keys(query).length === 0) throw new UsageError('give words, or an option to search by')
  return withBridge(options, false, async ({ bridge, print, signal }) => {
    const found = await bridge.search({ ...query, ...library }, signal)
    if (!found.ok) {
      say(`${found.problem.code}: ${found.problem.detail}`)
      return EXIT.incomplete
    }
    print(found.value, (wording) => renderHits(found.value, wording))
    return found.value.records.length === 0 ? EXIT.findings : EXIT.ok
  })
}

/** `cite-verify zotero upsert`. A dry run; with --apply the plan is shown, confirmed and carried out. Exit 1 with conflicts or failures, 3 when nothing can be written. */
export async function runZoteroUpsert(args: readonly string[], options: Options): Promise<number> {
  const records = await recordsOf(args)
  const request: UpsertRequest = {
    records, ...reviewOf(options),
    ...(typeof options['collectionPath'] === 'string' ? { collectionPath: options['collectionPath'] } : {}), ...(typeof options['topic'] === 'string' ? { topic: options['topic'] } : {}),
    ...(options['updatePolicy'] === undefined ? {} : { updatePolicy: choice(options['updatePolicy'], '--update-policy', UPDATE_POLICIES) }),
  }
  if (options['apply'] === true && options['yes'] !== true && !process.stdin.isTTY) throw new UsageError('--apply asks before it writes; without a terminal add --yes')
  return withBridge(options, true, async ({ bridge, print, signal }) => {
    const planned = await bridge.upsert(request, signal)
    // The receipt is good in this process alone.
    const { receipt, receipt_expires_in_seconds: _expires, ...shown } = planned
    if (options['apply'] !== true || receipt === undefined) {
      print(shown, (wording) => renderUpsert(shown, wording))
      if (receipt !== undefined) say('nothing was written; the same command with --apply writes')
      return codeOf(planned)
    }
    if (options['yes'] !== true) {
      print(shown, (wording) => renderUpsert(shown, wording))
      if (!await isConfirmed(signal)) return EXIT.ok
    }
    say('Zotero may ask for permission now')
    const written = await bridge.upsert({ ...request, dryRun: false, writeIntent: 'apply', receipt }, signal)
    print(written, (wording) => renderUpsert(written, wording))
    return codeOf(written)
  })
}

/** `cite-verify zotero export`. Writes the files into --out-dir, or prints them. */
export async function runZoteroExport(args: readonly string[], options: Options): Promise<number> {
  const records = await recordsOf(args)
  const formats = typeof options['formats'] === 'string' ? options['formats'].split(',').map((name) => choice(name.trim(), '--formats', EXPORT_FORMATS)) : undefined
  const outDir = typeof options['outDir'] === 'string' ? options['outDir'] : undefined
  return withBridge(options, true, async ({ bridge, print, signal }) => {
    const answer = await bridge.exportFiles({ records, ...reviewOf(options), ...(formats === undefined ? {} : { formats: formats as readonly ExportFormat[] }), ...(outDir === undefined ? {} : { outDir }), overwrite: options['overwrite'] === true }, signal)
    print(answer, (wording) => renderExport(answer, wording))
    return EXIT.ok
  })
}

interface Run {
  readonly bridge: ZoteroBridge
  readonly signal: AbortSignal
  print(value: unknown, text: (wording: Wording) => string): void
}

async function withBridge(options: Options, asksProviders: boolean, run: (parts: Run) => Promise<number>): Promise<number> {
  const { config, language } = createSession(options)
  const format = choice(options['format'], '--format', FORMATS)
  // Zotero itself is never asked through a proxy.
  const proxied = asksProviders ? await followProxy(say) : undefined
  if (proxied !== undefined) return proxied
  const { createZoteroBridge } = await import('../../runtime/zotero.ts')
  const bridge = createZoteroBridge(config)
  const interrupt = listenForInterrupt(() => say('stopping'))
  const bare = (text: string, limit = 200): string => plainText(text, limit)
  const wording: Wording = { language, bare, quote: (text, limit) => JSON.stringify(bare(text, limit)) }
  try {
    return await run({
      bridge, signal: interrupt.signal,
      print: (value, text) => void process.stdout.write(`${format === 'json' ? JSON.stringify(value, null, 2) : text(wording)}\n`),
    })
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted
    throw error
  } finally {
    interrupt.dispose()
    await bridge.close()
  }
}

async function recordsOf(args: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const sources = await sourcesOf(args, process.stdin)
  const inputs: CitationInput[] = []
  const slices = readSlices(sources, { wanted: () => true, onNote: say, onProblem: (name, detail) => say(`${name}: ${detail || 'nothing found'}`) })
  for await (const slice of slices) inputs.push(...slice)
  for (const { key, invalid } of inputs) if (invalid) say(`${key}: ${invalid.detail}; left out`)
  const usable = inputs.filter(({ invalid }) => invalid === undefined)
  if (usable.length === 0) throw new UsageError('no reference in what was given')
  return usable.map(recordOfCitation)
}

function reviewOf(options: Options): Pick<UpsertRequest, 'tags' | 'reviewTags' | 'verifyCrossref' | 'crossrefEnrichment'> {
  const review = typeof options['reviewTags'] === 'string' ? options['reviewTags'] : undefined
  return {
    tags: (options['tag'] as readonly string[] | undefined) ?? [],
    ...(review === undefined ? {} : { reviewTags: review === 'none' ? 'none' : review.split(',').map((tag) => tag.trim()).filter((tag) => tag !== '') }),
    verifyCrossref: options['verifyCrossref'] !== false, crossrefEnrichment: options['enrichment'] === false ? 'off' : 'fill_blank',
  }
}

function numberOf<Name extends string>(options: Options, name: Name, option: string): { readonly [Key in Name]?: number } {
  const value = options[name]
  if (value === undefined) return {}
  if (!/^\d{1,4}$/.test(String(value))) throw new UsageError(`${option}: "${String(value)}" is not a number`)
  return { [name]: Number(value) } as { readonly [Key in Name]: number }
}

function codeOf(answer: UpsertAnswer): number {
  if (answer.results.some(({ status }) => status === 'conflict' || status === 'failed') || answer.status === 'failed' || answer.status === 'partial') return EXIT.findings
  return answer.status === 'dry_run' || answer.status === 'ok' ? EXIT.ok : EXIT.incomplete
}

async function isConfirmed(signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question('cite-verify: write this to Zotero? [y/N] ', { signal })).trim())
  } finally {
    terminal.close()
  }
}
