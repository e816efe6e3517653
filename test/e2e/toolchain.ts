import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM = 'pnpm@10.34.9'
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const WORK = join(ROOT, '.e2e')

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, at most `timeoutMs`; never throws for its exit code (124 when it was stopped). */
export function run(command: string, args: readonly string[], options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly timeoutMs?: number } = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd ?? ROOT, env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const out = { stdout: '', stderr: '' }
    let stopped = false
    child.stdout.setEncoding('utf8').on('data', (text: string) => { out.stdout += text })
    child.stderr.setEncoding('utf8').on('data', (text: string) => { out.stderr += text })
    const timer = setTimeout(() => { stopped = true; child.kill('SIGKILL') }, options.timeoutMs ?? 120_000)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ ...out, code: stopped ? 124 : (code ?? 1) })
    })
  })
}

async function mustRun(command: string, args: readonly string[], options: Parameters<typeof run>[2] = {}): Promise<Outcome> {
  const outcome = await run(command, args, options)
  if (outcome.code !== 0) throw new Error(`${command} ${args.join(' ')} exited ${outcome.code}\n${outcome.stdout}\n${outcome.stderr}`)
  return outcome
}

export interface Toolchain {
  /** Path of the real `dsh` program. */
  readonly dsh: string
  /** PATH with pnpm first: `dsh plugin` forwards to it. */
  readonly path: string
  readonly store: string
}

/** Installs pnpm and the pinned harness under .e2e/, once; a later run finds them there. npm cannot install the harness (its peer resolver does not end). */
export async function installToolchain(): Promise<Toolchain> {
  const bin = join(WORK, 'pnpm/node_modules/.bin')
  const home = join(WORK, 'dsh')
  const store = join(WORK, 'store')
  const path = [bin, process.env['PATH'] ?? ''].join(delimiter)
  const dsh = join(home, 'node_modules/.bin/dsh')
  mkdirSync(home, { recursive: true })
  if (!existsSync(join(bin, 'pnpm'))) await mustRun('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', join(WORK, 'pnpm'), PNPM], { timeoutMs: 300_000 })
  if (!existsSync(dsh)) {
    cpSync(fileURLToPath(new URL('toolchain', import.meta.url)), home, { recursive: true })
    await mustRun('pnpm', ['install', '--frozen-lockfile', '--ignore-scripts', '--reporter=silent', '--store-dir', store], { cwd: home, env: { PATH: path }, timeoutMs: 600_000 })
  }
  return { dsh, path, store }
}

/** Packs the package as it would be published; gives the tarball's path. */
export async function packTarball(): Promise<string> {
  const { stdout } = await mustRun('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', WORK])
  const packed = JSON.parse(stdout) as unknown
  // npm 11 prints an array, npm 12 an object by package name.
  const [first] = (Array.isArray(packed) ? packed : Object.values(packed as object)) as { readonly filename: string }[]
  if (first === undefined) throw new Error('npm pack named no file')
  return join(WORK, first.filename)
}
