import { describe, expect, it } from 'vitest'
import { decodeEntities, MAX_XML_DEPTH, parseXml, xmlAttribute, xmlChild, xmlChildren, xmlText } from '../../src/base/xml.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const parse = (text: string, raw: readonly string[] = []) => parseXml(bytes(text), raw)

describe('parseXml reads', () => {
  it('elements, attributes, repeated children and text with entities undone once', () => {
    const { name, root } = parse('<?xml version="1.0"?><!-- c --><feed v="a &amp;amp; b"><e>x &lt; &#x79;</e><e/><e><![CDATA[raw <&> text]]></e></feed>')
    expect(name).toBe('feed')
    expect(xmlAttribute(root, 'v')).toBe('a &amp; b')
    expect(xmlChildren(root, 'e').map(xmlText)).toEqual(['x < y', undefined, 'raw <&> text'])
    expect(xmlChild(root, 'missing', 'deeper')).toBeUndefined()
  })
  it('inline markup of the named elements as it stands', () => {
    expect(parse('<r><t>a <i>b</i> &lt; c</t></r>', ['t']).root['t']).toEqual([{ '#text': 'a <i>b</i> &lt; c' }])
  })
  it('a document with an external document type, which it does not fetch', () => {
    expect(parse('<!DOCTYPE r PUBLIC "-//NLM//DTD x//EN" "https://example.org/x.dtd"><r>1</r>').name).toBe('r')
  })
  it('attribute values that hold an angle bracket', () => {
    expect(xmlAttribute(parse('<r a="1 > 0">x</r>').root, 'a')).toBe('1 > 0')
  })
})

describe('parseXml refuses', () => {
  it.each([
    ['', /not XML/], ['plain', /not XML/], ['{"json": "<b>"}', /closed|not XML/], ['<a', /middle of a tag/], ['<a><b></a></b>', /not open/], ['<a><b>', /before <b> is closed/], ['<a>x', /before <a> is closed/], ['</a>', /not open/], ['<a/><b/>', /more than one root/],
    ['<a b="', /middle of a tag/], ['<!-- a', /middle of a tag/], ['<a><![CDATA[x</a>', /middle of a tag/], ['< a></a>', /not XML/], ['<1></1>', /not XML/],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /own entities/], ['<!DOCTYPE a SYSTEM "x" [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]><a/>', /own entities/], ['<a><!ENTITY x "y"></a>', /own entities/],
  ])('%j', (text, message) => {
    expect(() => parse(text)).toThrow(message)
  })
  it('invalid UTF-8', () => {
    expect(() => parseXml(new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow(/UTF-8/)
  })
  it('nesting beyond its limit, at once', () => {
    expect(() => parse('<a>'.repeat(MAX_XML_DEPTH + 1) + '</a>'.repeat(MAX_XML_DEPTH + 1))).toThrow(/deeper/)
    expect(parse('<a>'.repeat(MAX_XML_DEPTH) + '</a>'.repeat(MAX_XML_DEPTH)).name).toBe('a')
  })
  it('every truncation of a valid document', () => {
    const whole = '<?xml version="1.0"?><feed a="b"><entry><id>1 &amp; 2</id><x/></entry></feed>'
    for (let length = 0; length < whole.length; length++) expect(() => parse(whole.slice(0, length)), whole.slice(0, length)).toThrow()
  })
})

describe('decodeEntities', () => {
  it.each([['&amp;lt;', '&lt;'], ['&#65;&#x42;&#X43;', 'ABC'], ['&copy; &unknown; &', '&copy; &unknown; &'], ['&#0;&#xD800;&#x110000;', '&#0;&#xD800;&#x110000;'], ['&quot;&apos;', '"\'']])('%s is %s', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded)
  })
})
