/**
 * Writes THIRD_PARTY_NOTICES.md: every library whose code is in lib/, with version, licence and licence text.
 * What is in lib/ is asked of the bundler, not of package.json. `--check` writes nothing and exits 1 when the file is not current.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BUNDLE, ENTRIES, EXTERNAL } from './bundle.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILE = join(ROOT, 'THIRD_PARTY_NOTICES.md')

/** Folders below node_modules whose code the bundle holds, sorted. */
async function bundledPackages(): Promise<string[]> {
  const { metafile } = await build({
    ...BUNDLE, absWorkingDir: ROOT, entryPoints: { ...ENTRIES }, external: [...EXTERNAL], bundle: true, write: false, metafile: true, outdir: 'lib', logLevel: 'error',
  })
  const folders = new Set<string>()
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder)
    }
  }
  return [...folders].sort((a, b) => (a < b ? -1 : 1))
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

function licenceText(folder: string): string | undefined {
  const name = readdirSync(join(ROOT, folder)).find((file) => /^(licen[cs]e|copying)(\.(md|txt|markdown))?$/i.test(file))
  return name === undefined ? undefined : readFileSync(join(ROOT, folder, name), 'utf8').replaceAll('\r\n', '\n').trim()
}

function section(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
  const text = licenceText(folder) ?? `(The package ships no licence file; its package.json names the licence ${manifest.license ?? 'nothing'}.)`
  return `## ${manifest.name} ${manifest.version}\n\nLicence: ${manifest.license ?? 'see the text'}\n\n\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\`\n`
}

/** The whole file as it should stand. */
export async function thirdPartyNotices(): Promise<string> {
  const packages = await bundledPackages()
  const head = `# Third-party notices\n\nThe files in \`lib/\` contain code of the ${packages.length} packages below. This file is written by \`npm run build\`.\n`
  return [head, ...packages.map(section)].join('\n')
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  const wanted = await thirdPartyNotices()
  if (process.argv.includes('--check')) {
    const current = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
    if (current !== wanted) {
      console.error('THIRD_PARTY_NOTICES.md is not current: run npm run build')
      process.exitCode = 1
    }
  } else writeFileSync(FILE, wanted)
}
