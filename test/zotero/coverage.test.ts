import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDER = new URL('./', import.meta.url)
const rows = [...readFileSync(new URL('coverage.md', FOLDER), 'utf8').matchAll(/^\| (\d+) \|.*\| ([a-z, -]+) \|$/gm)].map((match) => ({ number: Number(match[1]), files: match[2]!.split(', ') }))
const texts = new Map(readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts')).map((name) => [name.replace('.test.ts', ''), readFileSync(new URL(name, FOLDER), 'utf8')]))

describe('the table of acceptance cases', () => {
  it('has the fifty numbers in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  it.each(rows)('names exactly the files that test case $number', ({ number, files }) => {
    const testing = [...texts].filter(([, text]) => new RegExp(`['"\`]case ${number}: `).test(text)).map(([name]) => name)
    expect([...files].sort()).toEqual(testing.sort())
  })
})
