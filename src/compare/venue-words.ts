import { foldText } from './fold.ts'
import { STOP_WORDS } from './venue-abbreviation.ts'

const ORDINAL = /^(?:\d+(?:st|nd|rd|th|e|er|eme|a|o)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)(?:y|ieth)(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)?|hundredth|annual|yearly|biennial)$/
/** Who holds a conference: not part of its name. */
export const SPONSORS: ReadonlySet<string> = new Set(['ieee', 'acm', 'cvf', 'rsj', 'ieeecvf', 'ieeersj', 'ieeeacm', 'wic', 'ifip', 'iaria', 'usenix', 'siam', 'aps', 'isca', 'spie', 'asme', 'aiaa', 'springer', 'elsevier'])

const GLUED_ORDINAL = /((?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ss]eventh|[Ee]ighth|[Nn]inth|[Tt]enth|[Ee]leventh|[Tt]welfth|[a-z]teenth|[a-z]tieth|\d(?:st|nd|rd|th)))(?=\p{Lu}\p{Ll})/gu

/** A venue's words without case, accents, markup and punctuation; `&` is and. */
export function venueWords(text: string): string[] {
  // An elided article is a word of its own (`l'Industria`, `d'études`, `dell'Arte`); other apostrophes stand within one.
  // `Thirty-ThirdInternational Joint Conference`: the space behind an ordinal, which registries lose.
  const s = foldText(text.replace(GLUED_ORDINAL, '$1 ')).replace(/(?<![\p{L}\p{N}])(l|d|qu|un|dell|nell|sull|dall|all|coll|degl)['’‘`´]\s*(?=\p{L})/gu, '$1 ').replace(/(?<=\p{L})['’‘`´](?=\p{L})/gu, '').replace(/&/g, ' and ')
  const words = s.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : words
}

/** The words that are not stop words; a single letter at the end is a section (`Physical Review A`). */
export function contentWords(words: readonly string[]): string[] {
  return words.filter((word, i) => !STOP_WORDS.has(word) || (word.length === 1 && i === words.length - 1 && words.length > 1))
}

/** What identifies a conference series: no year, ordinal, `Proceedings of`, volume or track in brackets, sponsor. */
export function conferenceWords(words: readonly string[]): string[] {
  const list = contentWords(words)
  const core = list.filter((word, i) => !ORDINAL.test(word) && !/^(?:1[89]|20)\d\d$/.test(word) && !(/^(?:proceedings?|proc|procs|in)$/.test(word) && i < 3) && !SPONSORS.has(word) && !/^\d+$/.test(word))
  return core
}

/** True for a title that names a meeting rather than a journal. */
export function isConference(words: readonly string[]): boolean {
  return words.some((word) => /^(?:conference|conf|symposium|symp|workshops?|meeting|congress|proceedings|proc|colloquium|convention|findings)$/.test(word))
}

/** Text without a trailing bracketed part (place, acronym, year) and what the brackets hold. */
export function splitBracket(text: string): { readonly head: string; readonly inside?: string } {
  const match = /^(.*\S)\s*[([]([^()[\]]*)[)\]]\s*\.?\s*$/.exec(text)
  return match ? { head: match[1] ?? text, inside: match[2] ?? '' } : { head: text }
}

/** Names of preprint servers and of places that are no venue. */
const PREPRINT = /^(?:in\s+)?(?:the\s+)?(?:arxiv|corr|computing research repository|bio\s?rxiv|med\s?rxiv|chem\s?rxiv|psy\s?arxiv|soc\s?arxiv|eart?h\s?arxiv|ea?rth\s?arxiv|techrxiv|engrxiv|ssrn|ssrn electronic journal|social science research network|research\s?square|preprints?(?:\s?org)?|osf(?: preprints?)?|authorea|hal(?: archives? ouvertes?)?|viXra|cold spring harbor laborato?ry(?: press)?|openreview(?: net)?|repec|nber working paper|eprints?|e prints?|preprint server|zenodo|figshare|peerj preprints|f1000research preprint|unpublished|submitted|under review|in preparation|to appear|manuscript)(?:\b|(?=\d)).*$/i

/** True for `arXiv preprint arXiv:2408.09999`, `CoRR`, a link to arxiv.org: a place where it can be read, not where it was published. */
export function isPreprintServer(text: string): boolean {
  const words = foldText(text).replace(/https?:\/\/(?:www\.)?/g, '').replace(/\\?href/g, ' ').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (/^(?:export )?arxiv/.test(words) || /^abs \d{4} \d{4,5}/.test(words)) return true
  return PREPRINT.test(words) && !/\bin\s(?:proceedings|journal)\b/.test(words) && words.split(' ').length <= 8
}
