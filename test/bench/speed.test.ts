import { describe, expect, it } from 'vitest'
import { mixOf, longBibliography } from '../../bench/mix.ts'
import { forcedMs, laneOf, PACE } from '../../bench/pace-table.ts'
import { formatGoal, measured, notMeasured } from '../../bench/goal.ts'
import { runMix } from '../../bench/speed-network.ts'
import { readBibtexInputs } from '../../bench/verifier.ts'
import { ALLOWED_HOSTS } from '../../src/http/allowlist.ts'

describe('the mix', () => {
  const cases = mixOf(200)
  it('holds its shares in every hundred', () => {
    const count = (from: number, label: string): number => cases.slice(from, from + 100).filter((c) => c.label === label).length
    for (const from of [0, 100]) expect(['crossref', 'datacite', 'pubmed', 'arxiv', 'absent'].map((label) => count(from, label))).toEqual([55, 12, 15, 15, 3])
  })
  it('cites every identifier once, and each is readable', async () => {
    const inputs = await readBibtexInputs(cases.map((c) => c.citation).join('\n\n'), 'mix.bib')
    const ids = inputs.map((i) => Object.values(i.citation.identifiers).join())
    expect(ids.filter((id) => id === '')).toEqual([])
    expect(new Set(ids).size).toBe(200)
  })
  it('a long bibliography is as long as asked and readable', async () => {
    expect(await readBibtexInputs([...longBibliography(700)].join(''), 'long.bib')).toHaveLength(700)
  })
})

describe('what the pace table forces', () => {
  it('nothing for one request, and the least interval between those that a window holds at once', () => {
    expect(forcedMs('export.arxiv.org', 1, 300)).toBe(0)
    expect(forcedMs('api.crossref.org list', 3, 300)).toBe(300)
    expect(forcedMs('api.crossref.org list', 0, 300)).toBe(0)
  })
  it('one window more for each window that is full', () => {
    expect(forcedMs('export.arxiv.org', 3, 300)).toBe(6_000)
    expect(forcedMs('api.crossref.org list', 7, 300)).toBe(2_000)
  })
  it('one latency more for each lot of requests at once, where that is slower', () => expect(forcedMs('api.datacite.org', 3, 2_000)).toBe(2_000))
  it('Crossref has a lane for single works and one for lists', () => {
    expect(laneOf('api.crossref.org', '/works/10.1/x')).toBe('api.crossref.org single')
    expect(laneOf('api.crossref.org', '/works?filter=doi:10.1/x')).toBe('api.crossref.org list')
  })
  it('is the same table as the allowlist of the client', () => {
    const ours = Object.fromEntries(ALLOWED_HOSTS.map((row) => {
      const limit = row.politeBy === 'mailto' ? row.polite : row.plain
      return [row.lane === undefined ? row.host : `${row.host} ${row.lane}`, { perWindow: limit.count, windowMs: limit.windowMs, atOnce: limit.atOnce }]
    }))
    expect(ours).toEqual(PACE)
  })
})

describe('a goal', () => {
  it('is met at its limit, missed beyond it, in either direction', () => {
    expect(measured('x', 14, 14, 'requests').met).toBe(true)
    expect(measured('x', 15, 14, 'requests').met).toBe(false)
    expect(measured('x', 1_999, 2_000, 'refs/s', '', 'higher').met).toBe(false)
    expect(formatGoal(measured('x', 15, 14, 'requests'))).toMatch(/^MISSED/)
  })
  it('that was not measured says why and is neither', () => {
    const goal = notMeasured('x', 1, 's', 'not built')
    expect(goal.met).toBeUndefined()
    expect(formatGoal(goal)).toMatch(/^not run.*\n.*not built/)
  })
})

describe('the mix of 100 through the command line and our own simulator', () => {
  it('comes back whole, within the requests allowed, and no host is asked too fast', async () => {
    const run = await runMix(100, { own: true })
    run.remove()
    const [requests, , refused] = run.goals
    expect(requests).toMatchObject({ met: true })
    expect(requests?.note).not.toContain('NOT AS EXPECTED')
    expect(refused).toMatchObject({ figure: 0, met: true })
  })
})
