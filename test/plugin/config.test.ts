import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_KEYS } from '../../src/model/config.ts'
import { Config } from '../../src/plugin/config.ts'
import { startHarness, type Harness } from './harness.ts'

let harness: Harness
beforeEach(async () => { harness = await startHarness() })
afterEach(() => harness.close())

const mounting = (config: object) => expect(async () => { await harness.mount(config as never) }).rejects

describe('a wrong configuration fails the mount', () => {
  it('for an unknown key, naming it', async () => {
    await mounting({ tiemoutMs: 1 }).toThrow('unknown key "tiemoutMs"')
    expect(harness.ctx.tools.get('cite_verify')).toBeUndefined()
  })

  it('for an unknown key within an option that has keys of its own', async () => {
    await mounting({ chinese: { journals: [] } }).toThrow('unknown key "chinese.journals"')
  })

  it.each([[{ baseURL: 'http://127.0.0.1:1' }, '"zotero.baseURL"'], [{ baseUrl: 'http://192.168.1.50:23119' }, 'zotero.baseUrl'], [{ maxResults: 0 }, 'zotero.maxResults']])('for the Zotero setting %j', async (zotero, problem) => {
    await mounting({ zotero }).toThrow(problem)
  })

  it('for an unknown key even where nothing would be mounted', async () => {
    await mounting({ enabled: false, tiemoutMs: 1 }).toThrow('tiemoutMs')
  })

  it.each([
    ['timeoutMs', 'soon'], ['timeoutMs', 0], ['timeoutMs', 1.5], ['retries', 99], ['maxRedirects', -1], ['batchConcurrency', 0], ['maxBatch', 0],
    ['titleThreshold', 2], ['titleThreshold', Number.NaN], ['language', 'fr'], ['durability', 'slow'], ['enabled', 'no'], ['root', ''],
    ['mailto', 'nobody'], ['mailto', 'a@b\r\nX-Injected: 1'], ['userAgent', 'a\nb'], ['secondOpinion', 1], ['openAlexApiKey', 7], ['chinese', 'x'],
  ])('for %s = %j, naming the key', async (key, value) => {
    await mounting({ [key]: value }).toThrow(key)
    expect(harness.ctx.tools.get('cite_verify')).toBeUndefined()
  })

  it('without printing a secret', () => {
    let message = ''
    try { Config({ openAlexApiKey: 'top\nsecret' }) } catch (error) { message = String(error) }
    expect(message).toContain('openAlexApiKey')
    expect(message).not.toContain('secret')
  })
})

describe('a right configuration', () => {
  it('takes every documented key', () => {
    const config = Object.fromEntries(CONFIG_KEYS.filter((row) => row.default !== undefined).map((row) => [row.key, row.default]))
    expect(Config(config)).toMatchObject(config)
  })

  it('mounts three tools, and none when enabled is false', async () => {
    await harness.mount()
    expect(harness.ctx.tools.schemas().map(({ name }) => name).sort()).toEqual(['cite_batch', 'cite_fix', 'cite_verify'])
    const off = await startHarness()
    await off.mount({ enabled: false })
    expect(off.ctx.tools.get('cite_verify')).toBeUndefined()
    await off.close()
  })
})
