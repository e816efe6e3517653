/** A JSON object of a provider's answer, before anything is known of its members. */
export type JsonObject = { readonly [key: string]: unknown }

/** The value as an object, or undefined. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

/** The objects of an array; anything else in it is left out. */
export function asObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.flatMap((item: unknown) => { const object = asObject(item); return object ? [object] : [] }) : []
}

/** Text or a finite number as trimmed, well-formed text without control characters; undefined when nothing is left. */
export function asText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
  return text.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ').trim() || undefined
}

/** The texts of an array (or of a single value), empty ones left out. */
export function asTexts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item) => asText(item) ?? [])
}

/** The object without members that are undefined or empty arrays: absent keys are left out of records, never undefined. */
export function compact<T extends object>(value: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined && !(Array.isArray(member) && member.length === 0))) as T
}

/** Distinct texts in order; `besides` are left out too. */
export function distinct(texts: readonly (string | undefined)[], besides: readonly (string | undefined)[] = []): readonly string[] {
  return [...new Set(texts)].filter((text): text is string => text !== undefined && !besides.includes(text))
}
