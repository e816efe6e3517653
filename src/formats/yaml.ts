/**
 * The YAML library, to be loaded with `import('…/formats/yaml.ts')`. Its build for Node is CommonJS: bundled, a dynamic import of the package itself
 * gives only a default export, so that named functions would be missing in the published files alone.
 */
export { isMap, isScalar, isSeq, parse, parseDocument, stringify } from 'yaml'
