import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Faults found by one check, and how many things it looked at: a check that looked at nothing has failed. */
export class Findings {
  readonly faults: string[] = []
  evaluated = 0
  /** Figures worth printing. */
  readonly notes: string[] = []

  must(condition: boolean, fault: string): void {
    this.evaluated++
    if (!condition) this.faults.push(fault)
  }

  equal(seen: unknown, wanted: unknown, what: string): void {
    const [a, b] = [JSON.stringify(seen), JSON.stringify(wanted)]
    this.must(a === b, `${what}: ${a}, expected ${b}`)
  }
}

export interface PackageCheck {
  readonly code: string
  readonly what: string
  run(findings: Findings): void | Promise<void>
}

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly main: string
  readonly types: string
  readonly keywords: readonly string[]
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly files: readonly string[]
  readonly engines: Readonly<Record<string, string>>
  readonly dsh: { readonly manifestVersion: number; readonly bundle: { readonly patch: string } }
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
}

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
export const manifest = (): Manifest => JSON.parse(read('package.json')) as Manifest

/** Files below a folder, relative to the root, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replaceAll('\\', '/'))
    .sort()
}

/** Runs a program in the checkout; output as text. */
export function program(command: string, args: readonly string[], cwd = ROOT): { readonly code: number; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 })
  return { code: status ?? 1, stdout, stderr }
}
