import { endsInPlace } from './location.ts'
import { isConference, splitBracket, venueWords } from './venue-words.ts'

/** `Science, New Series`, `Annals of Mathematics, Second Series`: the run of volumes, as JSTOR and mathematicians give it, not another serial. */
const RUN_TAIL = /\s+(?:new|second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th) series$/
/** The Royal Society of London, within the names of its journals. */
const ROYAL_SOCIETY = /\b(r(?:oyal)? soc(?:iety)?) (?:of )?lond(?:on)?\b/
const PLACE_TAIL = /\s+(?:of the\s+)?(?:u\s?s\s?a|usa|united states(?: of america)?|u\s?s|engl|england|london england|new york n\s?y|gt brit|oxf|lond|camb|basel|copenh|edinb|phila pa)$/
/** Where the rest of a serial's title may begin: `JAMA : the journal of ...`, `Physical review. E, Statistical ...`, `Taehan kanho. The Korean nurse`. */
const BREAK = /\s*[:=;]\s*|\s[-–—/]\s|(?<=\p{L}{4})\.\s+(?=\S+\s+\S|\p{L}{6})|(?<=(?:^|[.\s])(?:\p{Lu}|\d{1,2})),\s+|(?<=\b(?:Section|Series|Part|Sect\.|Ser\.)\s(?:\p{Lu}|\d{1,2}|[IVX]{1,4}))\s+(?=\p{L})/gu
/** Tails that make another serial of a title. */
const OTHER_SERIAL = /^\W*(?:supplement\w*|suppl|series|ser|section|part|new series|nova series|abstracts?|edition|ed|letters|reports?|online|library|workshops?|annual)\b/i

/** One way to read a name; `cut` marks one that leaves out what may be a subtitle. */
export interface Reading { readonly words: readonly string[]; readonly cut: boolean }

/** `Journal, vol. 20`, `Journal 62(3)`, `Journal, 2011`: where in a serial, not which. */
const ISSUE_TAIL = /(?:\s*[,;]\s*|\s+)\(?(?:vol(?:ume|\.)?|v\.|bd\.?)\s*\d+.*$|(?:\s*,\s*|\s+)\(?(?:19|20)\d\d\)?$|(?:\s*,\s*|\s+)\d{1,4}(?:\s*\(\d+(?:[-–/]\d+)?\))?$/i
const NUMBERED = /(?:^|\s)(?:part|pt|series|ser|section|sect|no|number|class|book)\.?,?$/i
/** `Radiology: Artificial Intelligence`, `JACC: Cardiovascular Imaging`: a subject behind the colon makes a journal of its own; `JAMA: The Journal of ...` goes on. */
function isSister(head: string, tail: string): boolean {
  const subject = tail.trim().split(/\s+/)
  return /^\p{L}+$/u.test(head) ? subject.length <= 2 && !/\b(?:the|an?|journal|review|revue|revista|rivista|zeitschrift|international|official|magazine|bulletin|studies|proceedings|archives|annals)\b/i.test(tail) : /^papers (?:&|and) proceedings$/i.test(tail.trim())
}

const DATE = /\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s*\d|\d\s*(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)/i

/** The acronym of a meeting whose place and date follow (`CVPR 2019, Long Beach, CA, USA, June 16-20, 2019`), or the text as it is. */
export function withoutMeetingTail(text: string): string {
  const [, acronym = '', tail = ''] = /^\s*([A-Z][A-Za-z0-9&/-]{1,11}(?:[\s'’]*\d{2,4})?),\s+(.*)$/.exec(text) ?? []
  return acronym !== '' && (DATE.test(tail) || endsInPlace(tail)) ? acronym : text
}

/** Up to each comma behind which a conference's place and date stand (`Conference on X, Lisbon, Portugal, May 2-4, 2019`). */
function withoutPlaceAndDate(name: string): string[] {
  const heads: string[] = []
  for (const match of [...name.matchAll(/,\s+/g)].slice(0, 8)) {
    const tail = name.slice(match.index + match[0].length)
    const head = name.slice(0, match.index)
    if ((DATE.test(tail) || endsInPlace(tail)) && isConference(venueWords(head))) heads.push(head)
  }
  return heads
}

/**
 * A name whole, without its bracketed tail, without place, volume or year at the end; and, marked as cut, up to each place where a
 * subtitle or the place and date of a meeting may begin.
 */
export function readings(text: string): Reading[] {
  const whole = [text]
  const { head } = splitBracket(text)
  if (head !== text) whole.push(head)
  // `FOCI 2007 - IEEE Symposium on ...`: the acronym before the name.
  const named = /^(?:IEEE\/ACM\s|IEEE\s|ACM\s)?[A-Z][A-Za-z0-9&/]{2,11}[\s'’]*(?:\d{2,4})?\s*(?:[-–—]\s|:\s)(.{12,})$/.exec(head)
  if (named) whole.push(named[1] ?? '')
  for (const name of whole.slice()) {
    // `Biochimica et Biophysica Acta (BBA) - Biomembranes`
    const bare = name.replace(/\s*\([A-Z]{2,6}\)(?=\s*[-–—:,]?\s*\p{L})/u, '')
    if (bare !== name) whole.push(bare)
    const serial = name.replace(ISSUE_TAIL, '')
    if (serial !== name && /\p{L}{3}/u.test(serial) && !NUMBERED.test(serial)) whole.push(serial)
  }
  const list: Reading[] = whole.map((name) => ({ words: venueWords(name), cut: false }))
  for (const { words } of list.slice()) {
    const joined = words.join(' ')
    // `IEEE/ACM Transactions` were `IEEE Transactions` before; `MDPI Sensors` has its house before it.
    const shorter = joined.replace(/^ieee acm /, 'ieee ').replace(/^(?:mdpi|elsevier|springer|wiley) (?=\p{L}{5})/u, '').replace(RUN_TAIL, '').replace(PLACE_TAIL, '').replace(ROYAL_SOCIETY, '$1')
    if (shorter !== joined && (shorter.includes(' ') || RUN_TAIL.test(joined) || shorter.length > 4 && joined.endsWith(shorter))) list.push({ words: shorter.split(' '), cut: false })
  }
  for (const name of whole) {
    for (const match of [...name.matchAll(BREAK)].slice(0, 6)) {
      const start = name.slice(0, match.index)
      // In an abbreviated name a full stop ends a word, not the title.
      if (match[0].startsWith('.') && start.includes('.')) continue
      if (match[0].includes(':') && isSister(start, name.slice(match.index + match[0].length))) continue
      if (start.length >= 3 && !OTHER_SERIAL.test(name.slice(match.index + match[0].length))) {
        list.push({ words: venueWords(start), cut: true })
        // `Biochimica et Biophysica Acta (BBA) - Biomembranes`
        const { head: bare } = splitBracket(start)
        if (bare !== start && bare.includes(' ')) list.push({ words: venueWords(bare), cut: true })
      }
    }
  }
  for (const name of whole) for (const start of withoutPlaceAndDate(name)) list.push({ words: venueWords(start), cut: true })
  return list.filter(({ words }) => words.length > 0)
}

