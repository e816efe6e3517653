import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ALLOWED_HOSTS } from '../src/http/allowlist.ts'
import { filesBelow, manifest, program, read, ROOT, type PackageCheck } from './package-check.ts'
import { targets } from './package-manifest.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const KILOBYTE = 1000
const LIMITS = { packedBytes: 600 * KILOBYTE, entryBytes: 300 * KILOBYTE, files: 120 }
const FIXED_FILES = ['package.json', 'cordis.patch.yml', 'README.md', 'README.zh-CN.md', 'CHANGELOG.md', 'SECURITY.md', 'THIRD_PARTY_NOTICES.md', 'LICENSE']

/** Hosts that stand in lib/ as names, never asked: XML and JSON vocabularies, links for people, identifiers' resolvers in citations. */
const NAMED_HOSTS = [
  'www.w3.org', 'json-schema.org', 'www.npmjs.com', 'w3id.org', 'schema.org', 'json.schemastore.org', 'docs.oasis-open.org', 'arxiv.org', 'a9.com', 'purl.org',
  'pubmed.ncbi.nlm.nih.gov', 'dx.doi.org', 'github.com', 'spdx.org', 'raw.githubusercontent.com', 'openalex.org',
  // Zotero's RDF vocabularies, and its local API on loopback (never through a proxy, never another host)
  'www.zotero.org', 'xmlns.com', 'prismstandard.org', 'nwalsh.com', '127.0.0.1',
]

const built = (extension: RegExp): string[] => filesBelow('lib').filter((path) => extension.test(path))

/** The entry and every file that it imports statically: what mounting the plugin loads. */
export function staticClosure(entry: string): string[] {
  const seen = new Set<string>()
  const walk = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    for (const match of read(path).matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]*?from\s*)?["'](\.[^"']+)["']/g)) walk(join(dirname(path), match[1]!))
  }
  walk(entry)
  return [...seen]
}

export const BUILD_CHECKS: readonly PackageCheck[] = [
  {
    code: 'PKG03', what: 'built files',
    run(f) {
      for (const target of [...targets(), manifest().dsh.bundle.patch].filter((path) => !path.includes('*'))) f.must(existsSync(join(ROOT, target)), `${target} does not exist`)
      for (const entry of ['lib/index.js', 'lib/evidence.js', 'lib/zotero.js', 'lib/gate.js', 'lib/cli.js']) {
        const checked = program(process.execPath, ['--check', entry])
        f.must(checked.code === 0, `node --check ${entry}: ${checked.stderr}`)
      }
      f.must(read('lib/cli.js').startsWith('#!/usr/bin/env node'), 'lib/cli.js has no shebang line')
    },
  },
  {
    code: 'PKG04', what: 'no source specifiers, absolute paths or source maps in lib/',
    run(f) {
      for (const path of built(/\.(js|d\.ts)$/)) {
        const text = read(path)
        f.must(!/(?:from|import)\s*\(?\s*["']\.[^"']*(?<!\.d)\.ts["']/.test(text), `${path} imports a .ts file`)
        f.must(!text.includes(ROOT) && !/["'](?:\/home\/|\/Users\/|\/root\/|[A-Z]:\\\\)/.test(text), `${path} holds an absolute path`)
        f.must(!text.includes('sourceMappingURL'), `${path} names a source map`)
      }
    },
  },
  {
    code: 'PKG05', what: 'importing the entry has the right shape and no side effect',
    run(f) {
      const folder = mkdtempSync(join(tmpdir(), 'import-'))
      const probe = `
        await import('@deepseek-ai/dsh-tools'); await import('@deepseek-ai/schemastery')
        const started = performance.now()
        const plugin = await import(process.argv[1])
        const ms = performance.now() - started
        console.log(JSON.stringify({ ms, name: plugin.name, inject: plugin.inject, config: typeof plugin.Config, standard: typeof plugin.Config['~standard']?.validate,
          apply: typeof plugin.apply, version: plugin.VERSION, isDefault: 'default' in plugin, resources: process.getActiveResourcesInfo().filter((r) => !/Pipe|TTY|FSReq|File/.test(r)) }))`
      const entry = pathToFileURL(join(ROOT, 'lib/index.js')).href
      try {
        const runs = Array.from({ length: 5 }, () => {
          const { code, stdout, stderr } = program(process.execPath, ['--input-type=module', '-e', probe, entry])
          if (code !== 0) throw new Error(stderr)
          return JSON.parse(stdout) as { readonly ms: number } & Readonly<Record<string, unknown>>
        })
        const { ms: _ms, ...shape } = runs[0]!
        f.equal(shape, { name: 'cite-verify', inject: ['tools'], config: 'function', standard: 'function', apply: 'function', version: manifest().version, isDefault: false, resources: [] }, 'exports')
        const median = runs.map(({ ms }) => ms).sort((a, b) => a - b)[2]!
        // How long it may take is a goal of bench:speed: a busy machine is no fault of the package.
        f.notes.push(`import ${median.toFixed(1)} ms beside the peers`)
        program(process.execPath, ['--input-type=module', '-e', 'await import(process.argv[1])', entry], folder)
        f.equal(readdirSync(folder), [], 'files written by importing')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  },
  {
    code: 'PKG06', what: 'contents and size of the tarball',
    run(f) {
      const { stdout, stderr, code } = program('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])
      if (code !== 0) throw new Error(stderr)
      const answer = JSON.parse(stdout) as unknown
      const [packed] = (Array.isArray(answer) ? answer : Object.values(answer as object)) as { readonly filename: string; readonly size: number; readonly files: readonly { readonly path: string }[] }[]
      const files = packed!.files.map(({ path }) => path).sort()
      const wanted = [...FIXED_FILES, ...filesBelow('lib'), ...filesBelow('schemas')]
      f.equal(files.filter((path) => !wanted.includes(path)), [], 'files that do not belong there')
      f.equal(wanted.filter((path) => !files.includes(path)), [], 'missing files')
      for (const path of files) f.must(!/(?:^|\/)\.|^(?:test|bench|fixtures|src|scripts)\/|\.map$|\.env/.test(path), `${path} must not be published`)
      f.equal(packed!.filename, `dsh-cite-verify-${manifest().version}.tgz`, 'name of the tarball')
      f.must(files.length <= LIMITS.files, `${files.length} files, limit ${LIMITS.files}`)
      f.must(packed!.size <= LIMITS.packedBytes, `${packed!.size} bytes packed, limit ${LIMITS.packedBytes}`)
      const entryBytes = staticClosure('lib/index.js').reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0)
      f.must(entryBytes <= LIMITS.entryBytes, `the entry without lazy chunks has ${entryBytes} bytes, limit ${LIMITS.entryBytes}`)
      f.notes.push(`${files.length} files`, `${(packed!.size / KILOBYTE).toFixed(0)} kB packed`, `${(entryBytes / KILOBYTE).toFixed(1)} kB entry`)
    },
  },
  {
    code: 'PKG10', what: 'hosts in the built code',
    run(f) {
      const allowed = new Set<string>([...ALLOWED_HOSTS.map(({ host }) => host), ...NAMED_HOSTS])
      for (const path of built(/\.js$/)) {
        for (const match of read(path).matchAll(/https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)) f.must(allowed.has(match[1]!.toLowerCase()), `${path} names ${match[1]}`)
      }
      for (const { host } of ALLOWED_HOSTS) {
        for (const readme of ['README.md', 'README.zh-CN.md']) f.must(read(readme).includes(`\`${host}\``), `${readme} does not list ${host}`)
      }
    },
  },
  {
    code: 'PKG11', what: 'licences',
    async run(f) {
      f.equal(manifest().license, 'Apache-2.0', 'license')
      f.must(read('LICENSE').includes('Apache License') && read('LICENSE').includes('END OF TERMS AND CONDITIONS'), 'LICENSE is not the Apache-2.0 text')
      const wanted = await thirdPartyNotices()
      f.must(read('THIRD_PARTY_NOTICES.md') === wanted, 'THIRD_PARTY_NOTICES.md is not current: run npm run build')
      const sections = wanted.split(/^## /m).slice(1)
      for (const section of sections) f.must(/copyright/i.test(section) && section.length > 300, `no licence text for ${section.slice(0, 40)}`)
      for (const name of ['@retorquere/bibtex-parser', 'fast-xml-parser', 'commander']) f.must(wanted.includes(`## ${name} `), `${name} is missing from the notices`)
    },
  },
]
