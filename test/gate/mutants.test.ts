import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { NODE } from '../cli/cli-process.ts'

describe('faults put into a copy of the gate', () => {
  it('are each noticed by the tests (scripts/gate-mutants.ts)', { timeout: 300_000 }, () => {
    const { status, stdout, stderr } = spawnSync(NODE, [fileURLToPath(new URL('../../scripts/gate-mutants.ts', import.meta.url))], { encoding: 'utf8' })
    expect(stdout + stderr).not.toContain('SURVIVED')
    expect(stdout.match(/^noticed/gm)?.length).toBeGreaterThanOrEqual(20)
    expect(status, stderr).toBe(0)
  })
})
