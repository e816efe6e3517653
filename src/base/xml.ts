import { XMLParser } from 'fast-xml-parser'
import { decodeUtf8, UnparsableBody } from './json.ts'

/** Deepest nesting that a provider's XML may have; PubMed's real answers stay under 15. */
export const MAX_XML_DEPTH = 100

/** Every element: attributes under `@name`, its text under `#text`, its children as arrays under their names. */
export interface XmlElement {
  readonly [key: string]: string | readonly XmlElement[]
}

/**
 * Parses an XML body to its root element. `rawNames` are elements whose inner XML is kept as one string (titles with
 * inline markup). Throws UnparsableBody on invalid UTF-8, a document type with an internal subset (entity bombs), tags that
 * do not match, a document that ends early, or nesting beyond MAX_XML_DEPTH. External document types are never fetched.
 */
export function parseXml(bytes: Uint8Array, rawNames: readonly string[] = []): { readonly name: string; readonly root: XmlElement } {
  const text = decodeUtf8(bytes)
  assertWellFormed(text)
  let tree: Record<string, unknown>
  try {
    tree = new XMLParser({
      ignoreAttributes: false, attributeNamePrefix: '@', alwaysCreateTextNode: true, parseTagValue: false, parseAttributeValue: false,
      processEntities: false, ignoreDeclaration: true, ignorePiTags: true, trimValues: true,
      isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
      stopNodes: rawNames.map((name) => `*.${name}`),
    }).parse(text.replace(/<!DOCTYPE[^>[]*>/, '')) as Record<string, unknown>
  } catch (cause) {
    throw new UnparsableBody('the body is not XML', { cause })
  }
  const name = Object.keys(tree).find((key) => Array.isArray(tree[key]))
  const root = name === undefined ? undefined : (tree[name] as readonly XmlElement[])[0]
  if (name === undefined || root === undefined) throw new UnparsableBody('the XML has no root element')
  return { name, root }
}

/** Children of that name, in order; empty when there are none. */
export function xmlChildren(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const found = element?.[name]
  return Array.isArray(found) ? (found as readonly XmlElement[]) : []
}

/** The first element along a path of names. */
export function xmlChild(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => xmlChildren(at, name)[0], element)
}

/** Text of an element with entities undone and white space collapsed; undefined when there is none. */
export function xmlText(element: XmlElement | undefined): string | undefined {
  const text = element?.['#text']
  return typeof text === 'string' ? decodeEntities(text).replace(/\s+/g, ' ').trim() || undefined : undefined
}

/** An attribute's value with entities undone. */
export function xmlAttribute(element: XmlElement | undefined, name: string): string | undefined {
  const value = element?.[`@${name}`]
  return typeof value === 'string' ? decodeEntities(value) : undefined
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Undoes XML's five named and all numeric character references, once. Anything else stays as it is. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, named: string | undefined, decimal: string | undefined, hex: string | undefined) => {
    if (named) return NAMED[named] ?? NAMED[named.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code)
  })
}

/** One pass over the tags before any recursive code sees the document: it must be balanced, whole and not too deep. */
function assertWellFormed(text: string): void {
  if (/<!ENTITY\b/i.test(text) || /<!DOCTYPE[^>]*\[/i.test(text)) throw new UnparsableBody('the XML declares its own entities')
  const open: string[] = []
  let rootSeen = false
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const special = SPECIAL.find(([start]) => text.startsWith(start, at))
    const end = special ? text.indexOf(special[1], at + special[0].length) : tagEnd(text, at)
    if (end < 0) throw new UnparsableBody('the XML ends in the middle of a tag')
    if (!special) {
      const tag = text.slice(at + 1, end)
      const name = /^\/?([^\s/>]+)/.exec(tag)?.[1]
      if (name === undefined || !/^[A-Za-z_\u0080-\uffff]/.test(name)) throw new UnparsableBody('the body is not XML')
      if (tag.startsWith('/')) {
        if (open.pop() !== name) throw new UnparsableBody(`the XML closes <${name.slice(0, 40)}> where it is not open`)
      } else {
        if (open.length === 0 && rootSeen) throw new UnparsableBody('the XML has more than one root element')
        rootSeen = true
        if (!tag.endsWith('/')) open.push(name)
        if (open.length > MAX_XML_DEPTH) throw new UnparsableBody(`the XML nests deeper than ${MAX_XML_DEPTH} levels`)
      }
    }
    at = end + 1
  }
  if (!rootSeen) throw new UnparsableBody('the body is not XML')
  if (open.length > 0) throw new UnparsableBody(`the XML ends before <${String(open.at(-1)).slice(0, 40)}> is closed`)
}

const SPECIAL: readonly (readonly [string, string])[] = [['<!--', '-->'], ['<![CDATA[', ']]>'], ['<?', '?>'], ['<!', '>']]

/** Where the tag that starts at `at` ends: quoted attribute values may hold `>`. */
function tagEnd(text: string, at: number): number {
  let quote = ''
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i] as string
    if (quote) { if (c === quote) quote = '' }
    else if (c === '"' || c === "'") quote = c
    else if (c === '>') return i
    else if (c === '<') return -1
  }
  return -1
}
