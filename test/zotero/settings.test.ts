import { describe, expect, it } from 'vitest'
import { parseZoteroSettings } from '../../src/zotero/settings.ts'

describe('the zotero section', () => {
  it('has the documented defaults', () => {
    expect(parseZoteroSettings()).toEqual({
      base: { address: '127.0.0.1', port: 23_119, host: '127.0.0.1:23119' }, timeoutMs: 5_000, maxResults: 25, library: 'user', writePolicy: 'explicit', updatePolicy: 'fill_blank',
      reviewTags: ['qiongli:imported', 'qiongli:needs-review'], tagPrefix: 'qiongli', reviewCollectionPath: '', crossrefVerification: true, connectorFallback: false, rememberKey: false, strictYear: false, provenance: 'none',
    })
  })

  it.each(['http://192.168.1.50:23119', 'http://localhost.evil.test', 'http://u:p@127.0.0.1', 'https://[::ffff:10.0.0.1]', 'http://[::ffff:10.0.0.1]:23119', 'https://127.0.0.1:23119', 'http://127.0.0.1:23119/api', 'http://127.0.0.1:23119/?x', 'http://localhost.:23119', 'http://0.0.0.0:23119', 'http://evil.test\\@127.0.0.1', 'nonsense', ''])(
    'case 16: %s is a configuration error', (baseUrl) => {
      expect(() => parseZoteroSettings({ baseUrl })).toThrow(/zotero\.baseUrl/)
    },
  )

  it.each([['http://localhost:23119', '127.0.0.1'], ['http://127.0.0.2:24119', '127.0.0.2'], ['http://[::1]:23119', '::1']])('case 16: %s is connected to as %s', (baseUrl, address) => {
    expect(parseZoteroSettings({ baseUrl }).base.address).toBe(address)
  })

  it('names an unknown key and a wrong value', () => {
    expect(() => parseZoteroSettings({ baseURL: 'x' })).toThrow(/"zotero\.baseURL"/)
    expect(() => parseZoteroSettings({ maxResults: 500 })).toThrow(/zotero\.maxResults expected a whole number from 1 to 200/)
    expect(() => parseZoteroSettings({ writePolicy: 'allow' })).toThrow(/zotero\.writePolicy/)
    expect(() => parseZoteroSettings({ library: 'group:x' })).toThrow(/zotero\.library/)
  })

  it('reads the older names, and puts the prefix into the review tags', () => {
    const settings = parseZoteroSettings({ zotero_default_review_tags: 'a:one,a:two', zotero_default_review_collection_path: 'X/To Review', zotero_crossref_verification_enabled: false })
    expect(settings).toMatchObject({ reviewTags: ['a:one', 'a:two'], reviewCollectionPath: 'X/To Review', crossrefVerification: false })
    expect(parseZoteroSettings({ tagPrefix: 'lab' }).reviewTags).toEqual(['lab:imported', 'lab:needs-review'])
  })

  it.each(['a;b', 'a,b', 'a\nb', 'x'.repeat(256)])('case 44: refuses the review tag %j, which an import file would split or lose', (tag) => {
    expect(() => parseZoteroSettings({ reviewTags: [tag] })).toThrow(/zotero\.reviewTags/)
  })
})
