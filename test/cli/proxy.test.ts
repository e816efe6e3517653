import { describe, expect, it } from 'vitest'
import { planProxy } from '../../src/cli/proxy.ts'

const PROXY = { HTTPS_PROXY: 'http://127.0.0.1:3128' }

describe('a proxy', () => {
  it.each([
    ['24.14.0', true, 'set-global'], ['24.5.0', false, 're-execute'], ['22.21.0', false, 're-execute'], ['25.0.0', false, 're-execute'],
    ['24.4.9', false, 'unsupported'], ['22.20.3', false, 'unsupported'], ['23.11.0', false, 'unsupported'],
  ] as const)('on Node %s is followed by: %s, %s', (version, hasSetGlobal, plan) => {
    expect(planProxy(PROXY, version, hasSetGlobal)).toBe(plan)
  })

  it('needs nothing where none is set or Node was told already: a re-executed process does not do it again', () => {
    expect(planProxy({}, '22.21.0', false)).toBe('nothing')
    expect(planProxy({ HTTPS_PROXY: '' }, '22.21.0', false)).toBe('nothing')
    expect(planProxy({ ...PROXY, NODE_USE_ENV_PROXY: '1' }, '22.21.0', false)).toBe('nothing')
    expect(planProxy({ ...PROXY, NODE_USE_ENV_PROXY: '0' }, '22.21.0', false)).toBe('re-execute')
  })

  it('is found under its lower-case name too', () => {
    expect(planProxy({ https_proxy: 'http://127.0.0.1:3128' }, '24.14.0', true)).toBe('set-global')
  })
})
