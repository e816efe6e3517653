import { foldText } from './fold.ts'

const CONJUNCTION = '(?:and|or|to|und|oder|et|ou|y|o|e|en|vs|versus|&)'
/** `ER-`, `CD4-`: a sign on a short symbol. `pre- and post-` is a word cut short, not a sign. */
const NEGATIVE = new RegExp(`(?<![\\p{L}\\p{N}])([\\p{L}\\p{N}]{1,4})-(?![-\\p{L}\\p{N}])(?![”’"'»]?\\s+${CONJUNCTION}(?![\\p{L}\\p{N}]))`, 'gu')
const WORD = /[\p{L}\p{N}\p{M}^·]+|[+¬%<>=≤≥≠±≪≫∼≈∞√∂∑∏∫∇∈∉⊂∪∩⊗⊕∝→↔⇒↦#*]/gu

/**
 * The words of a title for comparison. Case, accents, markup, quotes, brackets, dashes and the punctuation between words
 * are gone; signs that carry meaning stay as words of their own: `+`, a minus on a short symbol (`ER-`), `%`, relations,
 * the decimal point within a number (`4.5`), a power (`10^2`), `#` and `*` on a letter (`C#`, `A*`).
 */
export function titleWords(text: string): string[] {
  let s = foldText(text)
  // TeX's oldest font prints `<` and `>` as `¡` and `¿`; readers of BibTeX do the same.
  s = s.replace(/¿(?=\s*[\d.=])/g, '>').replace(/¡(?=\s*[\d.=])/g, '<')
  s = s.replace(/(?<=[\p{L}\p{N}])['’‘`´](?=\p{L})/gu, '').replace(/\(\s*([\d]*[+-])\s*\)/g, '$1').replace(/&/g, ' and ').replace(/×/g, ' x ').replace(/[*†‡§¶]+\s*$/u, '')
  s = s.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').replace(/(?<=\d)[.](?=\d)/g, '·').replace(NEGATIVE, '$1¬')
  s = s.replace(/(?<![\p{L}])[\p{L}]\s*([#*])(?![\p{L}\p{N}])/gu, (m) => m.replace(/\s+/g, '')).replace(/(?<!\p{L})[#*]|(?<=\p{L}{2})[#*]/gu, ' ')
  return s.match(WORD) ?? []
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])
const ONE_FORM: Readonly<Record<string, string>> = { towards: 'toward', amongst: 'among', whilst: 'while', grey: 'gray', artefact: 'artifact', artefacts: 'artifacts', aluminium: 'aluminum', ageing: 'aging', vs: 'versus', via: 'via', programme: 'program', programmes: 'programs', disc: 'disk', discs: 'disks', tyre: 'tire', tyres: 'tires', plough: 'plow', sceptic: 'skeptic', sceptical: 'skeptical', scepticism: 'skepticism', naive: 'naive', learnt: 'learned', fibre: 'fiber', fibres: 'fibers' }

/**
 * British, American and Oxford spelling of one English word as one form. Applied to both sides alike, so it need not be a
 * right spelling, only the same one.
 */
function spellingForm(word: string): string {
  const known = ONE_FORM[word]
  if (known !== undefined) return known
  if (word.length < 5) return word
  return word.replace(/ys(?=e[drs]?$|ing$|er$)/, 'yz').replace(/is(?=e[drs]?$|ing$|ers?$|ations?$|ational$|able$|ement$)/, 'iz').replace(/our/g, 'or').replace(/(?<=[abcdefghinpstuv])tre(?=s?$|d$)/, 'ter').replace(/(?<=i)bre(?=s?$)/, 'ber').replace(/dgement/, 'dgment').replace(/^(m)oul(?=d)|^(sm)oul(?=d)/, '$1$2ol').replace(/^grey/, 'gray')
    .replace(/ae|oe/g, 'e').replace(/ll/g, 'l').replace(/ogue(?=s?$|d$)/, 'og').replace(/ence(?=s?$)/, 'ense').replace(/sulph/, 'sulf').replace(/ph(?=oe)/, 'f')
}

/** Keys under which two titles that differ only by English spelling, articles or umlaut transliteration are equal. */
export function spellingKeys(words: readonly string[]): readonly [english: string, transliterated: string] {
  const content = words.filter((word) => !ARTICLES.has(word))
  const join = (list: readonly string[]): string => list.join('')
  return [join(content.map(spellingForm)), join(content.map((word) => word.replace(/([aou])e/g, '$1')))]
}
