import { defineConfig } from 'tsup'
import { BUNDLE, ENTRIES, EXTERNAL } from './scripts/bundle.ts'

const shared = {
  ...BUNDLE,
  format: ['esm' as const],
  outDir: 'lib',
  entry: { ...ENTRIES },
  external: [...EXTERNAL],
  // Everything that is not a peer goes into lib/: package.json has no dependencies.
  noExternal: [/^(?!node:|@deepseek-ai\/|@perrylink\/)/],
}

export default defineConfig([
  {
    ...shared,
    clean: true,
    dts: false,
    sourcemap: false,
    minifySyntax: true,
    minifyWhitespace: true,
    // `module`, not `node:module`: lib/cli.js must load on any Node far enough to say that it is too old.
    // Bundled CommonJS libraries call require() for Node's own modules, which ES modules do not have.
    banner: { js: "import{createRequire as __createRequire}from'module';const require=__createRequire(import.meta.url);" },
    esbuildOptions(options) {
      options.legalComments = 'none' // the licence texts are in THIRD_PARTY_NOTICES.md
      options.chunkNames = 'chunks/[name]-[hash]'
    },
  },
  { ...shared, entry: { index: ENTRIES.index, evidence: ENTRIES.evidence }, clean: false, dts: { only: true } },
])
