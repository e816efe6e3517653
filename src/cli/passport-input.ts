import { stat } from 'node:fs/promises'
import path from 'node:path'
import { decodeText } from '../formats/decode.ts'
import { readPassport, type PassportFile } from '../gate/passport-file.ts'
import { parsePolicies, unevaluatedPolicies, type TerminalPolicies } from '../gate/policies.ts'
import type { ReadLog } from '../gate/read-log.ts'
import { problemsOfRow, type SummaryRow } from '../gate/summary-row.ts'
import type { CorpusEntry } from '../gate/corpus-entry.ts'
import { message, type Language } from '../messages/message.ts'
import { UsageError } from './exit-codes.ts'
import { readBytes } from './sources.ts'
import { say } from './session.ts'

/** A text file as text, with a remark on standard error where its encoding is not UTF-8. Throws UsageError when it cannot be read. */
export async function readText(name: string): Promise<string> {
  const { text, note } = decodeText(await readBytes(name), name)
  if (note !== undefined) say(note)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

export interface LoadedPassport {
  readonly file: PassportFile
  readonly corpus: readonly CorpusEntry[]
  /** The passport's own, with those of the command line over them. */
  readonly policies: TerminalPolicies
  /** The passport's rows; empty where it has none. Each is of the promised form. */
  readonly summary: readonly SummaryRow[]
}

/** A passport with the policies in force. Throws UsageError or CiteError for a file that is none, a wrong policy, a row that is no row. */
export async function loadPassport(name: string, policyOptions: readonly string[]): Promise<LoadedPassport> {
  const file = await readPassport(await readText(name), name)
  const { literature_corpus: corpus, terminal_policies: own, citation_verification_summary: rows } = file.data
  if (corpus !== undefined && corpus !== null && !Array.isArray(corpus)) throw new UsageError(`${name}: literature_corpus is not a list`)
  const odd = (corpus ?? []).findIndex((entry: unknown) => typeof entry !== 'object' || entry === null || Array.isArray(entry))
  if (odd >= 0) throw new UsageError(`${name}: entry ${odd + 1} of literature_corpus is not a mapping`)
  if (rows !== undefined && rows !== null && !Array.isArray(rows)) throw new UsageError(`${name}: citation_verification_summary is not a list`)
  const summary = (rows ?? []) as readonly SummaryRow[]
  summary.forEach((row, index) => {
    const problems = problemsOfRow(row)
    if (problems.length > 0) throw new UsageError(`${name}: row ${index + 1} of citation_verification_summary: ${problems.join('; ')}`)
  })
  return { file, corpus: corpus ?? [], policies: parsePolicies({ ...parsePolicies(own), ...policiesOf(policyOptions) }), summary }
}

/** `citation_existence=strict`, more of them with commas or by repeating the option. */
function policiesOf(options: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(options.flatMap((option) => option.split(',')).map((part) => {
    const [key = '', value] = part.trim().split('=', 2)
    if (value === undefined || key === '') throw new UsageError(`--policy: ${JSON.stringify(part)} is not KEY=VALUE (citation_existence=strict)`)
    return [key.trim(), value.trim()]
  }))
}

/** Says on standard error which policies in force nothing here carries out. */
export function sayUnevaluated(policies: TerminalPolicies, language: Language): void {
  const list = unevaluatedPolicies(policies)
  if (list.length > 0) say(message(language, 'gate.unevaluated', { policies: list.join(', ') }))
}

/** Where the log of what a person has read lies: the file named, or the one beside the passport. */
export function readLogName(named: unknown, passport: string): string {
  const { dir, name } = path.parse(passport)
  return typeof named === 'string' ? named : path.join(dir, `${name}_human_read_log.yaml`)
}

/** The log of what a person has read: the file named, or the one beside the passport where it exists. */
export async function loadReadLog(named: unknown, passport: string): Promise<ReadLog | undefined> {
  const file = readLogName(named, passport)
  if (named === undefined && !(await stat(file).catch(() => undefined))?.isFile()) return undefined
  const { parse } = await import('../formats/yaml.ts')
  let value: unknown
  try {
    value = parse(await readText(file))
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${file} is no YAML: ${(cause as Error).message.split('\n')[0]}`, { cause })
  }
  const marks = (value as ReadLog | null)?.human_read
  if (marks !== undefined && marks !== null && !(Array.isArray(marks) && marks.every((mark) => typeof mark?.citation_key === 'string' && typeof mark.marked_at === 'string'))) throw new UsageError(`${file}: human_read is not a list of {citation_key, marked_at}`)
  return (value ?? {}) as ReadLog
}
