import type { Collection } from './backend.ts'
import { done, stopped, type Outcome } from './problem.ts'

export interface ResolvedPath {
  /** The whole path as asked for. */
  readonly path: string
  /** Key of the deepest level that exists; absent when the first level is missing. */
  readonly key?: string
  /** Names of the levels below it that do not exist yet, from the top. */
  readonly missing: readonly string[]
}

/**
 * Where a path like `Reviews/2026/To Review` leads: level by level, letter case as it is. A name may hold a slash itself, so at each level
 * the longest name that exists is taken. `collection_ambiguous` where two siblings have the name: which one is meant is not guessed.
 */
export function resolvePath(path: string, collections: readonly Collection[]): Outcome<ResolvedPath> {
  const parts = path.split('/').map((part) => part.trim()).filter((part) => part !== '')
  let parent: string | undefined
  let at = 0
  while (at < parts.length) {
    const siblings = collections.filter((collection) => collection.parent === parent)
    let taken = 0
    for (let length = parts.length - at; length > 0 && taken === 0; length--) {
      const name = parts.slice(at, at + length).join('/')
      const found = siblings.filter((collection) => collection.name.trim() === name)
      if (found.length > 1) return stopped('collection_ambiguous', `there are ${found.length} collections named "${name.slice(0, 100)}" side by side`)
      if (found[0] !== undefined) {
        parent = found[0].key
        taken = length
      }
    }
    if (taken === 0) break
    at += taken
  }
  return done({ path: parts.join('/'), ...(parent === undefined ? {} : { key: parent }), missing: parts.slice(at) })
}

/** `Parent/Child` of every collection by key. A cycle of parents, which no library should hold, ends the path. */
export function collectionPaths(collections: readonly Collection[]): ReadonlyMap<string, string> {
  const byKey = new Map(collections.map((collection) => [collection.key, collection]))
  return new Map(collections.map((collection) => {
    const names: string[] = []
    const seen = new Set<string>()
    for (let here: Collection | undefined = collection; here !== undefined && !seen.has(here.key); here = here.parent === undefined ? undefined : byKey.get(here.parent)) {
      seen.add(here.key)
      names.unshift(here.name)
    }
    return [collection.key, names.join('/')]
  }))
}

/** The path to write into: the call's, the configured, one made of the topic the caller named; undefined: no collection. */
export function chosenPath(asked: { readonly collectionPath?: string | undefined; readonly configured: string; readonly topic?: string | undefined; readonly prefix: string }): string | undefined {
  const given = [asked.collectionPath, asked.configured].map((path) => path?.trim() ?? '').find((path) => path !== '')
  if (given !== undefined) return given
  const topic = asked.topic?.replace(/[/\s]+/g, ' ').trim() ?? ''
  if (topic === '') return undefined
  return `${asked.prefix.charAt(0).toUpperCase()}${asked.prefix.slice(1)}/${topic}/To Review`
}
