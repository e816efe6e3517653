import type { Doi } from '../model/identifiers.ts'

/**
 * Canonical DOI of a text that names exactly one, or undefined. Strips `doi:`, any doi.org URL, percent-encoding and
 * trailing punctuation; keeps balanced brackets and SICI characters; lower-cases (DOIs are case-insensitive, ISO 26324).
 */
export function parseDoi(text: string): Doi | undefined {
  let s = text.trim().normalize('NFKC').replace(/[\u200b-\u200d\ufeff]/g, '')
  s = s.replace(/^<|>$/g, (c, at) => (at === 0 && c === '<' ? '' : c))
  s = s.replace(/^(?:urn:|info:)?doi\s*[:=]?\s*(?=10\.|https?:)/i, '')
  const url = /^https?:\/\/(?:[\w-]+\.)*doi\.org\/(?:doi:)?/i.exec(s) ?? /^(?:[\w-]+\.)*doi\.org\//i.exec(s)
  if (url) s = s.slice(url[0].length).replace(/[?#](?:utm_|ref=|nosfx).*$/i, '')
  if (/%[0-9a-f]{2}/i.test(s)) {
    try { s = decodeURIComponent(s) } catch { /* a stray percent sign is part of the suffix */ }
  }
  s = trimTail(s)
  if (!/^10\.\d{4,9}(?:\.\d+)*\/\S+$/.test(s)) return undefined
  return s.toLowerCase() as Doi
}

/** Drops sentence punctuation and closing brackets that were never opened within the DOI. */
function trimTail(text: string): string {
  let s = text
  for (;;) {
    const last = s.at(-1)
    if (last === undefined) return s
    if ('.,;:!?\'"”’»。，；、'.includes(last)) { s = s.slice(0, -1); continue }
    const open = ({ ')': '(', ']': '[', '}': '{', '>': '<' } as Record<string, string>)[last]
    if (open !== undefined && s.split(last).length > s.split(open).length) { s = s.slice(0, -1); continue }
    return s
  }
}

/** `10.1000` of `10.1000/x`: what doi.org's registration-agency look-up takes. */
export function doiPrefix(doi: Doi): string {
  return doi.slice(0, doi.indexOf('/'))
}
