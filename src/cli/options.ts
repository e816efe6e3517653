import { Option, type Command } from 'commander'
import { CONFIG_KEYS, defaultConfig, formOf, type CiteConfig, type ConfigKey } from '../model/config.ts'
import { UsageError } from './exit-codes.ts'

type Environment = Readonly<Record<string, string | undefined>>
const ENVIRONMENT_PREFIX = 'CITE_VERIFY_'

/** `CITE_VERIFY_CACHE_TTL_MS` of `cacheTtlMs`. */
export function environmentName(key: string): string {
  return ENVIRONMENT_PREFIX + key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/** `--cache-ttl-ms` of `cacheTtlMs`. */
export function optionName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Adds an option for every configuration key that is not a secret; secrets come from the environment alone, so that no process list shows them. */
export function addConfigOptions(command: Command): Command {
  command.optionsGroup('Configuration (each also an environment variable, CITE_VERIFY_ROOT and so on):')
  for (const row of CONFIG_KEYS) {
    if (row.secret) continue
    const flags = row.key === 'language' ? '--lang, --language' : optionName(row.key)
    const shown = row.default === undefined ? row.meaning : `${row.meaning} (default: ${String(row.default)})`
    command.addOption(new Option(`${flags} ${row.kind === 'boolean' ? '[boolean]' : `<${placeholder(row)}>`}`, shown))
  }
  command.addHelpText('after', `\nOnly from the environment: ${CONFIG_KEYS.filter((row) => row.secret).map((row) => environmentName(row.key)).join(', ')}.`)
  return command
}

function placeholder(row: ConfigKey): string {
  return row.kind === 'choice' ? (row.choices ?? []).join('|') : row.kind === 'object' ? 'json' : row.kind === 'natural' || row.kind === 'fraction' ? 'number' : 'text'
}

/**
 * The configuration of a run: an option before its environment variable before the default. Throws UsageError naming the option
 * or variable (and never a secret's value) when a value is not of its kind.
 */
export function configOf(options: Readonly<Record<string, unknown>>, environment: Environment): CiteConfig {
  const given: Record<string, unknown> = {}
  for (const row of CONFIG_KEYS) {
    const name = environmentName(row.key)
    const option = row.secret ? undefined : options[row.key]
    const variable = environment[name] === '' ? undefined : environment[name]
    if (option !== undefined) given[row.key] = parseValue(row, option, optionName(row.key))
    else if (variable !== undefined) given[row.key] = parseValue(row, variable, name)
  }
  return { ...defaultConfig(), ...given } as CiteConfig
}

/** Variables that look like ours and are none: a misspelt name would otherwise be a setting that silently does nothing. */
export function unknownVariables(environment: Environment): readonly string[] {
  const known = new Set(CONFIG_KEYS.map((row) => environmentName(row.key)))
  return Object.keys(environment).filter((name) => name.startsWith(ENVIRONMENT_PREFIX) && !known.has(name)).sort()
}

function parseValue(row: ConfigKey, value: unknown, name: string): unknown {
  const fail = (expected: string): never => { throw new UsageError(`${name}: ${expected}${row.secret ? '' : `, got ${JSON.stringify(value)}`}`) }
  const text = String(value).trim()
  switch (row.kind) {
    case 'boolean':
      if (value === true || /^(?:true|1|yes|on)$/i.test(text)) return true
      return /^(?:false|0|no|off)$/i.test(text) ? false : fail('true or false expected')
    case 'string': return text === '' ? fail('a text expected') : formOf(row).test(text) ? text : fail(row.key === 'mailto' ? 'a mail address expected' : 'one line of text expected')
    case 'choice': return row.choices?.includes(text) ? text : fail(`one of ${row.choices?.join(', ')} expected`)
    case 'natural': {
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = row
      return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : fail(`a whole number from ${min} to ${max} expected`)
    }
    case 'fraction': return /^(?:0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1 ? Number(text) : fail('a number from 0 to 1 expected')
    case 'object': return parseObject(text) ?? fail('a JSON object expected')
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
