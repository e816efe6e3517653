import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/base/canonical-json.ts'

describe('canonicalJson', () => {
  it('writes what the canonicalize package writes (RFC 8785), for any JSON value', () => {
    fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      fc.pre(JSON.stringify(value).isWellFormed())
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }), { numRuns: 500 })
  })

  it('can be read back to the same value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))
    }))
  })

  it('sorts keys by UTF-16 code units and writes numbers as ECMAScript does (RFC 8785, 3.2.3)', () => {
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }))
      .toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
    expect(canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]')
  })

  it.each<[string, unknown]>([
    ['undefined in an object', { a: undefined }], ['undefined in a list', [undefined]], ['NaN', { a: Number.NaN }], ['Infinity', [Infinity]],
    ['a lone surrogate', { a: '\ud800' }], ['a lone surrogate as key', { '\udc00': 1 }], ['a Map', { a: new Map() }], ['a Date', [new Date(0)]],
    ['a function', { a: () => 1 }], ['a bigint', [1n]], ['a symbol', [Symbol('x')]],
  ])('refuses %s and says where', (_what, value) => {
    expect(() => canonicalJson(value)).toThrow(/^\$(?: key|[.[])/)
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })
})
