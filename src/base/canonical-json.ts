/** What JSON can hold without loss. `undefined` is not in it on purpose: see canonicalJson. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * RFC 8785 (JCS) text of a JSON value: keys sorted by UTF-16 code units, ES number text, no white space.
 * Throws a TypeError, with the path, on what JSON cannot hold (undefined, NaN, a lone surrogate, a Map, a Date):
 * a silently dropped key would change the digest that names an evidence record.
 */
export function canonicalJson(value: unknown): string {
  try {
    return write(value)
  } catch (error) {
    if (error instanceof NotJson) throw new TypeError(`${pathOf(value, '$') ?? '$'}: ${error.message}`)
    throw error
  }
}

/** Why a value is not JSON; where it stands is only looked for once there is one. */
class NotJson extends Error {}

/** ASCII without what JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/

function write(value: unknown): string {
  if (typeof value === 'string') {
    if (PLAIN.test(value)) return `"${value}"`
    if (!value.isWellFormed()) throw new NotJson('a lone surrogate is not JSON text')
    return JSON.stringify(value)
  }
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) {
      let text = '['
      for (let i = 0; i < value.length; i++) text += i === 0 ? write(value[i]) : `,${write(value[i])}`
      return `${text}]`
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) throw new NotJson('not a plain object')
    const record = value as Record<string, unknown>
    let text = ''
    const keys = Object.keys(record)
    for (const key of keys.length > 1 ? keys.sort() : keys) text += `${text === '' ? '' : ','}${writeKey(key)}${write(record[key])}`
    return `{${text}}`
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  throw new NotJson(`${typeof value === 'number' ? value : typeof value} is not JSON`)
}

/** Keys as they are written, colon included: a record has the same few dozen again and again. */
const KEYS = new Map<string, string>()
const MOST_KEYS = 500

function writeKey(key: string): string {
  const known = KEYS.get(key)
  if (known !== undefined) return known
  const text = `${write(key)}:`
  if (KEYS.size < MOST_KEYS && key.length <= 40) KEYS.set(key, text)
  return text
}

/** Path of the first part of a value that cannot be written. */
function pathOf(value: unknown, path: string): string | undefined {
  if (typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)) {
    for (const [key, item] of Object.entries(value)) {
      const found = key.isWellFormed() ? pathOf(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`) : `${path} key`
      if (found !== undefined) return found
    }
    return undefined
  }
  try { write(value); return undefined } catch { return path }
}
