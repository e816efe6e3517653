/** What JSON can hold without loss. `undefined` is not in it on purpose: see canonicalJson. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * RFC 8785 (JCS) text of a JSON value: keys sorted by UTF-16 code units, ES number text, no white space.
 * Throws a TypeError, with the path, on what JSON cannot hold (undefined, NaN, a lone surrogate, a Map, a Date):
 * a silently dropped key would change the digest that names an evidence record.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$')
}

function write(value: unknown, path: string): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path}: ${value} is not JSON`)
    return JSON.stringify(value)
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError(`${path}: a lone surrogate is not JSON text`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, `${path}[${index}]`)).join(',')}]`
  if (typeof value === 'object') {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) throw new TypeError(`${path}: not a plain object`)
    const record = value as Record<string, unknown>
    const members = Object.keys(record).sort().map((key) => `${write(key, `${path} key`)}:${write(record[key], `${path}.${key}`)}`)
    return `{${members.join(',')}}`
  }
  throw new TypeError(`${path}: ${typeof value} is not JSON`)
}
