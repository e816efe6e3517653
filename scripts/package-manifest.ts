import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { CONFIG_KEYS, VERSION } from '../src/model/config.ts'
import { manifest, program, read, ROOT, type PackageCheck } from './package-check.ts'

/** Names that the harness's own rows use; a plugin's row must not take one. */
const CORE_ROWS = ['tools', 'session', 'llm', 'web', 'permission']
const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare', 'postprepare']

export const MANIFEST_CHECKS: readonly PackageCheck[] = [
  {
    code: 'PKG01', what: 'manifest',
    run(f) {
      const m = manifest()
      f.equal(m.name, 'dsh-cite-verify', 'name')
      f.must(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(m.version), `version ${m.version}`)
      f.equal(m.type, 'module', 'type')
      f.equal(m.engines['node'], '^22.19.0 || >=24.0.0', 'engines.node')
      f.equal(m.engines['dsh'], m.peerDependencies['@deepseek-ai/dsh-tools'], 'engines.dsh against the peer range')
      f.equal(m.dsh, { manifestVersion: 1, bundle: { patch: './cordis.patch.yml' } }, 'dsh')
      f.must(m.description.length > 0 && m.description.length <= 255, `description of ${m.description.length} characters`)
      for (const word of ['dsh-plugin', 'dsh', 'deepseek-harness', 'cordis']) f.must(m.keywords.includes(word), `keyword ${word} is missing`)
      for (const script of LIFECYCLE) f.must(!(script in m.scripts), `lifecycle script ${script}`)
      f.equal(Object.keys(m.dependencies ?? {}), [], 'dependencies')
      f.equal(Object.keys(m.optionalDependencies ?? {}), [], 'optionalDependencies')
      for (const [peer, meta] of Object.entries(m.peerDependenciesMeta)) f.must(meta.optional === true && peer in m.peerDependencies, `peerDependenciesMeta ${peer}`)
      for (const peer of Object.keys(m.peerDependencies)) {
        f.must(m.peerDependenciesMeta[peer]?.optional === true || peer in m.devDependencies, `peer ${peer} is not in devDependencies`)
      }
      for (const bare of ['cordis', 'schemastery', '@deepseek-ai/dsh']) {
        f.must(![m.dependencies, m.devDependencies, m.peerDependencies].some((set) => bare in (set ?? {})), `${bare} must not be depended on`)
      }
      for (const target of targets()) f.must(target.startsWith('./lib/') || target.startsWith('./schemas/') || ['./cordis.patch.yml', './package.json'].includes(target), `${target} points at no built file`)
    },
  },
  {
    code: 'PKG02', what: 'self-contained, exactly pinned, lock file in step',
    run(f) {
      const m = manifest()
      for (const [name, spec] of Object.entries({ ...m.devDependencies, ...m.peerDependencies })) {
        f.must(!/^(?:file|link|portal|workspace|git\+|git:|https?|github):|^\.{0,2}\//.test(spec), `${name}: ${spec} leaves the registry`)
      }
      for (const [name, spec] of Object.entries(m.devDependencies)) f.must(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(spec), `devDependency ${name} is not pinned: ${spec}`)
      f.must(existsSync(join(ROOT, 'package-lock.json')), 'package-lock.json is missing')
      const dry = program('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'])
      f.must(dry.code === 0, `npm ci --dry-run: ${dry.stderr.slice(0, 400)}`)
      // Peer ranges must take the versions that the tests run on.
      const listed = JSON.parse(program('npm', ['ls', '--package-lock-only', '--depth=0', '--json']).stdout) as { readonly problems?: readonly string[] }
      f.equal(listed.problems ?? [], [], 'npm ls problems')
    },
  },
  {
    code: 'PKG07', what: 'bundle patch',
    run(f) {
      const rows = parse(read('cordis.patch.yml')) as readonly { readonly insert?: readonly { readonly id: string; readonly name: string; readonly config?: object }[] }[]
      f.equal(rows.length, 1, 'number of operations')
      const inserted = rows[0]?.insert ?? []
      f.equal(inserted.length, 1, 'number of rows')
      f.equal(inserted[0]?.id, 'cite-verify', 'row id')
      f.must(!CORE_ROWS.includes(inserted[0]?.id ?? ''), 'the row id is a core row')
      f.equal(inserted[0]?.name, manifest().name, 'row name')
      const keys = CONFIG_KEYS.map((row) => row.key) as readonly string[]
      f.equal(Object.keys(inserted[0]?.config ?? {}).filter((key) => !keys.includes(key)), [], 'unknown config keys')
    },
  },
  {
    code: 'PKG09', what: 'one version everywhere',
    run(f) {
      const { version } = manifest()
      f.equal(VERSION, version, 'VERSION in the code')
      f.equal(/^## \[?v?(\d+\.\d+\.\d+(?:-[\w.]+)?)/m.exec(read('CHANGELOG.md'))?.[1], version, 'top of CHANGELOG.md')
      const lock = JSON.parse(read('package-lock.json')) as { readonly version: string }
      f.equal(lock.version, version, 'package-lock.json')
    },
  },
]

/** Every file that main, types, exports and bin name. */
export function targets(): string[] {
  const m = manifest()
  const exported = Object.values(m.exports).flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)))
  return [...new Set([m.main, m.types, ...Object.values(m.bin), ...exported])]
}
