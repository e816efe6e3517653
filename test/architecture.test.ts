import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Level of each folder (and of the files that stand alone): an import goes down, or stays in its folder. */
const LEVELS: Readonly<Record<string, number>> = {
  base: 0, model: 1, identifiers: 1, messages: 1, http: 2, formats: 2, compare: 2, providers: 3, verify: 4, evidence: 4,
  gate: 5, zotero: 5, 'runtime.ts': 6, runtime: 6, plugin: 7, cli: 7, 'index.ts': 8,
}
/** The one sideways step: identifiers and messages speak the model. */
const SIDEWAYS = new Set(['identifiers>model', 'messages>model', 'runtime.ts>runtime', 'runtime>runtime.ts'])

/** Longer than 300 lines because they are tables of data, not code. */
const DATA_TABLES: readonly string[] = []
const LONGEST = 300

interface Source {
  /** Relative to src, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The text without comments, for the reserved words. */
  readonly code: string
  readonly imports: readonly { readonly from: string; readonly typeOnly: boolean }[]
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8')
    return { path, text, code: withoutComments(text), imports: importsOf(text) }
  })

function importsOf(text: string): Source['imports'] {
  const found = [...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
    .map((match) => ({ from: match[2]!, typeOnly: match[1] !== undefined }))
  const lazy = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)].map((match) => ({ from: match[1]!, typeOnly: false }))
  return [...found, ...lazy]
}

// Drops comments. An Accept header's star-slash-star opens none: a comment stands after white space or a bracket.
function withoutComments(text: string): string {
  return text.replace(/(^|[\s(,;{])\/\*[\s\S]*?\*\//g, '$1').replace(/(^|\s)\/\/.*$/gm, '$1')
}

const folderOf = (path: string): string => path.split('/')[0]!
const targetOf = (source: Source, from: string): string => relative(SRC, resolve(SRC, dirname(source.path), from)).replaceAll('\\', '/')

/** Names every file for which the pattern matches and which is not in one of the allowed places. */
function offenders(pattern: RegExp, allowed: readonly string[]): string[] {
  return sources
    .filter(({ path, code }) => !allowed.some((place) => path === place || path.startsWith(`${place}/`)) && pattern.test(code))
    .map(({ path }) => path)
}

describe('the levels', () => {
  it('know every folder, and there is something to check', () => {
    expect(sources.length).toBeGreaterThan(20)
    expect([...new Set(sources.map(({ path }) => folderOf(path)))].filter((folder) => !(folder in LEVELS))).toEqual([])
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(50)
  })

  it('are crossed only downwards', () => {
    const wrong = sources.flatMap((source) => source.imports.filter(({ from }) => from.startsWith('.')).flatMap(({ from }) => {
      const [here, there] = [folderOf(source.path), folderOf(targetOf(source, from))]
      if (here === there || SIDEWAYS.has(`${here}>${there}`)) return []
      const down = (LEVELS[there] ?? Number.NaN) < (LEVELS[here] ?? Number.NaN)
      return down ? [] : [`${source.path} imports ${targetOf(source, from)}`]
    }))
    expect(wrong).toEqual([])
  })

  it('hold no cycle of imports (type imports are gone at run time)', () => {
    const graph = new Map(sources.map((source) => [source.path, source.imports.filter(({ from, typeOnly }) => from.startsWith('.') && !typeOnly).map(({ from }) => targetOf(source, from))]))
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) { cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > ')); return }
      if (done.has(path)) return
      for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
      done.add(path)
    }
    for (const path of graph.keys()) walk(path, [])
    expect(cycles).toEqual([])
  })

  it('reach cordis, dsh-tools and schemastery only from the plugin', () => {
    const wrong = sources.filter(({ path, imports }) => folderOf(path) !== 'plugin' && imports.some(({ from }) => from.startsWith('@deepseek-ai/')))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('write relative imports with their .ts extension', () => {
    const wrong = sources.flatMap(({ path, imports }) => imports.filter(({ from }) => from.startsWith('.') && !/\.(ts|json)$/.test(from)).map(({ from }) => `${path}: ${from}`))
    expect(wrong).toEqual([])
  })
})

describe('reserved words', () => {
  it('fetch is called only by the HTTP client', () => {
    expect(offenders(/(?<![.\w])fetch\(/, ['http/client.ts'])).toEqual([])
    expect(offenders(/globalThis\.fetch/, ['http/client.ts'])).toEqual([])
  })

  it('node:fs is used only by the cache, the evidence store, the command line and the runtime', () => {
    expect(offenders(/['"]node:fs(?:\/promises)?['"]/, ['http/cache.ts', 'evidence', 'cli', 'runtime.ts', 'runtime', 'zotero/import-writer.ts'])).toEqual([])
  })

  it('sockets are opened by nothing but the HTTP client', () => {
    expect(offenders(/['"]node:(?:http|https|net|tls|dgram|http2)['"]/, ['http/client.ts', 'cli/proxy.ts', 'zotero/local-api.ts'])).toEqual([])
  })

  it('clock and randomness are read only by the runtime', () => {
    expect(offenders(/\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\brandomUUID\b|\brandomBytes\b/, ['runtime.ts', 'runtime'])).toEqual([])
  })

  it('process is touched only by the command line and the runtime', () => {
    expect(offenders(/(?<![.\w])process\./, ['cli', 'runtime.ts', 'runtime'])).toEqual([])
    expect(offenders(/['"]node:(?:process|child_process|worker_threads)['"]/, ['cli', 'runtime.ts', 'runtime'])).toEqual([])
  })
})

describe('files', () => {
  it(`have at most ${LONGEST} lines unless they are data tables`, () => {
    const long = sources.filter(({ path, text }) => text.split('\n').length > LONGEST + 1 && !DATA_TABLES.includes(path))
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length - 1}`)).toEqual([])
    expect(DATA_TABLES.filter((path) => !sources.some((source) => source.path === path))).toEqual([])
  })

  it('are named by what they hold: kebab-case, no utils, helpers, common or types', () => {
    const names = sources.map(({ path }) => path.split('/').at(-1)!.replace(/\.ts$/, ''))
    expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([])
    expect(names.filter((name) => ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc', 'shared'].includes(name))).toEqual([])
  })

  it('export by name', () => {
    expect(offenders(/^export default\b/m, [])).toEqual([])
  })

  it('say above every exported function and class what it promises', () => {
    const bare = sources.flatMap(({ path, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index) => (/^export (?:async )?(?:function|class|abstract class)\b/.test(line) && !lines[index - 1]?.trimEnd().endsWith('*/') ? [`${path}:${index + 1}`] : []))
    })
    expect(bare).toEqual([])
  })

  it('keep the face of the plugin under 40 lines', () => {
    const index = sources.find(({ path }) => path === 'index.ts')
    expect(index?.text.split('\n').length).toBeLessThan(40)
  })
})
