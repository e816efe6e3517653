import { ERROR_CODES } from '../src/base/cite-error.ts'
import { CONFIG_KEYS, type ConfigKey } from '../src/model/config.ts'
import { read, type PackageCheck } from './package-check.ts'

const READMES = ['README.md', 'README.zh-CN.md'] as const
const TOOLS = ['cite_verify', 'cite_batch', 'cite_fix']

/** Level of each heading in order: what two languages must share. */
const outline = (markdown: string): number[] => [...withoutFences(markdown).matchAll(/^(#{1,6}) /gm)].map((match) => match[1]!.length)

const withoutFences = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '')

interface Row {
  readonly first: string
  readonly second: string
}

/** Rows of all tables, their first two cells without backticks. */
function tableRows(markdown: string): Row[] {
  return [...withoutFences(markdown).matchAll(/^\|([^|\n]+)\|([^|\n]*)\|/gm)]
    .map((match) => ({ first: match[1]!.replaceAll('`', '').trim(), second: match[2]!.replaceAll('`', '').trim() }))
    .filter((row) => !/^:?-+:?$/.test(row.first))
}

/** First column of the table whose rows include the given one. */
function columnWith(markdown: string, cell: string): string[] {
  const tables = withoutFences(markdown).split(/\n(?!\|)/).map((block) => tableRows(`${block}\n`))
  const rows = tables.find((table) => table.some((row) => row.first.startsWith(cell)))
  return (rows ?? []).slice(1).map((row) => row.first.replace(/\s*[(（].*$/, ''))
}

/** The default as a README may write it: a long text may be cut with an ellipsis, an absent one is a dash. */
function isDefault(row: ConfigKey, cell: string): boolean {
  if (row.default === undefined) return ['—', '-', '', '{}'].includes(cell)
  if (cell.includes('…')) return String(row.default).startsWith(cell.split('…')[0]!.trimEnd())
  return cell.replaceAll(/[\s_,](?=\d{3})/g, '') === String(row.default)
}

export const DOCUMENT_CHECKS: readonly PackageCheck[] = [
  {
    code: 'PKG08', what: 'README pair and code agree',
    run(f) {
      const texts = READMES.map(read)
      f.equal(outline(texts[1]!), outline(texts[0]!), 'headings of README.zh-CN.md')
      f.must(outline(texts[0]!).length > 5, 'README.md has no sections')
      for (const [index, text] of texts.entries()) {
        const name = READMES[index]!
        const rows = tableRows(text)
        for (const key of CONFIG_KEYS) {
          const row = rows.find(({ first }) => first === key.key)
          f.must(row !== undefined && isDefault(key, row.second), `${name}: option ${key.key} ${row === undefined ? 'is missing' : `has default ${row.second}`}, expected ${String(key.default ?? '—')}`)
        }
        for (const word of [...TOOLS, ...ERROR_CODES]) f.must(text.includes(`\`${word}\``), `${name} does not name ${word}`)
        f.must(!text.includes('\uFFFD') && !text.startsWith('\uFEFF'), `${name} is not clean UTF-8`)
      }
      const [english, chinese] = texts.map((text) => columnWith(text, 'doi-exists').map((cell) => /[a-z][\w-]*/.exec(cell)?.[0] ?? ''))
      f.must((english ?? []).includes('doi-exists'), 'README.md has no check table')
      f.equal(chinese, english, 'check table of README.zh-CN.md')
    },
  },
]
