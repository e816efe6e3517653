import Schema from '@deepseek-ai/schemastery'
import { CONFIG_KEYS, formOf, type CiteConfig, type ConfigKey } from '../model/config.ts'
import { createJournalBridge } from '../providers/chinese/journal-bridge.ts'
import { parseZoteroSettings } from '../zotero/settings.ts'

export type Config = CiteConfig

const OBJECTS: Readonly<Record<string, Schema>> = {
  chinese: Schema.object({ journalMap: Schema.array(Schema.dict(Schema.any())) }),
  zotero: Schema.dict(Schema.any()),
}

/** The plugin's options, made from CONFIG_KEYS: a wrong type or a value out of bounds fails the mount with the key's name. */
export const Config: Schema<Partial<CiteConfig>, CiteConfig> = Schema.object(
  Object.fromEntries(CONFIG_KEYS.map((row) => [row.key, schemaOf(row)])),
) as unknown as Schema<Partial<CiteConfig>, CiteConfig>

function schemaOf(row: ConfigKey): Schema {
  const bare = bareSchemaOf(row).description(row.meaning)
  return row.default === undefined ? bare : bare.default(row.default)
}

function bareSchemaOf(row: ConfigKey): Schema {
  switch (row.kind) {
    case 'boolean': return Schema.boolean()
    case 'natural': return Schema.natural().min(row.min ?? 0).max(row.max ?? Number.MAX_SAFE_INTEGER)
    case 'fraction': return Schema.number().min(0).max(1)
    case 'choice': return Schema.union((row.choices ?? []).map((choice) => Schema.const(choice)))
    case 'object': return OBJECTS[row.key] ?? Schema.dict(Schema.any())
    case 'string': {
      const text = Schema.string().pattern(formOf(row))
      return row.secret === true ? text.role('secret') : text
    }
  }
}

/**
 * Throws for what the schema lets pass: a key that is no option of this plugin (the schema library hands unknown keys on
 * in silence, so that a misspelt option would leave its default in force unseen), a row of the Chinese journal
 * bridge that cannot be used (CiteError), a Zotero setting that is wrong, and a threshold that is no number.
 */
export function assertConfig(config: CiteConfig): void {
  assertKeys(config, CONFIG_KEYS.map((row) => row.key), '')
  // Null where the whole row was written as `chinese:` in YAML.
  assertKeys(config.chinese ?? {}, ['journalMap'], 'chinese.')
  // Throws for a row that cannot be used, naming `chinese.journalMap` and the row.
  createJournalBridge(config.chinese?.journalMap ?? [])
  parseZoteroSettings(config.zotero ?? {})
  if (!Number.isFinite(config.titleThreshold)) throw new TypeError('invalid config: titleThreshold expected a number from 0 to 1')
}

/** Throws a TypeError that names the unknown keys and lists the known ones. */
export function assertKeys(value: object, known: readonly string[], path: string): void {
  const unknown = Object.keys(value).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const names = unknown.map((key) => `"${path}${key}"`).join(', ')
  throw new TypeError(`invalid config: unknown key ${names}; the keys are ${known.map((key) => path + key).join(', ')}`)
}
