import { CiteError } from '../base/cite-error.ts'
import { ENCODING_NAMES, type TextEncoding } from './decode.ts'

/**
 * Bytes of a text in the encoding it was read in. Node decodes every encoding but encodes only UTF-8, so the single- and multi-byte
 * tables are its own decoder turned around (WHATWG Encoding Standard). Throws CiteError INVALID_INPUT when that encoding cannot hold a character.
 */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = Buffer.from(text, 'utf16le')
    return encoding === 'utf-16le' ? bytes : bytes.swap16()
  }
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const character of text) {
    const code = table.get(character) ?? (encoding === 'gb18030' ? fourBytes(character) : undefined)
    if (code === undefined) throw new CiteError('INVALID_INPUT', `a character of the new text does not exist in ${ENCODING_NAMES[encoding]}`)
    bytes.push(...code)
  }
  return Uint8Array.from(bytes)
}

const tables = new Map<TextEncoding, ReadonlyMap<string, readonly number[]>>()

/** Character to bytes, for all one- and two-byte codes; the first code of a character wins. Made at the first use. */
function tableOf(encoding: TextEncoding): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  const table = new Map<string, readonly number[]>()
  const note = (...code: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(code))
      if ([...character].length === 1 && !table.has(character)) table.set(character, code)
    } catch { /* no such code */ }
  }
  for (let byte = 0; byte < 256; byte++) note(byte)
  if (encoding === 'gb18030') for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) note(lead, trail)
  tables.set(encoding, table)
  return table
}

/** GB18030's four-byte codes are in code point order, apart from what the shorter codes have: linear beyond the BMP, searched within it. */
function fourBytes(character: string): readonly number[] | undefined {
  const point = character.codePointAt(0) as number
  if (point >= 0x10000) return codeAt(189_000 + point - 0x10000)
  const decoder = new TextDecoder('gb18030', { fatal: true })
  let low = 0
  let high = 39_419
  while (low <= high) {
    const middle = (low + high) >> 1
    const code = codeAt(middle)
    const found = decoder.decode(Uint8Array.from(code)).codePointAt(0) as number
    if (found === point) return code
    // U+1E3F and U+E7C7 changed places in the 2005 edition; the old order is what the search needs
    if ((found === 0xe7c7 ? 0x1e3f : found) < point) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

/** The four-byte code with this linear index (0 is 81 30 81 30). */
function codeAt(index: number): readonly number[] {
  return [0x81 + Math.floor(index / 12_600), 0x30 + Math.floor(index / 1_260) % 10, 0x81 + Math.floor(index / 10) % 126, 0x30 + index % 10]
}
