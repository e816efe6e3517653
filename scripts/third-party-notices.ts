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
  readonly author?: string | { readonly name?: string }
}

/** Texts of the licences that packages without a licence file name (https://spdx.org/licenses). */
const STANDARD_TEXTS: Readonly<Record<string, string>> = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
}

/** The standard text with the author that the package names; throws for a licence whose text is not known here, so that none goes missing unseen. */
function standardText({ name, license = '', author }: Manifest): string {
  const text = STANDARD_TEXTS[license]
  if (text === undefined) throw new Error(`${name} ships no licence file, and the text of its licence "${license}" is not known to scripts/third-party-notices.ts`)
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  return `(The package ships no licence file; this is the text of the licence that its package.json names.)\n\nCopyright (c) ${holder}\n\n${text}`
}

function licenceText(folder: string): string | undefined {
  const name = readdirSync(join(ROOT, folder)).find((file) => /^(licen[cs]e|copying)(-mit)?(\.(md|txt|markdown))?$/i.test(file))
  return name === undefined ? undefined : readFileSync(join(ROOT, folder, name), 'utf8').replaceAll('\r\n', '\n').trim()
}

function section(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
  const text = licenceText(folder) ?? standardText(manifest)
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
