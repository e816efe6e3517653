/** Fails to type-check when a union gains an arm that the caller does not handle; throws if one slips through at run time. */
export function assertNever(value: never, what = 'value'): never {
  throw new Error(`unexpected ${what}: ${String(value)}`)
}
