import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { CallId } from '@deepseek-ai/dsh-llm'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import ToolRuntime from '@deepseek-ai/dsh-tools'
import * as plugin from '../../src/index.ts'
import type { CiteConfig } from '../../src/model/config.ts'

/** A real cordis context with the real tool registry, and a folder of its own for the store. */
export interface Harness {
  readonly ctx: Context
  readonly root: string
  mount(config?: Partial<CiteConfig>): ReturnType<Context['plugin']>
  call(tool: string, args: unknown, signal?: AbortSignal): Promise<Called>
  close(): Promise<void>
}

/** A tool call's outcome as the harness has it. `text` is what the model reads. */
export interface Called {
  readonly isError: boolean
  // The value's type is the tool's own; tests look into it freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly value: any
  readonly text: string
  readonly code: string | undefined
  readonly meta: unknown
}

export async function startHarness(): Promise<Harness> {
  const ctx = new Context()
  await ctx.plugin(SystemPrompt)
  await ctx.plugin(ToolRuntime)
  const root = mkdtempSync(join(tmpdir(), 'plugin-'))
  let calls = 0
  return {
    ctx,
    root,
    mount: (config = {}) => ctx.plugin(plugin, { root: join(root, 'store'), durability: 'fast', minIntervalMs: 0, mailto: 'tests@example.org', timeoutMs: 3_000, retries: 0, ...config } as never),
    async call(tool, args, signal = new AbortController().signal) {
      const result = await ctx.tools.execute({ callId: CallId(`call-${++calls}`), name: tool, arguments: args, signal })
      return {
        isError: result.isError, value: result.value, meta: result.meta, code: result.error?.info?.code,
        text: result.content.map((block) => ('text' in block ? String(block.text) : '')).join(''),
      }
    },
    async close() {
      await ctx.fiber.dispose()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Fibers reload asynchronously after a service came or went. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))
