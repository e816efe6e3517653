import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as evidence from '../../src/plugin/evidence.ts'
import { startProviderServer, type ProviderServer } from '../support/tls-provider-server.ts'
import { answerFrom } from './answers.ts'
import { settled, startHarness, type Harness } from './harness.ts'
import { WORKS } from './works.ts'

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

const mountEvidence = () => harness.ctx.plugin(evidence, evidence.Config({ root: join(harness.root, 'shared'), durability: 'fast' }))
const verify = (doi: string) => harness.call('cite_verify', { doi })

/** Records in a store below the harness's folder. */
function records(store: string): string[] {
  const folder = join(harness.root, store, 'records')
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')) : []
}

describe('the evidence plugin', () => {
  it('takes the evidence when it is mounted first', async () => {
    await mountEvidence()
    await harness.mount()
    const { value } = await verify('10.5555/bridge.1')
    expect(records('shared')).toEqual([expect.stringContaining(value.evidenceId)])
    expect(records('store')).toEqual([])
  })

  it('takes it when it is mounted later, and gives it back when it goes', async () => {
    await harness.mount()
    await verify('10.5555/bridge.1')
    expect([records('store').length, records('shared').length]).toEqual([1, 0])
    const fiber = await mountEvidence()
    await settled()
    await verify('10.5555/mortar.2')
    expect([records('store').length, records('shared').length]).toEqual([1, 1])
    await fiber.dispose()
    await settled()
    await harness.call('cite_verify', { doi: '10.5555/mortar.2', year: '2020' })
    expect([records('store').length, records('shared').length]).toEqual([2, 1])
  })

  it('keeps the bodies with the records, so that its own audit is clean', async () => {
    await mountEvidence()
    await harness.mount()
    await harness.call('cite_batch', { citations: ['10.5555/bridge.1', 'pmid:31000001', '10.5555/nowhere'] })
    const service = harness.ctx.get('researchEvidence') as { verify(): Promise<{ ok: boolean; problems: unknown[] }> }
    const report = await service.verify()
    expect(report.problems).toEqual([])
    expect(report.ok).toBe(true)
  })

  it('gives the same id for the same finding, in either store', async () => {
    await harness.mount()
    const own = (await verify('10.5555/bridge.1')).value.evidenceId
    await mountEvidence()
    await settled()
    expect((await verify('10.5555/bridge.1')).value.evidenceId).toBe(own)
  })

  it('makes no directory until something is registered', async () => {
    await mountEvidence()
    await settled()
    expect(readdirSync(harness.root)).toEqual([])
  })

  it.each([['an unknown key', { rot: 'x' }, 'rot'], ['an unknown durability', { durability: 'slow' }, 'durability']])('fails the mount for %s', async (_what, config, key) => {
    await expect(async () => { await harness.ctx.plugin(evidence, config as never) }).rejects.toThrow(key)
  })
})

describe('a service of another shape under the same name', () => {
  it('is passed over with one warning, and the own store is used', async () => {
    await harness.ctx.plugin({ name: 'stranger', apply(ctx) { ctx.provide('researchEvidence', { add() { return 1 } }) } })
    await harness.mount()
    const { value } = await verify('10.5555/bridge.1')
    expect(value.status).toBe('ok')
    expect(records('store')).toHaveLength(1)
    expect(value.warnings.filter((warning: string) => warning.includes('researchEvidence'))).toHaveLength(1)
  })
})

describe('a foreign service that refuses', () => {
  it('costs the evidence with a warning, not the verdict', async () => {
    const refuse = async (): Promise<never> => { throw new Error('disk full') }
    await harness.ctx.plugin({ name: 'full', apply(ctx) { ctx.provide('researchEvidence', { putSnapshot: refuse, register: refuse, get: refuse }) } })
    await harness.mount()
    const { isError, value, text } = await verify('10.5555/bridge.1')
    expect(isError, text).toBe(false)
    expect(value.status).toBe('ok')
    expect(value.evidenceId).toBeUndefined()
    expect(value.warnings.join()).toContain('STORE_ERROR')
  })
})
