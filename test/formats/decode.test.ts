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

  const HAN = '张三，李四，等．回环网络诊断方法的一项研究［Ｊ］．回环研究杂志，２０２３，１２（３）：３４５～３５１．\n一、二。'
  const RIS = 'TY  - JOUR\r\nT1  - 回环网络诊断方法的研究\r\nN2  - 目的 评估回环网络的诊断方法在示例中的应用价值及其意义并探讨一些影响因素。\r\nER  - \r\n'
  for (const [what, text] of [['Han with full-width punctuation', HAN], ['RIS with more Han than tags', RIS], ['one short line', '[1] 张三. 回环导论[M]. 2019.\n'], ['4,096 bytes that end inside the text', HAN.repeat(60)]] as const) {
    for (const encoding of ['utf-16le', 'utf-16be', 'gb18030', 'utf-8'] as const) {
      it(`reads ${what} in ${encoding}, with and without a byte order mark`, () => {
        for (const mark of ['', '\ufeff']) expect(decodeText(iconv.encode(mark + text, encoding), 'a.txt')).toMatchObject({ text: mark + text, encoding })
      })
    }
  }

  it('does not take accented letters beside each other for Han, nor numbers in 16 bits for text', () => {
    for (const text of ['naïveté à Orléans, «où ça»', 'Grüße aus Köln – £¡ ¿§', 'Ação, não é avó', '£££ ¡¡¡ ££']) expect(decodeText(iconv.encode(text, 'win1252'), 'a.txt')).toMatchObject({ text, encoding: 'windows-1252' })
    for (const step of [3, 257, 4099]) expect(() => decodeText(new Uint8Array(Uint16Array.from({ length: 2000 }, (_, i) => i * step).buffer), 'a.bin')).toThrow(/binary/)
  })

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
