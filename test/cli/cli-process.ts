import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The command line under test: its source, or what CLI_UNDER_TEST names (`npm run test:built`: the published file). */
export const ENTRY = fileURLToPath(new URL(`../../${process.env['CLI_UNDER_TEST'] ?? 'src/cli/entry.ts'}`, import.meta.url))
/** The Node that package.json pins: it runs TypeScript as it is. */
export const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

export interface Ran { readonly code: number | null; readonly signal: string | null; readonly stdout: string; readonly stderr: string }

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly nodeArguments?: readonly string[]
  /** Called with everything written to standard error so far, and a way to send a signal. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** Runs the command line from source in a real process. The environment has no CITE_VERIFY_ variable, proxy or colour setting of the caller. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^CITE_VERIFY_|proxy$|^(?:NO|FORCE)_COLOR$|^NODE_OPTIONS$|^VITEST|^COLUMNS$/i.test(name)))
  const child = spawn(NODE, [...(options.nodeArguments ?? []), ENTRY, ...args], { cwd: options.cwd ?? temporaryFolder(), env: { ...inherited, ...options.environment } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    options.onStderr?.(stderr, (signal) => child.kill(signal))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

/** A new folder whose name has a space in it. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'cite verify '))
}
