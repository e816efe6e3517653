import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The shared material beside the checkout; absent on most machines. */
export const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url))
export const hasShared = existsSync(`${SHARED}data/providers/index.jsonl`) && existsSync(`${SHARED}tools/provider-sim.mjs`)

export interface Simulator {
  /** Environment for a child process whose requests go to the simulator. */
  readonly env: Readonly<Record<string, string>>
  stats(): Promise<{ requests: number; perHost: Record<string, number>; escaped: string[]; tooFast: Record<string, number> }>
  close(): Promise<void>
}

/** Starts the provider simulator on the shared real answers, or on the records of one case file alone; `args` are added to its command line. */
export async function startSimulator(source: { readonly cases?: string } = {}, ...args: string[]): Promise<Simulator> {
  const data = source.cases === undefined ? ['--data', `${SHARED}data/providers`] : ['--cases', source.cases]
  const child: ChildProcess = spawn(process.execPath, [`${SHARED}tools/provider-sim.mjs`, ...data, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout! }), 'line') as [string]
  const { port, ca } = JSON.parse(line) as { port: number; ca: string }
  const proxy = `http://127.0.0.1:${port}`
  return {
    env: { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy, https_proxy: proxy, NO_PROXY: '', NODE_EXTRA_CA_CERTS: ca },
    stats: async () => (await fetch(`${proxy}/__stats`)).json() as never,
    async close() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
