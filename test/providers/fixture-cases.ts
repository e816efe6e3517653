import { readdirSync, readFileSync } from 'node:fs'
import type { Work } from '../../src/model/work.ts'

const root = new URL('../../fixtures/providers/', import.meta.url)

export interface RecordCase {
  readonly name: string
  readonly note: string
  readonly record: Record<string, unknown>
  readonly work: Work
}

/** The cases of one provider: a record in its own shape and the Work that it means. */
export function recordCases(provider: string): readonly RecordCase[] {
  const folder = new URL(`${provider}/`, root)
  return readdirSync(folder).filter((name) => name.endsWith('.json') && !name.endsWith('.works.json')).sort()
    .map((name) => ({ name: name.replace('.json', ''), ...(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Omit<RecordCase, 'name'>) }))
}

export const fixtureText = (path: string): string => readFileSync(new URL(path, root), 'utf8')
export const fixtureWorks = (path: string): Readonly<Record<string, Work>> => JSON.parse(fixtureText(path)) as Record<string, Work>
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const jsonBytes = (value: unknown): Uint8Array => utf8(JSON.stringify(value))
