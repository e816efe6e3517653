import { describe, expect, it } from 'vitest'
import type { CitationInput } from '../../src/model/input.ts'
import type { VerifiedItem } from '../../src/model/item.ts'
import type { Notice } from '../../src/model/notice.ts'
import { nextAction } from '../../src/verify/next-action.ts'

const input: CitationInput = { key: 'k', kind: 'bibtex', raw: '', citation: { identifiers: {}, title: 'A title' } }
const item = (more: Partial<VerifiedItem>): VerifiedItem => ({ input, ok: false, status: 'unchecked', notFound: false, lookupError: false, identity: 'undecided', checks: [], notices: [], warnings: [], nextAction: '', ...more })
const about = (type: Notice['type'], date: string): Notice => ({ type, direction: 'about-this', date, source: 'crossref' })
const noIdentifier = [{ type: 'other', status: 'skipped', relation: 'declined', reason: 'no_identifier' }] as const

describe('the next action', () => {
  it('names the gravest notice, in whatever order the sources tell of them', () => {
    const notices = [about('expression_of_concern', '2020-06-03'), about('correction', '2020-06-04'), about('retraction', '2020-06-05')]
    for (const order of [notices, [...notices].reverse()]) expect(nextAction(item({ status: 'warn', notices: order }), 'en')).toContain('(retraction, 2020-06-05)')
  })

  it('tells an identifier that cannot be read from one that is not there', () => {
    const odd = { ...input, citation: { ...input.citation, unreadable: [{ kind: 'isbn', value: '1' }, { kind: 'doi', value: '11.1/x' }] } } as const
    expect(nextAction(item({ input: odd, checks: noIdentifier }), 'en')).toContain('The DOI "11.1/x" cannot be read')
    expect(nextAction(item({ checks: noIdentifier }), 'en')).toContain('No identifier')
  })

  it('does not say of an entry with fields that none were given, nor that they agree, when the record has none of them', () => {
    const checks = [{ type: 'doi-exists', status: 'pass', provider: 'crossref', snapshot: 0 }] as const
    expect(nextAction(item({ status: 'ok', checks, registrationAgency: 'Crossref' }), 'en')).toContain('(Crossref), but no field could be compared')
    expect(nextAction(item({ status: 'ok', checks, input: { ...input, citation: { identifiers: {} } } }), 'en')).toContain('no fields were given')
  })

  it('says whether candidates were searched for', () => {
    expect(nextAction(item({ checks: noIdentifier, suggestions: [] }), 'en')).toContain('found no candidate')
    expect(nextAction(item({ checks: noIdentifier }), 'en')).not.toContain('candidate')
  })
})
