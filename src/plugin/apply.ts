import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-tools'
import { assertConfig, type Config } from './config.ts'
import { createSession } from './session.ts'
import { citeBatchTool } from './tools/cite-batch.ts'
import { citeFixTool } from './tools/cite-fix.ts'
import { citeVerifyTool } from './tools/cite-verify.ts'

export const name = 'cite-verify'
export const inject = ['tools']

/**
 * Mounts cite_verify, cite_batch and cite_fix. Everything is undone with the fiber: the tools disappear, calls under way are
 * aborted, the caches are closed. Evidence goes to `researchEvidence` whenever that service is mounted at the time of a call.
 * Throws for an unknown configuration key.
 */
export function apply(ctx: Context, config: Config): void {
  assertConfig(config)
  if (!config.enabled) return
  const session = createSession(config, async () => {
    const { createCiteVerifier } = await import('../runtime.ts')
    return createCiteVerifier(config, { service: () => ctx.get('researchEvidence') })
  })
  ctx.effect(() => () => session.close())
  for (const tool of [citeVerifyTool, citeBatchTool, citeFixTool]) ctx.tools.register(tool(session))
}
