import { describe, expect, it } from 'vitest'
import { parseArxivId } from '../../src/identifiers/arxiv.ts'
import { parseDoi } from '../../src/identifiers/doi.ts'
import { parsePmid } from '../../src/identifiers/pmid.ts'
import type { Identifiers } from '../../src/model/identifiers.ts'
import type { VerifiedItem } from '../../src/model/item.ts'
import type { Work } from '../../src/model/work.ts'
import { markDuplicates } from '../../src/verify/duplicates.ts'

const ids = (given: { doi?: string; pmid?: string; arxiv?: string }): Identifiers => {
  const doi = given.doi && parseDoi(given.doi)
  const pmid = given.pmid && parsePmid(given.pmid)
  const arxiv = given.arxiv && parseArxivId(given.arxiv)?.id
  return { ...(doi ? { doi } : {}), ...(pmid ? { pmid } : {}), ...(arxiv ? { arxiv } : {}) }
}
const item = (key: string, identifiers: Identifiers, more: Partial<VerifiedItem> = {}): VerifiedItem => ({
  input: { key, kind: 'identifier', citation: { identifiers }, raw: key }, ok: true, status: 'ok', notFound: false, lookupError: false,
  identity: 'same-work', checks: [], notices: [], nextAction: '', warnings: [], ...more,
})
const record = (identifiers: Identifiers, more: Partial<Work> = {}): Work => ({ provider: 'pubmed', identifiers, dates: {}, ...more })

describe('markDuplicates', () => {
  it('raises a repeated identifier to warn and names the first', () => {
    const { items, duplicates } = markDuplicates([item('a', ids({ doi: '10.5555/x' })), item('b', ids({ doi: 'https://doi.org/10.5555/X' }))])
    expect(duplicates).toBe(1)
    expect(items[0]).toMatchObject({ status: 'ok', ok: true })
    expect(items[1]).toMatchObject({ status: 'warn', ok: false, duplicate: true, duplicateOf: 'a' })
  })

  it('keeps a fail', () => {
    const { items } = markDuplicates([item('a', ids({ doi: '10.5555/x' })), item('b', ids({ doi: '10.5555/x' }), { status: 'fail', ok: false })])
    expect(items[1]).toMatchObject({ status: 'fail', duplicate: true })
  })

  it('sees the DOI and the PMID of one work, through the record', () => {
    const pubmed = item('b', ids({ pmid: '123' }), { resolved: record(ids({ pmid: '123', doi: '10.5555/x' })) })
    expect(markDuplicates([item('a', ids({ doi: '10.5555/x' })), pubmed]).items[1]).toMatchObject({ duplicateOf: 'a' })
    expect(markDuplicates([pubmed, item('a', ids({ doi: '10.5555/x' }))]).items[1]).toMatchObject({ duplicateOf: 'b' })
  })

  it('ties an arXiv id and its DataCite DOI together', () => {
    expect(markDuplicates([item('a', ids({ arxiv: '1706.03762v5' })), item('b', ids({ doi: '10.48550/arXiv.1706.03762' }))]).duplicates).toBe(1)
  })

  it('does not tie entries through a record of another work', () => {
    const chimeric = item('b', ids({ pmid: '9' }), { identity: 'other-work', resolved: record(ids({ pmid: '9', doi: '10.5555/x' })) })
    expect(markDuplicates([item('a', ids({ doi: '10.5555/x' })), chimeric]).duplicates).toBe(0)
  })

  it('notes a preprint and its published version without calling them duplicates', () => {
    const preprint = item('pre', ids({ arxiv: '1706.03762' }), { resolved: record(ids({ arxiv: '1706.03762' }), { sameWork: [{ relation: 'is-preprint-of', identifiers: ids({ doi: '10.5555/pub' }) }] }) })
    const { items, duplicates } = markDuplicates([preprint, item('pub', ids({ doi: '10.5555/pub' }))])
    expect(duplicates).toBe(0)
    expect(items[0]?.warnings.join()).toContain('pub')
  })

  it('tells both entries, once each, whichever side the registry links from', () => {
    const published = ids({ doi: '10.5555/pub' })
    const preprint = item('pre', ids({ arxiv: '1706.03762' }), { resolved: record(ids({ arxiv: '1706.03762' }), { sameWork: [{ relation: 'is-preprint-of', identifiers: published }] }) })
    const linkedBack = item('pub', published, { resolved: record(published, { sameWork: [{ relation: 'has-preprint', identifiers: ids({ arxiv: '1706.03762' }) }] }) })
    for (const other of [item('pub', published), linkedBack]) {
      for (const list of [[preprint, other], [other, preprint]]) {
        const { items } = markDuplicates(list)
        expect(items.map(({ input, warnings }) => [input.key, warnings]).sort()).toEqual([
          ['pre', ['another version of this work is cited as pub (is-preprint-of)']], ['pub', ['another version of this work is cited as pre (has-preprint)']],
        ])
      }
    }
  })

  it('takes no link from the record of another work', () => {
    const chimeric = item('pre', ids({ arxiv: '1706.03762' }), { identity: 'other-work', resolved: record(ids({ arxiv: '1706.03762' }), { sameWork: [{ relation: 'is-preprint-of', identifiers: ids({ doi: '10.5555/pub' }) }] }) })
    expect(markDuplicates([chimeric, item('pub', ids({ doi: '10.5555/pub' }))]).items.flatMap(({ warnings }) => warnings)).toEqual([])
  })
})
