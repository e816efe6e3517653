import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from './exit-codes.ts'

/** What a LaTeX run cites: the keys in order of first citation, and whether `\nocite{*}` asks for every entry. */
export interface CitedKeys {
  readonly keys: ReadonlySet<string>
  readonly all: boolean
  /** Other .aux files that this one includes (`\@input{chapter.aux}`), as written. */
  readonly includes: readonly string[]
}

/**
 * Reads the citation keys of an .aux file: `\citation{a,b}` (BibTeX, and biblatex's own), `\abx@aux@cite{refsection}{key}` and
 * `\abx@aux@cite{key}` (biblatex before 3.0).
 */
export function parseAux(text: string): CitedKeys {
  const keys = new Set<string>()
  for (const match of text.matchAll(/\\citation\{([^{}]*)\}/g)) for (const key of split(match[1])) keys.add(key)
  for (const match of text.matchAll(/\\abx@aux@cite(?:\{(\d+)\})?\{([^{}]*)\}/g)) for (const key of split(match[2])) keys.add(key)
  const all = keys.delete('*')
  const includes = [...text.matchAll(/\\@input\{([^{}]+)\}/g)].map((match) => match[1] as string)
  return { keys, all, includes }
}

function split(list: string | undefined): string[] {
  return (list ?? '').split(',').map((key) => key.trim()).filter((key) => key !== '')
}

/** The keys of an .aux file on disk and of those that it includes, whose paths are relative to the folder of the first. */
export async function readAux(file: string): Promise<CitedKeys> {
  const keys = new Set<string>()
  let all = false
  const seen = new Set<string>()
  const queue = [file]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const cited = parseAux(await readText(next))
    for (const key of cited.keys) keys.add(key)
    all ||= cited.all
    queue.push(...cited.includes.map((name) => path.join(path.dirname(file), name)).reverse())
  }
  return { keys, all, includes: [...seen].slice(1) }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`cannot read ${file}: ${(cause as Error).message}`, { cause })
  }
}
