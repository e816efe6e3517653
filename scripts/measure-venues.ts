/**
 * Measures venue comparison on lists of journal titles and abbreviations (`full,abbreviation` CSV): how many pairs match, and
 * how often an abbreviation matches the title of another journal, at random and among the titles that share the most words.
 * Usage: node scripts/measure-venues.ts DIRECTORY [--show missed|random|near]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldText } from '../src/compare/fold.ts'
import { compareVenueNames } from '../src/compare/venue.ts'
import { contentWords, splitBracket, venueWords } from '../src/compare/venue-words.ts'

const LEFT_OUT = /dainst|annee-philologique|ieee_strings|astronomy/
const [directory = '', , show = '', limitText = '60'] = process.argv.slice(2)
const limit = Number(limitText)

function csvRow(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => (match[1]?.replace(/""/g, '"') ?? match[2] ?? '').trim())
}

const squeezed = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

const pairs: { full: string; short: string }[] = []
const seen = new Set<string>()
for (const file of readdirSync(directory).filter((name) => name.endsWith('.csv') && !LEFT_OUT.test(name))) {
  for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
    const [full = '', short = ''] = csvRow(line)
    if (full === '' || short === '' || seen.has(`${full}\n${short}`) || !isSubsequence(squeezed(short), squeezed(full))) continue
    seen.add(`${full}\n${short}`)
    pairs.push({ full, short })
  }
}
const matches = (a: string, b: string): boolean => { const { relation } = compareVenueNames(a, b); return relation === 'equal' || relation === 'variant' }
/** What the rules are measured against: each word of the abbreviation is the beginning of the title's next content word. */
function isPrefixAligned(a: string, b: string): boolean {
  const [x, y] = [contentWords(venueWords(a)), contentWords(venueWords(b))]
  return x.length === y.length && x.every((word, i) => y[i]?.startsWith(word) === true)
}
let shown = 0
const print = (kind: string, text: string): void => { if (show === kind && shown++ % 10 === 0 && shown < limit * 10) console.log(text) }

let hit = 0
let baseline = 0
let equal = 0
for (const { full, short } of pairs) {
  if (squeezed(full) === squeezed(short)) equal++
  if (isPrefixAligned(short, full)) baseline++
  if (matches(short, full)) hit++
  else print('missed', `${short}  |  ${full}`)
}
const percent = (n: number): string => `${(100 * n / pairs.length).toFixed(2)} %`
console.log(`pairs ${pairs.length}, match ${percent(hit)} (baselines: equal letters ${percent(equal)}, each word a beginning of the next content word ${percent(baseline)})`)

/** Different journals: titles whose folded letters differ and of which no abbreviation is shared. */
const shorts = new Map<string, Set<string>>()
for (const { full, short } of pairs) { const key = squeezed(full); shorts.set(key, (shorts.get(key) ?? new Set()).add(squeezed(short))) }
/** One journal: the same content words once a trailing bracketed place or medium is left out. */
const identity = (title: string): string => contentWords(venueWords(splitBracket(title).head)).join('')
const different = (a: string, b: string, short: string): boolean => squeezed(a) !== squeezed(b) && identity(a) !== identity(b) && !shorts.get(squeezed(b))?.has(squeezed(short))
let state = 12345
const random = (below: number): number => { state = (state * 1103515245 + 12345) % 2147483648; return state % below }
let tried = 0
let wrong = 0
for (let n = 0; n < 100_000; n++) {
  const a = pairs[random(pairs.length)]
  const b = pairs[random(pairs.length)]
  if (!a || !b || !different(a.full, b.full, a.short)) continue
  tried++
  if (matches(a.short, b.full)) { wrong++; print('random', `${a.short} (${a.full})  |  ${b.full}`) }
}
console.log(`random pairs ${tried}, match ${(100 * wrong / tried).toFixed(3)} %`)

const index = new Map<string, number[]>()
const titles = [...new Map(pairs.map((pair) => [squeezed(pair.full), pair.full])).values()]
const wordsOf = titles.map((title) => [...new Set(contentWords(venueWords(title)))])
for (const [i, words] of wordsOf.entries()) for (const word of words) { const list = index.get(word); if (list) list.push(i); else index.set(word, [i]) }
let near = 0
let nearWrong = 0
for (let n = 0; n < pairs.length; n += 8) {
  const pair = pairs[n]
  if (!pair) continue
  const own = new Set(contentWords(venueWords(pair.full)))
  const counts = new Map<number, number>()
  for (const word of own) { const list = index.get(word) ?? []; if (list.length < 4000) for (const i of list) counts.set(i, (counts.get(i) ?? 0) + 1) }
  let best = -1
  let bestScore = 0
  for (const [i, count] of counts) {
    const score = count / Math.max(own.size, wordsOf[i]?.length ?? 1)
    if (score > bestScore && different(pair.full, titles[i] ?? '', pair.short)) { best = i; bestScore = score }
  }
  if (best < 0) continue
  near++
  if (matches(pair.short, titles[best] ?? '')) { nearWrong++; print('near', `${pair.short} (${pair.full})  |  ${titles[best]}`) }
}
console.log(`nearest neighbours ${near}, match ${(100 * nearWrong / near).toFixed(2)} %`)
