/** What is bundled, said once for tsup.config.ts, the notices and the package checks. */
export const ENTRIES = { index: 'src/index.ts', evidence: 'src/plugin/evidence.ts', gate: 'src/runtime/gate.ts', zotero: 'src/plugin/zotero.ts', cli: 'src/cli/entry.ts' } as const

/** Provided by the harness: a second copy of any of these would be a second, unconnected registry. */
export const EXTERNAL = ['@deepseek-ai/cordis', '@deepseek-ai/dsh-tools', '@deepseek-ai/schemastery', '@perrylink/dsh-research-core'] as const

/** Options that decide which modules end up in lib/, for esbuild and (under the same names) for tsup. */
export const BUNDLE = {
  format: 'esm',
  target: 'node22',
  platform: 'node',
  splitting: true,
  treeShaking: true,
} as const
