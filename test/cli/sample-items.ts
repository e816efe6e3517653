import { assessItem, type Assessed } from '../../src/cli/assessment.ts'
import type { Run } from '../../src/cli/report/document.ts'
import { parseDoi } from '../../src/identifiers/doi.ts'
import type { Check } from '../../src/model/check.ts'
import type { Citation } from '../../src/model/citation.ts'
import type { Doi } from '../../src/model/identifiers.ts'
import type { VerifiedItem } from '../../src/model/item.ts'

export const doi = (text: string): Doi => parseDoi(text) as Doi

/** An item whose record agrees, with whatever the test says otherwise. */
export function sampleItem(key: string, changes: Partial<Omit<VerifiedItem, 'input'>> & { citation?: Partial<Citation>; line?: number; file?: string; invalid?: VerifiedItem['input']['invalid'] } = {}): VerifiedItem {
  const { citation, line = 1, file = 'refs.bib', invalid, ...rest } = changes
  const status = rest.status ?? 'ok'
  return {
    input: {
      key, kind: 'bibtex', raw: `@article{${key}, doi = {10.1000/${key}}}`,
      citation: { identifiers: { doi: doi(`10.1000/${key}`) }, ...citation },
      source: { file, line, endLine: line + 2, start: line * 40, end: line * 40 + 30 },
      ...(invalid ? { invalid } : {}),
    },
    ok: status === 'ok', status, notFound: false, lookupError: false, identity: 'same-work',
    checks: [{ type: 'doi-exists', status: 'pass', provider: 'crossref', snapshot: 0 }, { type: 'metadata-match', field: 'title', status: 'pass', relation: 'equal', rule: 'title.equal', provider: 'crossref', snapshot: 0 }],
    notices: [], nextAction: 'Nothing to do.', warnings: [],
    ...rest,
  }
}

const exists: Check = { type: 'doi-exists', status: 'pass', provider: 'crossref' }

export const WRONG_YEAR = sampleItem('smith2019', {
  line: 3, status: 'fail', nextAction: 'Compare year with the record.',
  checks: [exists, { type: 'metadata-match', field: 'year', status: 'fail', relation: 'differs', rule: 'year.differs', cited: '2019', record: '2021', provider: 'crossref' }],
})
export const OTHER_WORK = sampleItem('chimera', {
  line: 9, status: 'fail', identity: 'other-work', nextAction: 'Find the identifier of the work that is meant.',
  citation: { title: 'A study of rivers' },
  resolved: { provider: 'crossref', identifiers: { doi: doi('10.1000/chimera') }, title: 'Sorting networks in practice', dates: { issued: '2001' } },
  checks: [exists,
    { type: 'metadata-match', field: 'title', status: 'fail', relation: 'differs', rule: 'title.words', cited: 'A study of rivers', record: 'Sorting networks in practice', provider: 'crossref' },
    { type: 'metadata-match', field: 'authors', status: 'fail', relation: 'differs', rule: 'authors.none-shared', cited: 'Brook', record: 'Kim; Ode', provider: 'crossref' }],
})
export const RETRACTED = sampleItem('withdrawn', {
  line: 15, status: 'warn', nextAction: 'Read the notice before citing this work.',
  notices: [{ type: 'retraction', direction: 'about-this', doi: '10.1000/notice', date: '2020-02-01', source: 'crossref' }],
  checks: [exists, { type: 'retraction', status: 'warn', provider: 'crossref', notice: { type: 'retraction', direction: 'about-this', doi: '10.1000/notice', date: '2020-02-01', source: 'crossref' } }],
})
export const NO_RECORD = sampleItem('typo', {
  line: 21, status: 'unchecked', notFound: true, identity: 'undecided', nextAction: 'Check the identifier for a typing error.',
  checks: [{ type: 'doi-exists', status: 'skipped', reason: 'not_found', provider: 'handle' }],
})
export const FAILED = sampleItem('later', {
  line: 27, status: 'unchecked', lookupError: true, identity: 'undecided', nextAction: 'Call again later.',
  checks: [{ type: 'doi-exists', status: 'skipped', reason: 'rate_limited', provider: 'crossref', detail: 'api.crossref.org answered 429' }],
})
export const NO_IDENTIFIER = sampleItem('book', {
  line: 33, status: 'unchecked', identity: 'undecided', nextAction: 'Add a DOI.', citation: { identifiers: {}, title: 'An old book' },
  checks: [{ type: 'other', status: 'skipped', relation: 'declined', reason: 'no_identifier' }],
})
export const BROKEN = sampleItem('entry-7', {
  line: 39, status: 'unchecked', identity: 'undecided', nextAction: 'Mend the entry.', checks: [], invalid: { code: 'INVALID_BIBTEX', detail: 'the entry that starts here is not closed' },
  warnings: ['INVALID_BIBTEX: the entry that starts here is not closed'],
})
export const DUPLICATE = sampleItem('again', { line: 45, status: 'warn', ok: false, duplicate: true, duplicateOf: 'fine', nextAction: 'Keep one entry.' })
export const FINE = sampleItem('fine', { line: 51 })

export const ALL: readonly VerifiedItem[] = [FINE, WRONG_YEAR, OTHER_WORK, RETRACTED, NO_RECORD, FAILED, NO_IDENTIFIER, BROKEN, DUPLICATE]

export const RUN: Run = {
  startedAt: '2026-03-01T10:00:00.000Z', finishedAt: '2026-03-01T10:00:02.000Z',
  summary: { total: 9, ok: 1, warn: 2, fail: 2, unchecked: 4, notFound: 1, retracted: 1, lookupErrors: 1, duplicates: 1 },
  requests: { 'api.crossref.org': 2, 'doi.org': 1 }, offline: false, interrupted: false, costs: [], notes: [],
}

export const assessAll = (items: readonly VerifiedItem[]): readonly Assessed[] => items.map((item) => assessItem(item))
