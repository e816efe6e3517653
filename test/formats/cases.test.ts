import { describe, expect, it } from 'vitest'
import cases from '../../fixtures/formats/cases.json' with { type: 'json' }
import { readCitations } from '../../src/formats/read.ts'
import type { CitationInput } from '../../src/model/input.ts'

describe('readCitations: cases', () => {
  for (const { id, why, name, text, items } of cases) {
    it(`${id}: ${why}`, async () => {
      const inputs: CitationInput[] = []
      for await (const slice of readCitations(new TextEncoder().encode(text), { name })) inputs.push(...slice)
      expect(inputs.map((input) => input.key)).toEqual(items.map((item) => item.key))
      items.forEach((item, i) => {
        const { without = [], ...wanted } = item as typeof item & { readonly without?: readonly string[] }
        expect(inputs[i]).toMatchObject(wanted)
        for (const field of without) expect(inputs[i]!.citation).not.toHaveProperty(field)
        if ('citation' in item && item.citation !== undefined && 'identifiers' in item.citation) expect(inputs[i]!.citation.identifiers).toEqual(item.citation.identifiers)
        const { source, raw } = inputs[i]!
        if (source !== undefined) expect(text.slice(source.start, source.end)).toBe(raw)
      })
    })
  }
})

describe('readCitations: a value beyond any real one', () => {
  it('costs its own field and says so; thousands of authors are read', async () => {
    const names = (count: number): string => Array.from({ length: count }, (_, n) => `Family${n}, Given`).join(' and ')
    const text = `@article{long, author = {${names(9_000)}}, title = {A {\\"U}bung}, year = 2020}\n@article{many, author = {${names(3_000)}}, title = {B}, year = 2021}\n`
    const inputs: CitationInput[] = []
    for await (const slice of readCitations(new TextEncoder().encode(text), { name: 'long.bib' })) inputs.push(...slice)
    expect(inputs[0]).toMatchObject({ key: 'long', citation: { title: 'A Übung', year: '2020' }, remarks: ['author is longer than 150000 characters and is not read'] })
    expect(inputs[0]!.citation).not.toHaveProperty('authors')
    expect(inputs[1]!.citation.authors).toHaveLength(3_000)
  }, 60_000)
})
