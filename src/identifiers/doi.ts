import type { Doi } from '../model/identifiers.ts'

/** doi.org in all its spellings, hosts that only forward DOIs (doi.acm.org, dx.medra.org), and library proxies of doi.org (`doi-org.proxy.example.edu`, `doi.org.proxy.example.edu`). */
const RESOLVER = /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:doi\.org|doi-org\.[\w.-]+|doi\.org\.[\w.-]+|doi\.[\w-]+\.(?:org|com|net)|dx\.medra\.org)(?::\d+)?\/+(?:doi:)?/i
/** Query and fragment of a doi.org address. Within a DOI both signs are percent-encoded there; a SICI may end in a bare `#`, its check character. */
const URL_TAIL = /(?:\?[a-z_][\w.-]*=.*|\?nosfx.*|#[a-z][^#]*)$/i
const PROXY_LOGIN = /^https?:\/\/[\w.-]+\/login\?(?:q?url)=/i

/**
 * Canonical DOI of a text that names exactly one, or undefined. Strips `doi:`, any doi.org URL, percent-encoding, HTML and TeX escapes and
 * trailing punctuation; folds full-width forms; keeps balanced brackets and SICI characters; lower-cases ASCII (ISO 26324: DOIs are
 * case-insensitive in ASCII only). Applying it to its own answer changes nothing.
 */
export function parseDoi(text: string): Doi | undefined {
  let s = text
  // Percent-encoding may be stacked (%253C); each round takes one layer off.
  for (let round = 0; round < 8; round++) {
    const next = strip(s)
    if (next === s) break
    s = next
  }
  return /^10\.\d{4,9}(?:\.\d+)*\/[^\s\p{Cc}\p{Cs}]+$/u.test(s) ? (s as Doi) : undefined
}

function strip(text: string): string {
  let s = foldWidth(text).trim()
  if (s.startsWith('<') && !s.slice(1).includes('<')) s = s.slice(1).replace(/>$/, '')
  s = s.replace(PROXY_LOGIN, '').replace(/^(?:urn:|info:)?doi\s*[:=]?\s*(?=10\.|https?:|doi|dx\.)/i, '')
  const resolver = RESOLVER.exec(s)
  if (resolver !== null) s = s.slice(resolver[0].length).replace(URL_TAIL, '').replace(/\/+$/, '')
  s = decodePercent(s).replace(/&(lt|gt|amp);/gi, (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name.toLowerCase()]!)
  s = s.replace(/\\(?=[_&%#$~{}()<>.;:-])/g, '')
  return trimTail(s).replace(/[A-Z]+/g, (run) => run.toLowerCase())
}

/** Full-width ASCII (U+FF01 to U+FF5E) to ASCII, typographic hyphens to `-`, invisible characters dropped. Not NFKC: `ﬁ` or `²` may be part of a suffix. */
function foldWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/[\u2010\u2011]/g, '-').replace(/[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]/g, '')
}

function decodePercent(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A stray percent sign is part of the suffix.
  }
}

const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

/** Drops sentence punctuation and closing brackets that were never opened within the DOI. */
function trimTail(text: string): string {
  let s = text
  for (;;) {
    const last = s.at(-1)
    if (last === undefined) return s
    if ('.,;:!?\'"`”’»。，；、'.includes(last) || /\s/.test(last)) { s = s.slice(0, -1); continue }
    const open = CLOSERS[last]
    if (open !== undefined && count(s, last) > count(s, open)) { s = s.slice(0, -1); continue }
    return s
  }
}

function count(text: string, char: string): number {
  let n = 0
  for (const c of text) if (c === char) n++
  return n
}

/** `10.1000` of `10.1000/x`: what doi.org's registration-agency look-up takes. */
export function doiPrefix(doi: Doi): string {
  return doi.slice(0, doi.indexOf('/'))
}

/**
 * DOI that a URL names: any doi.org form, or a publisher's address with the DOI in its path (`/doi/full/10.1002/x`, `/article/10.1007/x`,
 * `?doi=10.1000/x`); page suffixes (`/abstract`, `.pdf`) are dropped. Undefined when the URL names none.
 */
export function doiOfUrl(url: string): Doi | undefined {
  const s = foldWidth(url).trim()
  if (RESOLVER.test(s) || PROXY_LOGIN.test(s)) return parseDoi(s)
  if (!/^https?:\/\//i.test(s)) return undefined
  const query = /[?&](?:doi|id)=(?:doi:|info:doi\/)?(10\.[^&#]+)/i.exec(s)
  if (query !== null) return parseDoi(query[1]!)
  const path = /^[^?#]*?\/(?:doi|article|articles|book|chapter|content|abs|full|pdf|epdf|10)?\/?(?:[a-z]+\/)?(10\.\d{4,9}(?:\.\d+)*(?:\/|%2f)[^?#]+)/i.exec(s)
  if (path === null) return undefined
  const doi = path[1]!.replace(/\/(?:abstract|full|fulltext|pdf|epdf|pdfdirect|summary|references|meta|html|tables|figures)\/?$/i, '').replace(/\.(?:pdf|full|abstract|html?)$/i, '').replace(/\/$/, '')
  // bioRxiv and medRxiv put a version behind the DOI in their addresses; the DOI has none.
  return parseDoi(/^10\.(?:1101|64898)\//.test(doi) ? doi.replace(/v\d+$/i, '') : doi)
}
