import type { VerifiedItem } from '../model/item.ts'
import { message, type Language } from '../messages/message.ts'

/** Said once, at the top: what a missing mail address costs. NCBI asks for one with every coordinate query. */
export function missingMailto(items: readonly VerifiedItem[], language: Language): readonly string[] {
  const count = items.filter((item) => item.chinese?.needs === 'mailto').length
  return count === 0 ? [] : [message(language, 'verify.needs-mailto', { count })]
}
