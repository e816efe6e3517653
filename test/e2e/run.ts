/**
 * The packed tarball in the real `dsh` program: installs it into a fresh headless profile, lets a scripted model call each tool, checks
 * what the model received, adds the evidence plugin, tries a wrong configuration, removes the plugin again. Everything lives under .e2e/;
 * the registries are the loopback TLS server of the tests. Prints a line per step; exits 1 when one failed.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProviderServer } from '../support/tls-provider-server.ts'
import { answerFrom } from '../plugin/answers.ts'
import { CLOSING, startScriptedModel } from './scripted-model.ts'
import { installToolchain, packTarball, run, WORK, type Outcome } from './toolchain.ts'

const PACKAGE = 'dsh-cite-verify'
const results: { readonly step: string; readonly passed: boolean }[] = []

/** Runs one step; a step that throws failed, and the next ones still run. */
async function step(name: string, body: () => Promise<void>): Promise<void> {
  const started = performance.now()
  try {
    await body()
    results.push({ step: name, passed: true })
    console.log(`ok    ${name} (${Math.round(performance.now() - started)} ms)`)
  } catch (error) {
    results.push({ step: name, passed: false })
    console.log(`FAIL  ${name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}

function must(condition: boolean, what: string, seen: unknown): void {
  if (!condition) throw new Error(`      expected: ${what}\n      seen: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`)
}

const includes = (text: string, part: string): void => must(text.includes(part), JSON.stringify(part), text)

const toolchain = await installToolchain()
const tarball = await packTarball()
const state = mkdtempSync(join(WORK, 'run-'))
const home = join(state, 'home')
const workspace = join(state, 'workspace')
for (const folder of [home, workspace]) mkdirSync(folder, { recursive: true })
const userPatch = join(home, 'profiles/headless/cordis.patch.yml')
const server = await startProviderServer()
const model = await startScriptedModel()
const REGISTRIES = {
  crossref: { '10.5555/bridge.1': { title: 'Load paths in masonry arch bridges', authors: [['Okafor', 'Ada'], ['Lindqvist', 'Per']], year: 2019, venue: 'Journal of Structural Records', pages: '10-19', volume: '4' } },
  pubmed: { 31000001: { title: 'Sleep and recall in shift workers', authors: [['Ramos', 'Lucia']], year: 2018, venue: 'Journal of Rest' } },
  arxiv: { '2401.00001': { title: 'Counting citations twice', authors: [['Duarte', 'Ines']], year: 2024, venue: '' } },
} as const
answerFrom(server, REGISTRIES)

const env = {
  ...server.env, PATH: toolchain.path, DSH_HOME: home, DSH_TELEMETRY_DISABLED: '1', npm_config_store_dir: toolchain.store,
  DEEPSEEK_BASE_URL: model.url, DEEPSEEK_API_KEY: 'sk-none',
}
const dsh = (args: readonly string[]): Promise<Outcome> => run(toolchain.dsh, args, { cwd: workspace, env })

/** One headless task in which the model calls the tool once; gives what the model received. */
async function call(tool: string, args: unknown): Promise<string> {
  model.script(tool, args)
  const outcome = await dsh(['--profile', 'headless', `call the tool ${tool}`])
  must(outcome.code === 0, 'dsh exits 0', outcome)
  includes(outcome.stdout, CLOSING)
  const text = model.received()
  must(text !== undefined, `a tool message of ${tool} (offered: ${model.offered().join(', ')})`, outcome)
  return text as string
}

const BRIDGE = '@article{okafor2019,\n  author = {Okafor, Ada and Lindqvist, Per},\n  title = {Load paths in masonry arch bridges},\n  journal = {Journal of Structural Records},\n  year = {2015},\n  pages = {10--19},\n  doi = {10.5555/bridge.1}\n}\n'

await step('dsh is the pinned version', async () => {
  const { stdout } = await run(toolchain.dsh, ['--version'], { env })
  must(stdout.trim() === '0.1.0-rc.8', '0.1.0-rc.8', stdout)
})

await step('dsh plugin add installs the tarball', async () => {
  const outcome = await dsh(['plugin', '--profile', 'headless', 'add', tarball])
  must(outcome.code === 0, 'exit 0', outcome)
})

await step('--dump-config shows the plugin as a layer of its own', async () => {
  const { code, stdout } = await dsh(['--profile', 'headless', '--dump-config'])
  must(code === 0, 'exit 0', code)
  includes(stdout, `# == ${PACKAGE}`)
  includes(stdout, '- id: cite-verify')
})

await step('cite_verify: the model reads the difference with both values', async () => {
  const text = await call('cite_verify', { bibtex: BRIDGE })
  for (const tool of ['cite_verify', 'cite_batch', 'cite_fix']) must(model.offered().includes(tool), `${tool} offered`, model.offered())
  for (const part of ['fail', 'year', '"2015"', '"2019"', 'crossref', 'ev-']) includes(text, part)
})

await step('cite_verify: a registry that says so is "no record", and the text does not call it invented', async () => {
  const text = await call('cite_verify', { doi: '10.5555/nowhere.9', fresh: true })
  includes(text, 'no record')
  must(!/fabricated|fake|hallucinat/i.test(text), 'no accusation', text)
})

await step('cite_verify: a failed look-up is not "no record"', async () => {
  server.on('api.crossref.org', { status: 500, body: 'oops' })
  server.on('doi.org', { status: 500, body: 'oops' })
  server.on('hdl.handle.net', { status: 500, body: 'oops' })
  const text = await call('cite_verify', { doi: '10.5555/down.1', fresh: true })
  includes(text, 'not decided, because a look-up failed')
  must(!text.includes('answered that there is no such record'), 'no claim of absence', text)
})

await step('cite_verify: a wrong argument is a coded error', async () => {
  includes(await call('cite_verify', { doi: 'not-a-doi' }), 'UNSUPPORTED_IDENTIFIER')
  includes(await call('cite_verify', {}), 'INVALID_INPUT')
})

await step('cite_batch: every kind of identifier, a duplicate and a broken item keep their order', async () => {
  answerFrom(server, REGISTRIES)
  const text = await call('cite_batch', { citations: ['doi:10.5555/bridge.1', 'pmid:31000001', 'arxiv:2401.00001', '10.5555/bridge.1', 'not an identifier'] })
  const rows = [1, 2, 3, 4, 5].map((n) => text.indexOf(`\n${n} | `))
  must(rows.every((at, index) => at > (rows[index - 1] ?? 0)), 'five rows in order', text)
  includes(text, 'duplicate of')
  includes(text, 'UNSUPPORTED_IDENTIFIER')
})

await step('cite_fix: the smallest edit comes back as text, and no file is written', async () => {
  const text = await call('cite_fix', { bibtex: BRIDGE })
  includes(text, BRIDGE.trim().replace('{2015}', '{2019}'))
  must(readdirSync(workspace).every((name) => name === '.cite-verify'), 'only the store in the workspace', readdirSync(workspace))
})

await step('the own store holds the evidence', async () => {
  must(existsSync(join(workspace, '.cite-verify/records')), 'records under .cite-verify', readdirSync(workspace))
})

await step('with the evidence plugin in the user\'s patch, evidence goes to its store', async () => {
  const root = join(state, 'evidence')
  rmSync(join(workspace, '.cite-verify'), { recursive: true, force: true })
  writeFileSync(userPatch, `- insert:\n    - id: cite-verify-evidence\n      name: ${PACKAGE}/evidence\n      config:\n        root: ${JSON.stringify(root)}\n        durability: fast\n`)
  const text = await call('cite_verify', { doi: '10.5555/bridge.1' })
  includes(text, 'ev-')
  must(existsSync(join(root, 'records')), `records under ${root}`, readdirSync(state))
  must(!existsSync(join(workspace, '.cite-verify/records')), 'none in the own store', readdirSync(workspace))
})

await step('a misspelt option stops the boot and is named', async () => {
  writeFileSync(userPatch, '- id: cite-verify\n  config:\n    tiemoutMs: 700\n')
  model.script('cite_verify', {})
  const outcome = await dsh(['--profile', 'headless', 'hello'])
  must(outcome.code === 1, 'exit 1', outcome)
  includes(outcome.stderr, 'tiemoutMs')
})

await step('a value out of bounds stops the boot and its key is named', async () => {
  writeFileSync(userPatch, '- id: cite-verify\n  config:\n    timeoutMs: soon\n')
  const outcome = await dsh(['--profile', 'headless', 'hello'])
  must(outcome.code === 1, 'exit 1', outcome)
  includes(outcome.stderr, 'timeoutMs')
  rmSync(userPatch)
})

await step('dsh plugin remove takes it out again', async () => {
  const removed = await dsh(['plugin', '--profile', 'headless', 'remove', PACKAGE])
  must(removed.code === 0, 'exit 0', removed)
  const { stdout } = await dsh(['--profile', 'headless', '--dump-config'])
  must(!stdout.includes(PACKAGE), 'no trace in the composed configuration', stdout)
})

await step('nothing went past the loopback registries', async () => {
  must(server.refused.length === 0, 'no refused host', server.refused)
  must(server.requests.length > 0, 'requests to the registries', server.requests.length)
})

await model.close()
await server.close()
const failed = results.filter((row) => !row.passed).length
if (failed === 0) rmSync(state, { recursive: true, force: true })
else console.log(`state kept at ${state}`)
writeFileSync(join(WORK, 'result.json'), JSON.stringify({ passed: results.length - failed, failed }))
console.log(`e2e: ${results.length - failed} steps passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
