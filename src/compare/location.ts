import type { Comparison } from '../model/check.ts'
import { foldText, letterDistance } from './fold.ts'
import { areInTwoScripts } from './script.ts'

const COUNTRIES: readonly (readonly string[])[] = [
  ['usa', 'us', 'u s a', 'u s', 'united states', 'united states of america', 'america'], ['uk', 'u k', 'united kingdom', 'great britain', 'england', 'scotland', 'wales', 'britain', 'gb'], ['china', 'pr china', 'p r china', 'peoples republic of china', 'prc'], ['south korea', 'korea', 'republic of korea', 'korea republic of'], ['germany', 'deutschland'], ['netherlands', 'the netherlands', 'holland', 'nederland'],
  ['switzerland', 'schweiz', 'suisse'], ['austria', 'osterreich'], ['spain', 'espana'], ['italy', 'italia'], ['france'], ['japan'], ['canada'], ['australia'], ['india'], ['brazil', 'brasil'], ['russia', 'russian federation'], ['uae', 'u a e', 'united arab emirates'], ['ireland'], ['belgium', 'belgique'], ['czech republic', 'czechia'], ['turkey', 'turkiye'], ['taiwan'], ['vietnam', 'viet nam'], ['singapore'], ['hong kong', 'hong kong sar'], ['macau', 'macao'],
  ['sweden'], ['norway'], ['denmark'], ['finland'], ['poland'], ['portugal'], ['greece'], ['hungary'], ['israel'], ['mexico'], ['argentina'], ['chile'], ['new zealand'], ['south africa'], ['thailand'], ['malaysia'], ['indonesia'], ['dominican republic'], ['rwanda'], ['ethiopia'], ['morocco'], ['egypt'], ['saudi arabia'], ['qatar'], ['iran'], ['croatia'], ['slovenia'], ['slovakia'], ['romania'], ['bulgaria'], ['serbia'], ['ukraine'], ['estonia'], ['latvia'], ['lithuania'], ['iceland'], ['luxembourg'], ['malta'], ['cyprus'], ['colombia'], ['peru'], ['puerto rico'],
]
const STATES = 'alabama al,alaska ak,arizona az,arkansas ar,california ca calif,colorado co,connecticut ct,delaware de,florida fl fla,georgia ga,hawaii hi,idaho id,illinois il,indiana in,iowa ia,kansas ks,kentucky ky,louisiana la,maine me,maryland md,massachusetts ma mass,michigan mi,minnesota mn,mississippi ms,missouri mo,montana mt,nebraska ne,nevada nv,new hampshire nh,new jersey nj,new mexico nm,new york ny,north carolina nc,north dakota nd,ohio oh,oklahoma ok,oregon or,pennsylvania pa,rhode island ri,south carolina sc,south dakota sd,tennessee tn,texas tx,utah ut,vermont vt,virginia va,washington wa dc,west virginia wv,wisconsin wi,wyoming wy,ontario on,quebec qc,british columbia bc,alberta ab,new south wales nsw,victoria vic,queensland qld'
const REGION = new Map<string, string>()
for (const names of COUNTRIES) for (const name of names) REGION.set(name, names[0] ?? name)
const STATE = new Map<string, string>()
for (const row of STATES.split(',')) {
  const match = /^(.*?)((?: [a-z]{2,5})+)$/.exec(row)
  const full = match?.[1] ?? row
  for (const short of (match?.[2] ?? '').trim().split(' ')) if (short.length <= 5) STATE.set(short, full)
  STATE.set(full, full)
}
const ONLINE = /^(?:online|virtual|virtual event|virtual conference|virtual only|virtually|fully virtual|on line|hybrid|internet|web)$/
const CITIES: Readonly<Record<string, string>> = { munchen: 'munich', koln: 'cologne', wien: 'vienna', praha: 'prague', roma: 'rome', milano: 'milan', firenze: 'florence', torino: 'turin', venezia: 'venice', napoli: 'naples', lisboa: 'lisbon', kobenhavn: 'copenhagen', goteborg: 'gothenburg', geneve: 'geneva', zurich: 'zurich', bruxelles: 'brussels', warszawa: 'warsaw', moskva: 'moscow', athina: 'athens', 'new york city': 'new york', nyc: 'new york', 'washington dc': 'washington', 'the hague': 'den haag', bengaluru: 'bangalore', mumbai: 'bombay', peking: 'beijing', 'frankfurt am main': 'frankfurt', 'frankfurt a m': 'frankfurt' }

interface Place { readonly towns: ReadonlySet<string>; readonly states: ReadonlySet<string>; readonly countries: ReadonlySet<string>; readonly online: boolean }

/**
 * A cited place against the record's places (event, publisher). Order, country and state names and their short forms,
 * `Online` beside a town, and a part that one side leaves out are variants; another town, state or country is a difference.
 */
export function compareLocation(cited: string, record: readonly string[]): Comparison {
  const places = record.filter((place) => place.trim() !== '')
  if (cited.trim() === '' || places.length === 0) return { relation: 'declined', rule: 'location.empty' }
  if (places.some((place) => place.trim() === cited.trim())) return { relation: 'equal', rule: 'location.exact' }
  const a = parsePlace(cited)
  if (places.some((place) => agree(a, parsePlace(place)))) return { relation: 'variant', rule: 'location.form' }
  if (places.every((place) => isPublisherSeat(parsePlace(place)))) return { relation: 'declined', rule: 'location.publisher-seat' }
  if (places.every((place) => areInTwoScripts(cited, place))) return { relation: 'declined', rule: 'location.other-script' }
  return { relation: 'differs', rule: 'location.other' }
}

function parsePlace(text: string): Place {
  const towns = new Set<string>()
  const states = new Set<string>()
  const countries = new Set<string>()
  let online = false
  const pieces = foldText(text).split(/[,;/()|]|\s+(?:and|&|\+)\s+|\s+-\s+|:/).map((piece) => piece.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()).filter((piece) => piece !== '' && !/^\d+$/.test(piece))
  for (const [index, piece] of pieces.entries()) {
    const bare = piece.replace(/\s*\d+\s*/g, ' ').trim()
    const country = REGION.get(bare)
    const state = STATE.get(bare)
    if (ONLINE.test(bare)) online = true
    else if (index > 0 && state !== undefined) states.add(state)
    else if (country !== undefined) { countries.add(country); if (bare === 'singapore' || bare === 'hong kong' || bare === 'luxembourg') towns.add(bare) }
    else {
      const plain = withoutRegion(bare, countries, states)
      if (plain !== bare) {
        // `Portland, Oregon USA`
        const region = index > 0 ? STATE.get(plain) : undefined
        if (region !== undefined) states.add(region)
        else if (plain !== '') towns.add(town(plain))
        continue
      }
      const trailing = /^(.*\S)\s+(\S+(?:\s\S+)?)$/.exec(bare)
      const tail = trailing?.[2] ?? ''
      if (trailing && REGION.has(tail)) { countries.add(REGION.get(tail) ?? tail); towns.add(town(trailing[1] ?? bare)) }
      else if (trailing && tail.length === 2 && STATE.has(tail)) { states.add(STATE.get(tail) ?? tail); towns.add(town(trailing[1] ?? bare)) }
      else towns.add(town(bare))
    }
  }
  // A state in full names its country, too; two letters may be either (`CA`).
  if (countries.size === 0) for (const state of states) if (pieces.includes(state)) countries.add(/^(?:ontario|quebec|british columbia|alberta)$/.test(state) ? 'canada' : /^(?:new south wales|victoria|queensland)$/.test(state) ? 'australia' : 'usa')
  return { towns, states, countries, online }
}

/** True for a text whose last part is a country or a state (`Lisbon, Portugal`, `Austin, TX`). */
export function endsInPlace(text: string): boolean {
  const pieces = foldText(text).split(',').map((piece) => piece.replace(/[^\p{L}]+/gu, ' ').trim()).filter((piece) => piece !== '')
  const last = pieces.at(-1) ?? ''
  return REGION.has(last) || (pieces.length > 1 && STATE.has(last))
}

/** The town of `San Francisco California USA`, which is written without commas; the country and the state go to their sets. */
function withoutRegion(text: string, countries: Set<string>, states: Set<string>): string {
  const words = text.split(' ')
  for (const [names, found] of [[REGION, countries], [STATE, states]] as const) {
    for (const count of [3, 2, 1]) {
      const tail = words.slice(-count).join(' ')
      const known = names.get(tail)
      if (words.length <= count || known === undefined || (names === STATE && countries.size === 0)) continue
      found.add(known)
      words.length -= count
      break
    }
  }
  return words.join(' ')
}

/** Seats under which Springer deposits its books: no meeting takes place there, and a cited meeting place is another question. */
function isPublisherSeat(place: Place): boolean {
  return place.countries.size === 0 && ['cham', 'heidelberg', 'dordrecht', 'wiesbaden'].some((seat) => place.towns.has(seat))
}

const town = (name: string): string => CITIES[name] ?? name

function agree(a: Place, b: Place): boolean {
  const clash = (x: ReadonlySet<string>, y: ReadonlySet<string>): boolean => x.size > 0 && y.size > 0 && ![...x].some((value) => y.has(value) || [...y].some((other) => value.length >= 6 && letterDistance(value, other) === 1))
  if (clash(a.towns, b.towns) || clash(a.countries, b.countries) || clash(a.states, b.states)) return false
  const shares = (x: ReadonlySet<string>, y: ReadonlySet<string>): boolean => x.size > 0 && y.size > 0 && !clash(x, y)
  return shares(a.towns, b.towns) || shares(a.states, b.states) || shares(a.countries, b.countries) || (a.online && b.online)
}
