import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH, parseJson, UnparsableBody } from '../../src/base/json.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const nested = (depth: number, core: string): string => '['.repeat(depth) + core + ']'.repeat(depth)

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(fc.property(fc.json(), (text) => { expect(parseJson(bytes(text))).toEqual(JSON.parse(text)) }))
  })

  it('counts the brackets of the structure, never those in strings, whatever quotes and backslashes stand there', () => {
    const text = fc.array(fc.constantFrom('"', '\\', '[', '{', ']', '}', 'a', '\\"'), { maxLength: 40 }).map((parts) => JSON.stringify(parts.join('')))
    fc.assert(fc.property(text, text, (first, second) => {
      const core = `{${first}:[${second},${JSON.stringify('['.repeat(300))}]}`
      expect(parseJson(bytes(nested(MAX_JSON_DEPTH - 2, core)))).toBeInstanceOf(Array)
      expect(() => parseJson(bytes(nested(MAX_JSON_DEPTH - 1, core)))).toThrow(/nests deeper/)
    }))
  })

  it.each(['"never closed [', '"\\', '{"a":"\\"', '', '<html>'])('refuses %j as what it is: no JSON', (text) => {
    expect(() => parseJson(bytes(text))).toThrow(UnparsableBody)
    expect(() => parseJson(bytes(text))).not.toThrow(/nests/)
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(/UTF-8/)
  })
})
