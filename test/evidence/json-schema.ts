import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'

const read = (name: string): object => JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')) as object

/** Validators compiled from the schema files that ship. `strict` makes ajv refuse a schema with a misspelt keyword. */
export function compiledSchema(name: 'evidence-record.schema.json' | 'report.schema.json'): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true, ownProperties: true })
  ajv.addSchema(read('evidence-record.schema.json'))
  return name === 'report.schema.json' ? ajv.compile(read(name)) : ajv.getSchema(name)!
}
