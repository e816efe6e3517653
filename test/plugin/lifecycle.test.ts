import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import ToolRuntime, { type ToolDefinition } from '@deepseek-ai/dsh-tools'
import { CallId } from '@deepseek-ai/dsh-llm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as plugin from '../../src/index.ts'
import { hang, startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { answerFrom } from './answers.ts'
import { settled, startHarness, type Harness } from './harness.ts'
import { BRIDGE_ENTRY, WORKS } from './works.ts'

let server: ProviderServer
let harness: Harness
beforeAll(async () => { server = await startProviderServer() })
afterAll(() => server.close())
beforeEach(async () => {
  server.reset()
  answerFrom(server, WORKS)
  harness = await startHarness()
})
afterEach(() => harness.close())

const DOI = { doi: '10.5555/bridge.1' }

describe('mounting', () => {
  it('writes nothing and asks nothing until the first call', async () => {
    await harness.mount()
    await settled()
    expect(readdirSync(harness.root)).toEqual([])
    expect(server.requests).toHaveLength(0)
  })

  it('waits for the tool registry and loads when it appears', async () => {
    const bare = new Context()
    const fiber = bare.plugin(plugin, plugin.Config({ root: join(harness.root, 'store') }))
    await settled()
    expect(bare.get('tools')).toBeUndefined()
    await bare.plugin(SystemPrompt)
    await bare.plugin(ToolRuntime)
    await fiber.await()
    expect(bare.tools.get('cite_verify')).toBeDefined()
    await bare.fiber.dispose()
  })
})

describe('unmounting', () => {
  it('takes the tools away', async () => {
    const fiber = await harness.mount()
    await fiber.dispose()
    expect((await harness.call('cite_verify', DOI)).code).toBe('UNKNOWN_TOOL')
  })

  it('aborts a call under way and leaves no request behind', async () => {
    server.on('api.crossref.org', hang())
    const fiber = await harness.mount({ timeoutMs: 60_000 })
    const call = harness.call('cite_verify', DOI)
    await until(() => server.requestsTo('api.crossref.org').length === 1)
    await fiber.dispose()
    await call
    const asked = server.requests.length
    await settled()
    expect(server.requests).toHaveLength(asked)
  })

  it('can be mounted again with another configuration', async () => {
    const fiber = await harness.mount()
    await harness.call('cite_verify', DOI)
    await fiber.dispose()
    await harness.mount({ language: 'zh', root: join(harness.root, 'other') })
    expect((await harness.call('cite_verify', DOI)).text).toContain('记录')
    expect(readdirSync(harness.root).sort()).toEqual(['other', 'store'])
  })
})

describe('cancelling', () => {
  it('settles soon, as an error, and stops new requests', async () => {
    server.on('api.crossref.org', hang())
    await harness.mount({ timeoutMs: 60_000 })
    const controller = new AbortController()
    const call = harness.call('cite_batch', { citations: ['10.5555/bridge.1', 'pmid:31000001', '10.5555/mortar.2'] }, controller.signal)
    await until(() => server.requestsTo('api.crossref.org').length === 1 && server.requestsTo('eutils.ncbi.nlm.nih.gov').length === 1) // a request on its way may still arrive
    controller.abort()
    const { isError } = await call
    expect(isError).toBe(true)
    const asked = server.requests.length
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.requests).toHaveLength(asked)
  })

  it('leaves the next call whole', async () => {
    await harness.mount()
    const controller = new AbortController()
    controller.abort()
    expect((await harness.call('cite_verify', DOI, controller.signal)).isError).toBe(true)
    expect((await harness.call('cite_verify', DOI)).value.status).toBe('ok')
  })
})

describe('what the harness is told of the tools', () => {
  const definitions = (): ToolDefinition[] => ['cite_verify', 'cite_batch', 'cite_fix'].map((name) => harness.ctx.tools.get(name)!)
  const inputOf = (name: string): unknown => (name === 'cite_batch' ? { citations: ['10.5555/bridge.1'] } : DOI)

  it('that they may overlap, and when they give up', async () => {
    await harness.mount({ timeoutMs: 10_000 })
    for (const tool of definitions()) {
      expect(harness.ctx.tools.executionMode({ callId: CallId('x'), name: tool.name, arguments: inputOf(tool.name), signal: new AbortController().signal })).toEqual({ kind: 'parallel' })
      expect(tool.timeoutMs).toBeGreaterThan(60_000)
    }
  })

  it('shows cards that depend on the arguments and the logged result alone', async () => {
    await harness.mount()
    const { text, meta } = await harness.call('cite_verify', { bibtex: BRIDGE_ENTRY })
    const result = { isError: false, content: [{ type: 'text', text }], meta } as never
    const tool = harness.ctx.tools.get('cite_verify')!
    expect(tool.presentCall!({ bibtex: BRIDGE_ENTRY })).toMatchObject({ card: 'generic', kind: 'fetch', title: 'Verify okafor2019' })
    expect(tool.presentResult!({ bibtex: BRIDGE_ENTRY }, result)).toMatchObject({ card: 'generic', title: 'okafor2019: fail' })
    expect(tool.presentResult!({ bibtex: BRIDGE_ENTRY }, { isError: true, content: [] })).toMatchObject({ title: 'okafor2019: error' })
    // Arguments of an older version in a replayed log fall back to the generic card.
    expect(harness.ctx.tools.get('cite_batch')!.presentResult!({ citations: 7 }, result)).toBeUndefined()
    for (const definition of definitions()) {
      const args = inputOf(definition.name)
      expect(definition.presentCall!(args)).toEqual(definition.presentCall!(args))
    }
  })

  it('is the schema of every documented parameter', async () => {
    await harness.mount()
    const schemas = harness.ctx.tools.schemas()
    const properties = (name: string): string[] => Object.keys((schemas.find((tool) => tool.name === name)!.parameters as { properties: object }).properties)
    const citation = ['doi', 'pmid', 'arxiv', 'bibtex', 'citation', 'title', 'authors', 'year', 'venue', 'pages', 'volume', 'issue', 'articleNumber', 'publisher', 'location', 'isbn', 'issn', 'suggest', 'fresh']
    expect(properties('cite_verify')).toEqual([...citation, 'include_zotero'])
    expect(properties('cite_fix')).toEqual(citation)
    expect(properties('cite_batch')).toEqual(['citations', 'suggest', 'include_zotero', 'fresh'])
  })

  it('lets a policy refuse a call before anything is asked', async () => {
    await harness.mount()
    harness.ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no network today' }))
    expect((await harness.call('cite_verify', DOI)).text).toContain('no network today')
    expect(server.requests).toHaveLength(0)
  })
})

describe('a store that cannot be written', () => {
  it('costs the evidence, not the verdict', async () => {
    // A file where the folder should be: refused for every user, root included.
    writeFileSync(join(harness.root, 'taken'), '')
    await harness.mount({ root: join(harness.root, 'taken/store') })
    const { isError, value, text } = await harness.call('cite_verify', DOI)
    expect(isError, text).toBe(false)
    expect(value.status).toBe('ok')
    expect(value.evidenceId).toBeUndefined()
    expect(value.warnings.join()).toContain('STORE_ERROR')
    expect(text).toContain('STORE_ERROR')
  })
})

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(condition()).toBe(true)
}
