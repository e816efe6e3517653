import { describe, expect, it } from 'vitest'
import { parseArxivId } from '../../src/identifiers/arxiv.ts'
import type { ArxivId } from '../../src/model/identifiers.ts'
import { createArxiv, parseArxiv } from '../../src/providers/arxiv.ts'
import { bytes, type Handler } from '../support/tls-provider-server.ts'
import { testSourceContract } from './contract.ts'
import { fixtureText, fixtureWorks, utf8 } from './fixture-cases.ts'

const works = fixtureWorks('arxiv/feed.works.json')
const entries = new Map([...fixtureText('arxiv/feed.xml').matchAll(/<entry>[\s\S]*?<\/entry>/g)].map(([entry]) => [parseArxivId(/<id>([^<]+)/.exec(entry)?.[1] ?? '')?.id as ArxivId, entry]))
const feed = (list: readonly string[], total = list.length): string =>
  `<?xml version='1.0' encoding='UTF-8'?><feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom"><opensearch:totalResults>${total}</opensearch:totalResults>${list.join('')}</feed>`

/** As export.arxiv.org: ten results unless asked otherwise, unknown identifiers left out, one malformed one fails the call. */
const serve: Handler = ({ url }) => {
  const asked = (url.searchParams.get('id_list') ?? '').split(',')
  const malformed = asked.find((id) => !parseArxivId(id))
  if (malformed) return bytes(feed([`<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_${malformed}</id><title>Error</title><summary>incorrect id format for ${malformed}</summary></entry>`]), 'application/atom+xml', 400)
  const found = asked.flatMap((id) => entries.get(id as ArxivId) ?? [])
  return bytes(feed(found.slice(0, Number(url.searchParams.get('max_results') ?? 10)), found.length), 'application/atom+xml')
}

testSourceContract<ArxivId, unknown>({
  name: 'arXiv', host: 'export.arxiv.org', create: createArxiv, serve, requests: 1,
  present: ['1706.03762', 'hep-th/9711200', '2401.00099'] as unknown as readonly [ArxivId, ArxivId, ArxivId], absent: '2401.00001' as ArxivId, value: (id) => works[id],
})

describe('what an arXiv feed says', () => {
  it('a feed that holds fewer entries than it counts proves no absence', () => {
    expect(parseArxiv(utf8(feed([], 0)), 200).rest).toBe('absent')
    expect(parseArxiv(utf8(feed([], 1)), 200).rest).toBe('unknown')
    expect(parseArxiv(utf8(feed(['<entry><id>http://arxiv.org/abs/2401.00001v1</id></entry>'])), 200).rest).toBe('unknown')
  })
  it('an error entry is a refusal, whatever the status', () => {
    const refusal = feed(['<entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_abc</id><title>Error</title><summary>incorrect id format for abc</summary></entry>'])
    for (const status of [200, 400]) expect(() => parseArxiv(utf8(refusal), status)).toThrow(/incorrect id format for abc/)
  })
  it('a feed without a count, and a page that is not a feed, are unparsable', () => {
    expect(() => parseArxiv(utf8('<feed></feed>'), 200)).toThrow(/how many/)
    expect(() => parseArxiv(utf8('<html><body>Rate exceeded.</body></html>'), 200)).toThrow(/not an Atom feed/)
    expect(() => parseArxiv(utf8('Rate exceeded.'), 200)).toThrow(/not XML/)
  })

  it.each([
    ['This paper has been withdrawn by the author due to an error', true], ['Withdrawn', true], ['[withdrawn] see erratum', true], ['paper withdrawn', true], ['This submission has been withdrawn by arXiv administrators', true], ['withdrawn by the authors', true],
    ['the paper is now withdrawn', true], ['v1 withdrawn; corrected in v2', false], ['not withdrawn', false], ['the objection was withdrawn', false], ['Cash withdrawn at night', false], ['12 pages', false],
  ])('comment "%s": withdrawn is %s', (comment, withdrawn) => {
    const parsed = parseArxiv(utf8(feed([`<entry><id>http://arxiv.org/abs/2401.00001v2</id><title>T</title><arxiv:comment>${comment}</arxiv:comment></entry>`])), 200)
    expect([...parsed.found.values()].map((work) => work.notices?.[0]?.type)).toEqual([withdrawn ? 'withdrawal' : undefined])
  })
})
