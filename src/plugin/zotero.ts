import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-tools'
import { parseZoteroSettings } from '../zotero/settings.ts'
import { assertConfig, type Config as Options } from './config.ts'
import { citeSearchTool } from './tools/zotero-cite-search.ts'
import { zoteroExportTool } from './tools/zotero-export.ts'
import { zoteroSearchTool } from './tools/zotero-search.ts'
import { zoteroStatusTool } from './tools/zotero-status.ts'
import { zoteroUpsertTool } from './tools/zotero-upsert.ts'
import { askBeforeWriting } from './zotero-approval.ts'
import { createZoteroSession } from './zotero-session.ts'

export const name = 'cite-verify-zotero'
export const inject = ['tools']

// The same options as the main entry; the `zotero` section is read here.
export { Config } from './config.ts'

/**
 * Mounts cite_search, cite_zotero_status, cite_zotero_search, cite_zotero_upsert and cite_zotero_export. Sends nothing until one of them is
 * called. Throws for an unknown or wrong key, of the `zotero` section too. Everything is undone with the fiber.
 */
export function apply(ctx: Context, config: Options): void {
  assertConfig(config)
  parseZoteroSettings(config.zotero ?? {})
  if (!config.enabled) return
  const session = createZoteroSession(config, async () => {
    const { createZoteroBridge } = await import('../runtime/zotero.ts')
    return createZoteroBridge(config)
  })
  ctx.effect(() => () => session.close())
  askBeforeWriting(ctx, config.language)
  for (const tool of [citeSearchTool, zoteroStatusTool, zoteroSearchTool, zoteroUpsertTool, zoteroExportTool]) ctx.tools.register(tool(session))
}
