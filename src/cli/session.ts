import type { CiteConfig } from '../model/config.ts'
import type { Language } from '../messages/message.ts'
import { createJournalBridge } from '../providers/chinese/journal-bridge.ts'
import type { CiteVerifier } from '../runtime.ts'
import { parseZoteroSettings } from '../zotero/settings.ts'
import { configOf, unknownVariables } from './options.ts'
import { UsageError } from './exit-codes.ts'

/** What every command starts from. */
export interface Session {
  readonly config: CiteConfig
  readonly language: Language
  /** Loads the runtime; to be called after everything that can be wrong with the arguments has been looked at. */
  open(): Promise<CiteVerifier>
}

/** The configuration of a command line, and the way to its verifier. Throws UsageError when it is wrong or says `enabled: false`. */
export function createSession(options: Readonly<Record<string, unknown>>): Session {
  const config = configOf(options, process.env)
  for (const name of unknownVariables(process.env)) say(`there is no setting ${name}; it is ignored`)
  // A row of chinese.journalMap that cannot be used is named before anything is read or asked.
  assertChinese(config.chinese)
  assertZotero(config.zotero)
  if (!config.enabled) throw new UsageError('the configuration says enabled: false')
  return {
    config,
    language: config.language,
    async open() {
      const { createCiteVerifier } = await import('../runtime.ts')
      return createCiteVerifier(config)
    },
  }
}

/** Throws UsageError for a key of `chinese` that is none, CiteError INVALID_INPUT for a row of the journal map that cannot be used. */
function assertChinese(chinese: CiteConfig['chinese']): void {
  const unknown = Object.keys(chinese).filter((key) => key !== 'journalMap')
  if (unknown.length > 0) throw new UsageError(`chinese: unknown key ${unknown.map((key) => JSON.stringify(key)).join(', ')}; the key is journalMap`)
  if (chinese.journalMap === undefined) return
  if (!Array.isArray(chinese.journalMap)) throw new UsageError('chinese.journalMap: a list of rows expected')
  createJournalBridge(chinese.journalMap)
}

/** Throws UsageError for an unknown key or a wrong value of the Zotero settings. */
function assertZotero(zotero: CiteConfig['zotero']): void {
  try {
    parseZoteroSettings(zotero)
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/** One line on standard error. */
export function say(line: string): void {
  process.stderr.write(`cite-verify: ${line}\n`)
}

/** The value of a choice option. Throws UsageError naming the option and the choices. */
export function choice<Name extends string>(value: unknown, option: string, choices: readonly Name[]): Name {
  if (!(choices as readonly unknown[]).includes(value)) throw new UsageError(`${option}: "${String(value)}" is none of ${choices.join(', ')}`)
  return value as Name
}
