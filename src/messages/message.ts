import { CHINESE_MESSAGES } from './chinese.ts'
import { CLI_MESSAGES } from './cli.ts'
import { GATE_MESSAGES } from './gate.ts'
import { PLUGIN_MESSAGES } from './plugin.ts'
import { VERIFY_MESSAGES } from './verify.ts'
import { ZOTERO_MESSAGES } from './zotero.ts'

export type Language = 'en' | 'zh'
/** A text in both languages; `{name}` is replaced by the parameter of that name. */
export type MessageTable = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** Every text that a user reads, by key. A test asserts that both languages are there and name the same parameters. */
export const MESSAGES = { ...VERIFY_MESSAGES, ...CLI_MESSAGES, ...PLUGIN_MESSAGES, ...CHINESE_MESSAGES, ...GATE_MESSAGES, ...ZOTERO_MESSAGES } satisfies MessageTable
export type MessageKey = keyof typeof MESSAGES

/** The text of a key in a language, with its parameters filled in. A parameter that is missing stays visible as `{name}`. */
export function message(language: Language, key: MessageKey, parameters: Readonly<Record<string, string | number>> = {}): string {
  const row: Readonly<Record<Language, string>> = MESSAGES[key]
  return row[language].replace(/\{(\w+)\}/g, (whole, name: string) => (name in parameters ? String(parameters[name]) : whole))
}
