import { CiteError } from '../base/cite-error.ts'

/** Larger files are refused: a bibliography of 100,000 entries is about 60 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'gb18030'

export interface DecodedText {
  /** Line ends are kept; a byte order mark stays as U+FEFF, so that an edited text can be written back as it was. */
  readonly text: string
  readonly encoding: TextEncoding
  /** Said to the user when the encoding is not UTF-8. */
  readonly note?: string
}

/**
 * Text of a file. In this order: byte order mark; strict UTF-8; UTF-16 without mark (a NUL in at least 60 % of the odd or of the even
 * places of the first 4 kB, or nearly only letters, Han and their punctuation in one of the two orders); GB18030 (decodes without error,
 * and at least half of the pairs that are no punctuation are GB 2312 level 1 characters); else Windows-1252, the superset of Latin-1. Throws CiteError INVALID_INPUT for a binary file and for one over MAX_FILE_BYTES.
 */
export function decodeText(bytes: Uint8Array, name: string): DecodedText {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new CiteError('INVALID_INPUT', `${name} is ${Math.ceil(bytes.length / 1048576)} MB; files over ${MAX_FILE_BYTES / 1048576} MB are not read`)
  }
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return decoded(bytes, marked, name, marked === 'utf-8' ? undefined : 'by its byte order mark')
  const head = bytes.subarray(0, 4096)
  if (isBinaryMagic(head)) throw binary(name)
  if (head.includes(0)) {
    const wide = wideEncoding(head)
    if (wide === undefined) throw binary(name)
    return decoded(bytes, wide, name, 'guessed from its zero bytes')
  }
  const utf8 = tryDecode(bytes, 'utf-8')
  if (utf8 !== undefined) {
    if (hasControls(utf8)) throw binary(name)
    return { text: utf8, encoding: 'utf-8' }
  }
  if (looksGb18030(bytes)) {
    const text = tryDecode(bytes, 'gb18030')
    if (text !== undefined && !hasControls(text)) return { text, encoding: 'gb18030', note: readAs(name, 'gb18030', 'guessed from its byte pairs') }
  }
  return decoded(bytes, 'windows-1252', name, 'it is not valid UTF-8')
}

/** Names for people. */
export const ENCODING_NAMES: Readonly<Record<TextEncoding, string>> = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE', 'windows-1252': 'Latin-1 (Windows-1252)', gb18030: 'GB18030' }

function readAs(name: string, encoding: TextEncoding, why: string): string {
  return `${name} was read as ${ENCODING_NAMES[encoding]} (${why})`
}

function binary(name: string): CiteError {
  return new CiteError('INVALID_INPUT', `${name} is a binary file, not a bibliography or a text`)
}

function decoded(bytes: Uint8Array, encoding: TextEncoding, name: string, why: string | undefined): DecodedText {
  const text = tryDecode(bytes, encoding)
  if (text === undefined) throw new CiteError('INVALID_INPUT', `${name} has a byte order mark of ${ENCODING_NAMES[encoding]} but is not valid ${ENCODING_NAMES[encoding]}`)
  if (hasControls(text)) throw binary(name)
  return { text, encoding, ...(why === undefined ? {} : { note: readAs(name, encoding, why) }) }
}

function tryDecode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function markedEncoding(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function wideEncoding(head: Uint8Array): TextEncoding | undefined {
  let even = 0
  let odd = 0
  for (let i = 0; i < head.length; i++) if (head[i] === 0) { if (i % 2 === 0) even++; else odd++ }
  const half = head.length / 2
  if (odd >= half * 0.6 && even < half * 0.1) return 'utf-16le'
  if (even >= half * 0.6 && odd < half * 0.1) return 'utf-16be'
  // A text that is mostly Han has few zero bytes, and 一 (U+4E00) has one in the other place.
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => isWrittenText(head, encoding === 'utf-16le'))
}

/** Whether 95 % of the 16-bit units are line ends, ASCII, Latin, Greek, Han, kana and the punctuation that stands among them: random units are so in a third of cases, and in the other byte order ASCII is not. */
function isWrittenText(head: Uint8Array, littleEndian: boolean): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const units = head.length >> 1
  let written = 0
  for (let i = 0; i < units; i++) {
    const unit = view.getUint16(i * 2, littleEndian)
    const isWritten = unit === 9 || unit === 10 || unit === 13 || (unit >= 0x20 && unit < 0x7f) || (unit >= 0xa0 && unit < 0x250) || (unit >= 0x370 && unit < 0x400) || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3100) || (unit >= 0x4e00 && unit < 0xa000) || (unit >= 0xff00 && unit < 0xfff0)
    if (isWritten) written++
  }
  return units >= 4 && written >= units * 0.95
}

/** PDF, ZIP (docx, odt, epub), gzip, PNG, JPEG, GIF, SQLite, ELF, OLE2: formats whose first kilobytes may hold no NUL. */
const MAGIC: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46, 0x2d], [0x50, 0x4b, 0x03, 0x04], [0x1f, 0x8b], [0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38], [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], [0x7f, 0x45, 0x4c, 0x46], [0xd0, 0xcf, 0x11, 0xe0],
]

function isBinaryMagic(head: Uint8Array): boolean {
  return MAGIC.some((magic) => magic.every((byte, i) => head[i] === byte))
}

/** NUL, or more than one control character in 1,000 (tabs, line ends, form feeds, Ctrl-Z and escape are seen in real files). */
function hasControls(text: string): boolean {
  let controls = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0) return true
    if (c < 32 && c !== 9 && c !== 10 && c !== 12 && c !== 13 && c !== 26 && c !== 27) controls++
  }
  return controls > 8 && controls * 1000 > text.length
}

/**
 * In GB18030 high bytes come in pairs, in Latin-1 text they mostly stand alone between ASCII letters. Level 1 of GB 2312 (the 3,755
 * common characters) has lead bytes B0 to D7; accented Latin letters in a row rarely give such pairs throughout. Punctuation and
 * full-width forms (rows A1 and A3), which make up half of some references, say neither; characters beyond GBK have four bytes.
 */
function looksGb18030(bytes: Uint8Array): boolean {
  let pairs = 0
  let common = 0
  let alone = 0
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i]!
    if (lead < 0x81 || lead === 0xff) { if (lead >= 0x80) alone++; continue }
    const trail = bytes[i + 1] ?? 0
    if (isDigit(trail) && (bytes[i + 2] ?? 0) >= 0x81 && isDigit(bytes[i + 3] ?? 0)) { i += 3; continue }
    if ((lead === 0xa1 || lead === 0xa3) && trail >= 0xa1 && trail !== 0xff) { i++; continue }
    if (trail < 0xa1 || trail === 0xff) { alone++; if (trail >= 0x80) i++; continue }
    pairs++
    if (lead >= 0xb0 && lead <= 0xd7) common++
    i++
  }
  return pairs > 0 && alone <= pairs * 0.3 && common >= pairs * 0.5
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}
