import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ALLOWED_HOSTS, isAllowedUrl } from '../../../src/http/allowlist.ts'
import { CHINESE_HOSTS } from '../../../src/providers/chinese/transport.ts'

const OUT_OF_BOUNDS = ['cnki.net', 'wanfangdata', 'cqvip', 'chndoi']
const SRC = fileURLToPath(new URL('../../../src/', import.meta.url))
const LIB = fileURLToPath(new URL('../../../lib/', import.meta.url))

const textsIn = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:ts|js|mjs|cjs|json)$/.test(path)).map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')])

const offenders = (texts: readonly (readonly [string, string])[]): string[] =>
  texts.flatMap(([path, text]) => OUT_OF_BOUNDS.filter((host) => text.toLowerCase().includes(host)).map((host) => `${path}: ${host}`))

describe('[66] hosts out of bounds', () => {
  it('are named nowhere in the source, in which the scan does find a host', () => {
    const texts = textsIn(SRC)
    expect(texts.filter(([, text]) => text.includes('hdl.handle.net')).length).toBeGreaterThan(1)
    expect(offenders(texts)).toEqual([])
  })

  it.skipIf(!existsSync(LIB))('are named nowhere in the built bundle (skipped where nothing is built)', () => {
    const texts = textsIn(LIB)
    expect(texts.some(([, text]) => text.includes('hdl.handle.net'))).toBe(true)
    expect(offenders(texts)).toEqual([])
  })

  it('cannot be asked', () => {
    for (const host of ['www.cnki.net', 'kns.cnki.net', 'd.wanfangdata.com.cn', 'www.cqvip.com', 'www.chndoi.org']) expect(isAllowedUrl(`https://${host}/x`)).toBe(false)
    expect(CHINESE_HOSTS.every((host) => ALLOWED_HOSTS.some((row) => row.host === host))).toBe(true)
  })
})
