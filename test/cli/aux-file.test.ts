import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAux, readAux } from '../../src/cli/aux-file.ts'

describe('an .aux file', () => {
  it('gives the keys that BibTeX and biblatex cite', () => {
    const cited = parseAux('\\relax\n\\citation{smith2020,jones:21}\n\\citation{ smith2020 }\n\\abx@aux@cite{0}{müller19}\n\\abx@aux@cite{old-style}\n\\bibdata{refs}\n')
    expect([...cited.keys]).toEqual(['smith2020', 'jones:21', 'müller19', 'old-style'])
    expect(cited.all).toBe(false)
  })

  it('knows \\nocite{*}', () => {
    expect(parseAux('\\citation{*}\n\\citation{a}')).toMatchObject({ all: true, keys: new Set(['a']) })
    expect(parseAux('\\abx@aux@cite{0}{*}').all).toBe(true)
  })

  it('follows the files it includes, once each', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cite aux '))
    writeFileSync(path.join(folder, 'main.aux'), '\\citation{a}\n\\@input{chapter one.aux}\n')
    writeFileSync(path.join(folder, 'chapter one.aux'), '\\citation{b}\n\\@input{main.aux}\n')
    expect([...(await readAux(path.join(folder, 'main.aux'))).keys]).toEqual(['a', 'b'])
  })

  it('that is not there is a usage error', async () => {
    await expect(readAux('/nowhere/main.aux')).rejects.toThrow(/cannot read \/nowhere\/main.aux/)
  })
})
