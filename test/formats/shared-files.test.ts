import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isCiteError } from '../../src/base/cite-error.ts'
import { scanBibtex } from '../../src/formats/bibtex-scan.ts'
import { decodeText } from '../../src/formats/decode.ts'
import { readCitations } from '../../src/formats/read.ts'

const ROOT = new URL('../../../shared/data/bib/', import.meta.url)
const present = existsSync(new URL('index.jsonl', ROOT))
const rows = present ? readFileSync(new URL('index.jsonl', ROOT), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { file: string; entries: number; real?: boolean }) : []
const isBib = (file: string): boolean => /\.(?:bib|bibtex|biblatex)$/.test(file)

describe.skipIf(!present)(`bibliography files as people wrote them${present ? '' : ' (skipped: ../shared/data/bib is absent)'}`, () => {
  it('reads every file without a crash, and refuses only JSON of other kinds and tagged files of EndNote', { timeout: 240_000 }, async () => {
    const refused: string[] = []
    let inputs = 0
    for (const { file } of rows) {
      try {
        for await (const slice of readCitations(readFileSync(new URL(file, ROOT)), { name: file })) inputs += slice.length
      } catch (error) {
        if (!isCiteError(error)) throw new Error(`${file} crashed the reader`, { cause: error })
        refused.push(file)
      }
    }
    expect(refused.filter((file) => !/\.(?:json|enw)$/.test(file))).toEqual([])
    expect(refused.length).toBeLessThan(10)
    expect(inputs).toBeGreaterThan(50_000)
  })

  it('scans every BibTeX file without loss', () => {
    for (const { file } of rows.filter((row) => isBib(row.file))) {
      const { text } = decodeText(readFileSync(new URL(file, ROOT)), file)
      let at = 0
      for (const block of scanBibtex(text)) {
        if (block.start !== at) throw new Error(`${file}: a gap at ${at}`)
        at = block.end
      }
      expect(at, file).toBe(text.length)
    }
  })

  it('finds as many entries as the index counts in at least 98 % of the files that it counts', () => {
    const counted = rows.filter((row) => isBib(row.file) && row.entries > 0)
    const same = counted.filter(({ file, entries }) => {
      const { text } = decodeText(readFileSync(new URL(file, ROOT)), file)
      return [...scanBibtex(text)].filter((block) => block.kind === 'entry').length === entries
    })
    expect(same.length / counted.length).toBeGreaterThan(0.98)
  })
})
