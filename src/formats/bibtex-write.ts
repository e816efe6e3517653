export interface WriteStyle {
  /** Accents as LaTeX commands (`{\"u}`), for an entry or file that has them so; else UTF-8. */
  readonly latexAccents: boolean
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '\\&', '%': '\\%', '#': '\\#', _: '\\_', $: '\\$', '{': '\\{', '}': '\\}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '\\': '\\textbackslash{}' }
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '`', '\u0301': "'", '\u0302': '^', '\u0303': '~', '\u0304': '=', '\u0306': 'u', '\u0307': '.', '\u0308': '"', '\u030a': 'r', '\u030b': 'H', '\u030c': 'v', '\u0323': 'd', '\u0327': 'c', '\u0328': 'k', '\u0331': 'b',
}
const LETTERS: Readonly<Record<string, string>> = {
  ß: '\\ss', æ: '\\ae', Æ: '\\AE', œ: '\\oe', Œ: '\\OE', ø: '\\o', Ø: '\\O', å: '\\aa', Å: '\\AA', ł: '\\l', Ł: '\\L', ı: '\\i', đ: '\\dj', Đ: '\\DJ', ð: '\\dh', Ð: '\\DH', þ: '\\th', Þ: '\\TH',
}
const PUNCTUATION: Readonly<Record<string, string>> = { '–': '--', '—': '---', '‘': '`', '’': "'", '“': '``', '”': "''", '‐': '-', '‑': '-', '\u00a0': '~', '…': '\\ldots{}' }

/** Plain text as a BibTeX value without delimiters: specials escaped, accents in the style of the entry. Reading it back gives the text. */
export function writeBibtex(text: string, style: WriteStyle): string {
  let out = ''
  for (const c of text.normalize('NFC')) {
    const escaped = ESCAPED[c]
    if (escaped !== undefined) out += escaped
    else if (!style.latexAccents || c.charCodeAt(0) < 128) out += c
    else out += latexLetter(c)
  }
  return out
}

function latexLetter(c: string): string {
  const known = PUNCTUATION[c]
  if (known !== undefined) return known
  const letter = LETTERS[c]
  if (letter !== undefined) return `{${letter}}`
  const [base, mark, more] = c.normalize('NFD')
  const accent = mark === undefined || more !== undefined ? undefined : ACCENTS[mark]
  if (accent === undefined || base === undefined || !/[A-Za-z]/.test(base)) return c
  // The accent goes onto the letter; a dotless i is not needed since LaTeX 2020 and reads alike in BibTeX.
  return /[a-zA-Z]/.test(accent) ? `{\\${accent}{${base}}}` : `{\\${accent}${base}}`
}

/** A title word whose capitals a style would lower (`DNA`, `McCarthy`, `iPhone`, `pH`) in braces; others as they are. */
export function protectWord(written: string, plain: string): string {
  return /\p{Lu}/u.test(plain.slice(1)) && !/[{}]/.test(written.replace(/\$[^$]*\$/g, '')) ? `{${written}}` : written
}

/** Splits a raw value at white space outside braces and math. */
export function rawWords(raw: string): string[] {
  const words: string[] = []
  let depth = 0
  let math = false
  let word = ''
  for (let i = 0; i < raw.length; i++) {
    const c = raw[i]!
    if (c === '\\') { word += c + (raw[++i] ?? ''); continue }
    if (c === '{') depth++
    else if (c === '}') depth--
    else if (c === '$') math = !math
    if (/\s/.test(c) && depth <= 0 && !math) {
      if (word !== '') words.push(word)
      word = ''
    } else word += c
  }
  return word === '' ? words : [...words, word]
}

/** True when one pair of braces encloses the whole raw value: its author protects it all. */
export function isWhollyBraced(raw: string): boolean {
  const s = raw.trim()
  if (!s.startsWith('{') || !s.endsWith('}')) return false
  let depth = 0
  for (let i = 0; i < s.length; i++) {
    if (s[i] === '\\') i++
    else if (s[i] === '{') depth++
    else if (s[i] === '}' && --depth === 0) return i === s.length - 1
  }
  return false
}

const LATEX_ACCENT = /\\(?:["'`^~=.]|[uvHcdbkr](?=[{\s]))\s*\{?\\?[A-Za-z]|\\(?:ss|ae|AE|oe|OE|o|O|aa|AA|l|L|dj|DJ|i)\b/

/** How accents are to be written: as the entry does, else as its surroundings do, else UTF-8. */
export function styleOf(entry: string, surroundings: string): WriteStyle {
  for (const text of [entry, surroundings]) {
    if (/[\u00c0-\u024f]/.test(text)) return { latexAccents: false }
    if (LATEX_ACCENT.test(text)) return { latexAccents: true }
  }
  return { latexAccents: false }
}
