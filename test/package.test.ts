import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../src/base/cite-error.ts'
import * as plugin from '../src/index.ts'
import { CONFIG_KEYS, defaultConfig } from '../src/model/config.ts'
import * as evidence from '../src/plugin/evidence.ts'
import * as zotero from '../src/plugin/zotero.ts'
import { DOCUMENT_CHECKS } from '../scripts/package-documents.ts'
import { MANIFEST_CHECKS } from '../scripts/package-manifest.ts'
import { Findings } from '../scripts/package-check.ts'
import { thirdPartyNotices } from '../scripts/third-party-notices.ts'

const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

describe('the entries that the harness loads', () => {
  it('export name, inject, Config and apply, and nothing by default', () => {
    expect('default' in plugin).toBe(false)
    expect(plugin.name).toBe('cite-verify')
    expect(plugin.inject).toEqual(['tools'])
    expect(typeof plugin.apply).toBe('function')
    expect(plugin.Config['~standard'].vendor).toBe('schemastery')
    expect('default' in evidence).toBe(false)
    expect([evidence.name, evidence.provide]).toEqual(['cite-verify-evidence', 'researchEvidence'])
    expect('default' in zotero).toBe(false)
    expect([zotero.name, zotero.inject]).toEqual(['cite-verify-zotero', ['tools']])
  })

  it('have the documented defaults', () => {
    const { chinese: _chinese, zotero: _zotero, ...scalars } = defaultConfig()
    expect(plugin.Config({})).toMatchObject(scalars)
  })

  it('say the version of package.json', () => {
    const { version } = JSON.parse(readFileSync(root('package.json'), 'utf8')) as { readonly version: string }
    expect(plugin.VERSION).toBe(version)
  })
})

describe('the table of options', () => {
  it('has each key once, and a default that its own bounds allow', () => {
    expect(new Set(CONFIG_KEYS.map(({ key }) => key)).size).toBe(CONFIG_KEYS.length)
    for (const row of CONFIG_KEYS) {
      if (typeof row.default === 'number') expect(row.default, row.key).toBeGreaterThanOrEqual(row.min ?? 0)
      if (row.choices !== undefined) expect(row.choices, row.key).toContain(row.default)
    }
  })
})

describe('the package', () => {
  it('has five error codes, spelt as documented', () => {
    expect(ERROR_CODES).toEqual(['INVALID_INPUT', 'INVALID_BIBTEX', 'UNSUPPORTED_IDENTIFIER', 'STORE_ERROR', 'BATCH_TOO_LARGE'])
  })

  it.each(MANIFEST_CHECKS.filter(({ code }) => code !== 'PKG02'))('$code $what', async (check) => {
    const findings = new Findings()
    await check.run(findings)
    expect(findings.faults).toEqual([])
    expect(findings.evaluated).toBeGreaterThan(0)
  })

  it('has READMEs that agree with the code', async () => {
    for (const check of DOCUMENT_CHECKS) {
      const findings = new Findings()
      await check.run(findings)
      expect(findings.faults).toEqual([])
    }
  })

  it('names every bundled library with its licence text, as the bundler sees it now', async () => {
    expect(existsSync(root('THIRD_PARTY_NOTICES.md'))).toBe(true)
    expect(readFileSync(root('THIRD_PARTY_NOTICES.md'), 'utf8')).toBe(await thirdPartyNotices())
  })
})
