import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from '../../src/formats/read.ts'
import type { Citation } from '../../src/model/citation.ts'
import type { CitationInput } from '../../src/model/input.ts'
import type { VerifiedItem } from '../../src/model/item.ts'
import type { Suggestion } from '../../src/model/verdict.ts'
import type { Work } from '../../src/model/work.ts'
import { checksOf } from '../../src/verify/checks.ts'
import { proposeFix, type Fix } from '../../src/verify/fix.ts'

const RECORD: Work = {
  provider: 'crossref',
  identifiers: {},
  type: 'article-journal',
  title: 'Early report on DNA & RNA in 50% of cells',
  authors: [{ family: 'Müller', given: 'Jörg' }, { family: 'Oord', given: 'Aaron', particle: 'van den' }, { literal: 'Working Group' }],
  dates: { print: '1998-02' },
  venues: ['Journal of Applied Physics'],
  shortVenues: ['J. Appl. Phys.'],
  volume: '351',
  issue: '9103',
  pages: '637-641',
  publisher: 'Smith & Sons',
}

async function readAll(text: string): Promise<CitationInput[]> {
  const inputs: CitationInput[] = []
  for await (const slice of readText(text, { name: 'a.bib', format: 'bibtex' })) inputs.push(...slice)
  return inputs
}

function verified(input: CitationInput, work: Work, more: Partial<VerifiedItem> = {}): VerifiedItem {
  const { checks, identity } = checksOf(input.citation, work, { titleThreshold: 0.85 })
  return { input, ok: false, status: 'warn', notFound: false, lookupError: false, identity: identity === 'other-work' ? identity : 'same-work', resolved: work, checks, notices: [], nextAction: '', warnings: [], evidenceId: 'ev-1', ...more }
}

async function fix(text: string, work: Work = RECORD, more: Partial<VerifiedItem> = {}, index = 0): Promise<Fix & { readonly after: string; readonly citation: Citation }> {
  const inputs = await readAll(text)
  const input = inputs[index]!
  const result = await proposeFix(text, input, verified(input, work, more))
  const after = text.slice(0, input.source!.start) + result.bibtex + text.slice(input.source!.end)
  const again = (await readAll(after))[index]!
  // Applying twice changes nothing, whatever the test is about.
  if (result.diffs.length > 0 && more.identity === undefined) expect((await proposeFix(after, again, verified(again, work))).diffs).toEqual([])
  return { ...result, after, citation: again.citation }
}

const entry = (...fields: readonly string[]): string => `@article{k,\n${fields.map((field) => `  ${field}`).join(',\n')}\n}\n`

describe('proposeFix: what is edited', () => {
  it('leaves an entry alone that agrees', async () => {
    const text = entry('year = 1998', 'volume = {351}')
    const { bibtex, diffs, warnings } = await fix(text)
    expect(bibtex).toBe(text.trimEnd())
    expect([diffs, warnings]).toEqual([[], []])
  })

  it('changes the differing value and keeps every other byte', async () => {
    const text = '% mine\n@Article { k ,\n\tTitle = "Early report on {DNA} \\& RNA in 50\\% of cells" ,\n  YEAR=1997, % wrong?\n volume = {351},\n  note = {kept  as {is}}}\ntail'
    const { after, diffs } = await fix(text)
    expect(after).toBe(text.replace('1997', '1998'))
    expect(diffs).toEqual([{ field: 'year', old: '1997', new: '1998', rule: expect.stringMatching(/^year\./), evidenceId: 'ev-1' }])
  })

  it('takes PubMed\'s full stop for none of the title\'s, unless the entry ends its own so', async () => {
    const work: Work = { ...RECORD, provider: 'pubmed', title: 'Early report on cells.' }
    expect((await fix(entry('title = {Late report on cells}'), work)).diffs).toMatchObject([{ new: 'Early report on cells' }])
    expect((await fix(entry('title = {Late report on cells.}'), work)).diffs).toMatchObject([{ new: 'Early report on cells.' }])
    expect((await fix(entry('title = {Late report on cells of the U.K}'), { ...work, title: 'Early report on cells of the U.K.' })).diffs).toMatchObject([{ new: expect.stringMatching(/U\.K\.\}*$/) }])
  })

  it('writes initials that the record runs together as the entry writes its own', async () => {
    const work: Work = { ...RECORD, authors: [{ family: 'Meyer', given: 'AB' }, { family: 'Lund', given: 'SG' }, { family: 'Quill', given: 'J' }] }
    expect((await fix(entry('author = {A. B. Meyer and J. Quill}'), work)).diffs).toMatchObject([{ new: 'A. B. Meyer and S. G. Lund and J. Quill' }])
    expect((await fix(entry('author = {Meyer, AB and Quill, J}'), work)).diffs).toMatchObject([{ new: 'Meyer, AB and Lund, SG and Quill, J' }])
  })

  it('keeps CRLF line ends', async () => {
    const text = entry('year = {1997}', 'volume = {351}').replaceAll('\n', '\r\n')
    expect((await fix(text)).after).toBe(text.replace('1997', '1998'))
  })

  it('writes ranges of pages with two hyphens', async () => {
    expect((await fix(entry('pages = {37--41}'))).after).toBe(entry('pages = {637--641}'))
  })

  it('replaces the reference to a macro and leaves its @string', async () => {
    const text = `@string{nat = "Nature"}\n${entry('journal = nat')}`
    expect((await fix(text)).after).toBe(`@string{nat = "Nature"}\n${entry('journal = {Journal of Applied Physics}')}`)
  })

  it('gives an abbreviated journal the short title of the record', async () => {
    expect((await fix(entry('journal = {Phys. Rev. Lett.}'))).after).toBe(entry('journal = {J. Appl. Phys.}'))
  })

  it('edits the field that the entry has: date and journaltitle in biblatex', async () => {
    const text = entry('journaltitle = {Nature}', 'date = {1996-05}')
    expect((await fix(text)).after).toBe(entry('journaltitle = {Journal of Applied Physics}', 'date = {1998-02}'))
  })

  it('escapes what is special in BibTeX and protects inner capitals in a new title word', async () => {
    const { after, citation } = await fix(entry('title = {Early report on proteins in 50\\% of cells}', 'author = {Müller, Jörg and van den Oord, Aaron and {Working Group}}'))
    expect(after).toContain('title = {Early report on {DNA} \\& {RNA} in 50\\% of cells}')
    expect(citation.title).toBe(RECORD.title)
  })

  it('writes markup of the record as BibTeX', async () => {
    const { after } = await fix(entry('title = {Uptake of CO2 by old forests of the northern Rhine}'), { ...RECORD, title: 'Uptake of CO<sub>2</sub> by <i>young</i> forests &amp; moors of the northern Rhine' }, { identity: 'same-work' })
    expect(after).toContain('title = {Uptake of {CO$_{2}$} by young forests \\& moors of the northern Rhine}')
  })

  it('takes a dollar sign before a number for money, not for math, and loses none of the text beside it', async () => {
    const money: Work = { ...RECORD, title: 'Early report on data_frame costs of $5 and US$10', publisher: 'R_Press at $5' }
    const fixed = await fix(entry('title = {Late report on data\\_frame costs of \\$5 and US\\$10}', 'publisher = {Elsevier}'), money)
    expect(fixed.citation).toMatchObject({ title: money.title, publisher: money.publisher })
    const math = await fix(entry('title = {Late report on $x$ decay}'), { ...RECORD, title: 'Early report on $x_1$ decay' })
    expect(math.citation.title).toBe('Early report on x1 decay')
  })

  it('keeps the spelling of title words that were right', async () => {
    const { after } = await fix(entry('title = {{E}arly report on {DNA} \\& {\\bf RNA} in 60\\% of cells}', 'author = {Müller, Jörg and van den Oord, Aaron and {Working Group}}'))
    expect(after).toContain('{{E}arly report on {DNA} \\& ')
    expect(after).toContain('in 50\\% of cells}')
  })

  it('keeps a title that is braced as a whole braced as a whole', async () => {
    const { after } = await fix(entry('title = {{Early report on DNA \\& RNA in 60\\% of cells}}', 'author = {Müller, Jörg and van den Oord, Aaron and {Working Group}}'))
    expect(after).toContain('title = {{Early report on DNA \\& RNA in 50\\% of cells}}')
  })

  it('writes a quote within a quoted value in braces', async () => {
    const { after } = await fix(entry('publisher = "Other"'), { ...RECORD, publisher: 'The "Best" Press' })
    expect(after).toContain('publisher = "The {"}Best{"} Press"')
  })
})

describe('proposeFix: names', () => {
  it('replaces the whole list in the style of the entry when an author was dropped, and keeps right names as written', async () => {
    const { after, diffs } = await fix(entry('author = {M{\\"u}ller, J. and Oord, Aaron van den}'), { ...RECORD, authors: [...RECORD.authors!, { family: 'Stone', given: 'Bob' }] })
    expect(diffs.map((diff) => diff.field)).toEqual(['author'])
    expect(after).toContain('author = {M{\\"u}ller, J. and Oord, Aaron van den and {Working Group} and Stone, Bob}')
  })

  it('writes Given Family where the entry does, with LaTeX accents where the entry has them', async () => {
    const { after, citation } = await fix(entry('title = {Caf{\\\'e} Early report on DNA \\& RNA in 50\\% of cells}', 'author = {Aaron van den Oord and Bob Stone}'), { ...RECORD, title: 'Café Early report on DNA & RNA in 50% of cells' }, { identity: 'same-work' })
    expect(after).toContain('author = {J{\\"o}rg M{\\"u}ller and Aaron van den Oord and {Working Group}}')
    expect(citation.authors).toEqual([{ family: 'Müller', given: 'Jörg' }, { family: 'Oord', given: 'Aaron', particle: 'van den' }, { literal: 'Working Group' }])
  })

  it('writes initials where the entry has only initials', async () => {
    expect((await fix(entry('author = {Oord, A. van den and M{\\"u}ller, J.}'))).after).toContain('M{\\"u}ller, J. and Oord, A. van den and {Working Group}')
    expect((await fix(entry('author = {Stone, B. and van den Oord, A.}'), RECORD, { identity: 'same-work' })).after).toContain('author = {Müller, J. and van den Oord, A. and {Working Group}}')
  })

  it('keeps a shortened list short', async () => {
    const { after } = await fix(entry('author = {Stone, Bob and others}'), RECORD, { identity: 'same-work' })
    expect(after).toContain('author = {Müller, Jörg and others}')
  })
})

describe('proposeFix: what is never edited', () => {
  it('does not touch an inherited field, and says so', async () => {
    const text = '@inproceedings{c, title = {Early report on DNA \\& RNA in 50\\% of cells}, crossref = {p}}\n@proceedings{p, title = {Other Proceedings}, year = 1990}\n'
    const { bibtex, diffs, warnings } = await fix(text)
    expect(diffs).toEqual([])
    expect(text.startsWith(bibtex)).toBe(true)
    expect(warnings.join('\n')).toMatch(/year differs, but stands in another entry/)
  })

  it('does not overwrite an entry with the data of another work, but proposes the DOI of the cited title', async () => {
    const text = entry('title = {Implicit schemes for jump problems}', 'author = {Rivera, Ana}', 'doi = {10.5555/b-3}', 'year = 2007')
    const suggestion: Suggestion = { strength: 'strong', provider: 'crossref', identifiers: { doi: '10.5555/b-x' } as never, title: 'Implicit schemes for jump problems', authors: ['Rivera'], relations: { title: 'equal' } }
    const { after, diffs, warnings } = await fix(text, RECORD, { identity: 'other-work', suggestions: [suggestion] })
    expect(after).toBe(text.replace('10.5555/b-3', '10.5555/b-x'))
    expect(diffs[0]).toMatchObject({ field: 'doi', old: '10.5555/b-3', new: '10.5555/b-x', rule: 'identifier.of-cited-title' })
    expect(warnings[0]).toMatch(/another work/)
    expect((await fix(text, RECORD, { identity: 'other-work' })).diffs).toEqual([])
    expect((await fix(text, RECORD, { identity: 'other-work', suggestions: [{ ...suggestion, strength: 'weak' }] })).diffs).toEqual([])
  })

  it('adds a doi field where the entry has none to change', async () => {
    const text = entry('title = {Implicit schemes for jump problems}', 'author = {Rivera, Ana}', 'eprint = {2401.00001}')
    const suggestion: Suggestion = { strength: 'strong', provider: 'crossref', identifiers: { doi: '10.5555/b-x' } as never, title: '', authors: [], relations: { title: 'equal' } }
    expect((await fix(text, RECORD, { identity: 'other-work', suggestions: [suggestion] })).after).toBe(text.replace('{2401.00001}', '{2401.00001},\n  doi = {10.5555/b-x}'))
  })

  it('changes nothing when the identifiers name different works', async () => {
    const text = entry('year = 1990')
    const input = (await readAll(text))[0]!
    const item = verified(input, RECORD)
    const result = await proposeFix(text, input, { ...item, checks: [...item.checks, { type: 'version-match', status: 'warn', relation: 'differs' }] })
    expect(result.diffs).toEqual([])
    expect(result.warnings.join()).toMatch(/different works/)
  })

  it('refuses an entry in which the library reports an error, though it lists the entry', async () => {
    const text = entry('author = {A, B, C, D}', 'year = 1990')
    const { diffs, warnings } = await fix(text)
    expect(diffs).toEqual([])
    expect(warnings[0]).toMatch(/^INVALID_BIBTEX: /)
  })

  it('refuses a broken entry', async () => {
    const { diffs, warnings } = await fix('@article{k, title = {open, year = {1990}}\n')
    expect(diffs).toEqual([])
    expect(warnings[0]).toMatch(/^INVALID_BIBTEX: line 1/)
  })
})

describe('proposeFix: properties', () => {
  // Backslash, braces, $, ~ and ^ are LaTeX in a record too (registries hold some), and are read as such on both sides.
  const word = fc.stringMatching(/^[A-Za-zäöüéñçøßŁ&%#_"'-]{1,12}$/)
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))

  it('writes values that are read back as the record has them, whatever characters they hold', async () => {
    await fc.assert(fc.asyncProperty(words, fc.constantFrom(['{', '}'], ['"', '"']), fc.boolean(), async (publisher, [open, close], latex) => {
      const text = entry(`publisher = ${open}Xqzw Vkjh${close}`, ...(latex ? ['note = {Caf{\\\'e}}'] : []))
      const { diffs, after, citation } = await fix(text, { ...RECORD, publisher })
      if (diffs.length === 0) { expect(after).toBe(text); return }
      const flat = (value: string): string => value.normalize('NFC').replace(/[‘’`´]/g, "'").replace(/[“”]|''/g, '"').replace(/[–—-]+/g, '-').replace(/\s+/g, ' ').trim()
      expect(flat(citation.publisher ?? '')).toBe(flat(publisher))
    }), { numRuns: 150 })
  })

  it('touches only the ranges it lists', async () => {
    const field = fc.constantFrom('year = 1990', 'volume = {12}', 'pages = "1--2"', 'note = {a  {b} c}', 'journal = {Nature}', 'number = 4', 'x-own = {\\foo}')
    await fc.assert(fc.asyncProperty(fc.uniqueArray(field, { minLength: 1, maxLength: 7 }), async (fields) => {
      const text = entry(...fields)
      const { after, diffs } = await fix(text)
      let expected = text
      for (const diff of diffs) expected = expected.replace(new RegExp(`(${diff.field} = [{"]?)${diff.old!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`), (_, head: string) => head + diff.new)
      expect(after).toBe(expected)
    }), { numRuns: 60 })
  })
})
