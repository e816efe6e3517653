import { asObject, asText } from '../providers/json-field.ts'
import type { WriteAnswer } from './backend.ts'

/** `{successful, success, unchanged, failed}` by position. Undefined when the body is not of that shape. */
export function parseWriteAnswer(body: unknown): WriteAnswer | undefined {
  const answer = asObject(body)
  const [success, unchanged, failed] = [asObject(answer?.['success']), asObject(answer?.['unchanged']), asObject(answer?.['failed'])]
  if (!success || !unchanged || !failed) return undefined
  const keys = (part: Readonly<Record<string, unknown>>): ReadonlyMap<number, string> => new Map(Object.entries(part).flatMap(([index, key]) => { const text = asText(key); return text === undefined ? [] : [[Number(index), text] as const] }))
  return {
    written: keys(success), unchanged: keys(unchanged),
    failed: new Map(Object.entries(failed).map(([index, entry]) => {
      const object = asObject(entry)
      return [Number(index), { code: typeof object?.['code'] === 'number' ? object['code'] : 0, message: (asText(object?.['message']) ?? '').slice(0, 300) }] as const
    })),
  }
}
