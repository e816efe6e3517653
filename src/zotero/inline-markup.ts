import { decodeEntities } from '../base/xml.ts'

const KEPT: Readonly<Record<string, string>> = { i: 'i', em: 'i', italic: 'i', b: 'b', strong: 'b', bold: 'b', sub: 'sub', sup: 'sup' }
const TAG = /<(\/?)(?:[a-z]+:)?([a-z][a-z0-9-]*)(?:\s[^<>]*)?\/?>/gi

/** A registry's title as Zotero understands it: `<i>`, `<b>`, `<sub>`, `<sup>` kept, JATS names turned into these, other tags dropped, entities read. */
export function keepInline(text: string): string {
  return decodeEntities(text.replace(TAG, (_, slash: string, name: string) => { const kept = KEPT[name.toLowerCase()]; return kept === undefined ? '' : `<${slash}${kept}>` })).replace(/\s+/g, ' ').trim()
}

/** A registry's abstract as plain text: paragraphs as lines, all tags dropped, a leading "Abstract" heading too. */
export function stripTags(text: string): string {
  const lines = text.replace(/<\/?(?:[a-z]+:)?(?:p|title|sec|br)(?:\s[^<>]*)?\/?>/gi, '\n').replace(TAG, '')
  return decodeEntities(lines).split('\n').map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '').join('\n').replace(/^abstract[:.]?\s*\n/i, '')
}
