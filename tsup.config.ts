import { defineConfig } from 'tsup'
import { BUNDLE, ENTRIES, EXTERNAL } from './scripts/bundle.ts'

export default defineConfig({
  ...BUNDLE,
  format: ['esm'],
  outDir: 'lib',
  entry: { ...ENTRIES },
  external: [...EXTERNAL],
  // Everything that is not a peer goes into lib/: package.json has no dependencies.
  noExternal: [/^(?!node:|@deepseek-ai\/|@perrylink\/)/],
  dts: { entry: { index: ENTRIES.index, evidence: ENTRIES.evidence, gate: ENTRIES.gate, zotero: ENTRIES.zotero } },
  // tsup would write import('sqlite'), which is no module: the cache would silently always miss
  removeNodeProtocol: false,
  clean: true,
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  // Bundled CommonJS libraries call require() for Node's own modules, which ES modules do not have.
  // `module`, not `node:module`: lib/cli.js must load on any Node far enough to say that it is too old.
  banner: { js: "import{createRequire as __createRequire}from'module';const require=__createRequire(import.meta.url);" },
  esbuildOptions(options) {
    options.legalComments = 'none' // the licence texts are in THIRD_PARTY_NOTICES.md
    options.chunkNames = 'chunks/[name]-[hash]'
  },
})
