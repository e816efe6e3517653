import type { Context } from '@deepseek-ai/cordis'
import Schema from '@deepseek-ai/schemastery'
import { createResearchEvidence } from '../evidence/research-evidence.ts'
import { openOwnStore } from '../runtime/own-store.ts'
import { assertKeys } from './config.ts'

export const name = 'cite-verify-evidence'
export const provide = 'researchEvidence'

export interface Config {
  /** Directory of the store. */
  readonly root: string
  readonly durability: 'full' | 'fast'
}

export const Config: Schema<Partial<Config>, Config> = Schema.object({
  root: Schema.string().pattern(/^\P{Cc}+$/u).default('.research-evidence').description('directory of the evidence store'),
  durability: Schema.union([Schema.const('full'), Schema.const('fast')]).default('full').description('full: fsync every stored file; fast: leave it to the operating system'),
}) as unknown as Schema<Partial<Config>, Config>

/**
 * Provides `researchEvidence` from this package's own store, for a profile in which several plugins write evidence to one place.
 * Makes no directory until something is registered. Throws for an unknown configuration key.
 */
export function apply(ctx: Context, config: Config): void {
  assertKeys(config, ['root', 'durability'], '')
  ctx.provide('researchEvidence', createResearchEvidence(openOwnStore(config)))
}
