import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decodeText, MAX_FILE_BYTES } from '../../src/formats/decode.ts'
import { encodeText } from '../../src/formats/encode.ts'
import { readCitations } from '../../src/formats/read.ts'

const LATIN = '@article{k,\r\n  author = {Müller, Jörg and Gonçález, Ñaño}\r\n}\r\n'
const CHINESE = '@article{k, title = {某病诊疗进展的研究与实践}, author = {张三 and 李四}, journal = {中华医学杂志}}'

describe('decodeText', () => {
  const cases = [
    ['UTF-8', new TextEncoder().encode(LATIN), LATIN, 'utf-8'],
    ['UTF-8 with a byte order mark, which stays', new TextEncoder().encode(`\ufeff${LATIN}`), `\ufeff${LATIN}`, 'utf-8'],
    ['UTF-16 LE with a mark', iconv.encode(LATIN, 'utf-16le', { addBOM: true }), `\ufeff${LATIN}`, 'utf-16le'],
    ['UTF-16 BE without a mark', iconv.encode(LATIN, 'utf-16be', { addBOM: false }), LATIN, 'utf-16be'],
    ['Latin-1', iconv.encode(LATIN, 'latin1'), LATIN, 'windows-1252'],
    ['GB18030', iconv.encode(CHINESE, 'gb18030'), CHINESE, 'gb18030'],
  ] as const
  for (const [what, bytes, text, encoding] of cases) {
    it(`reads ${what}, and encodeText gives the same bytes back`, async () => {
      const read = decodeText(bytes, 'a.bib')
      expect(read.text).toBe(text)
      expect(read.encoding).toBe(encoding)
      expect(read.note === undefined).toBe(encoding === 'utf-8')
      expect(Buffer.from(encodeText(read.text, read.encoding)).equals(Buffer.from(bytes))).toBe(true)
    })
  }

  it('refuses binary files and files over the limit with a sentence', () => {
    expect(() => decodeText(new TextEncoder().encode('%PDF-1.7 ...'), 'a.pdf')).toThrow(/^INVALID_INPUT: a.pdf is a binary file/)
    expect(() => decodeText(Uint8Array.from({ length: 400 }, (_, i) => i % 7), 'a.bin')).toThrow(/binary/)
    expect(() => decodeText(new Uint8Array(MAX_FILE_BYTES + 1), 'a.bib')).toThrow(/101 MB; files over 100 MB are not read/)
  })

  it('refuses to write a character that the encoding has not', async () => {
    expect(() => encodeText('Ł', 'windows-1252')).toThrow(/INVALID_INPUT/)
  })

  it('writes every character of the Basic Multilingual Plane and beyond in GB18030 as its decoder reads it', () => {
    const decoder = new TextDecoder('gb18030', { fatal: true, ignoreBOM: true })
    const isWritable = (point: number): boolean => (point < 0xd800 || point > 0xf8ff) // surrogates and the private use area apart
    const points = Array.from({ length: 0x10000 }, (_, point) => point).filter(isWritable)
    for (let start = 0; start < points.length; start += 4096) {
      const text = String.fromCodePoint(...points.slice(start, start + 4096))
      expect(decoder.decode(encodeText(text, 'gb18030')) === text, `from U+${points[start]?.toString(16)}`).toBe(true)
    }
    const beyond = '𠮷𝒳😀\u{10ffff}'
    expect(Buffer.from(encodeText(beyond, 'gb18030')).equals(iconv.encode(beyond, 'gb18030'))).toBe(true)
  })

  it('makes the encoding a remark of the first input', async () => {
    for await (const slice of readCitations(iconv.encode(CHINESE, 'gb18030'), { name: 'a.bib' })) expect(slice[0]).toMatchObject({ citation: { venue: '中华医学杂志' }, remarks: [expect.stringMatching(/GB18030/)] })
  })
})
