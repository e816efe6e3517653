/**
 * The package as people will install it, in eleven small checks, each with a code. Run after `npm run build`
 * (`npm run verify:package` does both). Exits 1 when a check found a fault or looked at nothing.
 */
import { BUILD_CHECKS } from './package-build.ts'
import { DOCUMENT_CHECKS } from './package-documents.ts'
import { MANIFEST_CHECKS } from './package-manifest.ts'
import { Findings } from './package-check.ts'

let failed = 0
const checks = [...MANIFEST_CHECKS, ...BUILD_CHECKS, ...DOCUMENT_CHECKS].sort((a, b) => (a.code < b.code ? -1 : 1))
for (const check of checks) {
  const findings = new Findings()
  try {
    await check.run(findings)
  } catch (error) {
    findings.faults.push(error instanceof Error ? error.message : String(error))
  }
  if (findings.evaluated === 0) findings.faults.push('nothing was looked at')
  const notes = findings.notes.length === 0 ? '' : `; ${findings.notes.join('; ')}`
  console.log(`${findings.faults.length === 0 ? 'ok   ' : 'FAIL '} ${check.code} ${check.what} (${findings.evaluated} looked at${notes})`)
  for (const fault of findings.faults) console.log(`      ${fault}`)
  if (findings.faults.length > 0) failed++
}
console.log(`verify:package: ${checks.length - failed} of ${checks.length} checks passed`)
process.exitCode = failed === 0 && checks.length > 0 ? 0 : 1
