#!/usr/bin/env node
// Only syntax that Node 12 parses and no static import: on an old Node this file must still run far enough to say so.
var version = process.versions.node
var major = parseInt(version.split('.')[0] || '0', 10)
var minor = parseInt(version.split('.')[1] || '0', 10)

if (major >= 24 || (major === 22 && minor >= 19)) {
  import('./main.ts').then(
    function (cli) { return cli.main(process.argv.slice(2)) },
  ).then(
    function (code) { process.exitCode = code },
    function (error) {
      console.error('cite-verify: ' + (error && error.stack || error))
      process.exitCode = 2
    },
  )
} else {
  console.error('cite-verify needs Node.js 22.19 or later in the 22 line, or 24 or later; this is Node.js ' + version + '.')
  process.exitCode = 2
}

export {}
