/**
 * Compares real citations as written with the registries' records that they are tied to, and prints every warn and fail for
 * reading by hand. Usage: node scripts/measure-join.ts DATA_DIRECTORY [--field NAME] (the directory holds join.jsonl and providers/)
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBibtex } from '../src/formats/bibtex.ts'
import type { Citation } from '../src/model/citation.ts'
import type { Work } from '../src/model/work.ts'
import { compareTitle } from '../src/compare/title.ts'
import { parseArxiv } from '../src/providers/arxiv.ts'
import { parseCrossref } from '../src/providers/crossref.ts'
import { workOfCrossref } from '../src/providers/crossref-work.ts'
import { parseDataCite } from '../src/providers/datacite.ts'
import { parsePubmed } from '../src/providers/pubmed.ts'
import { checksOf } from '../src/verify/checks.ts'

interface Row { readonly pair: string; readonly bib?: string; readonly key?: string; readonly raw: unknown; readonly bodies: readonly { readonly file: string; readonly url: string }[] }

const [directory = '', , onlyField = ''] = process.argv.slice(2)
const parsed = new Map<string, Work[]>()
function worksIn(file: string): Work[] {
  const known = parsed.get(file)
  if (known) return known
  const path = join(directory, 'providers', file)
  let works: Work[] = []
  try {
    if (existsSync(path)) {
      const bytes = new Uint8Array(readFileSync(path))
      if (file.startsWith('api.crossref.org')) works = [...parseCrossref(bytes, 200).found.values()]
      else if (file.startsWith('api.datacite.org')) works = [...parseDataCite(bytes, 200).found.values()]
      else if (file.startsWith('export.arxiv.org')) works = [...parseArxiv(bytes, 200).found.values()]
      else if (file.startsWith('eutils')) works = [...parsePubmed(bytes, 200).found.values()]
      else if (file.startsWith('doi.org')) works = [workOfCrossref(JSON.parse(new TextDecoder().decode(bytes)) as never)]
    }
  } catch { works = [] }
  parsed.set(file, works)
  return works
}

function recordOf(citation: Citation, row: Row): { work: Work; tie: string } | undefined {
  const works = row.bodies.flatMap((body) => worksIn(body.file))
  const { doi, arxiv, pmid } = citation.identifiers
  const byId = works.find((work) => (doi && work.identifiers.doi === doi) || (pmid && work.identifiers.pmid === pmid)) ?? works.find((work) => arxiv && work.identifiers.arxiv === arxiv)
  if (byId) return { work: byId, tie: 'id' }
  if (doi || arxiv || pmid) return undefined
  const { title } = citation
  const byTitle = title === undefined ? undefined : works.find((work) => ['equal', 'variant'].includes(compareTitle(title, work).relation))
  return byTitle ? { work: byTitle, tie: 'title' } : undefined
}

const rows = readFileSync(join(directory, 'join.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Row).filter((row) => typeof row.raw === 'string' && row.raw.trim().startsWith('@'))
const counts = new Map<string, number>()
const bump = (key: string): void => { counts.set(key, (counts.get(key) ?? 0) + 1) }
let compared = 0
const seen = new Set<string>()
for (const row of rows) {
  const inputs = []
  for await (const slice of readBibtex(row.raw as string, 'row.bib')) inputs.push(...slice)
  const citation = inputs[0]?.citation
  if (!citation || inputs[0]?.invalid) { bump('unreadable'); continue }
  const found = recordOf(citation, row)
  if (!found) { bump('no record'); continue }
  const key = JSON.stringify([citation.title, citation.authors, citation.venue, citation.year, found.work.identifiers])
  if (seen.has(key)) continue
  seen.add(key)
  compared++
  const { checks, identity } = checksOf(citation, found.work, { titleThreshold: 0.85 })
  bump(`tie ${found.tie}`)
  bump(`identity ${identity}`)
  for (const check of checks) {
    bump(`${check.field} ${check.status === 'warn' || check.status === 'fail' ? 'FLAGGED' : check.relation ?? check.status}`)
    if ((check.status === 'warn' || check.status === 'fail') && (onlyField === '' || onlyField === check.field)) console.log(`[${found.tie} ${found.work.provider} ${row.key} ${found.work.identifiers.doi ?? found.work.identifiers.arxiv ?? ''}] ${check.field} ${check.status} ${check.rule} ${check.score ?? ''}\n     ${check.cited?.slice(0, 260)}\n     ${check.record?.slice(0, 260)}${check.detail ? `\n       ${check.detail.slice(0, 200)}` : ''}`)
  }
}
console.log(`compared ${compared}`)
for (const [key, count] of [...counts].sort(([a], [b]) => a.localeCompare(b))) console.log(key.padEnd(28), count)
