import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NODE, runCli, temporaryFolder } from './cli-process.ts'

const SHARED = new URL('../../../shared/', import.meta.url)
const SIMULATOR = fileURLToPath(new URL('tools/provider-sim.mjs', SHARED))
const there = existsSync(SIMULATOR)

/** Real bibliographies that cite by DOI, arXiv id and PMID, one with broken entries, one in RIS. */
const FILES = ['derived/orcid-works.derived.bib', 'cs-ml/whedon-paper.bib', 'cs-ml/bibtexupdater-fact-checker.demo.bib', 'cs-ml/refchecker-hallucination_7ref_sample.bib']

interface Report { readonly summary: Record<string, number>; readonly items: readonly { readonly key: string; readonly notFound: boolean; readonly lookupError: boolean; readonly checks: readonly object[] }[] }

describe.skipIf(!there)(`cite-verify check on real bibliographies${there ? '' : ' (skipped: ../shared/tools/provider-sim.mjs is absent)'}`, () => {
  let simulator: ChildProcess
  let environment: Record<string, string>
  const root = temporaryFolder()
  beforeAll(async () => {
    simulator = spawn(NODE, [SIMULATOR, '--data', fileURLToPath(new URL('data/providers', SHARED))], { stdio: ['ignore', 'pipe', 'inherit'] })
    const line = await new Promise<string>((resolve) => { createInterface({ input: simulator.stdout! }).once('line', resolve) })
    const { port, ca } = JSON.parse(line) as { port: number; ca: string }
    environment = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: ca, CITE_VERIFY_ROOT: root, CITE_VERIFY_RETRIES: '0' }
  })
  afterAll(() => { simulator.kill() })

  it.each(FILES)('%s: no crash, no false "no record", and the same answer from the cache', async (name) => {
    const file = fileURLToPath(new URL(`data/bib/${name}`, SHARED))
    const ran = await runCli(['check', file, '--format', 'json'], { environment })
    expect(ran.stderr).toBe('')
    const report = JSON.parse(ran.stdout) as Report
    const entries = readFileSync(file, 'utf8').match(/^\s*@(?!comment|string|preamble)\w+\s*[{(]/gim)?.length ?? 0
    expect(report.summary['total']).toBe(entries)
    // The simulator answers 503 for what it does not have: nothing may come out of that but a failed look-up.
    expect(report.items.filter((item) => item.notFound).map((item) => item.key)).toEqual([])
    expect(report.items.filter((item) => item.lookupError && item.notFound)).toEqual([])

    const again = JSON.parse((await runCli(['check', file, '--format', 'json', '--offline'], { environment })).stdout) as Report
    const decided = report.items.flatMap((item, index) => (item.lookupError ? [] : [index]))
    expect(decided.map((index) => again.items[index]?.checks)).toEqual(decided.map((index) => report.items[index]?.checks))
  }, 120_000)
})
