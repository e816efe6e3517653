import type { VerifiedItem } from '../model/item.ts'
import { message, type Language } from '../messages/message.ts'

/** Whether a question about the item was not asked for want of a mail address. NCBI asks for one with every coordinate query. */
export function needsMailto(item: VerifiedItem): boolean {
  return item.chinese?.needs === 'mailto'
}

/** Said once, at the top: what a missing mail address costs. */
export function missingMailto(items: readonly VerifiedItem[], language: Language): readonly string[] {
  return mailtoCost(items.filter(needsMailto).length, language)
}

/** The same for so many citations of a run that comes in slices; nothing for none. */
export function mailtoCost(count: number, language: Language): readonly string[] {
  return count === 0 ? [] : [message(language, 'verify.needs-mailto', { count })]
}
