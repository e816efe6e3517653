import type { Comparison } from '../model/check.ts'
import { squeeze } from './fold.ts'
import { plainText } from './markup.ts'
import { areInTwoScripts } from './script.ts'
import { isAbbreviation } from './venue-abbreviation.ts'
import { contentWords, splitBracket, venueWords } from './venue-words.ts'

/** Legal forms and words that say only that it is a publisher, and the places that its name carries. */
const FORM: ReadonlySet<string> = new Set('inc incorporated ltd limited llc llp gmbh co kg ag sa sas srl spa bv nv plc corp corporation company verlag verlagsgesellschaft publisher publishers publishing publications publication publ pub press international group editions edition editorial books sons science business media nature berlin heidelberg cham dordrecht vienna wien boston new york london amsterdam singapore us usa uk netherlands switzerland india japan singapore'.split(' '))
/** Words without which nothing is left to compare (`Nature Publishing Group`, `Academic Press`). */

/** Imprints, brands and former names that stand for one house. Hand-written; each row is one house. */
const HOUSES: readonly (readonly string[])[] = [
  ['springer', 'springer nature', 'springer verlag', 'nature publishing group', 'nature publishing group uk london', 'nature publishing group us new york', 'nature research', 'nature portfolio', 'nature', 'macmillan', 'palgrave macmillan', 'palgrave', 'biomed central', 'bmc', 'birkhauser', 'apress', 'kluwer academic', 'kluwer', 'plenum', 'humana'],
  ['elsevier', 'elsevier science', 'academic press', 'pergamon', 'north holland', 'cell press', 'morgan kaufmann', 'butterworth heinemann', 'butterworths', 'gulf professional', 'mosby', 'saunders', 'w b saunders', 'churchill livingstone', 'lancet', 'woodhead', 'newnes', 'science direct'],
  ['wiley', 'john wiley', 'j wiley', 'wiley blackwell', 'blackwell', 'blackwell science', 'jossey bass', 'wiley vch', 'wiley interscience', 'hindawi', 'wiley periodicals', 'american geophysical union', 'agu'],
  ['taylor francis', 'informa', 'informa uk', 'routledge', 'crc', 'chapman hall', 'crc chapman hall', 'psychology', 'cogent', 'dove', 'f1000', 'taylor francis informa'],
  ['association computing machinery', 'acm'], ['institute electrical electronics engineers', 'ieee', 'ieee computer society'], ['association advancement artificial intelligence', 'aaai'], ['association computational linguistics', 'acl'],
  ['oxford university', 'oup', 'clarendon', 'oxford academic'], ['cambridge university', 'cup'], ['massachusetts institute technology', 'mit'], ['society industrial applied mathematics', 'siam'], ['american physical society', 'aps'], ['american institute physics', 'aip'], ['institute physics', 'iop'], ['american chemical society', 'acs'], ['royal society chemistry', 'rsc'],
  ['public library science', 'plos', 'plos public library science'], ['proceedings machine learning research', 'pmlr', 'jmlr', 'microtome', 'journal machine learning research'], ['curran', 'curran associates', 'neural information processing systems foundation', 'neurips', 'nips'], ['lippincott williams wilkins', 'wolters kluwer', 'ovid technologies', 'wolters kluwer health', 'lww', 'ovid'], ['american association advancement science', 'aaas'],
  ['proceedings national academy sciences', 'national academy sciences', 'pnas'], ['multidisciplinary digital institute', 'mdpi', 'mdpi ag'], ['frontiers', 'frontiers foundation'], ['world health organization', 'who'], ['american psychological association', 'apa'], ['american mathematical society', 'ams'], ['walter de gruyter', 'de gruyter', 'gruyter', 'mouton de gruyter', 'degruyter'], ['prentice hall', 'pearson', 'addison wesley', 'pearson education', 'longman', 'addison wesley longman'], ['sage', 'sage thousand oaks'], ['usenix', 'usenix association'],
  ['cold spring harbor laboratory', 'cshl'], ['openreview', 'openreview net'], ['brill', 'koninklijke brill', 'martinus nijhoff'], ['university chicago', 'chicago university'], ['international joint conferences artificial intelligence organization', 'ijcai'], ['bmj', 'british medical journal'], ['w w norton', 'norton'], ['oreilly', 'oreilly media'], ['thieme', 'georg thieme'], ['karger', 's karger'], ['emerald', 'emerald group'], ['elra', 'european language resources association', 'elra iccl', 'elra language resources association'], ['isca', 'international speech communication association'], ['massachusetts medical society', 'nejm'],
]
/** By the name as it stands and by what is left of it for the comparison (`de` is a stop word). */
const HOUSE_OF = new Map(HOUSES.flatMap((names, index) => names.flatMap((name) => [[name, index] as const, [contentWords(venueWords(name)).join(' '), index] as const])))
const HOUSE_NAMES = HOUSES.flatMap((names, index) => names.map((name) => [name.split(' '), index] as const))
/** Libraries of journals of many houses, under whose name their DOIs are deposited. */
const PLATFORMS: ReadonlySet<string> = new Set(['jstor', 'project muse', 'persee', 'persee program', 'cairn', 'openedition', 'cairn info'])

/**
 * A cited publisher against the record's. Legal forms, places and bracketed acronyms are form; a shorter name of the same
 * house, an abbreviation, an acronym, an imprint of the house are variants.
 */
export function comparePublisher(citedRaw: string, recordRaw: string): Comparison {
  const cited = plainText(citedRaw)
  const record = plainText(recordRaw)
  const a = venueWords(cited)
  const b = venueWords(record)
  if (a.length === 0 || b.length === 0) return { relation: 'declined', rule: 'publisher.empty' }
  if (squeeze(a) === squeeze(b)) return cited === record ? { relation: 'equal', rule: 'publisher.exact' } : { relation: 'equal', rule: 'publisher.form' }
  for (const x of namesOf(cited)) for (const y of namesOf(record)) {
    if (isOwnAcronym(x, y, record) || isOwnAcronym(y, x, cited)) continue
    const rule = relate(x, y)
    if (rule !== undefined) return { relation: 'variant', rule }
  }
  // A library of others' journals deposits what they have published.
  if ([a, b].some((words) => PLATFORMS.has(words.join(' ')))) return { relation: 'declined', rule: 'publisher.platform' }
  return areInTwoScripts(cited, record) ? { relation: 'declined', rule: 'publisher.other-script' } : { relation: 'differs', rule: 'publisher.other' }
}

/** The house of a name, also of one abbreviated word by word (`National Acad Sciences`). */
function house(words: readonly string[]): number | undefined {
  const known = HOUSE_OF.get(words.join(' '))
  if (known !== undefined || words.length < 2) return known
  return HOUSE_NAMES.find(([name]) => name.length === words.length && words.every((word, i) => word.length > 1 && name[i]?.startsWith(word)))?.[1]
}

/** Words that many houses begin with and that name none. */
const GENERIC = /^(?:university|american|national|international|society|association|institute|institution|academy|royal|european|united|world|new|college|centre|center|federation|foundation|council|committee)$/

/** A bracketed acronym stands for the name before it: beside another full name it says nothing. */
function isOwnAcronym(name: readonly string[], acronym: readonly string[], whole: string): boolean {
  const { head, inside } = splitBracket(whole)
  return name.length > 1 && acronym.length === 1 && inside !== undefined && head.includes(' ') && acronym[0] === venueWords(inside).join('')
}

const isGeneric = (words: readonly string[]): boolean => words.every((word) => GENERIC.test(word))

/** A name whole, without its brackets, the brackets, and each part of `A / B`, `A; B` that names a house (`Association for ...` does not). */
function namesOf(text: string): string[][] {
  const { head, inside } = splitBracket(text)
  const behalf = text.split(/\s+(?:for|on behalf of|in association with)\s+/u)
  const pieces = [text, head, ...(inside === undefined ? [] : [inside]), ...text.split(/\s*[/;|]\s*|\s*,\s*(?=\p{Lu})/u), ...text.split(/:\s+/).slice(1), ...(behalf.some((piece) => isGeneric(contentWords(venueWords(piece)))) ? [] : behalf)]
  return [...new Map(pieces.map((piece) => [piece, contentWords(venueWords(piece))])).values()].filter((words, i) => words.length > 0 && (i === 0 || !isGeneric(words)))
}

function core(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !FORM.has(word))
  return kept.length > 0 ? kept : words
}

function relate(x: readonly string[], y: readonly string[]): string | undefined {
  const a = core(x)
  const b = core(y)
  if (squeeze(a) === squeeze(b)) return 'publisher.legal-form'
  const houseA = house(x) ?? house(a)
  const houseB = house(y) ?? house(b)
  if (houseA !== undefined && houseB !== undefined) return houseA === houseB ? 'publisher.house' : undefined
  if (isAbbreviation(a, b) || isAbbreviation(b, a)) return 'publisher.abbreviation'
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const initials = long.map((word) => word[0] ?? '').join('')
  const fullInitials = (a.length <= b.length ? y : x).map((word) => word[0] ?? '').join('')
  if (short.length === 1 && (short[0] ?? '').length >= 3 && (short[0] === initials || short[0] === fullInitials)) return 'publisher.acronym'
  // `Springer` / `Springer International Publishing`, `MIT Press` / `The MIT Press, Cambridge`: the shorter name begins the longer.
  if (short.every((word, i) => word === long[i]) && (short.length > 1 || (short[0] ?? '').length >= 4) && !GENERIC.test(short.at(-1) ?? '')) return 'publisher.shortened'
  return undefined
}
