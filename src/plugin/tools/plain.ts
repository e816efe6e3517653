import type { VerifiedItem } from '../../model/item.ts'

/** The same data with every `readonly` taken off: what the harness's schema types ask of a tool's value. */
export type Plain<T> = T extends string | number | boolean ? T
  : T extends readonly (infer Item)[] ? Plain<Item>[]
  : { -readonly [Key in keyof T]: Plain<T[Key]> }

/** A copy without `readonly` and without keys whose value is undefined; only JSON comes through. */
export function toPlain<T>(value: T): Plain<T> {
  return JSON.parse(JSON.stringify(value)) as Plain<T>
}

/** What a tool returns of an item: everything but the input, what only a batch can know, and what the warnings say. */
export function findingsOf(item: VerifiedItem): Omit<VerifiedItem, 'input' | 'duplicate' | 'duplicateOf' | 'disputed'> {
  const { input: _input, duplicate: _duplicate, duplicateOf: _duplicateOf, disputed: _disputed, ...findings } = item
  return findings
}

/** Warnings of the one item of a run and of the run. What the store refused is said by the item where it concerns its record. */
export function warningsOf(own: readonly string[], run: readonly string[]): string[] {
  const isRefused = own.some((warning) => warning.startsWith('STORE_ERROR'))
  return [...own, ...run.filter((warning) => !(isRefused && warning.startsWith('STORE_ERROR')))]
}
