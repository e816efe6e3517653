import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-tools'
import { message, type Language } from '../messages/message.ts'

/**
 * Why a call needs the user's consent before it runs: it would write to the library, or files to a folder. Undefined for anything else. The
 * harness denies where nobody can be asked. Zotero's own dialog comes on top.
 */
export function consentReason(tool: string, args: unknown, language: Language): string | undefined {
  const given = (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>
  if (tool === 'cite_zotero_upsert' && given['dry_run'] === false && given['write_intent'] === 'apply') {
    return message(language, 'zotero.consent.write', { count: Array.isArray(given['records']) ? given['records'].length : 0 })
  }
  if (tool === 'cite_zotero_export' && typeof given['out_dir'] === 'string') return message(language, 'zotero.consent.files')
  return undefined
}

/** Puts the question before each such call. A stricter decision of another listener stands. */
export function askBeforeWriting(ctx: Context, language: Language): void {
  ctx.on('tools/pre-execute', async (exec, next) => {
    const decision = await next()
    const reason = consentReason(exec.name, exec.arguments, language)
    return reason === undefined || decision.kind !== 'allow' ? decision : { kind: 'ask', reason }
  })
}
