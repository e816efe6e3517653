import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addConfigOptions, configOf, environmentName, optionName, unknownVariables } from '../../src/cli/options.ts'
import { CONFIG_KEYS, defaultConfig } from '../../src/model/config.ts'

describe('the configuration of a command line', () => {
  it('has an option for every key but the secrets, and a variable for every key', () => {
    const command = addConfigOptions(new Command())
    const flags = command.options.flatMap((option) => [option.short, option.long])
    for (const row of CONFIG_KEYS) expect(flags.includes(optionName(row.key)), row.key).toBe(row.secret !== true)
    expect(flags).toContain('--lang')
    expect(environmentName('cacheTtlMs')).toBe('CITE_VERIFY_CACHE_TTL_MS')
    expect(environmentName('ncbiApiKey')).toBe('CITE_VERIFY_NCBI_API_KEY')
  })

  it('is the defaults when nothing is said', () => {
    expect(configOf({}, {})).toEqual(defaultConfig())
  })

  it('takes an option before a variable before the default', () => {
    expect(configOf({ root: 'a' }, { CITE_VERIFY_ROOT: 'b', CITE_VERIFY_MAILTO: 'someone@example.org' })).toMatchObject({ root: 'a', mailto: 'someone@example.org' })
    expect(configOf({}, { CITE_VERIFY_ROOT: 'b', CITE_VERIFY_MAILTO: '' }).root).toBe('b')
  })

  it('takes secrets from the environment only, and never prints one', () => {
    expect(configOf({ ncbiApiKey: 'x' }, {}).ncbiApiKey).toBeUndefined()
    expect(configOf({}, { CITE_VERIFY_NCBI_API_KEY: 'hush' }).ncbiApiKey).toBe('hush')
    expect(() => configOf({}, { CITE_VERIFY_NCBI_API_KEY: '  ' })).toThrow(/^CITE_VERIFY_NCBI_API_KEY: a text expected$/)
  })

  it.each([
    [{ secondOpinion: true }, { secondOpinion: true }], [{ secondOpinion: 'false' }, { secondOpinion: false }],
    [{ titleThreshold: '.9' }, { titleThreshold: 0.9 }], [{ retries: '0' }, { retries: 0 }], [{ language: 'zh' }, { language: 'zh' }],
    [{ chinese: '{"journalMap": []}' }, { chinese: { journalMap: [] } }],
  ])('reads %j', (options, expected) => {
    expect(configOf(options, {})).toMatchObject(expected)
  })

  it.each([
    [{ retries: '6' }, /^--retries: a whole number from 0 to 5 expected, got "6"$/], [{ timeoutMs: '1.5' }, /--timeout-ms/], [{ timeoutMs: '-1' }, /--timeout-ms/],
    [{ titleThreshold: '1.1' }, /--title-threshold: a number from 0 to 1/], [{ language: 'de' }, /--language: one of en, zh/], [{ durability: 'quick' }, /full, fast/],
    [{ secondOpinion: 'maybe' }, /true or false/], [{ mailto: 'nobody' }, /^--mailto: a mail address expected, got "nobody"$/], [{ mailto: 'a@b c' }, /--mailto/], [{ userAgent: 'a\nb' }, /^--user-agent: one line/], [{ chinese: '[]' }, /JSON object/], [{ zotero: '{' }, /JSON object/],
  ])('refuses %j', (options, problem) => {
    expect(() => configOf(options, {})).toThrow(problem)
  })

  it('names a misspelt variable', () => {
    expect(unknownVariables({ CITE_VERIFY_MALTO: 'x', CITE_VERIFY_ROOT: 'y', PATH: '/bin' })).toEqual(['CITE_VERIFY_MALTO'])
  })
})
